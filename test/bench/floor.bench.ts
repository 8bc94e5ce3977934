// What the clock costs in years of renewals, against the same documents copied into plain maps: what no sandbox could do without.
// Also how the cost of a contract-month grows from 1,000 to 10,000 contracts. Each size runs in a process of its own.
import { spawnSync } from 'node:child_process';
import { Core } from '../../sandbox/src/service/core/core.ts';
import { completeOrder, createOrder } from '../../sandbox/src/service/domain/orders/orders.ts';
import type { PaymentMethod } from '../../sandbox/src/service/domain/records/payments.ts';
import type { DocumentChange } from '../../sandbox/src/service/state/state.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const DAY = 86_400_000;
const ROUNDS = 5;

const account: PaymentMethod = {
  Id: '',
  Bearer: 'InvoicePayment',
  Provider: 'InvoicePayment',
  Role: 'BlackLabel',
  Shown: { Type: 'InvoicePayment' },
  SupportsRefunds: false,
};
const card: PaymentMethod = {
  Id: '',
  Bearer: 'CreditCard:FakePSP',
  Provider: 'FakePSP',
  Role: 'CreditCard',
  Shown: { Type: 'CreditCard', ExpiryMonth: 12, ExpiryYear: 2099 },
  SupportsRefunds: true,
};

/** How customers pay, and whether they get mails. */
const kinds: { readonly [name: string]: { readonly method: PaymentMethod; readonly mails: boolean } } = {
  'on account': { method: account, mails: false },
  'on account, with mails': { method: account, mails: true },
  'by card': { method: card, mails: false },
};

interface Run {
  /** Of processor time. */
  readonly seconds: number;
  readonly invoices: number;
  readonly heapMegabytes: number;
  /** Of processor time, for copies of what was written. */
  readonly floor: number;
}

function secondsOf(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Signs contracts up over the first month, each at a time of its own. */
async function withContracts(contracts: number, kind: string): Promise<Core> {
  const { method, mails } = kinds[kind] as (typeof kinds)[string];
  const core = new Core({ clock: new Date(START), seed: 'bench' });
  const { Token } = await core.providers.tokenize('FakePSP', {
    Bearer: 'CreditCard:FakePSP',
    Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2099, Holder: 'Ada', Cvc: '123' },
  });
  for (let at = 0; at < contracts; at += 1) {
    await core.schedule.advanceTo(START + Math.floor((at / contracts) * 28 * DAY) + at);
    const Customer = {
      FirstName: 'Ada',
      LastName: `No. ${at}`,
      Address: { Country: 'DE' },
      ...(mails ? { EmailAddress: `ada${at}@example.com`, DefaultBearerMedium: 'Email' as const } : {}),
    };
    core.transaction((tx) => {
      const order = createOrder(
        tx,
        { Customer, Cart: { PlanVariantId: 'b00000000000000000000001' } },
        { bySelfService: true },
      );
      completeOrder(tx, order.Id, { method: { ...method, Token } });
    });
  }
  await core.schedule.advanceTo(START + 28 * DAY);
  return core;
}

/** Advances the clock. @returns its run, with a floor of 0 */
async function renewed(core: Core, years: number): Promise<Run> {
  const before = core.tx.invoices.size;
  const started = process.cpuUsage();
  await core.schedule.advanceTo(Date.UTC(2026 + years, 0, 28, 12));
  const seconds = secondsOf(started);
  (globalThis as { gc?: () => void }).gc?.();
  const heapMegabytes = process.memoryUsage().heapUsed / 2 ** 20;
  return { seconds, invoices: core.tx.invoices.size - before, heapMegabytes, floor: 0 };
}

function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) copy[name] = copyOf(field);
  return copy as T;
}

/** What copies of all that was written cost in plain maps, by collection and id. */
function floorOf(changes: readonly (readonly DocumentChange[])[]): number {
  const started = process.cpuUsage();
  const collections = new Map<string, Map<string, unknown>>();
  for (const commit of changes) {
    for (const { collection, id, stored } of commit) {
      const documents = collections.get(collection) ?? new Map<string, unknown>();
      collections.set(collection, documents);
      if (stored === undefined) documents.delete(id);
      else documents.set(id, copyOf(stored.document));
    }
  }
  return secondsOf(started);
}

/** A run whose writes are kept and then copied, without what keeping them costs the clock. */
async function run(contracts: number, years: number, kind: string, withFloor: boolean): Promise<Run> {
  const measured = await renewed(await withContracts(contracts, kind), years);
  if (!withFloor) return measured;
  const core = await withContracts(contracts, kind);
  const changes: DocumentChange[][] = [];
  core.state.documents.onCommit = ({ documents }) => changes.push([...documents]);
  await renewed(core, years);
  return { ...measured, floor: floorOf(changes) };
}

function apart(contracts: number, years: number, kind: string, withFloor = false): Run {
  const args = ['run', String(contracts), String(years), kind, String(withFloor)];
  const child = spawnSync(process.execPath, [...process.execArgv, process.argv[1] as string, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(child.stdout) as Run;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function compare(): void {
  const report = (entry: object) => console.log(JSON.stringify(entry));
  const perInvoice = ({ seconds, invoices }: Run) => (seconds / invoices) * 1e6;
  const runs: Record<string, Run[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of Object.keys(kinds)) runs[kind]?.push(apart(1000, 2, kind, true));
  const middle = (kind: string, value: (one: Run) => number) => median((runs[kind] ?? []).map(value));
  for (const kind of Object.keys(kinds)) {
    report({
      name: `2 years of 1,000 contracts ${kind}, against the documents in maps`,
      ours: middle(kind, ({ seconds }) => seconds),
      baseline: middle(kind, ({ floor }) => floor),
      unit: 's',
      aim: '≤ 1.7',
    });
  }
  report({
    name: 'Mails of a renewal, against a renewal without',
    ours: middle('on account, with mails', perInvoice),
    baseline: middle('on account', perInvoice),
    unit: 'µs',
  });
  for (const kind of ['on account', 'by card']) {
    const long = apart(1000, 10, kind);
    console.log(
      `10 years of 1,000 contracts ${kind}: ${long.invoices} invoices, ${long.seconds.toFixed(2)} s, ` +
        `${perInvoice(long).toFixed(0)} µs an invoice, ${Math.round(long.heapMegabytes)} MB of heap after it`,
    );
    report({
      name: `A contract-month ${kind}: 10,000 contracts against 1,000`,
      ours: perInvoice(apart(10_000, 1, kind)),
      baseline: perInvoice(apart(1000, 1, kind)),
      unit: 'µs',
      aim: '≤ 1.2',
    });
  }
}

const [, , command, contracts, years, kind = '', withFloor] = process.argv;
if (command === 'run')
  console.log(JSON.stringify(await run(Number(contracts), Number(years), kind, withFloor === 'true')));
else compare();
