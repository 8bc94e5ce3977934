// fast-check for the property tests: the same examples in each run, so that a failure comes again. PROPERTY_SEED=7 tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

/** Whether everything is tried, as CI does it with EXAMPLES=all, and not the part of it that `npm test` has time for. */
export const isComplete = process.env['EXAMPLES'] === 'all';

/** How many examples a property is tried with: a twentieth in `npm test`, all in CI. */
export const examples = (all: number): number => (isComplete ? all : Math.ceil(all / 20));

/** Which of several alike are tried: every second or third one in `npm test`, all in CI. */
export const some = <T>(all: readonly T[], every: number): readonly T[] =>
  isComplete ? all : all.filter((_, at) => at % every === 0);

/** Of a table that is too long for `npm test` the few that it tries; all with EXAMPLES=all. */
export const allOr = <T>(few: readonly T[], all: readonly T[]): readonly T[] => (isComplete ? all : few);

export { fc };
