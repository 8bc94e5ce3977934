import { describe, expect, it } from 'vitest';
import {
  comment,
  literal,
  quoted,
  rowVariable,
  shellQuoted,
  shellWord,
  templatePart,
} from '../../../sandbox/src/served/test-code/literal.ts';

const texts = [
  "it's",
  '\\',
  'a\\n',
  'line\nline\r',
  '\u2028\u2029\u001b]0;x\u0007\t',
  `\`\${x}\``,
  '$x',
  '"',
];

describe.each(texts)('the text %j', (text) => {
  it('is the same when it is read as JavaScript', () => {
    const read = (code: string): unknown => new Function(`return ${code}`)();
    expect(read(quoted(text))).toBe(text);
    expect(read(`\`${templatePart(text)}\``)).toBe(text);
    expect(read(literal({ [text]: [text, null, 1, true], __proto__: undefined }))).toEqual({
      [text]: [text, null, 1, true],
    });
  });

  it('sends no control character to a terminal, and ends no comment', () => {
    for (const code of [quoted(text), templatePart(text), comment(text)])
      expect(code).not.toMatch(/(?!\t)[\p{Cc}\u2028\u2029]/u);
  });
});

it('quotes for a shell what is no word', () => {
  expect(shellQuoted("it's $x")).toBe("'it'\\''s $x'");
  expect([shellWord('word_1'), shellWord('a b')]).toEqual(['word_1', "'a b'"]);
});

it('leaves fields without a value out, and names a prototype as a field', () => {
  expect(literal({ a: undefined, b: 1, 'c-d': {}, ['__proto__']: 2 })).toBe(
    "{ b: 1, 'c-d': {}, ['__proto__']: 2 }",
  );
});

it('names a variable by the number of a row alone', () => {
  expect([rowVariable(0), rowVariable(7, 'id')]).toEqual(['row0', 'id7']);
  for (const row of [-1, 1.5, Number.NaN, '1;x' as never])
    expect(() => rowVariable(row)).toThrow(`Expected the number of a row, got ${row}.`);
});
