// The half of runner.mjs that runs in Vitest's worker: it loads the sources and their tests once, and then runs
// the tests that it is asked for, with the change that it is asked for, until it is told to stop.
import { readFile } from 'node:fs/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { startTests } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

const testsIn = (task) => (task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsIn));

const fullName = (task) =>
  task.suite === undefined ? task.name : `${fullName(task.suite)} ${task.name}`.trim();

const idOf = (test) => `${test.file.filepath}#${fullName(test)}`;

/** They validate responses against the OpenAPI document, and are slow to prepare. */
const keptHelpers = /(openapi-validation|answer-validator)\.ts$/;

/** Runs chosen tests of a file, and ends with the first that fails. */
class ChosenTests extends TestRunner {
  constructor(outer, stryker, { ids, bail }) {
    super(outer.config);
    Object.assign(this, { stryker, bail, chosen: ids && new Set(ids), moduleRunner: outer.moduleRunner });
    this.__setTraces(outer._otel);
  }

  importFile(path, source) {
    if (source === 'collect') this.#forgetTests();
    return super.importFile(path, source);
  }

  /** The tests and what they share, such as an account that several of them read, are new for each change. */
  #forgetTests() {
    const { evaluatedModules } = this.workerState;
    for (const [path, modules] of evaluatedModules.fileToModulesMap)
      if (/\/test\//.test(path) && !keptHelpers.test(path))
        for (const module of modules) evaluatedModules.invalidateModule(module);
  }

  onCollected([file]) {
    const leaveOut = (task) => {
      if (task.type === 'test') {
        if (this.chosen !== undefined && !this.chosen.has(idOf(task))) task.mode = 'skip';
      } else {
        task.tasks.forEach(leaveOut);
        if (task.tasks.every(({ mode }) => mode !== 'run' && mode !== 'queued')) task.mode = 'skip';
      }
    };
    leaveOut(file);
  }

  async onBeforeRunSuite(suite) {
    await super.onBeforeRunSuite(suite);
    // A suite's setup belongs to its first test.
    const first = testsIn(suite).find(({ mode }) => mode === 'run' || mode === 'queued');
    this.stryker.currentTestId = first && idOf(first);
  }

  onBeforeTryTask(test) {
    this.stryker.currentTestId = idOf(test);
    super.onBeforeTryTask(test);
  }

  onAfterRunTask(test) {
    if (this.bail && test.result?.state === 'fail') this.cancelRun = true;
    super.onAfterRunTask(test);
  }
}

/** The suite around a test that could not be prepared; one with a test that failed has no error of its own. */
const brokenSuite = (suite) =>
  suite && (suite.result?.errors?.length > 0 ? suite.result : brokenSuite(suite.suite));

/** Passed, failed or left out; a test is failed as well when what it stands in could not be prepared. */
function resultOf(test) {
  const broken = test.result?.state !== 'pass' && (brokenSuite(test.suite) ?? brokenSuite(test.file));
  const failed = test.result?.state === 'fail' ? test.result : broken;
  return {
    id: idOf(test),
    name: fullName(test),
    file: test.file.filepath,
    milliseconds: test.result?.duration ?? 0,
    state: failed ? 'fail' : test.result?.state === 'pass' ? 'pass' : 'skip',
    message: failed ? (failed.errors?.[0]?.message ?? 'failed') : undefined,
  };
}

/** Makes the globals that a test file asks for at its beginning, such as those of a page. @returns what takes them away */
async function environmentOf(path) {
  const [, name] = /^\/\/ @vitest-environment (\S+)/m.exec(await readFile(path, 'utf8')) ?? [];
  if (name === undefined) return () => {};
  const { teardown } = await builtinEnvironments[name].setup(globalThis, {});
  return () => teardown(globalThis);
}

/** Vitest makes one of these for a run; it serves until the end of the worker. */
export default class MutationWorker extends TestRunner {
  async onBeforeCollect() {
    const { mutationChannel, globalNamespace } = this.workerState.providedContext;
    // Expected files are compared and never written: a change must not write its own.
    this.workerState.config.snapshotOptions.updateSnapshot = 'none';
    globalThis[globalNamespace] ??= {};
    const stryker = globalThis[globalNamespace];
    const channel = new BroadcastChannel(mutationChannel);
    await new Promise((stop) => {
      channel.onmessage = async ({ data: request }) => {
        if (request.kind === 'stop') stop();
        if (request.kind === 'run') channel.postMessage(await this.answer(request, stryker));
      };
      channel.postMessage({ kind: 'ready' });
    });
    channel.close();
  }

  /** Runs the tests of these files one after another, and returns the result. */
  async answer({ files, mutant, hitLimit, bail }, stryker) {
    const tests = [];
    const times = [];
    Object.assign(stryker, { hitCount: mutant === undefined ? undefined : 0, hitLimit });
    for (const { path, ids } of files) {
      this.workerState.filepath = path;
      const runner = new ChosenTests(this, stryker, { ids, bail });
      // The change is made when the tests are loaded and before they run.
      runner.onBeforeRunFiles = () => {
        stryker.activeMutant = mutant;
      };
      const began = performance.now();
      const leave = await environmentOf(path);
      const [file] = await startTests([path], runner);
      stryker.activeMutant = undefined;
      stryker.currentTestId = undefined;
      times.push([path, performance.now() - began]);
      const results = testsIn(file).map(resultOf);
      if (results.length === 0 && file.result?.state === 'fail')
        results.push({ ...resultOf({ ...file, file, type: 'test' }), state: 'fail' });
      tests.push(...results);
      vi.resetConfig();
      vi.restoreAllMocks();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
      await leave();
      if (bail && tests.some(({ state }) => state === 'fail')) break;
    }
    return {
      kind: 'answer',
      tests,
      times,
      hitCount: stryker.hitCount,
      coverage: mutant === undefined ? stryker.mutantCoverage : undefined,
    };
  }

  // The file that Vitest was started with is only the place in which to serve.
  importFile() {}
}
