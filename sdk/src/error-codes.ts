// Every code that an error can carry, with cause and cure of each in docs/errors.md (a test holds the two together).
// Kept as text to split: it is the smallest form, and the script-tag build has a budget.

/** Codes that ClientLib makes itself (field notes 1.3). */
export const libraryCodes =
  'Aborted AcquirerServerError AmountLimitExceeded AuthorizationRejected BearerExpired BearerRejected InvalidAccountHolder InvalidAccountNumber InvalidAmount InvalidBankCode InvalidBic InvalidCardType InvalidCardNumber InvalidCardCvc InvalidCardHolder InvalidConfiguration InvalidCountry InvalidCouponCode InvalidCurrency InvalidData InvalidExpirationDate InvalidKey InvalidIban InvalidName InvalidPaymentData InvalidPaymentMethod InvalidTransaction InvalidVatId ServerError PspServerError RateLimit Timeout UnmappedError 3DsProblem' as const;

/** Codes that the service gives for failed payments (field notes 1.3), as far as they are not library codes too. */
export const paymentCodes =
  'LimitExceeded BearerInvalid LoginError InsufficientBalance AlreadyExecuted InvalidPreconditions InternalError InternalProviderError PermissionDenied Canceled Rejected PSPConnectionProblem InvalidIBAN PSPConnectionTimeout' as const;

/** Second codes, which tell causes apart that share a first code. */
export const detailCodes =
  'NoBaseUrl InsecureBaseUrl WrongEnvironment NotReady Destroyed InvalidArgument NotFound BearerNotConfigured UnknownBearer IdempotencyConflict NetworkDown CorsRefused UnexpectedAnswer TruncatedAnswer ScriptBlocked FrameBlocked' as const;

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;

/** One of the codes in `ClientLibError.errorCode`. Each is explained in docs/errors.md. */
export type ErrorCode = Words<typeof libraryCodes> | Words<typeof paymentCodes> | Words<typeof detailCodes>;

/** The same call can succeed a moment later; with its idempotency key nothing happens twice. */
const retryable =
  /^(ServerError|PspServerError|AcquirerServerError|RateLimit|Timeout|InternalError|InternalProviderError|PSPConnection\w+)$/;

export const isRetryable = (codes: readonly ErrorCode[]): boolean =>
  retryable.test(codes[0] as string) && codes[1] !== 'UnexpectedAnswer';

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' &&
  code !== '' &&
  ` ${libraryCodes} ${paymentCodes} ${detailCodes} `.includes(` ${code} `);
