import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { readRules } from '../../.ci/spec-rules.mjs';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What Vitest reports of a file in which all tests fail. */
const report = () =>
  new Promise<Report>((resolve) => {
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'test/house/broken-rule/vitest.config.ts',
    ];
    execFile(process.execPath, [...vitest, '--reporter=json'], (_error, stdout) => {
      resolve(JSON.parse(stdout.slice(stdout.indexOf('{"'))) as Report);
    });
  });

test('a failing test names the broken rule of the specification and its text', async () => {
  const [file] = (await report()).testResults;
  const rules = new Map(readRules().map(({ id, text }) => [id, text]));
  const rule = (id: string) => `\nThe rule, ${id}: ${rules.get(id)}`;
  const messages = file?.assertionResults.map(
    ({ failureMessages }) => failureMessages[0]?.split('\n    at ')[0],
  );
  expect(messages).toEqual([
    `AssertionError: expected 1 to be 2 // Object.is equality${rule('Errors 2')}`,
    `Error: broken${rule('cart PlanVariantId')}${rule('cart CouponCode')}`,
    'AssertionError: expected [ 1 ] to deeply equal [ 2 ]',
  ]);
});
