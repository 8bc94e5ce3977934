import { expect, test } from 'vitest';
import { filesRead, languageProblems } from '../../.ci/language.mjs';

const sentence = (words: number) => `${Array.from({ length: words }, (_, at) => `word${at}`).join(' ')}.`;

test('a banned phrase is found with its place and a replacement', () => {
  const page = '# Refunds\n\nThe first amount.\nThe unused part is given back.\n';
  expect(languageProblems('docs/page.md', page)).toEqual([
    'docs/page.md:4: "given back": write credits, refunds, returns',
  ]);
  expect(languageProblems('sandbox/src/a.ts', '/** Whoever calls it. */')).toEqual([
    'sandbox/src/a.ts:1: "Whoever": write anyone who',
  ]);
});

test('reads the titles of tests, not their code', () => {
  const word = 'told';
  const file = `describe.each(cases)('%s', () => {\n  it('is ${word}', () => say('${word}'));\n});\n`;
  expect(languageProblems('test/a.test.ts', file)).toEqual([
    'test/a.test.ts:2: "told": write says, reports, shows, notifies, or the event that is sent',
  ]);
});

test('reads pages, sources of the packages and examples, and tests', () => {
  expect(filesRead()).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/billing.md',
      'sdk/src/index.ts',
      'sandbox/src/service/core/core.ts',
      'sandbox/src/served/inspector/views/contracts.tsx',
      'examples/signup-page/index.html',
      'test/house/language.test.ts',
    ]),
  );
});

test('finds a sentence of 50 words in a page, and accepts one of 40', () => {
  expect(languageProblems('docs/page.md', `Short.\n\n${sentence(40)} ${sentence(50)}\n`)).toEqual([
    'docs/page.md:3: a sentence of 50 words: "word0 word1 word2 word3 word4 word5 word6 word7 …"',
  ]);
});

test('a sentence continues over lines, and ends with its paragraph or list item', () => {
  const half = sentence(25).slice(0, -1);
  expect(languageProblems('docs/page.md', `${half}\n${half}\n`)).toHaveLength(1);
  expect(languageProblems('docs/page.md', `${half}\n\n${half}\n- ${half}\n- ${half}\n`)).toEqual([]);
});

test('ignores plain text, code, tables and lists of links', () => {
  const links = Array.from({ length: 50 }, (_, at) => `[Type${at}](#type${at})`).join(', ');
  const page = [
    'A refund returns the payment. The event `RefundSucceeded` is sent.',
    `Types: ${links}`,
    `| ${sentence(50)} |`,
    '```',
    sentence(50),
    '```',
  ].join('\n\n');
  expect(languageProblems('docs/page.md', page)).toEqual([]);
});
