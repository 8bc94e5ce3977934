import type * as z from 'zod';
import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { type FieldProblem, Problem } from '../../domain/basics/problem.ts';
import { firstWrongItem } from '../../validation/first-error.ts';
import { keepsBodies, keptRequest } from '../answers/kept-body.ts';
import { readText } from '../wire/bounded-body.ts';
import { matchCasing, type Reading } from '../wire/casing.ts';
import { fieldProblems } from '../wire/field-problems.ts';
import { refuseEndlessJson, refuseHostileJson } from '../wire/hostile-json.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import { queryString } from '../wire/path.ts';
import { convertKinds } from '../wire/tolerance.ts';
import type { Description } from '../zones/description.ts';
import { type ServiceContext, warn, warnOrRefuse } from '../zones/env.ts';
import type { Step } from './middleware.ts';

/** Default maximum number of characters of a body. */
const MAX_BODY_LENGTH = 1_000_000;

/** Unknown properties that are listed by name per request; the rest are only counted. */
const MAX_NAMED = 20;

/** Checks the query by the description: names in any case, empty values absent (field notes 2.1). */
export const validateQuery: Step = ({ description, rules }) =>
  description &&
  ((c, next) => {
    if (description.query !== undefined || c.env.url.includes('?'))
      readQuery(c, description, rules.strict || c.env.core.strict);
    return next(c);
  });

/**
 * Checks the body by the description. If none is described, a body is reported; routes of the control API may
 * read a stream themselves. GET only reads, and a client cannot send a body with it.
 */
export const validateBody: Step = ({ description, rules, method }) => {
  if (description === undefined) return undefined;
  const { json, form, streamed, bodyLimit } = description;
  const isControl = rules.credential === 'Control';
  if (streamed !== undefined) {
    return (c, next) => {
      refuseOtherThanJson(readContentType(c));
      return next(c);
    };
  }
  const isDescribed = json !== undefined || form !== undefined;
  if (!isDescribed && (method === 'GET' || isControl)) return undefined;
  return async (c, next) => {
    const strict = rules.strict || c.env.core.strict;
    if (isDescribed) await readBody(c, description, strict, isControl);
    else await reportBody(c, bodyLimit, strict);
    return next(c);
  };
};

const readContentType = (c: ServiceContext) =>
  (c.req.header('Content-Type') ?? '').replace(/;.*/, '').trim().toLowerCase();

function readQuery(c: ServiceContext, { query, contentType }: Description, isStrict: boolean): void {
  // Links to a page may have parameters that the page does not support.
  const strict = isStrict && contentType !== 'text/html';
  const search = queryString(c.env.url);
  // Without inherited properties: a parameter may be named "constructor".
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    const key = name.toLowerCase();
    if (value === '' || key === 'access_token' || key === 'selfservicetoken') continue;
    if (given[name] !== undefined)
      warnOrRefuse(c, name, `query parameter ${name} was sent more than once; the last one counts`, strict);
    given[name] = value;
  }
  if (query === undefined) {
    for (const name of Object.keys(given).map(withoutLongNumbers))
      warnOrRefuse(c, name, `unknown query parameter ${name}`, strict && c.env.core.strict);
    return;
  }
  c.req.addValidatedData(
    'query',
    check(c, query, given, { strict, emptyTextUnsets: false }, 'query parameter'),
  );
}

/** @throws HttpProblem 400, 413 or 415, before a rule of the service sees it */
async function readBody(
  c: ServiceContext,
  { json, form, bodyOptional, bodyLimit = MAX_BODY_LENGTH, ignores }: Description,
  strict: boolean,
  isControl: boolean,
): Promise<void> {
  const text = await readText(c.req.raw, bodyLimit);
  c.env.body = text;
  if (text !== '' && keepsBodies(c)) c.env.trace.requestBody = keptRequest(text);
  const type = readContentType(c);
  if (form !== undefined) c.req.addValidatedData('form', parseForm(c, form, text, type, strict));
  if (json !== undefined) {
    const value = parseBody(text, type, bodyOptional === true);
    if (isControl) refuseEndlessJson(value);
    else refuseHostileJson(value);
    // An empty string in a call of the control API is a mistake in a test: an unset variable.
    const emptyTextUnsets = !isControl;
    c.req.addValidatedData('json', check(c, json, value, { strict, emptyTextUnsets }, 'property', ignores));
  }
}

/** Reports a body that is not read. */
async function reportBody(c: ServiceContext, limit = MAX_BODY_LENGTH, strict: boolean): Promise<void> {
  const text = (await readText(c.req.raw, limit)).trim();
  if (text === '' || text === '{}' || text === '[]') return;
  warnOrRefuse(c, '', 'the body is ignored: this path takes none', strict);
}

function parseBody(text: string, type: string, optional: boolean): unknown {
  if (text.trim() === '') {
    if (optional) return {};
    throw new HttpProblem(400, 'InvalidJson', 'The body is empty; send JSON.');
  }
  refuseOtherThanJson(type);
  return parseJson(text);
}

function refuseOtherThanJson(type: string): void {
  if (type !== '' && !/^(application\/json|text\/json|text\/plain|.*\+json)$/.test(type)) {
    throw new HttpProblem(
      415,
      'UnsupportedMediaType',
      `Send Content-Type: application/json; got "${type.slice(0, 60)}".`,
      { Accept: 'application/json' },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message may contain part of the body and thus card data, so only the position is reported.
    throw new HttpProblem(400, 'InvalidJson', `Invalid JSON${errorPlace((error as Error).message, text)}.`);
  }
}

/** Returns where a text stops being valid JSON, if the engine reports it. */
function errorPlace(message: string, text: string): string {
  const at = /at position (\d+)/.exec(message)?.[1] ?? (/end of/.test(message) ? text.length : undefined);
  if (at === undefined) return '';
  const lines = text.slice(0, Number(at)).split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}

/** OAuth's form (RFC 6749, 3.2): each parameter at most once, one without a value counts as absent, unknown ones ignored. */
function parseForm(
  c: ServiceContext,
  schema: z.ZodObject,
  text: string,
  type: string,
  strict: boolean,
): Record<string, unknown> {
  if (type !== 'application/x-www-form-urlencoded') {
    const came = type === '' ? 'no content type' : `"${type.slice(0, 60)}"`;
    throw new HttpProblem(
      400,
      'InvalidData',
      `Send Content-Type: application/x-www-form-urlencoded; got ${came}.`,
    );
  }
  const given = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of parameters(c, text, strict)) {
    if (seen.has(name))
      throw new HttpProblem(
        400,
        'InvalidData',
        `The parameter ${name.slice(0, 40)} was sent more than once.`,
      );
    seen.add(name);
    if (value !== '') given.set(name, value);
  }
  const known = Object.keys(schema.shape);
  for (const name of given.keys())
    if (!known.includes(name)) warnOfParameter(c, withoutLongNumbers(name.slice(0, 40)), strict);
  return schema.parse(Object.fromEntries(given));
}

/** RFC 6749 requires servers to ignore unknown parameters, so only a strict sandbox rejects them. */
function warnOfParameter(c: ServiceContext, name: string, strict: boolean): void {
  if (strict) throw new HttpProblem(400, 'InvalidData', `The parameter ${name} is not known.`);
  warn(c, `unknown parameter ${name}`);
}

/** The parameters of a form; JSON sent with the content type of a form is also accepted, because two programs send it. */
function parameters(
  c: ServiceContext,
  text: string,
  strict: boolean,
): Iterable<readonly [name: string, value: string]> {
  if (!text.trimStart().startsWith('{')) return new URLSearchParams(text);
  const message = 'the body is JSON; send it as application/x-www-form-urlencoded says';
  if (strict) throw new HttpProblem(400, 'InvalidData', `${message}: name=value&name=value.`);
  warn(c, message);
  const value = parseJson(text);
  refuseHostileJson(value);
  return Object.entries(value as object).map(([name, entry]) => [name, String(entry ?? '')]);
}

function check(
  c: ServiceContext,
  schema: z.ZodType,
  given: unknown,
  { strict, emptyTextUnsets }: { readonly strict: boolean; readonly emptyTextUnsets: boolean },
  what: string,
  ignores?: z.ZodObject,
): object {
  const unknown: Reading['unknown'] = [];
  const emptyLists: string[] = [];
  const repeated: string[] = [];
  const matched = matchCasing(schema, given, {
    unknown,
    repeated,
    emptyTextUnsets,
    ...(strict ? {} : { emptyLists }),
  });
  for (const path of emptyLists)
    warn(
      c,
      `${path === '' ? 'the body' : `${what} ${withoutLongNumbers(path)}`} is an empty list and was read as an empty object`,
    );
  for (const path of repeated)
    warnOrRefuse(
      c,
      path,
      `${what} ${path} was sent more than once, in different case; the last one counts`,
      strict,
    );
  let named = 0;
  for (const { path: asSent, nearest } of unknown) {
    const path = withoutLongNumbers(asSent);
    if (ignores !== undefined && isNamedBy(ignores, path)) {
      c.env.ignored.set(path, (given as Record<string, unknown>)[asSent]);
      continue;
    }
    named += 1;
    if (named > MAX_NAMED) continue;
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    if (strict) {
      const Message = `is not a known ${what}${hint}`;
      throw new Problem('Invalid', 'UnknownProperty', `${path}: ${Message}`, [
        { Field: path, Code: 'UnknownProperty', Message },
      ]);
    }
    warn(c, `unknown ${what} ${path}${hint}`);
  }
  if (named > MAX_NAMED)
    warn(c, `${named - MAX_NAMED} more unknown ${what === 'property' ? 'properties' : `${what}s`}`);
  // Valid input does not need the complete list of errors.
  const wrong = strict ? firstWrongItem(schema, matched) : undefined;
  if (wrong !== undefined) throw refusal(fieldProblems(wrong.error, wrong.value, wrong.path));
  let result = schema.safeParse(matched);
  if (!result.success && !strict) {
    const conversions = convertKinds(result.error, matched);
    for (const { path, message } of conversions) warn(c, `${what} ${withoutLongNumbers(path)} ${message}`);
    if (conversions.length > 0) result = schema.safeParse(matched);
  }
  if (result.success) return result.data as object;
  throw refusal(fieldProblems(result.error, matched));
}

function refusal(fields: FieldProblem[]): Problem {
  const [{ Field, Code, Message }] = fields as [FieldProblem, ...FieldProblem[]];
  const code = Code === 'Missing' ? 'InvalidData' : Code;
  return new Problem('Invalid', code, `${Field || 'The body'}: ${Message}`, fields);
}

function isNamedBy(schema: z.ZodObject, path: string): boolean {
  return Object.keys(schema.shape).some((name) => name.toLowerCase() === path.toLowerCase());
}
