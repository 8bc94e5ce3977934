// The meaning of each code and what to do. `npm run docs` writes docs/errors.md from it; nothing here is bundled.
import type { ErrorCode } from './codes.ts';

/** The section of docs/errors.md, the cause, the cure. `(second)`: it comes after a more general code. */
type Explanation = readonly [section: Section, cause: string, cure: string];

type Section =
  | 'Wrong data'
  | 'Declined payments'
  | 'Access'
  | 'Configuration'
  | 'Service, provider and network';

/** In the order of the page. The compiler holds it to the codes: none missing, none too many. */
export const errorReference: { readonly [code in ErrorCode]: Explanation } = {
  InvalidData: [
    'Wrong data',
    'an argument or field is missing or has the wrong type; also arguments in the wrong order',
    'the message names the argument',
  ],
  NotFound: [
    'Wrong data',
    '(second, after `InvalidData`) there is no plan variant, component, order or invoice with this id, or it belongs to another customer',
    'check the id and the environment',
  ],
  IdempotencyConflict: [
    'Wrong data',
    '(second, after `InvalidData`) the idempotency key was used before with other data',
    'use a new key for a new checkout',
  ],
  InvalidName: ['Wrong data', 'a name is missing or not accepted', 'ask the customer'],
  InvalidCountry: [
    'Wrong data',
    'not a two-letter country code, or a country that is not served',
    'use a code of ISO 3166-1, such as `DE`, in `Address.Country`',
  ],
  InvalidVatId: [
    'Wrong data',
    'not a valid VAT id',
    'use a two-letter country code, then 2 to 12 letters or digits with at least one digit, such as `DE123456789`',
  ],
  InvalidCouponCode: [
    'Wrong data',
    'the coupon does not exist, is not valid now, has been used, or is for another plan. A preview reports this in `Order.Coupon` instead',
    'let the customer correct or remove the code',
  ],
  InvalidAmount: [
    'Wrong data',
    "the amount is not a number. An amount that differs from the order's is only a warning; the order's amount is charged",
    'pay the order as `createOrder` returned it',
  ],
  InvalidCurrency: [
    'Wrong data',
    "not a currency. A currency that differs from the order's is only a warning; the order's currency is charged",
    'pay the order as `createOrder` returned it',
  ],
  InvalidPaymentData: [
    'Wrong data',
    'the bearer is missing, or the method needs an e-mail address, mandate reference or mandate date',
    '`field` names it',
  ],
  InvalidPaymentMethod: ['Wrong data', 'the bearer cannot be used', 'see the second code'],
  BearerNotConfigured: [
    'Wrong data',
    '(second) the account does not have this method',
    'use a bearer from `getAvailablePaymentMethodEnum()`',
  ],
  UnknownBearer: ['Wrong data', '(second) not a valid bearer', 'use `CreditCard:<psp>`, `Debit:<psp>`, …'],
  InvalidCardNumber: [
    'Wrong data',
    'missing, the wrong length for its brand, or wrong check digits; the message says which',
    'ask the customer',
  ],
  InvalidCardType: ['Wrong data', 'the provider does not accept this brand of card', 'ask for another card'],
  InvalidExpirationDate: [
    'Wrong data',
    'not a date, in the past, or more than 25 years ahead',
    'ask the customer',
  ],
  InvalidCardCvc: [
    'Wrong data',
    'not three digits (four for cards that begin with 34 or 37)',
    'ask the customer',
  ],
  InvalidCardHolder: ['Wrong data', 'the name is missing', 'ask the customer'],
  InvalidAccountHolder: ['Wrong data', 'the name is missing', 'ask the customer'],
  InvalidAccountNumber: [
    'Wrong data',
    'not 1 to 17 digits',
    'ask the customer; does the method require an IBAN?',
  ],
  InvalidBankCode: ['Wrong data', 'not 5 to 9 digits', 'ask the customer'],
  InvalidIban: [
    'Wrong data',
    'not a valid IBAN, or wrong check digits. Test providers accept any check digits',
    'ask the customer; does the method require an account number?',
  ],
  InvalidIBAN: [
    'Wrong data',
    '(second, after `InvalidIban`) the provider rejected the IBAN',
    'ask the customer',
  ],
  InvalidBic: ['Wrong data', 'not a BIC of 8 or 11 characters', 'ask the customer, or omit it'],
  InsufficientBalance: ['Declined payments', 'insufficient funds', 'ask for another card or method'],
  LimitExceeded: [
    'Declined payments',
    'a limit of the card or account is exceeded',
    'ask for another card or method, or retry later',
  ],
  AmountLimitExceeded: [
    'Declined payments',
    "the amount exceeds the provider's limit",
    'ask for another method',
  ],
  BearerInvalid: [
    'Declined payments',
    'the bank declined the card or account',
    'ask for another card or method',
  ],
  BearerRejected: [
    'Declined payments',
    'the provider does not accept this card or account',
    'ask for another card or method',
  ],
  BearerExpired: ['Declined payments', 'the card has expired', 'ask for another card'],
  AuthorizationRejected: [
    'Declined payments',
    'the bank did not authorize the payment',
    'ask for another card or method, or let the customer ask the bank',
  ],
  Rejected: ['Declined payments', 'the provider declined without a reason', 'ask for another card or method'],
  '3DsProblem': ['Declined payments', 'the 3-D Secure challenge failed', 'retry, or ask for another card'],
  Aborted: [
    'Declined payments',
    'the customer closed the challenge or canceled at the provider, or the page aborted the call with its `signal`',
    'do nothing; let the customer continue',
  ],
  Canceled: [
    'Declined payments',
    '(second, after `Aborted`) the customer aborted, not the page',
    'do nothing',
  ],
  Superseded: [
    'Declined payments',
    '(second, after `Aborted`) a newer `preview` of the same `Signup` replaced the call; no callback runs',
    'do nothing',
  ],
  InvalidTransaction: [
    'Declined payments',
    'the provider does not know the transaction, or it has ended',
    'start the payment again',
  ],
  AlreadyExecuted: [
    'Declined payments',
    'the order is already paid. With an `idempotencyKey`, this is a result, not an error',
    'show the customer the result',
  ],
  NothingToFinalize: [
    'Declined payments',
    '`finalize` was called on a page that no provider redirected to',
    'call `ClientLib.isReturn()` first',
  ],
  InvalidPreconditions: [
    'Declined payments',
    'the current state does not allow it: the order is being paid or is closed, or the contract has ended',
    'read the current state',
  ],
  InvalidKey: [
    'Access',
    '`publicApiKey` or `selfServiceToken` is missing, or the key is not known to this service',
    'use the key of this environment: production keys do not work in a sandbox, and vice versa',
  ],
  LoginError: [
    'Access',
    'the self-service token is wrong or has expired',
    'request a new one from your back end',
  ],
  PermissionDenied: [
    'Access',
    "the account's settings forbid it (customer data, custom fields, self-service)",
    'allow it in the admin settings',
  ],
  InvalidConfiguration: [
    'Configuration',
    'a setting is invalid, or see the second code',
    'the message names the setting',
  ],
  NoBaseUrl: [
    'Configuration',
    '(second) the address of the service is not set',
    'call `configure({ baseUrl })`, or load `clientlib.js` from the service with a script tag',
  ],
  InsecureBaseUrl: [
    'Configuration',
    '(second) an https page cannot call an http service',
    'use the https address',
  ],
  WrongEnvironment: [
    'Configuration',
    '(second) the page is configured for production and the service is a sandbox, or vice versa',
    'check `baseUrl`, `publicApiKey` and `environment`',
  ],
  CorsRefused: [
    'Configuration',
    '(second) the service responds, but CORS does not allow this page to read the response',
    'check `baseUrl`; a proxy must keep the CORS headers',
  ],
  NotReady: [
    'Configuration',
    '(second) a synchronous method of a `Payment` was called before it was ready',
    'call it in the `ready` callback, or after `await payment.ready`; asynchronous methods wait by themselves',
  ],
  Destroyed: ['Configuration', '(second) a payment form was used after `destroy()`', 'create a new one'],
  ServerError: [
    'Service, provider and network',
    'the service failed, or see the second code',
    'retry; check the status page; give support the `referenceId`',
  ],
  NetworkDown: [
    'Service, provider and network',
    "(second) no connection: offline, wrong address, `connect-src` of the page's CSP, an extension",
    'retry; check the address and the CSP',
  ],
  UnexpectedAnswer: [
    'Service, provider and network',
    '(second) the response is not JSON, or not of the documented shape: another server responds at `baseUrl`',
    'check `baseUrl`',
  ],
  TruncatedAnswer: ['Service, provider and network', '(second) the response was cut off', 'retry'],
  FrameBlocked: [
    'Service, provider and network',
    "(second) the payment form's frame does not respond",
    "check `frame-src` in the page's CSP, and extensions; call `form.reload()`",
  ],
  Timeout: [
    'Service, provider and network',
    'no response in time (`timeoutMs`, 30 s), or within ten minutes for a challenge. The request may have been processed',
    'retry with the same `idempotencyKey`',
  ],
  RateLimit: [
    'Service, provider and network',
    'too many requests, and `Retry-After` is later than the timeout',
    'wait `retryAfterMs`',
  ],
  InternalError: ['Service, provider and network', 'the service failed during the payment', 'retry'],
  PspServerError: [
    'Service, provider and network',
    'the payment provider failed, or see the second code',
    'retry, or ask for another method',
  ],
  ScriptBlocked: [
    'Service, provider and network',
    "(second) the provider's script did not load",
    "check `script-src` in the page's CSP, and extensions; the next call loads it again",
  ],
  AcquirerServerError: ['Service, provider and network', 'the acquirer behind the provider failed', 'retry'],
  InternalProviderError: [
    'Service, provider and network',
    'the payment provider failed during the payment',
    'retry, or ask for another method',
  ],
  PSPConnectionProblem: ['Service, provider and network', 'the service cannot reach the provider', 'retry'],
  PSPConnectionTimeout: [
    'Service, provider and network',
    'the provider did not answer the service in time',
    'retry with the same `idempotencyKey`',
  ],
  UnmappedError: [
    'Service, provider and network',
    'a code that this version does not know, or an error without a code',
    'see `developerMessage`, `answer` and `cause`',
  ],
};
