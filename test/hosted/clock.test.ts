// A long advance of the clock on workerd, whose own clock stands while code runs: others have their turn meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeWorkspace, startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

/** Each is billed once a month. */
const CONTRACTS = 10;

let hosted: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  hosted = await startHosted({ MAX_DOCUMENTS: '0', MAX_BYTES: '0', REQUESTS_PER_MINUTE: '0' });
});
afterAll(() => hosted.close());

async function withContracts(): Promise<MadeWorkspace> {
  const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
  const rest = await restOf(made);
  for (let at = 0; at < CONTRACTS; at += 1) {
    const order = await rest('POST', 'orders', {
      Customer: { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    await rest('POST', `orders/${order.json.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  }
  return made;
}

it('shows the progress of an advance, serves other workspaces, and can cancel it', async () => {
  const moving = await withContracts();
  const other = await hosted.make();
  const advance = control(moving)('POST', 'clock', { Advance: 'P60Y' });
  const done = new Set<number>();
  while (done.size < 20) {
    const { json } = await control(moving)('GET', 'clock');
    expect(json.Now < '2086').toBe(true);
    if (json.Done > 0) done.add(json.Done);
    expect((await control(other)('GET', 'health')).status).toBe(200);
  }
  expect((await control(moving)('DELETE', 'clock/advance')).status).toBe(200);
  const { status, json } = await advance;
  expect([status, json.Code]).toEqual([409, 'AdvanceCanceled']);
  // Between two looks not more was done than in a slice or two: no look waited for thousands of tasks.
  const steps = [...done].map((value, at, all) => value - (all[at - 1] ?? 0));
  expect(steps.toSorted((a, b) => a - b)[10]).toBeLessThanOrEqual(1_000);
});

it('continues when another workspace with a moving clock is removed', async () => {
  const [first, second] = await Promise.all([withContracts(), withContracts()]);
  const long = control(first)('POST', 'clock', { Advance: 'P60Y' }).catch(() => undefined);
  const short = control(second)('POST', 'clock', { Advance: 'P5Y' });
  for (let moves = false; !moves; ) moves = ((await control(first)('GET', 'clock')).json.Done ?? 0) > 0;
  await hosted.remove(first);
  const { status, json } = await short;
  expect([status, json.Now]).toEqual([200, '2031-01-15T10:00:00.0000000Z']);
  await long;
});
