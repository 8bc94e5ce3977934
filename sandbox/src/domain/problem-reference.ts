// What the codes mean that ClientLib does not know. docs/errors.md is made from this by `npm run docs`; nothing of it is
// bundled.
import type { ServerOnlyCode } from './problem-codes.ts';

/** The section of docs/errors.md, the status, the cause, the cure. */
type Explanation = readonly [section: Section, status: number, cause: string, cure: string];

type Section = 'REST' | 'Receipts of app stores' | 'The sandbox alone';

/** In the order of the page. The compiler holds it to the codes: none missing, none too many. */
export const problemReference: { readonly [code in ServerOnlyCode]: Explanation } = {
  Missing: ['REST', 422, '(of a field in `Errors`) a required field is missing', 'send the field'],
  UnknownProperty: [
    'REST',
    422,
    'a property that is not known. Without `--strict` it is only a warning',
    'the message names the nearest one that is known',
  ],
  AlreadyExists: [
    'REST',
    409,
    'a value that must be unique is taken, such as `ExternalCustomerId`',
    'look for what has it',
  ],
  Duplicate: [
    'REST',
    422,
    'the same endpoint is registered already, or an event is named twice',
    'change the endpoint that is there',
  ],
  Changed: [
    'REST',
    412,
    'it was changed since it was read (`If-Match`), or not (`If-None-Match`)',
    'read it again and repeat the change',
  ],
  InvalidJson: ['REST', 400, 'the body is not JSON', 'the message names line and column'],
  MethodNotAllowed: ['REST', 405, 'the path does not have this method', '`Allow` names those that it has'],
  TooLarge: ['REST', 413, 'the body is too large', 'send less in one request'],
  UnsupportedMediaType: [
    'REST',
    415,
    'the body has a content type that is not read',
    '`Content-Type: application/json`',
  ],
  InvalidReceipt: [
    'Receipts of app stores',
    422,
    'the store does not know the receipt, or it is malformed',
    'send it as the store gave it to the app',
  ],
  WrongEnvironment: [
    'Receipts of app stores',
    422,
    'a sandbox receipt in production, or the other way about',
    'the account of the other environment',
  ],
  ForeignApp: [
    'Receipts of app stores',
    422,
    "bought in another app than the account's",
    'check the app of the account',
  ],
  StoreConfiguration: [
    'Receipts of app stores',
    422,
    "the store refuses the account's access",
    'set up the access to the store',
  ],
  SubscriptionOver: [
    'Receipts of app stores',
    422,
    'the subscription is over',
    'let the customer subscribe again',
  ],
  UnknownProduct: [
    'Receipts of app stores',
    422,
    'no plan variant is sold as this product',
    'set `StoreProductId` of the plan variant',
  ],
  StoreUnavailable: [
    'Receipts of app stores',
    503,
    'the store does not answer, or not so that it can be read',
    'send the request again after `Retry-After`',
  ],
  ClockMoving: [
    'The sandbox alone',
    409,
    'the clock moves, and the request does not wait for it (`Prefer`)',
    'send the request again after `Retry-After`',
  ],
  AdvanceCanceled: ['The sandbox alone', 409, 'the advance of the clock was canceled', 'advance it again'],
  StateReplaced: [
    'The sandbox alone',
    409,
    'the sandbox was reset, or a snapshot restored, while the request was under way',
    'repeat it in the new state',
  ],
  NotKept: [
    'The sandbox alone',
    409,
    'the row to go back to is not kept',
    'open the inspector before it happens, or start the sandbox with `--record`',
  ],
  NotRecorded: [
    'The sandbox alone',
    409,
    'the sandbox does not record a session',
    'start it with `--record` or `createSandbox({ record: true })`',
  ],
  InvalidFault: [
    'The sandbox alone',
    400,
    '`X-Sandbox-Fault` holds something that is no fault',
    'the message names what is',
  ],
  TooManyWorkspaces: [
    'The sandbox alone',
    409,
    'there are as many workspaces as may be',
    '`DELETE /sandbox/workspaces/<name>`',
  ],
  QuotaExceeded: [
    'The sandbox alone',
    429,
    'a quota of a hosted workspace is used up; 507 where it is full',
    'wait for `Retry-After`, or use another workspace',
  ],
  StorageUnavailable: [
    'The sandbox alone',
    503,
    'the state cannot be stored',
    'send the request again after `Retry-After`; look at the disk',
  ],
  Closed: ['The sandbox alone', 503, 'the sandbox was closed while its clock moved', 'start it again'],
};
