// fast-check for the property tests: the same examples in each run, so that a failure comes again. PROPERTY_SEED=7 tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

export { fc };
