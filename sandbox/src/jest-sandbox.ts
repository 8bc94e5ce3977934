/*
 * What the Jest kit needs of the sandbox. In the package it is an ES module that Node loads, once for all test files of a
 * process: see host/jest-sandbox-loader.js.
 */
export {
  annul,
  beside,
  cancel,
  certify,
  changePlan,
  explore,
  exploreModule,
  explorePart,
  pause,
  resume,
  usualFaults,
  usualOutcomes,
} from './explore.ts';
export { patienceOf } from './kit/inbox.ts';
export { matchers } from './kit/matchers.ts';
export { testSandbox } from './kit/test-sandbox.ts';
export { createSandbox, workspacesOf } from './sandbox.ts';
