import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* What holds for a route is said by its zone: nothing in the HTTP layer looks at a path to find out. */

/** What looks at the beginning of a path, or at one as a whole: a prefix, a comparison with one, a pattern of one. */
const PATH_TESTS = [
  /\.(startsWith|includes|endsWith)\(\s*['"`]\/[\w/]/,
  /[!=]==\s*['"`]\/\w/,
  /['"`]\/\w[^'"`]*['"`]\s*[!=]==/,
  /\/\^\(?\\\/[^\n]*\/[a-z]*\.(test|exec)\(/,
  /=\s*\/\^\(?\\\/\(?\w/,
];

function pathTestsIn(text: string): string[] {
  return text.split('\n').filter((line) => PATH_TESTS.some((pattern) => pattern.test(line)));
}

describe('the HTTP layer', () => {
  it('never tests a path to find out what holds in a zone', () => {
    const folder = 'sandbox/src/http';
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        pathTestsIn(readFileSync(`${folder}/${name}`, 'utf8')).map((line) => `${name}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it.each([
    `if (path.startsWith('/api/')) count();`,
    `return path === '/sandbox' || other;`,
    'const OPEN = /^\\/(providers|clientlib\\.js)(\\/|$)/;',
    'if (/^\\/(api|oauth)\\b/i.test(path)) return;',
  ])('would find %s', (line) => {
    expect(pathTestsIn(line)).toHaveLength(1);
  });
});
