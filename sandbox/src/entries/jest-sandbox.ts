/*
 * The part of the sandbox that the Jest kit uses. In the package it is an ES module that Node loads, once for all test files
 * of a process: see host/jest-sandbox-loader.js.
 */

export { waitTime } from '../clients/kit/inbox.ts';
export { matchers } from '../clients/kit/matchers.ts';
export { testSandbox } from '../clients/kit/test-sandbox.ts';
export { createSandbox } from '../sandbox/checked-sandbox.ts';
export { getWorkspaces } from '../sandbox/sandbox.ts';
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
