import { expect, it } from 'vitest';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { createSandbox } from '../../../../sandbox/src/entries/index.ts';

it('the log of a long test has the last thousand lines', async () => {
  const sandbox = withCalls(createSandbox(), 'http://sandbox.test');
  for (let at = 0; at < 1_002; at += 1) await sandbox.fetch(`http://sandbox.test/${at}`);
  const paths = [...sandbox.log().matchAll(/GET \/(\d+) /g)].map(([, path]) => Number(path));
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([1_000, 2, 1_001]);
  sandbox.close();
});
