import { budgets } from '../../service/model/budgets.ts';
import { escaped, junit, page, within } from '../reports/documents.ts';
import type { Coverage } from './coverage.ts';
import { describeStep, type Life } from './life.ts';
import type { LifeEvent } from './life-events.ts';
import type { World } from './run.ts';
import { writeTest } from './test-code.ts';

/** The shortest life that fails. */
export interface FailedLife {
  readonly error: Error;
  readonly life: Life;
  readonly happened: readonly LifeEvent[];
  readonly world: World;
}

/** The result, in values that can be passed between threads. */
export interface Facts {
  readonly lives: number;
  readonly states: number;
  readonly merged: number;
  readonly isComplete: boolean;
  readonly outcomes: { readonly used: readonly string[]; readonly all: readonly string[] };
  readonly faults: { readonly used: readonly string[]; readonly all: readonly string[] };
  readonly coverage: readonly Coverage[];
  readonly failures: readonly ExploreFailure[];
}

/** A failed check, with the shortest life that reproduces it. */
export interface ExploreFailure {
  readonly message: string;
  readonly error: Error;
  readonly life: Life;
  /** The sequence of events as a table. */
  readonly table: string;
  /** A Vitest test of this life. Paste it where `scenario`, `check` and your actions are defined. */
  readonly test: string;
}

/** The result of {@link explore}. */
export interface ExploreReport {
  /** Number of lives, including those that continue from an already explored state. */
  readonly lives: number;
  /** Number of explored states. */
  readonly states: number;
  /** Number of states that equal an earlier one. */
  readonly merged: number;
  /** True if every life was explored; false if `maxLives` or `maxFailures` was reached. */
  readonly isComplete: boolean;
  readonly outcomes: { readonly used: readonly string[]; readonly never: readonly string[] };
  /** Faults that affected a request of the merchant's code, and those that affected none. */
  readonly faults: { readonly used: readonly string[]; readonly never: readonly string[] };
  readonly coverage: readonly Coverage[];
  readonly failures: readonly ExploreFailure[];
  readonly text: string;
  readonly html: string;
  /** JUnit XML for CI: one test case, or one for each failure; lives and coverage are its output. */
  readonly junit: string;
}

/** A failure in the format of a report. */
export function toFailure(failed: FailedLife): ExploreFailure {
  const { error, life, world } = failed;
  const test = writeTest(world, life);
  // A truncated test would be different code.
  const isShort = test.length <= budgets.reportText;
  return {
    message: within(error.message),
    error,
    life,
    table: within(periodTable(failed)),
    test: isShort
      ? test
      : `// The test of this life has ${test.length} characters, and a report at most ${budgets.reportText}.`,
  };
}

export function createReport(facts: Facts): ExploreReport {
  const { lives, states, merged, isComplete, outcomes, faults, coverage, failures } = facts;
  const never = outcomes.all.filter((name) => !outcomes.used.includes(name) && name !== 'Paid');
  const neverMet = faults.all.filter((name) => !faults.used.includes(name));
  const sections = [
    ['Summary', summarize(facts)],
    ['Coverage', coverageText(coverage, never, neverMet)],
    ...failures.map(({ message, table, test }, at): [string, string] => [
      `Failure ${at + 1}: ${message.split('\n')[0]}`,
      `${message}\n\n${table}\n\n${test}`,
    ]),
  ] as const;
  return {
    lives,
    states,
    merged,
    isComplete,
    outcomes: { used: outcomes.used, never },
    faults: { used: faults.used, never: neverMet },
    coverage,
    failures,
    text: sections
      .map(([title, body]) => `${title}\n${'-'.repeat(Math.min(title.length, 80))}\n${body}\n`)
      .join('\n'),
    html: toHtml(sections),
    junit: toJUnit(
      failures,
      sections
        .slice(0, 2)
        .map(([, body]) => body)
        .join('\n'),
    ),
  };
}

const summarize = ({ lives, states, merged, isComplete, failures }: Facts): string =>
  [
    `${lives} lives, ${states} states, ${merged} of them equal to one before.`,
    isComplete
      ? 'Every life was explored.'
      : 'Not every life was explored: it ended at maxLives or maxFailures.',
    failures.length === 0 ? 'Every check holds.' : `${failures.length} of the checks do not hold.`,
  ].join('\n');

function coverageText(
  coverage: readonly Coverage[],
  neverUsed: readonly string[],
  neverMet: readonly string[],
): string {
  const lines = coverage.flatMap(({ what, reached, never }) => [
    `${what}: ${reached.length} of ${reached.length + never.length} reached: ${reached.join(', ') || 'none'}`,
    `  never: ${never.join(', ') || 'none'}`,
  ]);
  return [
    ...lines,
    `Outcomes that no payment had: ${neverUsed.join(', ') || 'none'}`,
    ...(neverMet.length === 0 ? [] : [`Faults that no request met: ${neverMet.join(', ')}`]),
  ].join('\n');
}

/** Steps and events of a life by time, as columns. */
function periodTable({ life, happened, world }: FailedLife): string {
  const steps = life.steps.map((step, at) => `period ${at + 1} (${world.period}): ${describeStep(step)}`);
  const events = happened.map(({ At, Event }) => `${At}  ${Event}`);
  return [
    'What was decided:',
    ...(steps.length === 0 ? ['nothing: it fails at the beginning'] : steps),
    '',
    'What happened:',
    ...events,
  ].join('\n');
}

const toHtml = (sections: readonly (readonly [string, string])[]): string =>
  page(
    'Explored lives',
    sections.map(([title, body]) => `<h2>${escaped(title)}</h2>\n<pre tabindex="0">${escaped(body)}</pre>`),
  );

function toJUnit(failures: readonly ExploreFailure[], output: string): string {
  if (failures.length === 0) return junit('explore', [{ name: 'every life holds' }], output);
  return junit(
    'explore',
    failures.map(({ message, table }) => ({
      name: message.split('\n')[0] ?? '',
      failure: { message, details: table },
    })),
    output,
  );
}
