// Every code that an error can carry. `reference.ts` beside this file explains each; docs/errors.md is made from both.

/** General codes that ClientLib itself assigns. */
export const libraryCodes = [
  'Aborted',
  'AcquirerServerError',
  'AmountLimitExceeded',
  'AuthorizationRejected',
  'BearerExpired',
  'BearerRejected',
  'InvalidAccountHolder',
  'InvalidAccountNumber',
  'InvalidAmount',
  'InvalidBankCode',
  'InvalidBic',
  'InvalidCardType',
  'InvalidCardNumber',
  'InvalidCardCvc',
  'InvalidCardHolder',
  'InvalidConfiguration',
  'InvalidCountry',
  'InvalidCouponCode',
  'InvalidCurrency',
  'InvalidData',
  'InvalidExpirationDate',
  'InvalidKey',
  'InvalidIban',
  'InvalidName',
  'InvalidPaymentData',
  'InvalidPaymentMethod',
  'InvalidTransaction',
  'InvalidVatId',
  'NothingToFinalize',
  'ServerError',
  'PspServerError',
  'RateLimit',
  'Timeout',
  'UnmappedError',
  '3DsProblem',
] as const;

/** Codes of the service for failed payments that ClientLib does not assign itself. */
export const paymentCodes = [
  'LimitExceeded',
  'BearerInvalid',
  'LoginError',
  'InsufficientBalance',
  'AlreadyExecuted',
  'InvalidPreconditions',
  'InternalError',
  'InternalProviderError',
  'PermissionDenied',
  'Canceled',
  'Rejected',
  'PSPConnectionProblem',
  'InvalidIBAN',
  'PSPConnectionTimeout',
] as const;

/** Specific codes that the service sends, reported after a general one. */
export const serviceDetailCodes = ['NotFound', 'IdempotencyConflict'] as const;

/** Second codes that ClientLib assigns, to distinguish causes that share a first code. */
export const detailCodes = [
  'NoBaseUrl',
  'InsecureBaseUrl',
  'WrongEnvironment',
  'NotReady',
  'Destroyed',
  'Superseded',
  'BearerNotConfigured',
  'UnknownBearer',
  'NetworkDown',
  'CorsRefused',
  'UnexpectedAnswer',
  'TruncatedAnswer',
  'ScriptBlocked',
  'FrameBlocked',
] as const;

export type LibraryCode = (typeof libraryCodes)[number];
export type PaymentCode = (typeof paymentCodes)[number];

/** A code that the service can send. */
export type ServiceCode = LibraryCode | PaymentCode | (typeof serviceDetailCodes)[number];

/** One of the codes in `ClientLibError.errorCode`. Each is explained in dist/docs/errors.md. */
export type ErrorCode = ServiceCode | (typeof detailCodes)[number];

/** From general to specific, at least one: `['InsufficientBalance']`, `['ServerError', 'NetworkDown']`. */
export type ErrorCodes = readonly [ErrorCode, ...ErrorCode[]];

/** Returns whether a code of the service is one of ours. */
export function isServiceCode(code: unknown): code is ServiceCode {
  const known: readonly unknown[] = [...libraryCodes, ...paymentCodes, ...serviceDetailCodes];
  return known.includes(code);
}

/** Codes that are reported after a more general one. */
const generalCodes: { readonly [code in ErrorCode]?: ErrorCode } = {
  Canceled: 'Aborted',
  InvalidIBAN: 'InvalidIban',
  NotFound: 'InvalidData',
  IdempotencyConflict: 'InvalidData',
};

/** A code after its more general one, where there is one. */
export function withGeneral(code: ErrorCode): ErrorCodes {
  const general = generalCodes[code];
  return general ? [general, code] : [code];
}

const retryableCodes: readonly ErrorCode[] = [
  'ServerError',
  'PspServerError',
  'AcquirerServerError',
  'InternalError',
  'InternalProviderError',
  'PSPConnectionProblem',
  'PSPConnectionTimeout',
  'RateLimit',
  'Timeout',
];

/** Returns whether the same call can succeed a moment later. */
export function isRetryable(codes: ErrorCodes): boolean {
  return codes.some((code) => retryableCodes.includes(code)) && !codes.includes('UnexpectedAnswer');
}
