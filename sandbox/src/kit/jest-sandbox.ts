/*
 * What the Jest kit needs of the sandbox. In the package it is an ES module that Node loads, once for all test files of a
 * process: see host/jest-sandbox-loader.js.
 */
export { createSandbox, workspacesOf } from '../sandbox.ts';
export { patienceOf } from './inbox.ts';
export { matchers } from './matchers.ts';
export { testSandbox } from './test-sandbox.ts';
