import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemsOf, stagesOf } from '../../.ci/container.mjs';

const dockerfile = readFileSync('Dockerfile', 'utf8');

it('the Dockerfile has stages, a user, a health check and exact versions', () => {
  expect(problemsOf(dockerfile)).toEqual([]);
  expect(stagesOf(dockerfile).map(({ steps }) => steps.length)).toEqual([6, 11]);
});

it.each([
  ['USER node', 'USER root', 'expected a USER other than root'],
  ['HEALTHCHECK', '# HEALTHCHECK', 'expected a HEALTHCHECK'],
  ['npm ci ', 'npm install ', 'npm ci installs what the lock file says'],
  ['WORKDIR /app', 'WORKDIR', 'Instruction has no argument'],
  ['EXPOSE 4400', 'EXPOS 4400', 'Unknown instruction: EXPOS'],
])('a Dockerfile with another %s is refused', (good, bad, problem) => {
  expect(problemsOf(dockerfile.replaceAll(good, bad)).join('\n')).toContain(problem);
});

it('an image without an exact version is refused', () => {
  const problems = problemsOf(dockerfile.replaceAll(':22.22.0-bookworm-slim', ':latest'));
  expect(problems[0]).toContain('expected an exact version of node:latest');
});
