// How long years of renewals take: 1,000 contracts over 10 years in one advance, and how the cost of one contract-month
// grows from 100 to 10,000 contracts over one year.
import { spawnSync } from 'node:child_process';
import { Core } from '../../sandbox/src/service/core/core.ts';
import { completeOrder, createOrder } from '../../sandbox/src/service/domain/orders/orders.ts';
import type { PaymentMethod } from '../../sandbox/src/service/domain/records/payments.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const DAY = 86_400_000;

const methods: { readonly [name: string]: PaymentMethod } = {
  account: {
    Id: '',
    Bearer: 'InvoicePayment',
    Provider: 'InvoicePayment',
    Role: 'BlackLabel',
    Shown: { Type: 'InvoicePayment' },
    SupportsRefunds: false,
  },
  card: {
    Id: '',
    Bearer: 'CreditCard:FakePSP',
    Provider: 'FakePSP',
    Role: 'CreditCard',
    Shown: { Type: 'CreditCard', ExpiryMonth: 12, ExpiryYear: 2099 },
    SupportsRefunds: true,
  },
};

interface Run {
  /** Processor time, which does not count what other processes take; and the time on the wall. */
  readonly seconds: number;
  readonly wall: number;
  readonly invoices: number;
  readonly heapMegabytes: number;
}

/** Signs contracts up over the first month, each at a time of its own, and lets the clock run in one advance. */
async function run(contracts: number, years: number, method: PaymentMethod): Promise<Run> {
  const core = new Core({ clock: new Date(START), seed: 'bench' });
  const { Token } = await core.providers.tokenize('FakePSP', {
    Bearer: 'CreditCard:FakePSP',
    Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2099, Holder: 'Ada', Cvc: '123' },
  });
  for (let at = 0; at < contracts; at += 1) {
    await core.schedule.advanceTo(START + Math.floor((at / contracts) * 28 * DAY) + at);
    core.transaction((tx) => {
      const order = createOrder(
        tx,
        {
          Customer: { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } },
          Cart: { PlanVariantId: 'b00000000000000000000001' },
        },
        { bySelfService: true },
      );
      completeOrder(tx, order.Id, { method: { ...method, Token } });
    });
  }
  await core.schedule.advanceTo(START + 28 * DAY);
  const before = core.tx.invoices.size;
  const started = performance.now();
  const processor = process.cpuUsage();
  await core.schedule.advanceTo(Date.UTC(2026 + years, 0, 28, 12));
  const wall = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const seconds = (user + system) / 1e6;
  (globalThis as { gc?: () => void }).gc?.();
  const heapMegabytes = process.memoryUsage().heapUsed / 2 ** 20;
  const open = core.tx.contracts.find({ match: ({ Balance }) => Balance > 0 });
  if (method === methods['card'] && open !== undefined) throw new Error(`Contract ${open.Id} was not paid.`);
  const result = { seconds, wall, invoices: core.tx.invoices.size - before, heapMegabytes };
  core.close();
  return result;
}

/** Each size in a process of its own, so that none warms the next. */
function apart(contracts: number, years: number, method: string): Run {
  const child = spawnSync(
    process.execPath,
    [...process.execArgv, process.argv[1] as string, 'run', String(contracts), String(years), method],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(child.stdout) as Run;
}

if (process.argv[2] === 'run') {
  const [contracts, years, method] = process.argv.slice(3) as [string, string, string];
  console.log(JSON.stringify(await run(Number(contracts), Number(years), methods[method] as PaymentMethod)));
} else {
  const report = (entry: object) => console.log(JSON.stringify(entry));
  const perInvoice = ({ seconds, invoices }: Run) => (seconds / invoices) * 1e6;
  for (const method of ['account', 'card']) {
    const long = apart(1000, 10, method);
    console.log(
      `1,000 contracts over 10 years (${method}): ${long.invoices} invoices in ${long.wall.toFixed(2)} s ` +
        `(${long.seconds.toFixed(2)} s of processor time, which counts the threads of the garbage collector too), ` +
        `${perInvoice(long).toFixed(0)} µs an invoice, ${Math.round(long.heapMegabytes)} MB of heap after it`,
    );
    report({
      name: `10 years of 1,000 contracts, ${method}`,
      ours: long.wall,
      baseline: 5,
      unit: 's',
      aim: '≤ 1',
    });
  }
  for (const method of ['account', 'card']) {
    let fewer: { readonly contracts: number; readonly micros: number } | undefined;
    for (const contracts of [100, 1000, 10_000]) {
      const result = apart(contracts, 1, method);
      const micros = perInvoice(result);
      console.log(
        `${contracts} contracts over one year (${method}): ${result.wall.toFixed(2)} s for ${result.invoices} invoices, ` +
          `${micros.toFixed(0)} µs an invoice, ${Math.round(result.heapMegabytes)} MB of heap after it`,
      );
      if (fewer !== undefined) {
        report({
          name: `A contract-month, ${method}: ${contracts} against ${fewer.contracts}`,
          ours: micros,
          baseline: fewer.micros,
          unit: 'µs',
          aim: '≤ 1.2',
        });
      }
      fewer = { contracts, micros };
    }
  }
}
