import type * as z from 'zod';

/** The credential that a path requires. */
export type Credential =
  /** An OAuth access token (spec: Authentication 6). */
  | 'AccessToken'
  /** A self-service token, bound to one contract (spec: Authentication 8). */
  | 'SelfServiceToken'
  /** No credential, or a public key in the request. Open to every origin. */
  | 'Public'
  /** The control API: closed to foreign origins. */
  | 'Control';

/** A schema as plain JSON Schema, for responses that must not load the schema library. */
export interface PlainSchema {
  readonly jsonSchema: { readonly [keyword: string]: unknown };
}

/** The input and output of a route: the single source of its types, validation and documentation. */
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
  /** … or of JSON that the handler reads and checks as a stream; the schema is for the documentation. */
  readonly streamed?: z.ZodType;
  /** True if a request without a body is read as `{}`. */
  readonly bodyOptional?: boolean;
  /** Maximum characters of a request body. Default: 1,000,000. */
  readonly bodyLimit?: number;
  /** Schema of the resource, whose read-only fields are ignored in the body. */
  readonly ignores?: z.ZodObject;
  /** True if it responds while the clock moves; all others wait until nothing is due. */
  readonly whileClockMoves?: true;
  /** True if it only works on copies of the state, so it is not recorded in a session. */
  readonly onCopy?: true;
  /** Schema of the response by status; `undefined` for a response without JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | PlainSchema | undefined };
  /** Content type of a response that is not JSON, or its possible content types. */
  readonly contentType?: string | readonly string[];
  /** Rejections in addition to those of credential, query and body, for the documentation. */
  readonly refusals?: readonly number[];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The format of a rejection: RFC 9457, the same with the envelope of field notes 1.4, or RFC 6749, 5.2. */
export type ProblemForm = 'Problem' | 'SelfService' | 'OAuth';

/** A place in the guides: `webhooks#register` is `/docs/guides/webhooks#register`. */
export type GuidePlace = string;

/**
 * The rules of every route of a zone. Middleware, responses and the documentation read them here instead of inspecting
 * paths.
 */
export interface Rules {
  readonly credential: Credential;
  /** True if requests are counted by caller (spec: Limits 3). */
  readonly limits: boolean;
  /** True if POST and PUT accept an `Idempotency-Key`. */
  readonly idempotency: boolean;
  /** The pages of other origins that can read responses: any, those that the account allows, or none. */
  readonly cors: 'any' | 'account' | 'none';
  /** True if pages of other origins are rejected, unless `cors` allows them. */
  readonly backEndsOnly: boolean;
  /** True if unknown properties are rejected, as with `--strict`. */
  readonly strict: boolean;
  /** True if fault rules apply. */
  readonly faults: boolean;
  /** True if it works in a full workspace: requests that free space, or are needed for that. */
  readonly worksWhenFull: boolean;
  /** The bodies that the request log keeps: all, those of requests that change something, or none. */
  readonly bodies: 'kept' | 'keptOfChanges' | 'dropped';
  readonly problems: ProblemForm;
  /** True if errors are shown as pages to people who follow a wrong link. */
  readonly pages: boolean;
  /** The place in the guides that explains its rejections; `denied` for 401 and 403. */
  readonly guide: { readonly refused: GuidePlace; readonly denied?: GuidePlace };
  /** Variable segments that are secrets, which the log hides. */
  readonly keys?: readonly string[];
  /** The heading of its 404 page. */
  readonly missingPage?: string;
  /** True if the documentation writes its paths with a trailing slash. */
  readonly trailingSlash?: boolean;
}

/** The route of a request, as steps and responses use it. */
export interface FoundRoute {
  /** The registered path, `/api/v1/orders/:id`; with `/*` at the end if no route was found. */
  readonly path: string;
  readonly rules: Rules;
  /** Absent if no route was found. */
  readonly description?: Description;
}

/** One method of one path, as shown in the documentation. */
export interface Operation extends Description {
  readonly method: Method;
  /** With `{name}` for variable segments, in the case of the documentation. */
  readonly path: string;
  readonly rules: Rules;
}
