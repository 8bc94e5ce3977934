// In the package's Jest kit this stands in for jest-sandbox.ts. Jest has a module loader of its own, which knows CommonJS only;
// Node's loader reads the ES modules that all other entries share. So the sandbox is loaded once, not for each test file, and
// fake timers of a test do not stop it.

function load() {
  try {
    return process.getBuiltinModule('node:module').createRequire(__filename)('./jest-sandbox.js');
  } catch (error) {
    if (error?.code !== 'ERR_REQUIRE_ESM') throw error;
    throw new Error(
      `clientlib-sandbox/jest requires Node 20.19, 22.12 or newer, which can require() ES modules. This is ${process.version}.`,
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
  patienceOf,
  pause,
  resume,
  testSandbox,
  usualFaults,
  usualOutcomes,
  workspacesOf,
} = load();
