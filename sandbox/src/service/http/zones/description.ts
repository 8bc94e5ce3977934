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
  /** … or of JSON that the handler reads and checks while it comes; the schema is for the documentation. */
  readonly streamed?: z.ZodType;
  /** Whether a request without a body is read as `{}`. */
  readonly bodyOptional?: boolean;
  /** Characters of the largest body that is read; 1,000,000 unless set. */
  readonly bodyLimit?: number;
  /** Schema of the resource, whose read-only fields may come back in the body and are ignored. */
  readonly ignores?: z.ZodObject;
  /** Whether it is answered while the clock moves; all others wait for a moment at which nothing is due. */
  readonly whileClockMoves?: true;
  /** Whether it works on copies of the state alone: it is no row of a session. */
  readonly onCopy?: true;
  /** Schema of the answer by status; `undefined` for one without JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | PlainSchema | undefined };
  /** Content type of an answer that is not JSON, or those that it may have. */
  readonly contentType?: string | readonly string[];
  /** Refusals beyond those that follow from credential, query and body, for the documentation. */
  readonly refusals?: readonly number[];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** In which form a refusal goes out: RFC 9457, the same with the envelope of field notes 1.4, or RFC 6749, 5.2. */
export type ProblemForm = 'Problem' | 'SelfService' | 'OAuth';

/** A place in the guides: `webhooks#register` is `/docs/guides/webhooks#register`. */
export type GuidePlace = string;

/**
 * What holds for every route of a zone. Steps, answers and the documentation read it here: none of them looks at a path to
 * find out.
 */
export interface Rules {
  readonly credential: Credential;
  /** Whether requests are counted by caller (spec: Limits 3). */
  readonly limits: boolean;
  /** Whether POST and PUT take an `Idempotency-Key`. */
  readonly idempotency: boolean;
  /** Which pages of other origins may read responses: any, those that the account names, or none. */
  readonly cors: 'any' | 'account' | 'none';
  /** Whether pages of other origins are refused, where `cors` does not allow them. */
  readonly backEndsOnly: boolean;
  /** Whether what is unknown is refused, as `--strict` does everywhere. */
  readonly strict: boolean;
  /** Whether fault rules apply. */
  readonly faults: boolean;
  /** Whether it works in a workspace that is full: what makes room, or is needed for that. */
  readonly worksWhenFull: boolean;
  /** Which bodies the request log keeps: all, those of requests that change something, or none. */
  readonly bodies: 'kept' | 'keptOfChanges' | 'dropped';
  readonly problems: ProblemForm;
  /** Whether a person who follows a wrong link sees a page. */
  readonly pages: boolean;
  /** Where the guides explain its refusals; `denied` for 401 and 403. */
  readonly guide: { readonly refused: GuidePlace; readonly denied?: GuidePlace };
  /** Variable segments that are a key to something, which the log hides. */
  readonly keys?: readonly string[];
  /** What its 404 page says first. */
  readonly missingPage?: string;
  /** Whether the documentation writes its paths with a trailing slash. */
  readonly trailingSlash?: boolean;
}

/** The route of a request, as steps and answers know it. */
export interface FoundRoute {
  /** As it was registered: `/api/v1/orders/:id`; with `/*` at the end where no route was found. */
  readonly path: string;
  readonly rules: Rules;
  /** Absent where no route was found. */
  readonly description?: Description;
}

/** One method of one path, as the documentation shows it. */
export interface Operation extends Description {
  readonly method: Method;
  /** With `{name}` for variable segments, in the case of the documentation. */
  readonly path: string;
  readonly rules: Rules;
}
