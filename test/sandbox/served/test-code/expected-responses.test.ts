// What a written test expects of the last response, where the recording does not know all of it.
import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { sessionAsTest } from '../../../../sandbox/src/served/test-code/session-as-test.ts';

/** A signup and a change of its contract, recorded and written as a test. */
async function written(note: string, { truncates = false, overlaps = false } = {}): Promise<string> {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const sandbox = createSandbox({
    record: true,
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['https://merchant.test/hooks'],
    deliver: async () => {
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
      return new Response(null, { status: 204 });
    },
  });
  const { ContractId } = await sandbox.signUp();
  const change = (CustomFields: object) =>
    sandbox.rest('PATCH', `/contracts/${ContractId}`, { CustomFields });
  if (overlaps) meanwhile = () => change({ color: 'blue' });
  await sandbox.clock.advance('P1M');
  if (truncates) sandbox.faults.add({ Path: '/api/*', Fault: { Truncate: true } });
  await change({ note }).catch(() => undefined);
  await sandbox.settle();
  const session = sandbox.session();
  sandbox.close();
  return sessionAsTest(session, 'vitest');
}

it('expects the body of the last response', async () => {
  expect(await written('red')).toMatch(/expect\(row\d+\)\.toMatchObject\({\s+status: 200,[\s\S]+note: 'red'/);
});

it('expects any text where the recording hides digits that could be a card number', async () => {
  expect(await written('0.6453462345525622')).toMatch(/status: 200,[\s\S]+note: expect\.any\(String\)/);
});

it.each([{ truncates: true }, { overlaps: true }])('expects only the status after %j', async (what) => {
  const code = await written('red', what);
  expect(code).toMatch(/expect\(row\d+\.status\)\.toBe\(200\);/);
  expect(code).not.toContain('toMatchObject');
});
