// The test that is written of a shrunk session fails with the bug, and passes without it.
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { shrunk } from '../../sandbox/src/hosts/command/shrink-command.ts';
import { sessionAsTest } from '../../sandbox/src/served/test-code/session-as-test.ts';
import { bugs, damages, failingSession, withBug } from '../sandbox/clients/replay/planted-bugs.ts';
import { runByVitest } from './written/run.ts';

const kit = resolve('test/kits/written/planted-kit.ts');

it('fails before the fix, and passes after it', { timeout: 240_000 }, async () => {
  const files: Record<string, string> = {};
  for (const [at, bug] of bugs.entries()) {
    // A bug of each kind of damage and of each scope.
    if (at % 5 !== 0) continue;
    const { fails } = damages[bug.damage];
    const least = await shrunk(await failingSession(bug), fails, { open: withBug(bug) });
    const write = (title: string) => sessionAsTest(least, 'vitest', { title: `${at} ${title}`, fails });
    files[`after-${at}.test.ts`] = write('after');
    files[`before-${at}.test.ts`] = write('before').replace('clientlib-sandbox/vitest', `./kit-${at}.ts`);
    files[`kit-${at}.ts`] =
      `import { kitWith } from '${kit}';\nexport const test = kitWith(${JSON.stringify(bug)});\n`;
  }
  const results = await runByVitest(files, 'sources');
  const statuses = results.map(({ title, status }) => `${title}: ${status}`).sort();
  const expected = [0, 10, 15, 5].flatMap((at) => [`${at} after: passed`, `${at} before: failed`]);
  expect(statuses, JSON.stringify(results, null, 1)).toEqual(expected);
  for (const { failureMessages } of results)
    for (const message of failureMessages) expect(message).toMatch(/sandbox\.(audit|snapshot)\(\)/);
});
