import { expect, it } from 'vitest';
import { tokenize } from '../../../../sandbox/src/served/inspector/code-tokens.ts';
import { parseElement, snippets } from '../../../../sandbox/src/served/inspector/playground-code.ts';

/* The code of the playground: how it is colored, what is filled in, and what the frame runs of it. */

const filling = {
  publicApiKey: 'KEY',
  baseUrl: 'http://sandbox.test',
  planVariantId: 'PLAN',
  token: 'TOKEN',
};

const kindsIn = (code: string) =>
  tokenize(code).flatMap(({ kind, text }) => (kind === undefined ? [] : [`${kind} ${text}`]));

it.each([
  ['// one\nx', ['comment // one']],
  ['/* a\nb */ x', ['comment /* a\nb */']],
  ['<!-- a\nb -->', ['comment <!-- a\nb -->']],
  ["'it\\'s' x", ["string 'it\\'s'"]],
  ['"a" `b\n\\`c`', ['string "a"', 'string `b\n\\`c`']],
  ["'no\nend'", []],
  ['const x = await y', ['keyword const', 'keyword await']],
  ['constant awaits', []],
  ['12.5 + x1', ['number 12.5']],
  ['<p class="a"> b</p>', ['tag <p', 'string "a"', 'tag >', 'tag </p', 'tag >']],
  ['<!doctype html>', ['tag <!doctype', 'tag >']],
  ['<input />', ['tag <input', 'tag />']],
  ['(a) => b', []],
])('%j has %j', (code, kinds) => {
  expect(kindsIn(code)).toEqual(kinds);
});

it.each(snippets)('the code for $name is its tokens, with what is filled in', ({ name, runs, code }) => {
  const text = code(filling);
  const tokens = tokenize(text);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
  expect(text).not.toMatch(/\$\{(publicApiKey|baseUrl|planVariantId|token)\}/);
  const isPortal = name.includes('portal');
  expect([text.includes('KEY'), text.includes('TOKEN')]).toEqual([!isPortal, isPortal]);
  expect(text.includes('http://sandbox.test')).toBe(runs !== 'script');
  expect(parseElement(text) !== undefined).toBe(runs === 'element');
});

it('the element of a page has its attributes, but runs no code', () => {
  const code =
    '<p><clientlib-signup public-api-key="a b" hide-coupon onready="alert(1)"\n locale="de"></clientlib-signup>';
  expect(parseElement(code)).toEqual({
    element: 'clientlib-signup',
    attributes: { 'public-api-key': 'a b', 'hide-coupon': '', locale: 'de' },
  });
  expect(parseElement('<clientlib-portal token="t">')).toEqual({
    element: 'clientlib-portal',
    attributes: { token: 't' },
  });
  expect(parseElement('<clientlib-other token="t">')).toBeUndefined();
});

// After an intended change: npx vitest run --project unit test/sandbox/served/inspector/code-tokens.test.ts --update
it('the code of each kind of project is as the reviewed file has it', async () => {
  const filled = {
    publicApiKey: 'KEY',
    baseUrl: 'http://sandbox.test',
    planVariantId: 'PLAN',
    token: 'TOKEN',
  };
  const codes = snippets.map(({ name, runs, code }) => `=== ${name}, run as ${runs}\n\n${code(filled)}`);
  await expect(codes.join('\n')).toMatchFileSnapshot('./files/playground.txt');
});
