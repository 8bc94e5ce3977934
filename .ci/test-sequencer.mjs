// The order of test files. The longest start first, so that no worker runs one of them alone at the end. Files that can
// share a worker follow each other, also in a random order (that of a seed): a worker ends when the next file needs another
// kind.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** The longest projects first; the short files of the unit tests fill both workers to the end. */
const projects = ['e2e', 'package', 'clients', 'contract', 'system', 'spec', 'unit'];

/** Files of more than ten seconds, the longest first. A clean clone has no times of an earlier run. */
export const longestFiles = [
  'test/e2e/inspector-views.test.ts',
  'test/e2e/api-reference.test.ts',
  'test/e2e/providers.test.ts',
  'test/e2e/every-page.test.ts',
  'test/e2e/payment-form.test.ts',
  'test/e2e/inspector-hosts.test.ts',
  'test/e2e/inspector-actions.test.ts',
  'test/e2e/signup-page.test.ts',
  'test/e2e/msw-shell.test.ts',
  'test/e2e/inspector.test.ts',
  'test/e2e/providers-pages.test.ts',
  'test/e2e/cross-site.test.ts',
  'test/e2e/payment-form-hostile.test.ts',
  'test/e2e/service-worker.test.ts',
  'test/e2e/contract.test.ts',
  'test/e2e/providers-challenge.test.ts',
  'test/package/hosted-crash.test.ts',
  'test/package/crash.test.ts',
  'test/package/types.test.ts',
  'test/package/next.test.ts',
  'test/contract/contract.test.ts',
  'test/hosted/quotas.test.ts',
  'test/sandbox/http/clock-job.test.ts',
  'test/sandbox/lives/lives.test.ts',
  'test/hosted/access.test.ts',
  'test/sandbox/http/hostile.test.ts',
];

export class TestSequencer extends BaseSequencer {
  async sort(specifications) {
    const { root, sequence } = this.ctx.config;
    const rank = sequence.seed === undefined ? byLength : byChance(sequence.seed);
    const files = (await super.sort(specifications)).map((specification, index) => {
      const path = relative(root, specification.moduleId).replaceAll('\\', '/');
      return {
        specification,
        project: projects.indexOf(specification.project.name),
        environment:
          /@vitest-environment (\S+)/.exec(readFileSync(specification.moduleId, 'utf8'))?.[1] ?? '',
        rank: rank(path, index),
      };
    });
    return files
      .sort(
        (one, other) =>
          one.project - other.project ||
          one.environment.localeCompare(other.environment) ||
          one.rank - other.rank,
      )
      .map(({ specification }) => specification);
  }
}

function byLength(path, index) {
  const place = longestFiles.indexOf(path);
  return place < 0 ? longestFiles.length + index : place;
}

/** Another order for each seed, and the same one for the same seed. */
const byChance = (seed) => (path) => createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE();
