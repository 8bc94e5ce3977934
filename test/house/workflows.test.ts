import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const,
);

/** The text of each job of a workflow. */
function jobsOf(text: string): Map<string, string> {
  const parts = text.slice(text.indexOf('\njobs:\n')).split(/\n {2}([\w-]+):\n/);
  return new Map(parts.flatMap((part, at) => (at % 2 === 1 ? [[part, parts[at + 1] ?? '']] : [])));
}

/** The steps that use an action, each with its settings. */
function actionsOf(text: string): string[] {
  return text.split(/\n {6}- /).filter((step) => /^(\s*\w[^\n]*\n)*\s*uses: /m.test(step));
}

describe.each(workflows)('%s', (_name, text) => {
  it('pins each action to a commit and names its version', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('does not keep credentials in a checkout', () => {
    const checkouts = actionsOf(text).filter((step) => step.includes('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout).toContain('persist-credentials: false');
  });

  it('grants write permission to no job by default', () => {
    const [beforeJobs = ''] = text.split('\njobs:\n');
    expect(beforeJobs).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
  });
});

describe('release.yml', () => {
  const jobs = jobsOf(readFileSync(`${folder}/release.yml`, 'utf8'));

  it('builds, publishes and tags in separate jobs with minimal permissions', () => {
    const permissions = [...jobs].map(([name, text]) => [
      name,
      [...(/permissions:\n((?: {6}.*\n)+)/.exec(text)?.[1] ?? '').matchAll(/[\w-]+: \w+/g)].join(', '),
    ]);
    expect(Object.fromEntries(permissions)).toEqual({
      build: 'contents: read',
      'pull-request': 'contents: write, pull-requests: write',
      publish: 'id-token: write',
      tag: 'contents: write',
    });
  });

  it('runs no code of the repository or its packages in the job that has the registry token', () => {
    const withToken = [...jobs].filter(([, text]) => /NPM_TOKEN|id-token: write/.test(text));
    expect(withToken.map(([name]) => name)).toEqual(['publish']);
    for (const [, text] of withToken) {
      expect(text).not.toMatch(/actions\/checkout|npm (ci|install|run|exec)|npx|node /);
      expect(text).toContain('--ignore-scripts');
    }
  });
});
