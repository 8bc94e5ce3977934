import type * as z from 'zod';
import { Problem } from '../domain/problem.ts';
import { matchCasing, type UnknownProperty } from './casing.ts';
import { fieldProblems } from './field-problems.ts';
import { refuseHostileJson } from './hostile-json.ts';
import { HttpProblem } from './http-problem.ts';
import { masked } from './masking.ts';
import type { Route } from './route.ts';
import type { ServiceRequest } from './service-request.ts';

/** Characters of the largest body that is read, where a route says nothing else. */
const LARGEST_BODY = 1_000_000;

type Warn = (text: string) => void;

/** The query by the route's schema: names in any case, empty values absent (field notes 2.1). */
export function readQuery(route: Route, search: string, strict: boolean, warn: Warn): unknown {
  if (search === '' && route.query === undefined) return {};
  const given: Record<string, string> = {};
  if (search !== '') {
    for (const [name, value] of new URLSearchParams(search)) {
      const key = name.toLowerCase();
      if (value === '' || key === 'access_token' || key === 'selfservicetoken') continue;
      if (given[name] !== undefined) warn(`query parameter ${name} came more than once; the last one counts`);
      given[name] = value;
    }
  }
  if (route.query === undefined) {
    for (const name of Object.keys(given)) warn(`unknown query parameter ${masked(name)}`);
    return {};
  }
  return check(route.query, given, strict, warn, 'query parameter');
}

/**
 * The body by the route's schema, with its text. GET and DELETE may arrive with a content type and no body.
 *
 * @throws HttpProblem 400, 413 or 415, before a rule of the service has looked at it
 */
export async function readBody(
  route: Route,
  request: ServiceRequest,
  strict: boolean,
  warn: Warn,
): Promise<{ readonly value: unknown; readonly text: string }> {
  if (route.body === undefined) return { value: undefined, text: '' };
  const text = await textOf(request, route.bodyLimit ?? LARGEST_BODY);
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (route.bodyType === 'form') return { value: formOf(route.body, text, type, warn), text };
  if (text === '' || text.trim() === '') {
    if (route.bodyOptional !== true) {
      throw new HttpProblem(400, 'InvalidJson', 'The body is empty; send JSON.');
    }
    return { value: check(route.body, {}, strict, warn, 'property', route.ignores), text };
  }
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json') && type !== 'text/plain') {
    throw new HttpProblem(
      415,
      'UnsupportedMediaType',
      `Send application/json; "${type.slice(0, 60)}" came.`,
      {
        Accept: 'application/json',
      },
    );
  }
  const value = parseJson(text);
  if (route.credential !== 'Control') refuseHostileJson(value);
  return { value: check(route.body, value, strict, warn, 'property', route.ignores), text };
}

/** The text of the body; a body that is too large is not read to its end. */
async function textOf(request: ServiceRequest, limit: number): Promise<string> {
  const announced = Number(request.headers.get('Content-Length') ?? 0);
  if (announced > limit * 4) throw tooLarge(`${announced} bytes`, limit);
  const reading = request.headers.has('Transfer-Encoding') ? streamedText(request, limit) : request.text();
  const text = await reading.catch((error: unknown) => {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(400, 'InvalidData', 'The body broke off before its end.');
  });
  if (text.length > limit) throw tooLarge(`${text.length} characters`, limit);
  return text;
}

async function streamedText(request: ServiceRequest, limit: number): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > limit) {
      await reader.cancel();
      throw tooLarge(`more than ${limit} characters`, limit);
    }
  }
}

function tooLarge(came: string, limit: number): HttpProblem {
  return new HttpProblem(413, 'TooLarge', `The body has ${came}; at most ${limit} characters are read.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message may show a part of the body, which may hold card data: the place alone is told.
    const at = /at position (\d+)(?: \(line (\d+) column (\d+)\))?/.exec((error as Error).message);
    const position = Number(at?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    throw new HttpProblem(
      400,
      'InvalidJson',
      `The body is not JSON: it goes wrong at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`,
    );
  }
}

/** OAuth's form (RFC 6749, 3.2): each parameter at most once, one without a value counts as absent, unknown ones are ignored. */
function formOf(schema: z.ZodType, text: string, type: string, warn: Warn): unknown {
  if (type !== 'application/x-www-form-urlencoded') {
    const came = type === '' ? 'no content type' : `"${type.slice(0, 60)}"`;
    throw new HttpProblem(
      400,
      'InvalidData',
      `Send Content-Type: application/x-www-form-urlencoded; ${came} came.`,
    );
  }
  const given = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (seen.has(name))
      throw new HttpProblem(400, 'InvalidData', `The parameter ${name.slice(0, 40)} came more than once.`);
    seen.add(name);
    if (value !== '') given.set(name, value);
  }
  const known = Object.keys((schema as z.ZodObject).shape);
  for (const name of given.keys())
    if (!known.includes(name)) warn(`unknown parameter ${masked(name.slice(0, 40))}`);
  return schema.parse(Object.fromEntries(given));
}

function check(
  schema: z.ZodType,
  given: unknown,
  strict: boolean,
  warn: Warn,
  what: string,
  ignores?: z.ZodObject,
): unknown {
  const unknown: UnknownProperty[] = [];
  const matched = matchCasing(schema, given, unknown);
  for (const { path: asSent, nearest } of unknown) {
    const path = masked(asSent);
    if (ignores !== undefined && isNamedBy(ignores, path)) continue;
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    if (strict) {
      const Message = `is not a known ${what}${hint}`;
      throw new Problem('Invalid', 'UnknownProperty', `${path}: ${Message}`, [
        { Field: path, Code: 'UnknownProperty', Message },
      ]);
    }
    warn(`unknown ${what} ${path}${hint}`);
  }
  const result = schema.safeParse(matched);
  if (result.success) return result.data;
  const fields = fieldProblems(result.error, matched);
  const first = fields[0];
  const message = first === undefined ? 'Invalid data.' : `${first.Field || 'The body'}: ${first.Message}`;
  throw new Problem('Invalid', 'InvalidData', message, fields);
}

function isNamedBy(schema: z.ZodObject, path: string): boolean {
  return Object.keys(schema.shape).some((name) => name.toLowerCase() === path.toLowerCase());
}
