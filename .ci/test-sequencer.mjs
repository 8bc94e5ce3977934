// The order of test files. A worker is kept only where the next file is of the same project and environment, so those follow
// each other; Vitest itself would mix them. Among them its own order holds: what took longest in the last run goes first, the
// largest file where there was none, or any order by a seed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** The longest projects first; the short files of the unit tests fill both workers to the end. */
const projects = [
  'night',
  'pages',
  'e2e',
  'package',
  'compat',
  'contract',
  'system',
  'spec',
  'journeys',
  'unit',
];

export class TestSequencer extends BaseSequencer {
  async sort(specifications) {
    const { root, sequence } = this.ctx.config;
    const files = (await super.sort(specifications)).map((specification, index) => ({
      specification,
      project: projects.indexOf(specification.project.name),
      environment: /@vitest-environment (\S+)/.exec(readFileSync(specification.moduleId, 'utf8'))?.[1] ?? '',
      rank:
        sequence.seed === undefined
          ? index
          : chance(`${sequence.seed} ${relative(root, specification.moduleId)}`),
    }));
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

/** Another order for each seed, and the same one for the same seed. */
const chance = (text) => createHash('sha256').update(text).digest().readUInt32BE();
