import { expect, test } from 'vitest';
import { escaped, within } from '../../../../sandbox/src/clients/reports/documents.ts';
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
