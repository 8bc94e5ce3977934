import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

/*
 * An error of the packages that a program does not catch: Node prints the source line that threw it, so that a minified
 * build would bury the message.
 */

/** What Node prints when a program ends with an error. */
async function complaintOf(name: string, program: string): Promise<string> {
  const cwd = inject('consumer');
  await writeFile(join(cwd, name), program);
  return new Promise((resolve) => {
    execFile(process.execPath, [name], { cwd }, (error, _stdout, stderr) =>
      resolve(error === null ? 'The program ended without an error.' : stderr),
    );
  });
}

it.each([
  [
    'an unknown option of createSandbox',
    "import { createSandbox } from 'clientlib-sandbox'; createSandbox({ configuration: 1 });",
    'createSandbox option configuration: is not known; did you mean config?',
  ],
  [
    'an unknown option of startSandbox',
    "import { startSandbox } from 'clientlib-sandbox'; await startSandbox({ prot: 1 });",
    'did you mean port?',
  ],
  [
    'a mistake in a configuration',
    "import { createSandbox } from 'clientlib-sandbox'; createSandbox({ config: { Plans: [] } });",
    'config.Plans: is not known',
  ],
  [
    'a clock that cannot be set so',
    "import { createSandbox } from 'clientlib-sandbox'; await createSandbox().clock.advance('tomorrow');",
    'expected an ISO 8601 duration such as P1M or PT36H, got "tomorrow"',
  ],
  [
    'an unknown setting of ClientLib',
    "import { configure } from 'clientlib'; configure({ baseurl: 'https://billing.example', retries: 3 });",
    'configure: expected one of baseUrl',
  ],
  [
    'an argument of ClientLib, in CommonJS',
    "const { Portal } = require('clientlib'); new Portal(1);",
    'selfServiceToken: expected a Token',
  ],
])('%s prints its message in at most 20 short lines', async (name, program, message) => {
  const ending = program.includes('require') ? 'cjs' : 'mjs';
  const complaint = await complaintOf(`uncaught-${name.replace(/\W+/g, '-')}.${ending}`, program);
  expect(complaint).toContain(message);
  const lines = complaint.trimEnd().split('\n');
  expect(lines.length, complaint).toBeLessThanOrEqual(20);
  expect(Math.max(...lines.map((line) => line.length)), complaint).toBeLessThanOrEqual(400);
});
