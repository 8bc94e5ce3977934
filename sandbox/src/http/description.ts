import type * as z from 'zod';

/** Which credential a path wants. */
export type Credential =
  /** An OAuth access token (spec: Authentication 6). */
  | 'AccessToken'
  /** A self-service token, bound to one contract (spec: Authentication 8). */
  | 'SelfServiceToken'
  /** None, or a public key in the request. Open to every origin. */
  | 'Public'
  /** The control API: closed to foreign origins. */
  | 'Control';

/** A schema written down as JSON Schema: for answers that must not load the schema library. */
export interface PlainSchema {
  readonly jsonSchema: { readonly [keyword: string]: unknown };
}

/** What a route takes and answers: the one source of its types, its validation and its documentation. */
export interface Description {
  /** Group in the documentation. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  /** Body of JSON, or … */
  readonly json?: z.ZodType;
  /** … of a form. */
  readonly form?: z.ZodObject;
  /** Whether a request without a body is read as `{}`. */
  readonly bodyOptional?: boolean;
  /** Characters of the largest body that is read; 1,000,000 unless set. */
  readonly bodyLimit?: number;
  /** Schema of the resource, whose read-only fields may come back in the body and are ignored. */
  readonly ignores?: z.ZodObject;
  /** Whether it is answered while the clock moves; all others wait for a moment at which nothing is due. */
  readonly whileClockMoves?: true;
  /** Schema of the answer by status; `undefined` for one without JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | PlainSchema | undefined };
  /** Content type of an answer that is not JSON, or those that it may have. */
  readonly contentType?: string | readonly string[];
  /** Refusals beyond those that follow from credential, query and body, for the documentation. */
  readonly refusals?: readonly number[];
}

/** One method of one path, as the documentation shows it. */
export interface Operation extends Description {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for variable segments, in the case of the documentation. */
  readonly path: string;
  readonly credential: Credential;
}
