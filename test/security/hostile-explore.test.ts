// explore, with actions that send whatever a stranger sends, and with names and messages that would be more than text.
import { type Action, type ExploreReport, explore } from 'clientlib-sandbox/explore';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { budgets } from '../../sandbox/src/service/model/budgets.ts';
import { examples, fc } from '../properties.ts';
import { hostileText, hostileValue } from './hostile-files.ts';

const paths = [
  'contracts/ID/end',
  'contracts/ID/pause',
  'contracts/ID/usage',
  'contracts/ID/ratedItems',
  'contracts/ID/componentSubscriptions',
  'contracts/ID/payment',
  'orders',
  'customers',
];
const fields = ['ContractId', 'Cart', 'EndDate', 'Quantity', 'ComponentId', 'DueDate', 'Amount', 'Customer'];

/** An action that sends a request as nobody should. */
const hostileAction: fc.Arbitrary<Action> = fc
  .record({
    name: hostileText,
    path: fc.oneof(fc.constantFrom(...paths), hostileText),
    body: fc.oneof(hostileValue, fc.dictionary(fc.constantFrom(...fields), hostileValue)),
  })
  .map(({ name, path, body }) => ({
    name: `${name}.`,
    run: (sandbox, { ContractId }) =>
      sandbox.rest('POST', `/${encodeURI(path.replace('ID', ContractId))}`, body),
  }));

const run = (actions: readonly Action[], message: string): Promise<ExploreReport> =>
  explore((sandbox) => sandbox.signUp(), {
    months: 2,
    outcomes: ['InsufficientBalance'],
    actions,
    maxFailures: 3,
    check: (sandbox, { ContractId, steps }) => {
      expect(sandbox.contract(ContractId).Balance).toEqual(expect.any(Number));
      if (steps.length === 2) throw new Error(message);
    },
  });

/** The tags and attributes of a page or file, without texts. */
const markupOf = (text: string) => new Set(text.match(/<\/?\w+/g));

it('explores hostile actions to the end, and what they are called is text in each report', {
  timeout: 120_000,
}, async () => {
  const usual = await run([], 'as usual');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(hostileAction, { maxLength: 3, selector: ({ name }) => name }),
      hostileText,
      async (actions, message) => {
        const report = await run(actions, message);
        expect([report.lives > 0, report.failures.length]).toEqual([true, 1]);
        expect(markupOf(report.html)).toEqual(markupOf(usual.html));
        expect(markupOf(report.junit)).toEqual(markupOf(usual.junit));
        for (const { test } of report.failures)
          expect(parseSync('written.test.ts', test).errors, test).toEqual([]);
      },
    ),
    { numRuns: examples(100) },
  );
});

it('has at most the budget of each message, table and test in a report', async () => {
  const long = 'x'.repeat(budgets.reportText + 1);
  const report = await explore((sandbox) => sandbox.signUp(), {
    months: 1,
    outcomes: [],
    actions: [{ name: long, run: () => {} }],
    check: (_sandbox, { steps }) => {
      if (steps.some(({ action }) => action === long)) throw new Error('<'.repeat(5_000_000));
    },
  });
  const [failure] = report.failures;
  expect([failure?.message.length, failure?.table.length]).toEqual(
    Array(2).fill(expect.toSatisfy((length: number) => length < budgets.reportText + 100)),
  );
  expect(failure?.message.endsWith('… (4980000 more characters)')).toBe(true);
  expect(failure?.test).toMatch(
    /^\/\/ The test of this life has \d+ characters, and a report at most 20000\.$/,
  );
  expect(report.html.length).toBeLessThan(10 * budgets.reportText);
  expect(report.junit.length).toBeLessThan(20 * budgets.reportText);
});
