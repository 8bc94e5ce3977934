// fast-check for the property tests: the same examples in each run, so that a failure comes again. PROPERTY_SEED=7 tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

/** How many examples a property is tried with: a tenth in `npm test`, all with EXAMPLES=all, as CI runs it. */
export const examples = (all: number): number =>
  process.env['EXAMPLES'] === 'all' ? all : Math.ceil(all / 10);

export { fc };
