// A hosted workspace records its session, and takes on one of somebody else.
import { createSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventfulSession } from '../kits/written/sessions.ts';
import { startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

let hosted: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  hosted = await startHosted();
});
afterAll(() => hosted.close());

const clock = '2026-01-15T10:00:00Z';
const order = {
  Cart: { PlanVariantId: 'b00000000000000000000001' },
  Customer: { FirstName: 'Ada', LastName: 'Byron' },
};

/** What there is, without tokens and secrets, which a replay has of its own. */
const documents = ({ Collections }: { readonly Collections: Readonly<Record<string, unknown>> }) =>
  ['customers', 'contracts', 'orders', 'invoices', 'events'].map((name) => Collections[name]);

it('records if it was created so, and the session replays in process', async () => {
  const made = await hosted.make({ Name: 'recorded', Clock: clock, Record: true });
  const call = control(made);
  const rest = await restOf(made);
  const { json } = await rest('POST', 'orders', order);
  await rest('POST', `orders/${json.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  await call('POST', 'clock', { Advance: 'P2M' });
  const { json: session } = await call('GET', 'session');
  expect(JSON.stringify(session)).not.toContain(made.ControlToken);
  const again = createSandbox({ session });
  await again.ready;
  const { json: state } = await call('GET', 'snapshot');
  expect(state.Collections.invoices).toHaveLength(3);
  expect(documents(again.snapshot() as never)).toEqual(documents(state));
  again.close();
});

it('starts a new session from its state after it was evicted from memory', async () => {
  const made = await hosted.make({ Name: 'forgetful', Clock: clock, Record: true });
  const call = control(made);
  await (await restOf(made))('POST', 'orders', order);
  await hosted.evict('forgetful');
  await call('POST', 'clock', { Advance: 'P1M' });
  const { json: session } = await call('GET', 'session');
  expect(session.Start.Snapshot.Collections.orders).toHaveLength(1);
  expect(session.Rows.map(({ Request }: { Request?: { Path: string } }) => Request?.Path)).toEqual([
    '/sandbox/clock',
  ]);
  const again = createSandbox({ session });
  await again.ready;
  expect(again.clock.now()).toEqual(new Date('2026-02-15T10:00:00Z'));
  again.close();
});

it('does not record unless it was created so', async () => {
  const made = await hosted.make({ Name: 'plain' });
  expect(await control(made)('GET', 'session')).toMatchObject({ status: 409, json: { Code: 'NotRecorded' } });
});

it('starts from another session, and keeps its state', async () => {
  const session = await eventfulSession();
  const here = createSandbox({ session });
  await here.ready;
  const expected = documents(here.snapshot() as never);
  here.close();
  const made = await hosted.make({ Name: 'colleague', Seed: 'colleague' });
  const call = control(made);
  expect(await call('PUT', 'session', session)).toMatchObject({
    status: 200,
    json: { Rows: session.Rows.length },
  });
  expect(documents((await call('GET', 'snapshot')).json)).toEqual(expected);
  await hosted.evict('colleague');
  expect(documents((await call('GET', 'snapshot')).json)).toEqual(expected);
});
