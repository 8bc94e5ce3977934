import { expect, test } from 'vitest';
import { escaped, junit, page, within } from '../../../../sandbox/src/clients/reports/documents.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';

test.each([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['&lt;', '&amp;lt;'],
  ['\u001b[31m\0\u0008', '\ufffd[31m\ufffd\ufffd'],
  ['\ud800 \uffff', '\ufffd \ufffd'],
  ['\t\r\n ä€😀\ufffd', '\t\r\n ä€😀\ufffd'],
])('%j is written as %j in HTML and XML, also in an attribute', (text, expected) => {
  expect(escaped(text)).toBe(expected);
});

test('a text of a report is cut at its budget, and says how much is missing', () => {
  const whole = 'x'.repeat(budgets.reportText);
  expect([within(whole), within(`${whole}yz`)]).toEqual([whole, `${whole}… (2 more characters)`]);
});

test('a page has its title, its style and its content, and needs no other file', () => {
  const text = page('A title', ['<p>one</p>', '<p>two</p>']);
  expect(text.replace(/<style>[^<]*<\/style>/, '')).toBe(
    [
      '<!doctype html>',
      '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A title</title>',
      '</head><body><h1>A title</h1>',
      '<p>one</p>',
      '<p>two</p>',
      '</body></html>',
      '',
    ].join('\n'),
  );
  // What the reports mark has a color in both schemes.
  for (const part of [
    'color-scheme: light dark',
    '.right { color: light-dark(',
    '.wrong { color: light-dark(',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/<script|<link|src=|url\(/);
});

test('JUnit has a case for each, with what failed, and the output', () => {
  const failure = { message: 'a "b"', details: '<c>' };
  const cases = [{ name: 'one & two' }, { name: 'three', failure }];
  const lines = junit('suite', cases, 'x < y').split('\n');
  expect(lines).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="2" failures="1">',
    '  <testsuite name="suite" tests="2" failures="1">',
    '    <testcase classname="suite" name="one &amp; two"/>',
    '    <testcase classname="suite" name="three">',
    '      <failure message="a &quot;b&quot;">&lt;c&gt;</failure>',
    '    </testcase>',
    '    <system-out>x &lt; y</system-out>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
  expect(junit('suite', cases).split('\n')).toEqual(lines.filter((line) => !line.includes('system-out')));
});
