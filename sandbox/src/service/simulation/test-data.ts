import type { ServiceCode } from '../../../../sdk/src/errors/codes.ts';
import type { FailureSeverity } from '../domain/records/payment-provider.ts';

export interface SimulatedFailure {
  /** `''` is an unknown code (ClientLib: UnmappedError). */
  readonly Code: ServiceCode | '';
  readonly Severity: FailureSeverity;
  /** Only charges without the customer fail: the first failing one (1 is the first renewal), and their number; all if unset. */
  readonly Renewals?: { readonly From: number; readonly Times?: number };
}

/** The effect of a card, account, amount, … of the test data. Any other well-formed value succeeds. */
export interface TestDataRow {
  readonly Id: string;
  readonly Kind: 'Card' | 'Iban' | 'Account' | 'Amount' | 'Email' | 'Bank' | 'Phone';
  /** The value to enter: a number, an IBAN, an amount in major units, a wallet's e-mail address, the name of a bank. */
  readonly Value: string;
  /** A description of the effect, for people. */
  readonly Outcome: string;
  readonly Fails?: SimulatedFailure;
  /** The provider refuses to create a token, with this code. */
  readonly Refused?: ServiceCode;
  /** The provider does not respond to a token request. */
  readonly Down?: true;
  /** The result in the 3-D Secure frame, if the provider has one. */
  readonly Challenge?: 'Asks' | 'AlwaysFails' | 'Hangs';
  /** The outcome is delayed; the provider reports it after this many minutes. */
  readonly AnswersAfterMinutes?: number;
  /** The payment succeeds and is reversed after this many days. */
  readonly Returned?: { readonly AfterDays: number; readonly Code: ServiceCode };
  /** Delay of a response in real seconds while the clock follows the wall clock. */
  readonly Seconds?: number;
  /** The provider reports a card that expires this many months from now, regardless of the input. */
  readonly ExpiresInMonths?: number;
  /** The wallet reports this e-mail address instead of the given one. */
  readonly ReportedEmail?: string;
}

const fails =
  (Severity: SimulatedFailure['Severity']) =>
  (Code: SimulatedFailure['Code'], Renewals?: SimulatedFailure['Renewals']): { Fails: SimulatedFailure } => ({
    Fails: { Code, Severity, ...(Renewals && { Renewals }) },
  });
const minor = fails('Minor');
const medium = fails('Medium');
const severe = fails('Severe');

type Row = readonly [Id: string, Value: string, Outcome: string, effect?: Partial<TestDataRow>];

const rows = (Kind: TestDataRow['Kind'], list: readonly Row[]): TestDataRow[] =>
  list.map(([Id, Value, Outcome, effect]) => ({ Id, Kind, Value, Outcome, ...effect }));

/** The test data: docs, the catalog of the control API and tests are generated from this table. */
export const testData: readonly TestDataRow[] = [
  ...rows('Card', [
    ['visa', '4111111111111111', 'succeeds'],
    ['mastercard', '5555555555554444', 'succeeds'],
    ['amex', '378282246310005', 'succeeds; its CVC has four digits'],
    ['discover', '6011111111111117', 'succeeds'],
    ['diners', '30569309025904', 'succeeds'],
    ['jcb', '3530111333300000', 'succeeds'],
    ['maestro', '6759649826438453', 'succeeds'],

    ['card-declined', '4000000000000002', 'is declined', severe('BearerInvalid')],
    ['card-insufficient', '4000000000009995', 'has insufficient funds', minor('InsufficientBalance')],
    ['card-expired', '4000000000000069', 'has expired', severe('BearerExpired')],
    ['card-rejected', '4000000000001109', 'is rejected by the bank', severe('Rejected')],
    ['card-limit', '4000000000001117', 'is over its limit', minor('LimitExceeded')],
    ['card-country', '4000000000001125', 'is not accepted in this country', severe('InvalidCountry')],
    ['card-currency', '4000000000001133', 'cannot pay in this currency', severe('InvalidCurrency')],
    ['card-amount', '4000000000001141', 'cannot pay this amount', severe('InvalidAmount')],
    ['card-permission', '4000000000001158', 'is not enabled for online payments', severe('PermissionDenied')],
    ['card-data', '4000000000001166', 'has data that the provider rejects', severe('InvalidData')],
    ['card-executed', '4000000000001174', 'has already been charged for this', severe('AlreadyExecuted')],
    [
      'card-state',
      '4000000000001182',
      'cannot be charged in its current state',
      severe('InvalidPreconditions'),
    ],
    [
      'provider-settings',
      '4000000000001190',
      "fails: the merchant's settings at the provider are wrong",
      severe('InvalidConfiguration'),
    ],
    [
      'provider-login',
      '4000000000001208',
      "fails: the merchant's login at the provider is wrong",
      severe('LoginError'),
    ],
    ['provider-limit', '4000000000001216', "exceeds the provider's rate limit", minor('RateLimit')],
    [
      'provider-error',
      '4000000000001224',
      'fails with an error of the provider',
      medium('InternalProviderError'),
    ],
    ['service-error', '4000000000001232', 'fails with an internal error', medium('InternalError')],
    [
      'provider-unreachable',
      '4000000000001240',
      'fails: the provider cannot be reached',
      minor('PSPConnectionProblem'),
    ],
    [
      'provider-timeout',
      '4000000000001257',
      'fails: the provider does not respond',
      minor('PSPConnectionTimeout'),
    ],
    ['unmapped', '4000000000001265', 'fails with an unknown code', severe('')],

    [
      'token-card-type',
      '4000000000001273',
      'has a brand that is not accepted: no token',
      { Refused: 'InvalidCardType' },
    ],
    [
      'token-rejected',
      '4000000000001281',
      'is rejected before the payment: no token',
      { Refused: 'BearerRejected' },
    ],
    [
      'token-authorization',
      '4000000000001299',
      'is not authorized: no token',
      { Refused: 'AuthorizationRejected' },
    ],
    [
      'token-amount',
      '4000000000001307',
      'is over the amount limit: no token',
      { Refused: 'AmountLimitExceeded' },
    ],
    [
      'token-acquirer',
      '4000000000001315',
      "fails with an error of the card's bank: no token",
      { Refused: 'AcquirerServerError' },
    ],
    [
      'provider-down',
      '4000000000001323',
      'fails: the provider is down (HTTP 503 instead of a token)',
      { Down: true },
    ],

    ['challenge', '4000000000003220', 'requires 3-D Secure; you choose the outcome', { Challenge: 'Asks' }],
    ['challenge-fails', '4000000000001331', 'always fails 3-D Secure', { Challenge: 'AlwaysFails' }],
    [
      'challenge-hangs',
      '4000000000001349',
      "requires 3-D Secure; the bank's page never completes it",
      { Challenge: 'Hangs' },
    ],
    [
      'challenge-declined',
      '4000000000001356',
      'passes 3-D Secure, then is declined',
      {
        Challenge: 'Asks',
        ...severe('BearerInvalid'),
      },
    ],

    [
      'renewal-fails',
      '4000000000000341',
      'succeeds at signup and fails on the first renewal',
      minor('InsufficientBalance', { From: 1 }),
    ],
    [
      'renewal-fails-once',
      '4000000000001364',
      'fails on the first renewal; the retry 2 hours later succeeds',
      minor('InsufficientBalance', { From: 1, Times: 1 }),
    ],
    [
      'renewal-medium',
      '4000000000001372',
      'fails on the first renewal; the retry 12 hours later succeeds',
      medium('InternalProviderError', { From: 1, Times: 1 }),
    ],
    [
      'renewal-severe',
      '4000000000001380',
      'fails permanently on the first renewal',
      severe('BearerInvalid', { From: 1 }),
    ],
    [
      'renewal-2-fails',
      '4000000000001398',
      'succeeds on the first renewal and fails from the second renewal on',
      minor('InsufficientBalance', { From: 2 }),
    ],
    ['expiring', '4000000000001406', 'expires next month', { ExpiresInMonths: 1 }],
    [
      'chargeback',
      '4000000000001414',
      'succeeds; the payer reverses the payment after 10 days',
      { Returned: { AfterDays: 10, Code: 'Rejected' } },
    ],
    ['asynchronous', '4000000000001422', 'succeeds 2 minutes later', { AnswersAfterMinutes: 2 }],
    [
      'asynchronous-declined',
      '4000000000001430',
      'is declined 2 minutes later',
      {
        AnswersAfterMinutes: 2,
        ...severe('BearerInvalid'),
      },
    ],
    ['slow', '4000000000001448', 'succeeds after 3 seconds', { Seconds: 3 }],
  ]),
  ...rows('Iban', [
    ['iban', 'DE89370400440532013000', 'succeeds'],
    ['iban-at', 'AT611904300234573201', 'succeeds'],
    ['iban-nl', 'NL91ABNA0417164300', 'succeeds'],
    ['iban-fr', 'FR1420041010050500013M02606', 'succeeds'],
    [
      'iban-returned',
      'DE62370400440532013001',
      'is returned by the bank after 5 days',
      { Returned: { AfterDays: 5, Code: 'BearerInvalid' } },
    ],
    [
      'iban-returned-late',
      'DE35370400440532013002',
      'is returned by the payer after 50 days',
      { Returned: { AfterDays: 50, Code: 'Rejected' } },
    ],
    ['iban-insufficient', 'DE08370400440532013003', 'has insufficient funds', minor('InsufficientBalance')],
    ['iban-closed', 'DE78370400440532013004', 'is a closed account', severe('BearerInvalid')],
    ['iban-unknown', 'DE51370400440532013005', 'is unknown to the bank', severe('InvalidIBAN')],
    ['iban-bic', 'DE24370400440532013006', 'does not match the BIC', severe('InvalidBic')],
    [
      'iban-renewal-fails',
      'DE94370400440532013007',
      'succeeds at signup and fails on the first renewal',
      minor('InsufficientBalance', { From: 1 }),
    ],
  ]),
  ...rows('Account', [
    ['account', '0532013000', 'succeeds (bank routing code 37040044)'],
    ['account-closed', '0532013004', 'is a closed account', severe('BearerInvalid')],
    ['account-insufficient', '0532013003', 'has insufficient funds', minor('InsufficientBalance')],
  ]),
  ...rows('Amount', [
    ['amount-insufficient', '11.11', 'fails everywhere', minor('InsufficientBalance')],
    ['amount-limit', '11.12', 'fails everywhere: over the limit', minor('LimitExceeded')],
    [
      'amount-provider-error',
      '11.13',
      'fails everywhere: error of the provider',
      medium('InternalProviderError'),
    ],
  ]),
  ...rows('Email', [
    ['wallet', 'payer@wallet.test', 'pays; any password works'],
    [
      'wallet-other-address',
      'alias@wallet.test',
      'pays; the wallet reports payer@wallet.test',
      { ReportedEmail: 'payer@wallet.test' },
    ],
    ['wallet-empty', 'empty@wallet.test', 'has insufficient funds', minor('InsufficientBalance')],
    ['wallet-declined', 'declined@wallet.test', 'is declined', severe('Rejected')],
    ['wallet-locked', 'locked@wallet.test', 'is locked', severe('PermissionDenied')],
    [
      'wallet-revoked',
      'revoked@wallet.test',
      'pays, then revokes the agreement before the first renewal',
      severe('BearerInvalid', { From: 1 }),
    ],
  ]),
  ...rows('Bank', [
    ['bank', 'Grachtenbank', 'pays'],
    ['bank-declined', 'Polderbank', 'declines', severe('Rejected')],
    ['bank-later', 'Duinbank', 'pays; confirmed 2 minutes later', { AnswersAfterMinutes: 2 }],
    ['bank-down', 'Molenbank', 'does not respond', minor('PSPConnectionTimeout')],
  ]),
  ...rows('Phone', [
    ['phone', '+491510000001', 'pays'],
    ['phone-declined', '+491510000002', 'declines on the phone', severe('Rejected')],
    ['phone-limit', '+491510000003', 'is over its monthly limit', minor('LimitExceeded')],
    ['phone-later', '+491510000004', 'pays; confirmed 2 minutes later', { AnswersAfterMinutes: 2 }],
  ]),
];

const byValue = new Map(testData.map((row) => [`${row.Kind}/${row.Value}`, row]));
const byId = new Map(testData.map((row) => [row.Id, row]));

/** The row for an entered value. */
export function testDataFor(kind: TestDataRow['Kind'], value: string): TestDataRow | undefined {
  return byValue.get(`${kind}/${value}`);
}

export function testDataRow(id: string | undefined): TestDataRow | undefined {
  return id === undefined ? undefined : byId.get(id);
}

/** The row for an amount in major units. */
export function testDataForAmount(amount: number): TestDataRow | undefined {
  // In currencies with three decimals, only amounts that end in 0 match.
  return Number(amount.toFixed(2)) === amount ? testDataFor('Amount', amount.toFixed(2)) : undefined;
}
