import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesOf, packagedPage } from '../../.ci/packaged-docs.mjs';

/** Markdown without what is code in it. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');

/** The anchors of a page's headings, as hosts of repositories make them. */
function anchorsOf(text: string): Set<string> {
  const times = new Map<string, number>();
  const anchors = new Set<string>();
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm);
  for (const [, heading = ''] of headings) {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

type Pages = { readonly [path: string]: string };

/** The links of the pages that lead nowhere; links to the web are not followed. */
function deadLinks(pages: Pages, exists: (path: string) => boolean): string[] {
  return Object.entries(pages).flatMap(([page, text]) =>
    [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : posix.join(posix.dirname(page), path);
        if (pages[target] === undefined) return !exists(target);
        return anchor !== undefined && !anchorsOf(pages[target]).has(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
}

/** Paths of this repository that the pages name as code: `sandbox/src/service/core/core.ts`. */
function deadPaths(pages: Pages, exists: (path: string) => boolean): string[] {
  const named = /`((?:sandbox|sdk|examples|test|docs|\.ci)\/[\w./-]+)`/g;
  return Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(named)]
      .map(([, path = '']) => path)
      // What a build makes is not there before it.
      .filter((path) => !path.includes('/dist') && !exists(path))
      .map((path) => `${page}: ${path}`),
  );
}

const paths = [
  ...['README.md', 'CHANGELOG.md', 'sdk/README.md', 'sandbox/README.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/'))),
];
const pages = Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));

describe('links of the documentation', () => {
  it('links lead to files and headings that exist', () => {
    expect(paths.length).toBeGreaterThan(10);
    expect(deadLinks(pages, existsSync)).toEqual([]);
  });

  it('docstrings lead to pages and headings of the package that exist', () => {
    const named = ['sandbox/src', 'sdk/src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => [
          ...readFileSync(posix.join(folder, name.replaceAll('\\', '/')), 'utf8').matchAll(
            /dist\/(docs\/[\w-]+\.md)(?:#([\w-]+))?/g,
          ),
        ]),
    );
    expect(named.length).toBeGreaterThan(20);
    const dead = named.filter(
      ([, page = '', anchor]) =>
        pages[page] === undefined || (anchor !== undefined && !anchorsOf(pages[page]).has(anchor)),
    );
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  it('paths of the repository exist', () => {
    expect(deadPaths(pages, existsSync)).toEqual([]);
  });
});

describe('the pages in the packages', () => {
  it('link to the examples, which are beside them, and to no other file of the repository', () => {
    const page =
      '[a](../examples/drop-in) [b](../examples/app-backend/server.mjs#x) [c](../test/x.ts) [d](run.md)';
    expect(packagedPage(page, ['run'])).toBe('[a](../examples/drop-in) b c [d](run.md)');
    const examples = new Set(Object.values(pages).flatMap(examplesOf));
    expect([...examples].sort()).toEqual([
      'examples/app-backend',
      'examples/drop-in',
      'examples/hosted',
      'examples/merchant-backend',
      'examples/offline-spa',
      'examples/payment-form',
      'examples/react-spa',
      'examples/signup-page',
      'examples/vue-spa',
    ]);
  });
});

describe('the check of links', () => {
  const exists = (path: string) => path === 'docs/a.png';
  const dead = (text: string) =>
    deadLinks({ 'docs/a.md': text, 'docs/b.md': '# A *b*: `c`\n## Two\n## Two\n' }, exists);

  it.each(['[x](b.md)', '[x](b.md#a-b-c)', '[x](b.md#two-1)', '[x](a.png)', '[x](https://example.com/y)'])(
    'takes %s',
    (text) => expect(dead(text)).toEqual([]),
  );

  it.each(['[x](c.md)', '[x](b.md#three)', '[x](b.md#two-2)', '[x](../b.md)', '[x](#here)'])(
    'refuses %s',
    (text) => expect(dead(text)).toEqual([`docs/a.md: ${text.slice(4, -1)}`]),
  );

  it('ignores code, and finds headings outside of it only', () => {
    expect(dead('`[x](c.md)`\n```\n[x](c.md)\n# here\n```\n')).toEqual([]);
    expect(dead('```\n# here\n```\n[x](#here)')).toEqual(['docs/a.md: #here']);
  });

  it('names missing paths', () => {
    const page = { 'docs/a.md': 'in `docs/a.png`, not `sdk/src/gone.ts`' };
    expect(deadPaths(page, exists)).toEqual(['docs/a.md: sdk/src/gone.ts']);
  });
});
