import { describe, expect, it } from 'vitest';
import { annul, cancel } from '../../../../sandbox/src/clients/explore/actions.ts';
import { toFault } from '../../../../sandbox/src/clients/explore/faults.ts';
import type { Step } from '../../../../sandbox/src/clients/explore/life.ts';
import { describeStep } from '../../../../sandbox/src/clients/explore/life.ts';
import { MerchantSide } from '../../../../sandbox/src/clients/explore/merchant.ts';
import { toOutcome } from '../../../../sandbox/src/clients/explore/outcomes.ts';
import { createReport, type Facts, toFailure } from '../../../../sandbox/src/clients/explore/report.ts';
import type { World } from '../../../../sandbox/src/clients/explore/run.ts';
import { writeTest } from '../../../../sandbox/src/clients/explore/test-code.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';

const named = <Way extends { readonly name: string }>(...ways: readonly Way[]) =>
  new Map(ways.map((way) => [way.name, way]));

const EVERY = 'Rejected, every attempt';

const world = (given: Partial<World> = {}): World => ({
  scenario: () => ({ ContractId: '' }),
  check: () => {},
  sandboxOptions: { seed: "it's" },
  offset: 'P14D',
  period: 'P1W',
  actions: named(
    cancel,
    { ...annul, meetsFaults: true },
    { name: 'buy', run: () => {} },
    { name: 'pay\nback', run: () => {}, meetsFaults: true },
  ),
  outcomes: named(...['Paid', 'Rejected', EVERY].map(toOutcome)),
  faults: named(...['429', 'AnswerLost'].map(toFault)),
  merchant: new MerchantSide({}),
  unborn: undefined,
  ...given,
});

const life = (...steps: readonly Step[]) => ({ seed: 's', ContractId: 'c', steps });
const step = (action: string, outcome: string, fault?: string): Step =>
  fault === undefined ? { action, outcome } : { action, outcome, fault };

it.each([
  [step('nothing', 'Paid'), 'Paid'],
  [step('cancel', 'Paid'), 'cancel, Paid'],
  [step('nothing', EVERY, '429'), `${EVERY}, 429`],
  [step('cancel', 'Rejected', '429'), 'cancel, Rejected, 429'],
])('the step %j in words', (given, words) => {
  expect(describeStep(given)).toBe(words);
});

describe('the test of a life', () => {
  const period = (number: number, title: string, ...lines: string[]) =>
    [`// Period ${number}: ${title}`, ...lines.filter(Boolean)].map((line) => `    ${line}`).join('\n');
  const passes = [
    "await sandbox.clock.advance('P1W');",
    'await sandbox.settle();',
    'sandbox.payments.clear();',
  ];
  const broken = "sandbox.faults.add({ Path: '/api/v1/*', Times: 1, Fault: { Status: 429 } });";
  const done = (action: string) => `await actions['${action}'](sandbox, { ContractId })`;
  const request = (path: string) => `await sandbox.rest('POST', \`/contracts/\${ContractId}/${path}\`, {})`;

  it.each([
    [step('nothing', 'Paid'), passes],
    [
      step('nothing', 'Rejected'),
      ["sandbox.payments.next({ ContractId, Outcome: { Code: 'Rejected' } });", ...passes],
    ],
    [
      step('nothing', EVERY),
      ["sandbox.payments.next({ ContractId, Times: 1000, Outcome: { Code: 'Rejected' } });", ...passes],
    ],
    [step('cancel', 'Paid'), [`${request('end')};`, ...passes]],
    [step('buy', 'Paid'), [`${done('buy')};`, ...passes]],
    [step('buy', 'Paid', '429'), [`${done('buy')};`, broken, ...passes, 'sandbox.faults.clear();']],
    [
      step('annul', 'Paid', '429'),
      [broken, `${request('annulate')}.catch(() => {});`, ...passes, 'sandbox.faults.clear();'],
    ],
    [step('annul', 'Paid'), [`${request('annulate')}.catch(() => {});`, ...passes]],
  ])('has for the step %j the lines %j', (given, lines) => {
    const code = writeTest(world(), life(given, step('nothing', 'Paid')));
    expect(code.split('  {\n').slice(1).join('')).toBe(
      `${period(1, describeStep(given), ...lines)}\n  }\n${period(2, 'Paid', ...passes)}\n  }\n` +
        '  await check(sandbox, { ContractId });\n});\n',
    );
  });

  it.each([
    ['of its clock', { clock: '2026-01-15T09:00:00Z' }, "seed: 'it\\'s', clock: '2026-01-15T09:00:00Z'"],
    ['without one', {}, "seed: 'it\\'s'"],
  ])('begins with the options %s, and enters no merchant', (_which, options, shown) => {
    const given = world({ sandboxOptions: { seed: "it's", basePath: '/x', ...options } });
    const [kit, scenario, empty, override, , title, ...lines] = writeTest(given, life()).split('\n');
    expect([kit, scenario, empty, title]).toEqual([
      "import { test } from 'clientlib-sandbox/vitest';",
      "import { check, scenario } from './scenario'; // those that explore was given",
      '',
      "test('the beginning', async ({ sandbox }) => {",
    ]);
    expect(override?.replaceAll('"', "'")).toContain('test.override({ sandboxOptions: { seed: ');
    expect(override).toContain(shown.includes('clock') ? ", clock: '2026-01-15T09:00:00Z' } });" : ' } });');
    expect(lines.slice(0, 3)).toEqual([
      '  const { ContractId } = await scenario(sandbox);',
      "  await sandbox.clock.advance('P14D');",
      '  await sandbox.settle();',
    ]);
  });
});

const facts = (given: Partial<Facts> = {}): Facts => ({
  lives: 3,
  states: 2,
  merged: 1,
  isComplete: true,
  outcomes: { used: ['Rejected'], all: ['Paid', 'Rejected', 'Challenge', 'Lost'] },
  faults: { used: ['429'], all: ['429', '503', 'Drop'] },
  coverage: [
    { what: 'Events', reached: [], never: ['A', 'B'] },
    { what: 'Statuses', reached: ['C'], never: [] },
  ],
  failures: [],
  ...given,
});

const failed = (message: string, steps: readonly Step[] = []) =>
  toFailure({
    error: new Error(message),
    life: life(...steps),
    happened: [{ At: '2026-01-15T09:00:00.000Z', Event: 'ContractCreated' }],
    world: world(),
  });

describe('the report', () => {
  it('has what was explored, and what no payment and no request met', () => {
    const { text, junit, ...report } = createReport(facts());
    const body = [
      '3 lives, 2 states, 1 of them equal to one before.',
      'Every life was explored.',
      'Every check holds.',
    ].join('\n');
    const covered = [
      'Events: 0 of 2 reached: none',
      '  never: A, B',
      'Statuses: 1 of 1 reached: C',
      '  never: none',
      'Outcomes that no payment had: Challenge, Lost',
      'Faults that no request met: 503, Drop',
    ].join('\n');
    expect(text).toBe(`Summary\n-------\n${body}\n\nCoverage\n--------\n${covered}\n`);
    expect(junit).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="1" failures="0">\n  <testsuite name="explore" tests="1" failures="0">\n    <testcase classname="explore" name="every life holds"/>\n    <system-out>${body}\n${covered}</system-out>\n  </testsuite>\n</testsuites>\n`,
    );
    expect(report).toMatchObject({
      lives: 3,
      states: 2,
      merged: 1,
      isComplete: true,
      outcomes: { used: ['Rejected'], never: ['Challenge', 'Lost'] },
      faults: { used: ['429'], never: ['503', 'Drop'] },
      failures: [],
      coverage: facts().coverage,
    });
    expect(report.html).toContain(`<h2>Coverage</h2>\n<pre tabindex="0">${covered}</pre>`);
  });

  it('says nothing of faults where all were met, and that it is not complete', () => {
    const { text } = createReport(
      facts({ isComplete: false, faults: { used: [], all: [] }, outcomes: { used: [], all: ['Paid'] } }),
    );
    expect(text).toContain('\nNot every life was explored: it ended at maxLives or maxFailures.\n');
    expect(text).toContain('\nOutcomes that no payment had: none\n');
    expect(text).not.toContain('Faults that no');
  });

  it('has each failure with its life, in the order in which they were found', () => {
    const long = 'x'.repeat(90);
    const failures = [
      failed(`<one>\nmore`, [step('cancel', 'Paid', '429'), step('nothing', 'Paid')]),
      failed(long),
    ];
    const { text, html, junit } = createReport(facts({ failures }));
    const [table, none] = [
      'What was decided:\nperiod 1 (P1W): cancel, Paid, 429\nperiod 2 (P1W): Paid\n\nWhat happened:\n2026-01-15T09:00:00.000Z  ContractCreated',
      'What was decided:\nnothing: it fails at the beginning\n\nWhat happened:\n2026-01-15T09:00:00.000Z  ContractCreated',
    ];
    expect(failures.map((one) => one.table)).toEqual([table, none]);
    expect(text).toContain('\n2 of the checks do not hold.\n');
    expect(text).toContain(
      `\nFailure 1: <one>\n${'-'.repeat(16)}\n<one>\nmore\n\n${table}\n\n${failures[0]?.test}\n`,
    );
    expect(text).toContain(`\nFailure 2: ${long}\n${'-'.repeat(80)}\n${long}\n\n${none}\n`);
    expect(html).toContain(
      '<h2>Failure 1: &lt;one&gt;</h2>\n<pre tabindex="0">&lt;one&gt;\nmore\n\nWhat was',
    );
    expect(junit).toContain('<testsuite name="explore" tests="2" failures="2">');
    expect(junit).toContain(
      `    <testcase classname="explore" name="&lt;one&gt;">\n      <failure message="&lt;one&gt;\nmore">${table}</failure>\n    </testcase>\n`,
    );
    expect(junit).toContain('<system-out>3 lives');
  });

  it('leaves a test out from the first character that is too many', () => {
    const lengthOf = (count: number) => writeTest(world(), life(...steps(count))).length;
    const steps = (count: number) => Array.from({ length: count }, () => step('nothing', 'Rejected'));
    let most = Math.floor(budgets.reportText / (lengthOf(11) - lengthOf(10)));
    while (lengthOf(most) > budgets.reportText) most -= 1;
    expect(failed('x', steps(most)).test).toHaveLength(lengthOf(most));
    expect(lengthOf(most + 1)).toBeGreaterThan(budgets.reportText);
    expect(failed('x', steps(most + 1)).test).toMatch(/^\/\/ The test of this life has \d+ characters/);
  });

  it('cuts a message and a table, and leaves a test out that is too long', () => {
    const many = Array.from({ length: Math.ceil(budgets.reportText / 20) }, () =>
      step('nothing', 'Rejected'),
    );
    const { message, table, test, error } = failed('x'.repeat(budgets.reportText + 2), many);
    expect([message.slice(-23), error.message.length]).toEqual([
      '… (2 more characters)'.padStart(23, 'x'),
      budgets.reportText + 2,
    ]);
    expect(table).toMatch(/… \(\d+ more characters\)$/);
    expect(test).toBe(
      `// The test of this life has ${writeTest(world(), life(...many)).length} characters, and a report at most ${budgets.reportText}.`,
    );
  });
});
