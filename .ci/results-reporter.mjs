// Keeps what a complete run showed, for the coverage page and for the line that `npm test` ends with.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

const names = (task) => (task.type === 'module' ? [] : [...names(task.parent), task.name]);

export class ResultsReporter {
  constructor(file) {
    this.file = file;
  }

  async onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: relative(process.cwd(), module.moduleId).replaceAll('\\', '/'),
        names: names(test),
        state: test.result().state,
      })),
    );
    const count = (state) => tests.filter((test) => test.state === state).length;
    // A file that does not load, a hook that throws or a stray rejection fails the run though no test says so.
    const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
    const results = {
      passed: count('passed'),
      failed: count('failed') + broken + unhandledErrors.length,
      skipped: count('skipped'),
      tests,
    };
    await mkdir(dirname(this.file), { recursive: true });
    await writeFile(this.file, JSON.stringify(results));
  }
}

const hasFailedTest = (module) => [...module.children.allTests('failed')].length > 0;
