/*
 * What two catalogues bill in a year: `CONTRACTS=10000 npm run bench forecast`. The time must grow as the contracts do, and
 * 10,000 contracts take at most 60 s.
 */
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';

const contracts = Number(process.env['CONTRACTS'] ?? 10_000);
const months = 12;
const Config = { Catalogue: { PlanVariants: [{ Id: 'b00000000000000000000001', RecurringFee: 10.9 }] } };

async function secondsFor(count: number): Promise<number> {
  const sandbox = createSandbox({
    clock: '2026-01-15T10:00:00Z',
    seed: 'forecast',
    // The clock stands, so no window ends.
    config: { Account: { RateLimit: { Requests: 10 * contracts } } },
  });
  const signup = async (path: string, body: object) => {
    const response = await sandbox.fetch(`http://sandbox/api/v1/CustomerSelfService/signup/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { OrderId: string };
  };
  for (let at = 0; at < count; at += 1) {
    const { OrderId } = await signup('order', {
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      Customer: { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } },
    });
    await signup('pay', { OrderId, TetheredPaymentInformation: { Bearer: 'InvoicePayment' } });
  }
  const began = performance.now();
  const before = process.cpuUsage();
  const { Invoices, Changes } = await sandbox.forecast({ Months: months, Config });
  const elapsed = (performance.now() - began) / 1000;
  // On a busy machine the process waits: its own time says what an idle one takes.
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  sandbox.close();
  if (Invoices.length !== count * months || Changes?.length !== count)
    throw new Error(`${Invoices.length} invoices, ${Changes?.length} changes of ${count} contracts`);
  console.log(
    `${count} contracts, ${months} months, two catalogues: ${seconds.toFixed(1)} s of the processor, ${elapsed.toFixed(1)} s`,
  );
  return seconds;
}

await secondsFor(200);
const few = await secondsFor(contracts / 4);
const all = await secondsFor(contracts);
const row = (name: string, ours: number, baseline: number, aim: string) =>
  console.log(JSON.stringify({ name, ours, baseline, unit: 's', aim }));
row('two catalogues, 12 months, against 60 s', all, 60, '≤ 1');
row('four times the contracts, against four times the time', all, 4 * few, '≤ 1.3');
