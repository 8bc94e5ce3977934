// In the package's Jest kit this stands in for jest-sandbox.ts. Jest has a module loader of its own, which knows CommonJS only;
// Node's loader reads the ES modules that all other entries share. So the sandbox is loaded once, not for each test file, and
// fake timers of a test do not stop it.

import { runInThisContext } from 'node:vm';

function load() {
  try {
    // `process` and `module` of a test are Jest's own since Jest 30.5. A script of `vm` has those of Node.
    const { getBuiltinModule } = runInThisContext('process');
    return getBuiltinModule('node:module').createRequire(__filename)('./jest-sandbox.js');
  } catch (error) {
    if (error?.code !== 'ERR_REQUIRE_ESM') throw error;
    throw new Error(
      `clientlib-sandbox/jest: Jest or Node ${process.version} cannot require() the ES module of the sandbox. Use Node 20.19, 22.12 or newer and Jest 29 or 30, and report the version of Jest if both fit.`,
    );
  }
}

export const {
  annul,
  beside,
  cancel,
  certify,
  changePlan,
  createSandbox,
  explore,
  exploreModule,
  explorePart,
  matchers,
  waitTime,
  pause,
  resume,
  testSandbox,
  usualFaults,
  usualOutcomes,
  getWorkspaces,
} = load();
