import { invalid } from '../../domain/basics/problem.ts';
import { HttpProblem } from './http-problem.ts';

/** Maximum nesting of objects and lists in a body. No resource has more than eight levels. */
const MAX_DEPTH = 32;

/** Maximum length of a string; the longest valid one is a store's receipt. */
const MAX_TEXT_LENGTH = 200_000;

/** Maximum number of properties and elements of all objects and lists together. */
export const MAX_VALUES = 50_000;

/** Names that access JavaScript's own objects in careless programs, possibly in a merchant's back end. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

// Control characters other than tab and line ends, and unpaired surrogates: valid texts have none, and documents,
// webhooks and other databases fail on them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const refusedCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** Single-line fields, which are used in letters, files and other programs. */
const singleLine =
  /(^|\.)(FirstName|LastName|CompanyName|EmailAddress|PhoneNumber|VatId|Tag|Locale|ExternalCustomerId|DebitorAccount|AddressLine[12]|Street|HouseNumber|PostalCode|City|State|Country|CouponCode|Key)$/i;

/** Rejects valid JSON that can only be an accident or an attack, before any schema sees it. */
export function refuseHostileJson(body: unknown, maxValues = MAX_VALUES): void {
  lookAt(body, maxValues, true);
}

/**
 * Rejects only bodies with more values or levels than any valid one. For the developer's own tools, whose names and
 * texts are not restricted.
 */
export function refuseEndlessJson(body: unknown, maxValues = MAX_VALUES): void {
  lookAt(body, maxValues, false);
}

function lookAt(body: unknown, maxValues: number, refusesTexts: boolean): void {
  let values = 0;
  const look = (value: unknown, path: string, depth: number): void => {
    values += 1;
    if (values > maxValues)
      throw new HttpProblem(413, 'TooLarge', `The body has more than ${maxValues} values.`);
    if (refusesTexts && typeof value === 'string') refuseText(value, path);
    if (typeof value !== 'object' || value === null) return;
    if (depth > MAX_DEPTH)
      throw new HttpProblem(400, 'InvalidJson', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) look(value[at], `${path}[${at}]`, depth + 1);
      return;
    }
    for (const name of Object.keys(value)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (refusesTexts) refuseName(name, field, path);
      look((value as Record<string, unknown>)[name], field, depth + 1);
    }
  };
  look(body, '', 1);
}

function refuseName(name: string, field: string, path: string): void {
  if (refusedNames.has(name)) throw invalid(field, `"${name}" cannot be the name of a property.`);
  if (refusedCharacters.test(name)) throw invalid(path, 'a property has control characters in its name.');
}

function refuseText(text: string, path: string): void {
  if (text.length > MAX_TEXT_LENGTH) {
    throw invalid(path, `the text has ${text.length} characters; at most ${MAX_TEXT_LENGTH} are allowed.`);
  }
  if (refusedCharacters.test(text))
    throw invalid(path, 'the text has control characters or half a surrogate pair in it.');
  if (/[\t\r\n]/.test(text) && singleLine.test(path))
    throw invalid(path, 'the text has a line break or a tab in it; this field has one line.');
}
