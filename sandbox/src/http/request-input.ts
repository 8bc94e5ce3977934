import type { z } from 'zod';
import { Problem } from '../domain/problem.ts';
import { matchCasing, type UnknownProperty } from './casing.ts';
import { fieldProblems } from './problem-response.ts';
import type { Route } from './route.ts';

/** Largest body that is read. */
const LARGEST_BODY = 1_000_000;

type Warn = (text: string) => void;

/** The query by the route's schema: names in any case, empty values absent (field notes 2.1). */
export function readQuery(route: Route, url: URL, strict: boolean, warn: Warn): unknown {
  if (route.query === undefined) return {};
  const given: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (value !== '' && name.toLowerCase() !== 'access_token') given[name] = value;
  }
  return check(route.query, given, strict, warn, 'query parameter');
}

/** The body by the route's schema. GET and DELETE may arrive with a content type and no body. */
export async function readBody(route: Route, request: Request, strict: boolean, warn: Warn): Promise<unknown> {
  if (route.body === undefined) return undefined;
  const text = await request.text();
  if (text.length > LARGEST_BODY) {
    throw new HttpProblem(413, 'TooLarge', `The body has ${text.length} characters; at most ${LARGEST_BODY} are read.`);
  }
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  let value: unknown;
  if (route.bodyType === 'form') {
    value = Object.fromEntries(new URLSearchParams(text));
  } else if (text.trim() === '' && route.bodyOptional === true) {
    value = {};
  } else {
    if (type !== '' && type !== 'application/json' && !type.endsWith('+json') && type !== 'text/plain') {
      throw new HttpProblem(415, 'UnsupportedMediaType', `Send application/json; "${type}" came.`);
    }
    value = parseJson(text);
  }
  return check(route.body, value, strict, warn, 'property');
}

/** A request that is refused before any rule of the service looks at it. */
export class HttpProblem extends Problem {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super('Invalid', code, message);
    this.status = status;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpProblem(400, 'InvalidJson', `The body is not JSON: ${(error as Error).message.slice(0, 80)}`);
  }
}

function check(schema: z.ZodType, given: unknown, strict: boolean, warn: Warn, what: string): unknown {
  const unknown: UnknownProperty[] = [];
  const matched = matchCasing(schema, given, unknown);
  for (const { path, nearest } of unknown) {
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    if (strict) {
      const Message = `is not a known ${what}${hint}`;
      throw new Problem('Invalid', 'UnknownProperty', `${path} ${Message}`, [{ Field: path, Code: 'UnknownProperty', Message }]);
    }
    warn(`unknown ${what} ${path}${hint}`);
  }
  const result = schema.safeParse(matched);
  if (result.success) return result.data;
  const fields = fieldProblems(result.error, matched);
  const first = fields[0];
  throw new Problem('Invalid', 'InvalidData', first === undefined ? 'Invalid data.' : `${first.Field || 'The body'} ${first.Message}`, fields);
}
