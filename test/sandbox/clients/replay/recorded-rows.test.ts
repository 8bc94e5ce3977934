// What a row of a session has, entry by entry of the lists in the source, and where a replay ends.
import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { replaySession } from '../../../../sandbox/src/clients/replay/replay-session.ts';
import { withoutPaymentData } from '../../../../sandbox/src/sandbox/sessions/payment-data.ts';
import { backEnd } from '../../service/http/service.ts';

const recording = () => createSandbox({ record: true, seed: 'rows', clock: '2026-01-15T10:00:00Z' });

it('records each header that decides what a request does, and no other', async () => {
  const sandbox = recording();
  const api = await backEnd(sandbox);
  const { body } = await api('POST', 'customers', { FirstName: 'Ada' });
  const { headers } = await api('GET', `customers/${body.Id}`);
  const sent = {
    'Idempotency-Key': 'key-1',
    'If-Match': headers.get('ETag') ?? '',
    Origin: 'http://sandbox',
    'Accept-Language': 'de',
    Accept: 'application/json',
    'X-Else': 'x',
  };
  const changed = await api('PATCH', `customers/${body.Id}`, { FirstName: 'Eva' }, sent);
  expect(changed.status).toBe(200);
  const row = sandbox.session().Rows.find(({ Request }) => Request?.Method === 'PATCH');
  const { 'X-Else': _, ...kept } = sent;
  expect(row?.Request?.Headers).toEqual({
    Authorization: expect.stringMatching(/^Bearer \{\{/),
    'Content-Type': 'application/json',
    ...kept,
  });
});

it.each([
  ['{"AccountNumber":"73512345"}', '{"AccountNumber":"00002345"}'],
  ['account_number=73512345&x=1', 'account_number=00002345&x=1'],
  ['{"Cvc":"987"}', '{"Cvc":"123"}'],
  ['{"CardNumber":"4242 4242 4242 4242"}', '4242'],
])('has a stand-in for payment data: %s', (text, shown) => {
  expect(withoutPaymentData(text)).toContain(shown);
});

it('replays up to a row, with that row', async () => {
  const sandbox = recording();
  const api = await backEnd(sandbox);
  await api('POST', 'customers', { FirstName: 'Ada' });
  await api('POST', 'customers', { FirstName: 'Eva' });
  const session = JSON.parse(JSON.stringify(sandbox.session()));
  const rows = session.Rows.flatMap(({ Row, Request }: { Row: number; Request?: { Path: string } }) =>
    Request?.Path === '/api/v1/customers' ? [Row] : [],
  );
  for (const [at, until] of rows.entries()) {
    const replayed = await replaySession(session, { until });
    expect(replayed.difference).toBeUndefined();
    expect(replayed.sandbox.snapshot().Collections['customers']).toHaveLength(at + 1);
    replayed.sandbox.close();
  }
  expect(rows).toHaveLength(2);
});
