// The meaning of codes that ClientLib does not know. `npm run docs` writes docs/errors.md from it; nothing here is
// bundled.
import type { ServerOnlyCode } from './problem-codes.ts';

/** The section of docs/errors.md, the status, the cause, the cure. */
type Explanation = readonly [section: Section, status: number, cause: string, cure: string];

type Section = 'REST' | 'Receipts of app stores' | 'Sandbox only';

/** In page order. The compiler checks that it has exactly the codes. */
export const problemReference: { readonly [code in ServerOnlyCode]: Explanation } = {
  Missing: ['REST', 422, '(of a field in `Errors`) a required field is missing', 'send the field'],
  UnknownProperty: [
    'REST',
    422,
    'an unknown property. Without `--strict`, this is only a warning',
    'the message names the nearest known one',
  ],
  AlreadyExists: [
    'REST',
    409,
    'a value that must be unique is already used, such as `ExternalCustomerId`',
    'find the record that has it',
  ],
  Duplicate: [
    'REST',
    422,
    'the endpoint is already registered, or an event is listed twice',
    'change the existing endpoint',
  ],
  Changed: [
    'REST',
    412,
    'the resource was changed since you read it (`If-Match`), or was not (`If-None-Match`)',
    'read it again and repeat the change',
  ],
  InvalidJson: ['REST', 400, 'the body is not JSON', 'the message contains line and column'],
  MethodNotAllowed: [
    'REST',
    405,
    'the path does not support this method',
    'see `Allow` for those that it supports',
  ],
  TooLarge: ['REST', 413, 'the body is too large', 'send less in one request'],
  UnsupportedMediaType: [
    'REST',
    415,
    'the content type of the body is not supported',
    'send `Content-Type: application/json`',
  ],
  InvalidReceipt: [
    'Receipts of app stores',
    422,
    'the store does not know the receipt, or it is malformed',
    'send it exactly as the app got it from the store',
  ],
  WrongEnvironment: [
    'Receipts of app stores',
    422,
    'a sandbox receipt in production, or vice versa',
    'use the account of the other environment',
  ],
  ForeignApp: [
    'Receipts of app stores',
    422,
    "bought in an app other than the account's",
    'check the app of the account',
  ],
  StoreConfiguration: [
    'Receipts of app stores',
    422,
    'the store denies the account access',
    'set up the access to the store',
  ],
  SubscriptionOver: [
    'Receipts of app stores',
    422,
    'the subscription has ended',
    'let the customer subscribe again',
  ],
  UnknownProduct: [
    'Receipts of app stores',
    422,
    'no plan variant has this product',
    'set `StoreProductId` of the plan variant',
  ],
  StoreUnavailable: [
    'Receipts of app stores',
    503,
    'the store does not respond, or its response is invalid',
    'send the request again after `Retry-After`',
  ],
  ClockMoving: [
    'Sandbox only',
    409,
    'the clock is moving, and the request does not wait for it (`Prefer`)',
    'send the request again after `Retry-After`',
  ],
  AdvanceCanceled: ['Sandbox only', 409, 'the advance of the clock was canceled', 'advance it again'],
  StateReplaced: [
    'Sandbox only',
    409,
    'the sandbox was reset, or a snapshot restored, while the request was running',
    'repeat it in the new state',
  ],
  NotKept: [
    'Sandbox only',
    409,
    'the row to go back to is not kept',
    'open the inspector before it happens, or start the sandbox with `--record`',
  ],
  NotRecorded: [
    'Sandbox only',
    409,
    'the sandbox does not record a session',
    'start it with `--record` or `createSandbox({ record: true })`',
  ],
  InvalidFault: [
    'Sandbox only',
    400,
    '`X-Sandbox-Fault` does not contain a valid fault',
    'the message lists the valid ones',
  ],
  TooManyWorkspaces: [
    'Sandbox only',
    409,
    'the limit of workspaces is reached',
    'delete one with `DELETE /sandbox/workspaces/<name>`',
  ],
  QuotaExceeded: [
    'Sandbox only',
    429,
    'a quota of a hosted workspace is used up; 507 if its storage is full',
    'wait for `Retry-After`, or use another workspace',
  ],
  StorageUnavailable: [
    'Sandbox only',
    503,
    'the state cannot be stored',
    'send the request again after `Retry-After`; check the disk',
  ],
  Closed: ['Sandbox only', 503, 'the sandbox was closed while its clock moved', 'start it again'],
};
