// A session with much in it, written in each way, compared with a reviewed file. After an intended change:
//   npx vitest run --project unit test/sandbox/served/test-code --update
import { expect, it } from 'vitest';
import {
  sessionAsTest,
  type TestKind,
  testKinds,
} from '../../../../sandbox/src/served/test-code/session-as-test.ts';
import { eventfulSession } from '../../../kits/written/sessions.ts';

/** Rows are numbered as they come: how many webhooks lie between two of them depends on real time. */
function numbered(code: string): string {
  const seen = new Map<string, number>();
  return code.replace(/(\brow|# Row |\bexpect )(\d+)/g, (_, before, row) => {
    if (!seen.has(row)) seen.set(row, seen.size + 1);
    return `${before}${seen.get(row)}`;
  });
}

const written: readonly (readonly [name: string, kind: TestKind, isJournal: boolean])[] = [
  ...testKinds.map((kind) => [kind, kind, false] as const),
  ['journal', 'vitest', true],
];

it.each(written)('a session is written as a whole: %s', async (name, kind, isJournal) => {
  const code = numbered(sessionAsTest(await eventfulSession(), kind, { isJournal }));
  await expect(code).toMatchFileSnapshot(`./files/eventful-${name}.txt`);
});
