// fast-check as mutation sees it: few examples, and the same ones for each change. Hundreds for each of thousands of changes
// take hours, and other examples for each of them could make a change look noticed that is not.
import * as fastCheck from '../../node_modules/fast-check/lib/fast-check.js';

export * from '../../node_modules/fast-check/lib/fast-check.js';

const few = ({ numRuns = 100, ...parameters } = {}) => ({
  seed: 1,
  ...parameters,
  numRuns: Math.min(numRuns, 15),
});

export const assert = (property, parameters) => fastCheck.assert(property, few(parameters));
export const check = (property, parameters) => fastCheck.check(property, few(parameters));

export default { ...fastCheck, assert, check };
