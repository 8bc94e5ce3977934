import * as z from 'zod';
import { type RefusalCode, refusalCodes } from '../../domain/basics/problem-codes.ts';
import { orderResult } from '../../model/order.ts';
import type { Operation } from '../zones/description.ts';

const fieldProblem = z
  .object({
    Field: z
      .string()
      .meta({ description: 'Path of the field.', example: 'Cart.ComponentSubscriptions[0].Quantity' }),
    Code: z.enum(refusalCodes).meta({ example: 'InvalidData' }),
    Message: z.string().meta({ example: 'Too small: expected number to be >=0, got -1' }),
  })
  .meta({ id: 'FieldProblem', description: 'One invalid field: what was sent, what was expected.' });

const envelope = z
  .object({
    Code: z
      .enum([...refusalCodes, ''])
      .meta({ description: 'Empty if the provider returned none.', example: 'InsufficientBalance' }),
    Message: z.string().meta({
      description: 'For customers, in their language.',
      example: 'Your payment was declined.',
    }),
    Details: z.string().meta({
      description: 'The reason for a declined payment, for customers; empty in all other cases.',
      example: 'Your card was declined.',
    }),
    DeveloperMessage: z
      .string()
      .meta({ description: 'For developers: what was sent, what was expected, what to do.' }),
    Field: z
      .string()
      .optional()
      .meta({ description: 'Path of the first invalid field.', example: 'Cart.CouponCode' }),
    Order: orderResult.optional().meta({ description: 'The order that could not be paid.' }),
  })
  .meta({ id: 'SelfServiceError', description: 'The source of the ClientLib error object.' });

/** Every rejection (RFC 9457, with the service's own fields). */
export const problem = z
  .object({
    type: z.string().meta({
      description: 'Address of the guide that explains it.',
      example: 'http://localhost:4400/docs/guides/rest#refusals',
    }),
    title: z.string().meta({ example: 'Invalid data' }),
    status: z.number().int().meta({ example: 422 }),
    detail: z.string().meta({ description: 'The same as Message.' }),
    Message: z
      .string()
      .meta({ description: 'For developers: what was sent, what was expected, what to do.' }),
    Code: z.enum(refusalCodes).meta({ description: 'For programs.', example: 'InvalidData' }),
    Errors: z.array(fieldProblem).optional(),
    Error: envelope.optional().meta({ description: 'Only in responses to ClientLib.' }),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });

/** A declined payment: 200 with only this (field notes 1.4). */
export const declined = z
  .object({ Error: envelope })
  .meta({ id: 'Declined', description: 'The payment was declined; the customer can try again.' });

/** RFC 6749, 5.2. */
export const oauthError = z
  .object({
    error: z.string().meta({ example: 'invalid_client' }),
    error_description: z.string(),
    Message: z.string().meta({ description: 'The same as error_description.' }),
  })
  .meta({ id: 'OAuthError', description: 'A refusal of the OAuth endpoints (RFC 6749, 5.2).' });

/** When a request is rejected, with an example. */
export interface Refusal {
  /** The name of its component. */
  readonly name: string;
  readonly description: string;
  readonly code: RefusalCode;
  readonly message: string;
}

/** The rejection of each status. */
export const refusals: { readonly [status: number]: Refusal } = {
  400: {
    name: 'BadRequest',
    description: 'The body is not JSON, or the request is malformed.',
    code: 'InvalidJson',
    message: 'Invalid JSON at line 1, column 14.',
  },
  401: {
    name: 'Unauthorized',
    description:
      'The token is missing, unknown, revoked or expired. `WWW-Authenticate` says which (RFC 6750).',
    code: 'LoginError',
    message: 'The access token is unknown or was revoked. Fetch a new one from POST /oauth/token/.',
  },
  403: {
    name: 'Forbidden',
    description: 'The account settings, or the origin of the request, do not allow it.',
    code: 'PermissionDenied',
    message: 'Customers cannot change their data: the account setting SelfService.CustomerChange is false.',
  },
  404: {
    name: 'NotFound',
    description: 'No such path or workspace, or nothing with this id.',
    code: 'NotFound',
    message: 'There is no contract "6a10580a3c9b1f0e5d000001" in this sandbox.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not allow this method; `Allow` names those that it does.',
    code: 'MethodNotAllowed',
    message: '/oauth/token does not allow GET; use POST, OPTIONS.',
  },
  409: {
    name: 'Conflict',
    description:
      'The current state does not allow it, a value that must be unique is already in use, or the clock is moving (`Prefer`).',
    code: 'InvalidPreconditions',
    message: 'Order 6a10580a3c9b1f0e5d000001 is Completed and cannot be committed.',
  },
  410: {
    name: 'Gone',
    description: 'It no longer exists.',
    code: 'NotFound',
    message: 'This page was open for too long.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'It has changed since you read it (`If-Match`).',
    code: 'Changed',
    message: 'The resource has changed since you read it (If-Match). Read it again and repeat your change.',
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large.',
    code: 'TooLarge',
    message: 'The body has 1048576 characters; at most 1000000 characters are read.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type is not JSON.',
    code: 'UnsupportedMediaType',
    message: 'Send Content-Type: application/json; got "text/xml".',
  },
  422: {
    name: 'InvalidData',
    description: 'A field is invalid; `Errors` lists each one.',
    code: 'InvalidData',
    message: 'Cart.ComponentSubscriptions[0].Quantity Too small: expected number to be >=0, got -1',
  },
  429: {
    name: 'TooManyRequests',
    description:
      'The rate limit (`RateLimit`) or a quota of the workspace (`QuotaExceeded`, see `GET /sandbox/usage`) is exceeded. ' +
      '`Retry-After` says when to try again.',
    code: 'RateLimit',
    message: 'More than 10000 requests in 60 seconds. Try again after 12 s.',
  },
  500: {
    name: 'InternalError',
    description: 'A bug in the sandbox.',
    code: 'InternalError',
    message:
      'The sandbox failed. This is a bug in the sandbox, not in your request; its console has the details.',
  },
  503: {
    name: 'Unavailable',
    description:
      'A provider or a store does not respond, a fault was injected, or the state cannot be stored.',
    code: 'PSPConnectionProblem',
    message: 'The store does not respond. Try again later.',
  },
  507: {
    name: 'QuotaExceeded',
    description:
      'The workspace is full: a quota of documents, bytes or webhook endpoints is used up (`GET /sandbox/usage`).',
    code: 'QuotaExceeded',
    message:
      'This workspace has 20000 documents, the maximum is 20000 (GET /sandbox/usage). Reading still works. To make space, delete ' +
      'unused documents, or POST /sandbox/reset.',
  },
};

/** The 409 of an operation that does not depend on the state. */
const clockMoving: Refusal = {
  name: 'ClockMoving',
  description: 'The clock is moving (`Prefer`), or its state is being replaced.',
  code: 'ClockMoving',
  message:
    'The clock of this sandbox is moving, and "Prefer: wait=5" does not allow the request to wait longer.',
};

/** Returns the rejections of a route by status: those that follow from its kind, in addition to those it names. */
export function refusalsFor(operation: Operation): (readonly [status: number, refusal: Refusal])[] {
  const { rules, path, json, form, streamed, query, method, contentType } = operation;
  const { credential, idempotency } = rules;
  const body = json ?? form ?? streamed;
  // The workspace may not exist, and a fault may be requested without permission.
  const found = new Set([403, 404, 429, ...(operation.refusals ?? [])]);
  const add = (...statuses: number[]) => {
    for (const status of statuses) found.add(status);
  };
  if (method !== 'GET' && method !== 'DELETE' && !rules.worksWhenFull) add(507);
  // OAuth's endpoints accept forms and reject in their own format; the forms of pages respond with pages.
  if (rules.problems === 'OAuth') add(400, 409, 413);
  else {
    if (credential === 'AccessToken' || credential === 'SelfServiceToken') add(400, 401);
    if (credential === 'Control') add(401);
    if (path.includes('{')) add(400, 404);
    // With --strict also unknown parameters.
    if (query !== undefined || body !== undefined || contentType !== 'text/html') add(422);
    if (credential !== 'Control' && method === 'DELETE') add(413);
    if (body !== undefined) add(400, 413, 415);
    if (idempotency && (method === 'POST' || method === 'PUT')) add(400, 409, 422);
    if (rules.problems === 'SelfService') add(401, 403, 404, 409, 422);
    // The state cannot be stored at present.
    if (method !== 'GET') add(503);
  }
  const isRefusedByClockOnly = operation.whileClockMoves !== true && !found.has(409);
  if (isRefusedByClockOnly) found.add(409);
  return [...found].sort().map((status) => {
    const refusal = status === 409 && isRefusedByClockOnly ? clockMoving : refusals[status];
    if (refusal === undefined) throw new Error(`problems.ts does not describe the status ${status}.`);
    return [status, refusal];
  });
}
