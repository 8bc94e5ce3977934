import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* What holds for a route is said by its zone: nothing in the HTTP layer looks at a path to find out. */

/** What looks at the beginning of a path, or at one as a whole: a prefix, a comparison with one, a pattern, a segment. */
const PATH_TESTS = [
  /\.(startsWith|includes|endsWith|indexOf|search|match|has)\(\s*['"`]\/[\w/]/,
  /\b(path|pathname|url)\)?\.(startsWith|endsWith)\(/i,
  /[!=]==\s*['"`]\/\w/,
  /['"`]\/\w[^'"`]*['"`]\s*[!=]==/,
  /\bcase\s+['"`]\/\w/,
  // A pattern with the name of a segment, in a regular expression.
  /(?<![\w<#])\\\/\(?(\?:)?\w/,
  /(segments\w*(\(.*\))?|\.split\('\/'\))(\[\d+\]|\.at\(-?\d+\))\s*[!=]==/i,
];

/** What has such a pattern and decides nothing about a request. */
const OTHERS: Readonly<Record<string, string>> = {
  'openapi/document.ts': 'names of operations, from their paths',
  'pages/inspector-page.tsx': 'the name of the workspace, which the page shows',
  'wire/redacted-body.ts': 'links in bodies, which the log keeps without their secrets',
};

function pathTestsIn(text: string): string[] {
  return text.split('\n').filter((line) => PATH_TESTS.some((pattern) => pattern.test(line)));
}

describe('the HTTP layer', () => {
  it('never tests a path to find out what holds in a zone', () => {
    const folder = 'sandbox/src/service/http';
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        pathTestsIn(readFileSync(`${folder}/${name}`, 'utf8')).map((line) => `${name}: ${line.trim()}`),
      );
    const isOther = (line: string) => Object.keys(OTHERS).some((name) => line.startsWith(`${name}:`));
    expect(found.filter((line) => !isOther(line))).toEqual([]);
    expect(found.filter(isOther)).toHaveLength(Object.keys(OTHERS).length);
  });

  it.each([
    `if (path.startsWith('/api/')) count();`,
    'const isControl = c.req.path.startsWith(CONTROL);',
    `return path === '/sandbox' || other;`,
    `if ('/sandbox' === path) return;`,
    `case '/oauth/token':`,
    `if (OPEN.has('/docs')) return next(c);`,
    'const OPEN = /^\\/(providers|clientlib\\.js)(\\/|$)/;',
    'if (/^\\/(api|oauth)\\b/i.test(path)) return;',
    'const [, version] = /\\/api\\/(v\\d+)/.exec(url) ?? [];',
    `if (segmentsOf(path)[0] === 'sandbox') return next(c);`,
    `const isRest = c.env.path.split('/')[1] === 'api';`,
    `if (segments.at(0) === 'portal') cors(c);`,
  ])('would find %s', (line) => {
    expect(pathTestsIn(line)).toHaveLength(1);
  });
});
