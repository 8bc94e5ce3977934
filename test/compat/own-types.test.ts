import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

/* Tests that import packages of their own place: the repository's own check of types has not installed them. */

it.each(['test/compat', 'test/browsers'])('the programs of %s compile', async (place) => {
  const printed = await new Promise<string>((done) => {
    const args = ['node_modules/typescript/bin/tsc', '-p', place];
    execFile(process.execPath, args, (_, stdout, stderr) => done(stdout + stderr));
  });
  expect(printed).toBe('');
});
