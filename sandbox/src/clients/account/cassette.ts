import type { AccountResponse } from './account-client.ts';
import { boundedJson } from './bounded-json.ts';
import { refuseOtherKind } from './file-kind.ts';
import type { Redaction } from './redaction.ts';
import { AccountError } from './service-url.ts';
import type { VerifyRequest } from './verify-requests.ts';

/** A request with the service's response, without secrets and personal data. */
export interface Exchange {
  readonly Operation: string;
  readonly Method: string;
  readonly Path: string;
  readonly Body?: unknown;
  readonly Anonymous?: true;
  readonly Page?: true;
  readonly Shape?: true;
  /** The customer's token, as its position in an earlier response. */
  readonly Token?: string;
  /** A placeholder for the `Idempotency-Key`. */
  readonly Key?: string;
  readonly Response: {
    readonly Status: number;
    readonly Headers: Readonly<Record<string, string>>;
    readonly Body: unknown;
  };
}

/** Responses of a service, for a comparison without it. */
export interface Cassette {
  /** Absent in older versions. */
  readonly Format?: 'clientlib-sandbox cassette';
  readonly Version: 1;
  readonly Url: string;
  /** In a recording, requests refer to values of earlier responses by position: `{{4.Id}}`. */
  readonly Recorded?: true;
  readonly Exchanges: readonly Exchange[];
}

/** Headers that are stored: those that are compared, and the time. */
const KEPT = [
  'Content-Type',
  'ETag',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'WWW-Authenticate',
  'Date',
];

/** Headers whose wording is up to the service. */
const PROSE = ['ETag', 'WWW-Authenticate'];

/** A stored exchange. */
export function recorded(
  request: VerifyRequest,
  { status, headers, body }: AccountResponse,
  redaction: Redaction,
): Exchange {
  const { operation, method, path, isAnonymous, isPage, isShape, token, key } = request;
  const kept = KEPT.flatMap((name) => {
    const value = headers.get(name);
    if (value === null) return [];
    return [[name, PROSE.includes(name) ? redaction.text(value) : value] as const];
  });
  return {
    Operation: operation,
    Method: method,
    Path: path,
    ...(request.body === undefined ? {} : { Body: request.body }),
    ...(isAnonymous === true ? { Anonymous: true as const } : {}),
    ...(isPage === true ? { Page: true as const } : {}),
    ...(isShape === true ? { Shape: true as const } : {}),
    ...(token === undefined ? {} : { Token: token }),
    ...(key === undefined ? {} : { Key: key }),
    Response: { Status: status, Headers: Object.fromEntries(kept), Body: redaction.json(body ?? null, path) },
  };
}

/** The request and the response of an exchange. */
export function played(exchange: Exchange) {
  const { Operation, Method, Path, Body, Anonymous, Page, Shape, Token, Key, Response } = exchange;
  const request: VerifyRequest = {
    operation: Operation,
    method: Method,
    path: Path,
    ...(Body === undefined ? {} : { body: Body }),
    ...(Anonymous === true ? { isAnonymous: true } : {}),
    ...(Page === true ? { isPage: true } : {}),
    ...(Shape === true ? { isShape: true } : {}),
    ...(Token === undefined ? {} : { token: Token }),
    ...(Key === undefined ? {} : { key: Key }),
  };
  const { Status, Headers: headers, Body: body } = Response;
  return { request, response: { status: Status, headers: new Headers(headers), body } };
}

/** @throws AccountError if the text is not a cassette */
export function readCassette(text: string, file: string): Cassette {
  refuseOtherKind('cassette', text, file);
  const cassette = boundedJson(text, `--cassette: ${file}`) as Partial<Cassette> | null | undefined;
  if (cassette?.Version === 1 && Array.isArray(cassette.Exchanges)) return cassette as Cassette;
  throw new AccountError(
    `--cassette: ${file} is not a cassette. Create one with capture, or with verify --against URL --cassette FILE.`,
  );
}
