import { redactedBody } from '../http/redacted-body.ts';
import type { AccountResponse } from './account-client.ts';
import { AccountError } from './service-url.ts';
import type { VerifyRequest } from './verify-requests.ts';

/** A request with what a service answered, without secrets. */
export interface Exchange {
  readonly Operation: string;
  readonly Method: string;
  readonly Path: string;
  readonly Body?: unknown;
  readonly Anonymous?: true;
  readonly Page?: true;
  readonly Response: {
    readonly Status: number;
    readonly Headers: Readonly<Record<string, string>>;
    readonly Body: unknown;
  };
}

/** Answers of a service, to be compared without it. */
export interface Cassette {
  readonly Version: 1;
  readonly Url: string;
  readonly Exchanges: readonly Exchange[];
}

/** Headers that are kept: those that are compared. */
const KEPT = ['Content-Type', 'ETag', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'WWW-Authenticate'];

/** An exchange as it is kept. */
export function recorded(request: VerifyRequest, { status, headers, body }: AccountResponse): Exchange {
  const { operation, method, path, isAnonymous, isPage } = request;
  const kept = KEPT.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    Operation: operation,
    Method: method,
    Path: path,
    ...(request.body === undefined ? {} : { Body: redacted(request.body) }),
    ...(isAnonymous === true ? { Anonymous: true as const } : {}),
    ...(isPage === true ? { Page: true as const } : {}),
    Response: { Status: status, Headers: Object.fromEntries(kept), Body: redacted(body) },
  };
}

const redacted = (body: unknown): unknown => JSON.parse(redactedBody(JSON.stringify(body ?? null)));

/** The request and the answer of an exchange. */
export function played({ Operation, Method, Path, Body, Anonymous, Page, Response }: Exchange) {
  const request: VerifyRequest = {
    operation: Operation,
    method: Method as VerifyRequest['method'],
    path: Path,
    ...(Body === undefined ? {} : { body: Body }),
    ...(Anonymous === true ? { isAnonymous: true } : {}),
    ...(Page === true ? { isPage: true } : {}),
  };
  const { Status, Headers: headers, Body: body } = Response;
  return { request, response: { status: Status, headers: new Headers(headers), body } };
}

/** @throws AccountError when the text is no cassette */
export function readCassette(text: string, file: string): Cassette {
  try {
    const cassette = JSON.parse(text) as Cassette;
    if (cassette.Version === 1 && Array.isArray(cassette.Exchanges)) return cassette;
  } catch {
    // Said below.
  }
  throw new AccountError(
    `--cassette: ${file} is not a cassette; verify --against URL --cassette FILE writes one.`,
  );
}
