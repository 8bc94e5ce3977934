import type * as z from 'zod';
import type { Core } from '../core.ts';
import type { AccessToken, SelfServiceToken } from '../domain/records/credentials.ts';
import type { Credential, Operation, PlainSchema } from './description.ts';
import type { ServiceContext } from './env.ts';
import type { Reply } from './reply.ts';
import type { Traffic } from './traffic.ts';

/** One request, understood. */
export interface Call<Query = unknown, Body = unknown> {
  readonly core: Core;
  /** What the way in remembers: the log, limits, keys. */
  readonly traffic: Traffic;
  readonly c: ServiceContext;
  readonly request: Request;
  /** Where the service is reached, without a trailing slash: `http://localhost:4400/w/checkout`. */
  readonly baseUrl: string;
  /** What stands before the path of a page that a browser navigates to; the base URL unless the host says otherwise. */
  readonly pagesUrl: string;
  /** Origin of the page that asks; absent where no page does. */
  readonly pageOrigin: string | undefined;
  /** Segments of the path, by name, in their own case. */
  readonly params: { readonly [name: string]: string };
  readonly query: Query;
  readonly body: Body;
  readonly accessToken?: AccessToken;
  readonly selfServiceToken?: SelfServiceToken;
  /** All routes, for the description of them. */
  readonly routes: () => Promise<readonly Operation[]>;
  /** Tells the developer of something that works but is not right. */
  warn(text: string): void;
}

/** What a route answers: JSON in the API's form, or a ready reply for pages and files. */
export type Answer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Reply['headers'];
    }
  | Reply
  | Response;

/** One method of one path. Router, validation and OpenAPI are made from these. */
export interface Route<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for variable segments, in the case of the documentation. */
  readonly path: string;
  readonly credential: Credential;
  /** Group in the documentation. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query;
  readonly body?: Body;
  /** How a body comes; JSON unless said. */
  readonly bodyType?: 'json' | 'form';
  /** Whether a request without a body is read as `{}`. */
  readonly bodyOptional?: boolean;
  /** Characters of the largest body that is read; 1,000,000 unless said. */
  readonly bodyLimit?: number;
  /** Schema of the resource, whose read-only fields may come back in the body and are ignored. */
  readonly ignores?: z.ZodObject;
  /** Schema of the answer by status; `undefined` for one without JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | PlainSchema | undefined };
  /** Content type of an answer that is no JSON. */
  readonly contentType?: string;
  /** Refusals beyond those that follow from credential, query and body, for the documentation. */
  readonly refusals?: readonly number[];
  readonly handle: (call: Call<z.output<Query>, z.output<Body>>) => Answer | Promise<Answer>;
}

/** Types a route by its schemas; used as data, so the table has no type parameters. */
export function route<Query extends z.ZodType, Body extends z.ZodType>(
  definition: Route<Query, Body>,
): Route {
  return definition as unknown as Route;
}

/** Whether ClientLib or a page calls it: such answers carry the `Error` envelope of field notes 1.4. */
export function isSelfService(path: string): boolean {
  return path.startsWith('/api/v1/CustomerSelfService/') || path.startsWith('/providers/');
}
