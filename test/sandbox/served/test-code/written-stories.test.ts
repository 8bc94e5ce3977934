// Tests that are written from random stories pass, and fail once the fault that they show is mended.
import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { sessionAsTest } from '../../../../sandbox/src/served/test-code/session-as-test.ts';
import { Random } from '../../../../sandbox/src/service/state/random.ts';
import { runByVitest } from '../../../kits/written/run.ts';
import { examples } from '../../../properties.ts';
import { ScriptedAgent } from '../agents/agent.ts';

const clock = '2026-01-15T10:00:00Z';
const codes = [
  'InsufficientBalance',
  'BearerExpired',
  'LimitExceeded',
  'BearerInvalid',
  'AmountLimitExceeded',
];
const cards = ['4111111111111111', '5555555555554444'];

/** What happens between a signup and the renewal that fails, by chance. */
function storyOf(seed: string) {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const FirstName = pick(['Ada', "O'Neil", '`$' + '{x}`', 'x'.repeat(150)]);
  return {
    cardNumber: pick(cards),
    customer: { FirstName },
    note: pick(['red', "'); evil(); ('", 'a "note"\nof two lines']),
    isCleared: pick([true, false]),
    hasOther: pick([true, false]),
    code: pick(codes),
  };
}

/** By the calls of a sandbox, and written from the session. */
async function recorded(seed: string): Promise<string> {
  const { cardNumber, customer, note, isCleared, hasOther, code } = storyOf(seed);
  const sandbox = createSandbox({ record: true, seed, clock });
  const { ContractId } = await sandbox.signUp({ cardNumber, customer });
  if (hasOther) await sandbox.signUp();
  await sandbox.rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { note } });
  await sandbox.rest('POST', `/contracts/${ContractId}/usage`, {}).catch(() => undefined);
  if (isCleared) {
    sandbox.payments.next({ Outcome: { Code: 'RateLimit' } });
    sandbox.payments.clear();
  }
  sandbox.payments.next({ ContractId, Outcome: { Code: code } });
  await sandbox.clock.advance('P1M');
  await sandbox.rest('GET', `/contracts/${ContractId}`);
  await sandbox.settle();
  const contracts = [{ id: ContractId, isActive: true, owed: 11.78, invoices: 2 }];
  const session = JSON.parse(JSON.stringify(sandbox.session()));
  sandbox.close();
  return sessionAsTest(session, 'vitest', { title: seed, contracts });
}

/** By the tools of a coding agent. */
async function byTools(seed: string): Promise<string> {
  const { cardNumber, customer, note, isCleared, hasOther, code } = storyOf(seed);
  const sandbox = createSandbox({ seed, clock });
  const agent = ScriptedAgent.of(sandbox);
  const contractId = /Contract (\w{24})/.exec(await agent.text('sign_up', { cardNumber, customer }))?.[1];
  if (hasOther) await agent.text('sign_up');
  const body = { CustomFields: { note } };
  await agent.text('call_api', { method: 'PATCH', path: `/contracts/${contractId}`, body });
  await agent.call('call_api', { method: 'POST', path: `/contracts/${contractId}/usage`, body: {} });
  if (isCleared) {
    await agent.text('next_payment', { code: 'RateLimit' });
    await agent.text('next_payment', { clear: true });
  }
  await agent.text('next_payment', { contractId, code });
  await agent.text('clock', { advance: 'P1M' });
  const written = await agent.text('write_test', { title: seed });
  sandbox.close();
  return written.replace(/\nNext: .*$/s, '');
}

/** The same without the decision that lets the renewal fail. */
const mended = (code: string) =>
  code
    .replace(/^ {2}sandbox\.payments\.next\(\{ ContractId: .*\n/m, '')
    .replace(/^test\('seed/m, "test('mended seed");

it('passes, and fails once its fault is mended', { timeout: 600_000 }, async () => {
  const seeds = Array.from({ length: examples(50) }, (_, at) => `seed ${at + 1}`);
  const files: Record<string, string> = {};
  for (const [at, seed] of seeds.entries()) {
    const code = await (at % 2 === 0 ? recorded(seed) : byTools(seed));
    expect(code).toMatch(/ await sandbox\.signUp\(/);
    expect(code).toContain(').toOwe(11.78);');
    expect(code.includes('sandbox.payments.clear();')).toBe(storyOf(seed).isCleared);
    expect(code.split('\n').filter((line) => line.length > 120)).toEqual([]);
    expect(mended(code).split('\n').length).toBe(code.split('\n').length - 1);
    files[`${seed}.test.ts`] = code;
    files[`mended ${seed}.test.ts`] = mended(code);
  }
  const results = await runByVitest(files, 'sources');
  const statuses = new Map(results.map(({ title, status }) => [title, status]));
  expect(results.filter(({ title, status }) => status === 'failed' && !title.startsWith('mended'))).toEqual(
    [],
  );
  for (const seed of seeds)
    expect([seed, statuses.get(seed), statuses.get(`mended ${seed}`)]).toEqual([seed, 'passed', 'failed']);
});
