// A Stryker plugin that runs the tests with Vitest. Stryker's own starts Vitest and loads the whole sandbox again for each
// change, which takes seconds; here one worker loads it once (worker.mjs) and a change costs its tests alone. What
// stays behind of a change, such as a cache, could make the next one look noticed: the test that fails must pass without
// the change, or the worker starts again.
import { readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { createVitest } from 'vitest/node';

const configFile = 'tools/mutation/vitest.config.ts';
const timesFile = 'test-times.json';
const status = { pass: TestStatus.Success, fail: TestStatus.Failed, skip: TestStatus.Skipped };

const fileOf = (id) => id.slice(0, id.indexOf('#'));
const titleOf = (id) => id.slice(id.indexOf('#'));

/** Stryker keeps ids between runs, so they must not name the folder of this one. A title may look like a path too. */
const keptId = (id) => relative(process.cwd(), fileOf(id)) + titleOf(id);

class KeptSources {
  /** @type {Map<string, number> | undefined} milliseconds of each file in the first run, which another process may have made */
  #times;
  #kills = new Map();

  // Otherwise Stryker starts a process for each change of code that also runs while a file is loaded, which takes longer
  // than all else.
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    process.env.NODE_ENV = 'test';
    const mutationChannel = `mutation ${process.pid}`;
    this.vitest = await createVitest('test', {
      config: configFile,
      watch: false,
      reporters: [{}],
      pool: 'threads',
      maxWorkers: 1,
      isolate: true,
      runner: resolve('tools/mutation/worker.mjs'),
      onConsoleLog: () => false,
    });
    this.vitest.provide('mutationChannel', mutationChannel);
    this.vitest.provide('globalNamespace', '__stryker__');
    this.channel = new BroadcastChannel(mutationChannel);
    await this.#start();
  }

  async #start() {
    const ready = this.#next('ready');
    this.run = this.vitest.start(['test/sandbox/service/domain/tax.test.ts']);
    await Promise.race([
      ready,
      this.run.then(({ testModules, unhandledErrors }) => {
        const errors = [...unhandledErrors, ...testModules.flatMap((module) => module.errors())];
        throw new Error(`Vitest ended: ${errors.map(({ message }) => message).join('\n')}`);
      }),
    ]);
  }

  async #restart() {
    this.channel.postMessage({ kind: 'stop' });
    await this.run;
    await this.#start();
  }

  #next(kind) {
    return new Promise((resolve) => {
      this.channel.onmessage = ({ data }) => {
        if (data.kind === kind) resolve(data);
      };
    });
  }

  async #tests(files, { mutant, hitLimit, bail = false } = {}) {
    const answer = this.#next('answer');
    this.channel.postMessage({ kind: 'run', files, mutant, hitLimit, bail });
    return answer;
  }

  async dryRun({ testFiles }) {
    const included = new Set((await this.vitest.globTestSpecifications()).map(({ moduleId }) => moduleId));
    const files = testFiles.filter((path) => included.has(path)).map((path) => ({ path }));
    const first = await this.#tests(files);
    const { tests, times, coverage } = await this.#tests(files);
    await writeFile(timesFile, JSON.stringify(times));
    return {
      status: DryRunStatus.Complete,
      tests: tests.map(toResult),
      mutantCoverage: coverageOf(first.coverage, coverage),
    };
  }

  // Code that only runs while a file is loaded is ignored, so there always are tests (`ignoreStatic`).
  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    this.#times ??= new Map(JSON.parse(await readFile(timesFile, 'utf8')));
    const files = this.#filesOf(testFilter);
    const options = { mutant: activeMutant.id, hitLimit, bail: !disableBail };
    let answer = await this.#tests(files, options);
    if (await this.#leftSomething(answer)) {
      await this.#restart();
      answer = await this.#tests(files, options);
      if (await this.#leftSomething(answer)) await this.#restart();
    }
    return toMutantRunResult(
      determineHitLimitReached(answer.hitCount, hitLimit) ?? {
        status: DryRunStatus.Complete,
        tests: answer.tests.filter(({ state }) => state !== 'skip').map(toResult),
      },
      disableBail,
    );
  }

  /** Whether a test that failed goes on failing without the change. */
  async #leftSomething({ tests }) {
    const failed = tests.find(({ state }) => state === 'fail');
    if (failed === undefined) return false;
    this.#kills.set(failed.file, (this.#kills.get(failed.file) ?? 0) + 1);
    const again = await this.#tests([{ path: failed.file, ids: [failed.id] }], { bail: true });
    return again.tests.some(({ state }) => state === 'fail');
  }

  /** First what is quick and has noticed the most: nearly every change is noticed by several tests. */
  #filesOf(testFilter) {
    const files = new Map();
    for (const id of testFilter) {
      const path = resolve(fileOf(id));
      const file = files.get(path) ?? { path, ids: [], milliseconds: this.#times.get(path) ?? 0 };
      files.set(path, file);
      file.ids.push(path + titleOf(id));
    }
    const cost = ({ path, milliseconds }) => milliseconds / (1 + (this.#kills.get(path) ?? 0));
    return [...files.values()].sort((one, other) => cost(one) - cost(other));
  }

  async dispose() {
    this.channel?.postMessage({ kind: 'stop' });
    await this.run;
    this.channel?.close();
    await this.vitest?.close();
  }
}

/**
 * Returns which tests run which code. Code that runs only in the first of two passes runs while a file is loaded on
 * demand: once for all mutants, like code that runs while the others are loaded.
 */
function coverageOf(first, second) {
  const perTest = {};
  const loading = new Set(Object.keys(second?.static ?? {}));
  const tested = new Set();
  for (const [id, hits] of Object.entries(second?.perTest ?? {})) {
    const again = Object.entries(hits).filter(
      ([mutant, count]) => count > (first.perTest[id]?.[mutant] ?? 0),
    );
    perTest[keptId(id)] = Object.fromEntries(again);
    for (const mutant of Object.keys(hits)) loading.add(mutant);
    for (const [mutant] of again) tested.add(mutant);
  }
  for (const mutant of tested) loading.delete(mutant);
  return { static: Object.fromEntries([...loading].map((mutant) => [mutant, 1])), perTest };
}

const toResult = ({ id, name, file, milliseconds, state, message }) => ({
  id: keptId(id),
  name,
  fileName: file,
  timeSpentMs: milliseconds,
  status: status[state],
  failureMessage: message,
});

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'kept-sources', KeptSources)];
