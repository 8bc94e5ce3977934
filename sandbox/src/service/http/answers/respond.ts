import type { StatusCode } from 'hono/utils/http-status';
import type { ServiceContext } from '../zones/env.ts';

/**
 * Creates a response with the headers of the request's steps. Hono creates a `Headers` object for them, which costs more than
 * all other parts of a simple GET.
 */
export function respond(
  c: ServiceContext,
  body: string | null,
  status: StatusCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { env } = c;
  const { Vary } = env.headers;
  // No spread: docs/decisions.md.
  const all: Record<string, string> = Object.assign({}, env.headers, headers);
  if (Vary !== undefined && headers['Vary'] !== undefined) all['Vary'] = `${Vary}, ${headers['Vary']}`;
  const response = new Response(body, { status, headers: all });
  env.response = response;
  env.responseBody = body;
  env.responseHeaders = all;
  if (env.turn !== undefined && body !== null) env.turn.answer = body;
  return response;
}
