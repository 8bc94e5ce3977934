// Every code that an error can carry. docs/errors.md has cause and cure of each; a test holds the two together.

/** First codes that ClientLib gives itself (field notes 1.3). */
export type LibraryCode =
  | 'Aborted'
  | 'AcquirerServerError'
  | 'AmountLimitExceeded'
  | 'AuthorizationRejected'
  | 'BearerExpired'
  | 'BearerRejected'
  | 'InvalidAccountHolder'
  | 'InvalidAccountNumber'
  | 'InvalidAmount'
  | 'InvalidBankCode'
  | 'InvalidBic'
  | 'InvalidCardType'
  | 'InvalidCardNumber'
  | 'InvalidCardCvc'
  | 'InvalidCardHolder'
  | 'InvalidConfiguration'
  | 'InvalidCountry'
  | 'InvalidCouponCode'
  | 'InvalidCurrency'
  | 'InvalidData'
  | 'InvalidExpirationDate'
  | 'InvalidKey'
  | 'InvalidIban'
  | 'InvalidName'
  | 'InvalidPaymentData'
  | 'InvalidPaymentMethod'
  | 'InvalidTransaction'
  | 'InvalidVatId'
  | 'ServerError'
  | 'PspServerError'
  | 'RateLimit'
  | 'Timeout'
  | 'UnmappedError'
  | '3DsProblem';

/** Codes of the service for failed payments (field notes 1.3), as far as they are not library codes too. */
export type PaymentCode =
  | 'LimitExceeded'
  | 'BearerInvalid'
  | 'LoginError'
  | 'InsufficientBalance'
  | 'AlreadyExecuted'
  | 'InvalidPreconditions'
  | 'InternalError'
  | 'InternalProviderError'
  | 'PermissionDenied'
  | 'Canceled'
  | 'Rejected'
  | 'PSPConnectionProblem'
  | 'InvalidIBAN'
  | 'PSPConnectionTimeout';

/** Second codes, which tell causes apart that share a first code. */
export type DetailCode =
  | 'NoBaseUrl'
  | 'InsecureBaseUrl'
  | 'WrongEnvironment'
  | 'NotReady'
  | 'Destroyed'
  | 'NotFound'
  | 'IdempotencyConflict'
  | 'BearerNotConfigured'
  | 'UnknownBearer'
  | 'NetworkDown'
  | 'CorsRefused'
  | 'UnexpectedAnswer'
  | 'TruncatedAnswer'
  | 'ScriptBlocked'
  | 'FrameBlocked';

/** One of the codes in `ClientLibError.errorCode`. Each is explained in docs/errors.md. */
export type ErrorCode = LibraryCode | PaymentCode | DetailCode;

/** From general to special, at least one: `['InsufficientBalance']`, `['ServerError', 'NetworkDown']`. */
export type ErrorCodes = readonly [ErrorCode, ...ErrorCode[]];

/** Whether a code of the service is one of ours. In this form because it is the smallest. */
export const isServiceCode = (code: unknown): code is ErrorCode =>
  /^(Invalid(AccountHolder|AccountNumber|Amount|BankCode|Bic|CardType|CardNumber|CardCvc|CardHolder|Configuration|Country|CouponCode|Currency|Data|ExpirationDate|Key|Iban|IBAN|Name|PaymentData|PaymentMethod|Preconditions|Transaction|VatId)|Bearer(Expired|Rejected|Invalid)|(Acquirer|Psp)?ServerError|Internal(Provider)?Error|PSPConnection(Problem|Timeout)|(Amount)?LimitExceeded|(Authorization)?Rejected|Aborted|Canceled|AlreadyExecuted|InsufficientBalance|LoginError|PermissionDenied|RateLimit|Timeout|UnmappedError|3DsProblem|NotFound|IdempotencyConflict)$/.test(
    code as string,
  );

/** A code after the more general one, where there is one. */
export function withGeneral(code: ErrorCode): ErrorCodes {
  const general: { readonly [code in ErrorCode]?: ErrorCode } = {
    Canceled: 'Aborted',
    InvalidIBAN: 'InvalidIban',
    NotFound: 'InvalidData',
    IdempotencyConflict: 'InvalidData',
  };
  const first = general[code];
  return first ? [first, code] : [code];
}

/** Whether the same call can succeed a moment later. */
export const isRetryable = (codes: ErrorCodes): boolean =>
  /(Server|Rate|Timeout|Internal|PSPC)(?!.*Unexpected)/.test(`${codes}`);
