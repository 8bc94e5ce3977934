/*
 * Resets and signups over and over, as a month of CI does, in one process: how much more memory it uses in the last third
 * than in the first. `MINUTES=1 npm run bench soak` for a short run; 20 minutes otherwise.
 */
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';

const minutes = Number(process.env['MINUTES'] ?? 20);
const sandbox = createSandbox({
  clock: '2026-01-15T10:00:00Z',
  webhooks: ['https://shop.test/hook'],
  deliver: async () => new Response(null, { status: 204 }),
});

async function post(path: string, body: object): Promise<{ readonly [field: string]: string }> {
  const response = await sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const selfService = '/api/v1/CustomerSelfService/signup';
const ends = performance.now() + minutes * 60_000;
/** By then every workspace is there and its logs are full. */
const warmUp = 800;

const heaps: number[] = [];
let rounds = 0;
let measured = 0;
while (performance.now() < ends) {
  // A run names a workspace after itself and never removes it.
  const place = rounds % 10 === 0 ? '' : `/w/run-${rounds % 100}`;
  await post(`${place}/sandbox/reset`, {});
  for (let signup = 0; signup < 5; signup += 1) {
    const { OrderId } = await post(`${place}${selfService}/order`, {
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      Customer: { FirstName: 'Ada', LastName: `No. ${signup}`, Address: { Country: 'DE' } },
    });
    const TetheredPaymentInformation = { Bearer: 'InvoicePayment' };
    await post(`${place}${selfService}/pay`, { OrderId, TetheredPaymentInformation });
  }
  await post(`${place}/sandbox/clock`, { Advance: 'P3M' });
  rounds += 1;
  if (rounds > warmUp && performance.now() - measured > 500) {
    measured = performance.now();
    (globalThis as { gc?: () => void }).gc?.();
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
  }
}
sandbox.close();

const third = Math.max(1, Math.floor(heaps.length / 3));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const [first, last] = [mean(heaps.slice(0, third)), mean(heaps.slice(-third))];
console.log(
  `${rounds} resets, ${rounds * 5} signups, ${first.toFixed(0)} MB of heap at first, ${last.toFixed(0)} MB at last`,
);
console.log(
  JSON.stringify({
    name: 'memory after resets and signups',
    ours: last,
    baseline: first,
    unit: 'MB',
    aim: '≤ 1.2',
  }),
);
