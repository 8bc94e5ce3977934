import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

/*
 * What users read once a package is installed: its pages, and the pages that its types and messages name.
 */

const installed = (name: string) => join(inject('consumer'), 'node_modules', name);

/** Ids of the headings of a page, as viewers of Markdown make them. */
async function headings(page: string): Promise<string[]> {
  const slugger = new GithubSlugger();
  const text = (await readFile(page, 'utf8')).replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugger.slug(heading.replace(/`/g, '')));
}

/** Links of a page that lead nowhere. */
async function brokenLinks(page: string): Promise<string[]> {
  const text = (await readFile(page, 'utf8')).replace(/^```[\s\S]*?^```/gm, '');
  const broken: string[] = [];
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path ? resolve(dirname(page), path) : page;
    const isThere = existsSync(file) && (!anchor || (await headings(file)).includes(anchor));
    if (!isThere) broken.push(target);
  }
  return broken;
}

/** What a program says to its users: its comments are for us. Those of types are shown to users. */
const withoutComments = (file: string, text: string) =>
  /\.c?js$/.test(file) ? text.replace(/^\s*(\/\/|\/?\*).*$/gm, '') : text;

async function pagesOf(name: string): Promise<string[]> {
  const docs = join(installed(name), 'dist/docs');
  const pages = (await readdir(docs)).filter((file) => file.endsWith('.md')).map((file) => join(docs, file));
  return [join(installed(name), 'README.md'), ...pages];
}

describe.each([
  ['clientlib', 10],
  ['clientlib-sandbox', 20],
])('the pages of %s', (name, count) => {
  it('exist, and each of their links leads to a file in the package', async () => {
    const pages = await pagesOf(name);
    expect(pages.length).toBeGreaterThanOrEqual(count);
    const broken: Record<string, string[]> = {};
    for (const page of pages) {
      const found = await brokenLinks(page);
      if (found.length > 0) broken[page.slice(installed(name).length)] = found;
    }
    expect(broken).toEqual({});
  });

  it('contain no command or path of the repository, unless they say where to run it', async () => {
    const ours = /npm run [a-z]|npm ci &&|`npm test`|\.ci\/|\btest\/[a-z]+\/[\w/.-]+\.ts/;
    const found: string[] = [];
    for (const page of await pagesOf(name)) {
      const text = (await readFile(page, 'utf8')).replace(/<!--.*-->/g, '');
      const paragraphs = text.split(/\n\n(?!```)/);
      const hits = paragraphs.filter((text) => ours.test(text) && !/clone of the repository/.test(text));
      found.push(...hits.map((text) => `${page.slice(installed(name).length)}: ${text}`));
    }
    expect(found).toEqual([]);
  });

  it('are those that its types, messages and README name', async () => {
    const dist = join(installed(name), 'dist');
    const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(c?js|d\.c?ts)$/.test(file));
    const named = new Set<string>();
    for (const file of [...files, '../README.md', '../package.json']) {
      const text = withoutComments(file, await readFile(join(dist, file), 'utf8'));
      for (const [, page = ''] of text.matchAll(/\b((?:dist\/)?docs\/[\w-]+\.md)\b/g)) named.add(page);
    }
    // Types of other packages name pages of theirs.
    const ours = [...named].filter((page) => existsSync(join('docs', page.slice(page.lastIndexOf('/') + 1))));
    expect(ours.length).toBeGreaterThan(0);
    const missing = ours.filter((page) => !existsSync(join(dist, '..', page)));
    expect(missing).toEqual([]);
  });
});

describe('hover texts', () => {
  it('explain in words, without references to documents that users do not have', async () => {
    const dist = join(installed('clientlib'), 'dist');
    const files = (await readdir(dist)).filter((file) => /\.d\.ts$/.test(file));
    expect(files.sort()).toEqual([
      'custom-element.d.ts',
      'drop-in.d.ts',
      'index.d.ts',
      'react.d.ts',
      'svelte.d.ts',
      'testing.d.ts',
      'vue.d.ts',
      'webhooks.d.ts',
    ]);
    for (const file of files) {
      expect(await readFile(join(dist, file), 'utf8'), file).not.toMatch(/\bspec:|field notes|rule \d/i);
    }
  });
});

describe('homepage, repository and bugs', () => {
  const script = resolve('tools/release/package-addresses.mjs');

  /** Both package.json in a folder of their own. */
  async function manifests(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'clientlib-addresses-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const name of ['sdk', 'sandbox']) {
      await mkdir(join(folder, name));
      await cp(resolve(name, 'package.json'), join(folder, name, 'package.json'));
    }
    return folder;
  }

  it('are those of the repository that releases', async () => {
    const cwd = await manifests();
    const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'team/clientlib' };
    execFileSync(process.execPath, [script], { cwd, env });
    const before = JSON.parse(await readFile('sandbox/package.json', 'utf8'));
    expect(JSON.parse(await readFile(join(cwd, 'sandbox/package.json'), 'utf8'))).toEqual({
      ...before,
      homepage: 'https://git.example/team/clientlib/tree/main/sandbox#readme',
      repository: {
        type: 'git',
        url: 'git+https://git.example/team/clientlib.git',
        directory: 'sandbox',
      },
      bugs: 'https://git.example/team/clientlib/issues',
    });
  });

  it('are required where there is no such repository, and nothing is written', async () => {
    const cwd = await manifests();
    const run = () => execFileSync(process.execPath, [script], { cwd, env: {}, stdio: 'pipe' });
    expect(run).toThrow('run this in the release workflow');
    expect(await readFile(join(cwd, 'sdk/package.json'), 'utf8')).toBe(
      await readFile('sdk/package.json', 'utf8'),
    );
  });

  it('are written by the release workflow before it packs what it publishes', async () => {
    const workflow = await readFile('.github/workflows/release.yml', 'utf8');
    expect(workflow).toMatch(/- run: node tools\/release\/package-addresses\.mjs\n.*npm pack --workspaces/);
  });
});
