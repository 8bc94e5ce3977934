// What each code means and what to do. docs/errors.md is made from this by `npm run docs`; nothing of it is bundled.
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
    'an argument or field is missing or is something else than it must be; also arguments in the wrong order',
    'the message names the argument',
  ],
  NotFound: [
    'Wrong data',
    "(second, after `InvalidData`) there is no plan variant, component, order or invoice with that id, or it is another customer's",
    'check the id, and that it is of this environment',
  ],
  IdempotencyConflict: [
    'Wrong data',
    '(second, after `InvalidData`) the idempotency key was used before with other data',
    'use a new key for a new checkout',
  ],
  InvalidName: ['Wrong data', 'a name is missing or not accepted', 'ask the customer'],
  InvalidCountry: [
    'Wrong data',
    'not the two-letter code of a country, or a country that is not served',
    '`Address.Country` as in ISO 3166-1, such as `DE`',
  ],
  InvalidVatId: [
    'Wrong data',
    'not the form of a VAT id',
    'the two letters of a country, then 2 to 12 letters or digits with at least one digit, such as `DE123456789`',
  ],
  InvalidCouponCode: [
    'Wrong data',
    'the coupon does not exist, is not valid now, was used, or is for another plan. A preview reports this in `Order.Coupon` instead',
    'let the customer correct or leave out the code',
  ],
  InvalidAmount: [
    'Wrong data',
    "the amount is no number; one that is not the order's is only a warning, and the order's is charged",
    'pay the order as `createOrder` returned it',
  ],
  InvalidCurrency: [
    'Wrong data',
    "no currency; one that is not the order's is only a warning, and the order's is charged",
    'pay the order as `createOrder` returned it',
  ],
  InvalidPaymentData: [
    'Wrong data',
    'payment data without bearer, e-mail address, mandate reference or mandate date where the method needs them',
    '`field` names it',
  ],
  InvalidPaymentMethod: ['Wrong data', 'the bearer cannot be used', 'see the second code'],
  BearerNotConfigured: [
    'Wrong data',
    '(second) the account does not have this method',
    'take bearers from `getAvailablePaymentMethodEnum()`',
  ],
  UnknownBearer: ['Wrong data', '(second) not the form of a bearer', '`CreditCard:<psp>`, `Debit:<psp>`, …'],
  InvalidCardNumber: [
    'Wrong data',
    'missing, of a length that its brand does not have, or with wrong check digits; the message says which',
    'ask the customer',
  ],
  InvalidCardType: ['Wrong data', 'the provider does not accept this brand of card', 'another card'],
  InvalidExpirationDate: ['Wrong data', 'no date, past, or more than 25 years ahead', 'ask the customer'],
  InvalidCardCvc: [
    'Wrong data',
    'not three digits (four for cards that begin with 34 or 37)',
    'ask the customer',
  ],
  InvalidCardHolder: ['Wrong data', 'no name', 'ask the customer'],
  InvalidAccountHolder: ['Wrong data', 'no name', 'ask the customer'],
  InvalidAccountNumber: [
    'Wrong data',
    'not 1 to 17 digits',
    'ask the customer; does the method require an IBAN?',
  ],
  InvalidBankCode: ['Wrong data', 'not 5 to 9 digits', 'ask the customer'],
  InvalidIban: [
    'Wrong data',
    'not the form of an IBAN, or wrong check digits; a test provider accepts any check digits',
    'ask the customer; does the method require an account number?',
  ],
  InvalidIBAN: [
    'Wrong data',
    '(second, after `InvalidIban`) the provider refused the IBAN',
    'ask the customer',
  ],
  InvalidBic: ['Wrong data', 'not 8 or 11 characters of a BIC', 'ask the customer, or leave it out'],
  InsufficientBalance: ['Declined payments', 'not enough money', 'another card or method'],
  LimitExceeded: ['Declined payments', 'a limit of the card or account', 'another card or method, or later'],
  AmountLimitExceeded: [
    'Declined payments',
    'the amount is above the limit of the provider',
    'another method',
  ],
  BearerInvalid: ['Declined payments', 'the bank declined the card or account', 'another card or method'],
  BearerRejected: [
    'Declined payments',
    'the provider does not accept this card or account',
    'another card or method',
  ],
  BearerExpired: ['Declined payments', 'the card has expired', 'another card'],
  AuthorizationRejected: [
    'Declined payments',
    'the bank did not authorise the payment',
    'another card or method; the customer asks the bank',
  ],
  Rejected: ['Declined payments', 'the provider declined without a reason', 'another card or method'],
  '3DsProblem': ['Declined payments', 'the 3-D Secure challenge was not passed', 'try again, another card'],
  Aborted: [
    'Declined payments',
    'the customer closed the challenge or gave up at the provider, or the page aborted the call by its `signal`',
    'nothing; let the customer go on',
  ],
  Canceled: ['Declined payments', '(second, after `Aborted`) it was the customer, not the page', 'nothing'],
  Superseded: [
    'Declined payments',
    '(second, after `Aborted`) a newer `preview` of the same `Signup` replaced the call; no callback runs',
    'nothing',
  ],
  InvalidTransaction: [
    'Declined payments',
    'the provider does not know the transaction, or it is over',
    'start the payment again',
  ],
  AlreadyExecuted: [
    'Declined payments',
    'the order is paid already. With an `idempotencyKey` that is a result and no error',
    'show the customer the result',
  ],
  NothingToFinalize: [
    'Declined payments',
    '`finalize` was called on a page that nobody came back to',
    'ask `ClientLib.isReturn()` first',
  ],
  InvalidPreconditions: [
    'Declined payments',
    'the state does not allow it: the order is being paid or is over, the contract has ended',
    'read the state again',
  ],
  InvalidKey: [
    'Access',
    '`publicApiKey` or `selfServiceToken` is missing, or the key is not known to this service',
    'a key of production does not work in a sandbox, nor the other way about',
  ],
  LoginError: [
    'Access',
    'the self-service token is wrong or has expired',
    'fetch a new one through your back end',
  ],
  PermissionDenied: [
    'Access',
    "the account's settings forbid it (customer data, custom fields, self-service)",
    'allow it in the admin settings',
  ],
  InvalidConfiguration: [
    'Configuration',
    'a setting cannot be right, or see the second code',
    'the message names the setting',
  ],
  NoBaseUrl: [
    'Configuration',
    '(second) the address of the service is not set',
    '`configure({ baseUrl })`, or load `clientlib.js` from the service by a script tag',
  ],
  InsecureBaseUrl: [
    'Configuration',
    '(second) an https page cannot call an http service',
    'use the https address',
  ],
  WrongEnvironment: [
    'Configuration',
    '(second) the page is set up for production and the service is a sandbox, or the other way about',
    'check `baseUrl`, `publicApiKey` and `environment`',
  ],
  CorsRefused: [
    'Configuration',
    '(second) the service answers, but does not let this page read it',
    'check `baseUrl`; a proxy in between must keep the CORS headers',
  ],
  NotReady: [
    'Configuration',
    '(second) a synchronous method of a `Payment` was called before it was ready',
    'in the `ready` callback, or after `await payment.ready`; asynchronous calls wait for it',
  ],
  Destroyed: ['Configuration', '(second) a payment form was used after `destroy()`', 'create a new one'],
  ServerError: [
    'Service, provider and network',
    'the service failed, or see the second code',
    'try again; the status page; `referenceId` for support',
  ],
  NetworkDown: [
    'Service, provider and network',
    "(second) no connection: offline, wrong address, `connect-src` of the page's CSP, an extension",
    'try again; check the address and the CSP',
  ],
  UnexpectedAnswer: [
    'Service, provider and network',
    '(second) the response is not JSON, or not of the documented shape: another server responds at `baseUrl`',
    'check `baseUrl`',
  ],
  TruncatedAnswer: ['Service, provider and network', '(second) the answer broke off', 'try again'],
  FrameBlocked: [
    'Service, provider and network',
    "(second) the payment form's frame does not answer",
    "`frame-src` of the page's CSP, extensions; `form.reload()`",
  ],
  Timeout: [
    'Service, provider and network',
    'no answer in time (`timeoutMs`, 30 s), or ten minutes at a challenge. Whether it was carried out is not known',
    'try again with the same `idempotencyKey`',
  ],
  RateLimit: [
    'Service, provider and network',
    'too many requests, and `Retry-After` lies beyond the deadline',
    'wait `retryAfterMs`',
  ],
  InternalError: ['Service, provider and network', 'the service failed during the payment', 'try again'],
  PspServerError: [
    'Service, provider and network',
    'the payment provider failed, or see the second code',
    'try again, another method',
  ],
  ScriptBlocked: [
    'Service, provider and network',
    "(second) the provider's script did not load",
    "`script-src` of the page's CSP, extensions; the next call loads it again",
  ],
  AcquirerServerError: [
    'Service, provider and network',
    'the acquirer behind the provider failed',
    'try again',
  ],
  InternalProviderError: [
    'Service, provider and network',
    'the payment provider failed during the payment',
    'try again, another method',
  ],
  PSPConnectionProblem: [
    'Service, provider and network',
    'the service cannot reach the provider',
    'try again',
  ],
  PSPConnectionTimeout: [
    'Service, provider and network',
    'the provider did not answer the service in time',
    'try again with the same `idempotencyKey`',
  ],
  UnmappedError: [
    'Service, provider and network',
    'a code that this version does not know, or an error without one',
    '`developerMessage`, `answer`, `cause`',
  ],
};
