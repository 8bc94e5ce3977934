// What recording a session costs: the same orders and renewals with it and without.
import { createSandbox, type Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';

const clock = '2026-01-15T10:00:00Z';
const ORDERS = 1_000;
const CONTRACTS = 100;
const ROUNDS = 15;
const DOCUMENTS = 10_000;

const post = async (sandbox: Sandbox, path: string, body: object, headers: Record<string, string>) => {
  const response = await sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
};

const order = (sandbox: Sandbox, at: number) =>
  post(
    sandbox,
    '/api/v1/CustomerSelfService/signup/order',
    {
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      Customer: { FirstName: 'Ada', LastName: `No. ${at}` },
    },
    {},
  );

async function authorization(sandbox: Sandbox): Promise<string> {
  const asked = await sandbox.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return `Bearer ${((await asked.json()) as { access_token: string }).access_token}`;
}

const make = (record: boolean) =>
  createSandbox({
    seed: 'bench',
    clock,
    record,
    config: { Account: { RateLimit: { Requests: 1_000_000 } } },
  });

/** Milliseconds of processor time, which does not count what other processes take. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Milliseconds of orders. */
async function orders(record: boolean): Promise<number> {
  const sandbox = make(record);
  const taken = await processorTime(async () => {
    for (let at = 0; at < ORDERS; at += 1) await order(sandbox, at);
  });
  sandbox.close();
  return taken;
}

/** Milliseconds of a year of renewals. */
async function renewals(record: boolean): Promise<number> {
  const sandbox = make(record);
  const Authorization = await authorization(sandbox);
  for (let at = 0; at < CONTRACTS; at += 1) {
    const { OrderId } = await order(sandbox, at);
    await post(
      sandbox,
      `/api/v1/orders/${OrderId}/commit`,
      { PaymentMethod: 'InvoicePayment' },
      { Authorization },
    );
  }
  const taken = await processorTime(() => sandbox.clock.advance('P1Y'));
  sandbox.close();
  return taken;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

for (const [name, work] of [
  ['orders', orders],
  ['renewals', renewals],
] as const) {
  await work(true);
  await work(false);
  const recorded: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // By turns, so that what the machine does besides falls on both.
    const first = round % 2 === 0;
    for (const record of [first, !first]) (record ? recorded : plain).push(await work(record));
  }
  console.log(
    JSON.stringify({
      name: `${name} with a session that is recorded, against without`,
      ours: median(recorded),
      baseline: median(plain),
      unit: 'ms',
      aim: '≤ 1.03',
    }),
  );
}

/** Milliseconds of going back to rows of a state of 10,000 documents, and of restoring a snapshot of it. */
async function rewinds(): Promise<{ readonly back: number[]; readonly restored: number[] }> {
  const sandbox = make(false);
  const { body } = await sandbox.fetch('http://sandbox/sandbox/stream');
  await body?.cancel();
  const Authorization = await authorization(sandbox);
  const documents = async () => {
    const usage = await sandbox.fetch('http://sandbox/sandbox/usage');
    return ((await usage.json()) as { Documents: { Used: number } }).Documents.Used;
  };
  for (let used = 0; used < DOCUMENTS; used = await documents()) {
    const { OrderId } = await order(sandbox, used);
    await post(
      sandbox,
      `/api/v1/orders/${OrderId}/commit`,
      { PaymentMethod: 'InvoicePayment' },
      { Authorization },
    );
    if (used > DOCUMENTS / 2) await sandbox.clock.advance('P1D');
  }
  const log = await sandbox.fetch('http://sandbox/sandbox/requests?take=1000');
  const ids = ((await log.json()) as { Id: number; Method: string }[])
    .filter(({ Method }) => Method === 'POST')
    .map(({ Id }) => Id);
  const timed = async (work: () => unknown) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const back: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    // From one end to the other and to what is between.
    const id = ids[[0, ids.length - 1, (at * 37) % ids.length][at % 3] as number];
    back.push(await timed(() => post(sandbox, '/sandbox/session/rewind', { Row: `request-${id}` }, {})));
  }
  const snapshot = sandbox.snapshot();
  const restored: number[] = [];
  for (let at = 0; at < 5; at += 1) restored.push(await timed(() => sandbox.restore(snapshot)));
  sandbox.close();
  return { back, restored };
}

const { back, restored } = await rewinds();
console.log(`restoring a snapshot of 10,000 documents: ${median(restored).toFixed(0)} ms`);
console.log(`a rewind in the median: ${median(back).toFixed(0)} ms`);
console.log(
  JSON.stringify({
    name: 'the slowest of 40 rewinds among 10,000 documents, against 100 ms',
    ours: Math.max(...back),
    baseline: 100,
    unit: 'ms',
    aim: '≤ 1',
  }),
);
