import { describe, expect, it } from 'vitest';
import type { Receipt, StoreAnswer } from '../../../sandbox/src/domain/app-stores.ts';
import type { Problem } from '../../../sandbox/src/domain/problem.ts';
import type { Service } from '../../../sandbox/src/domain/service.ts';
import { subscriptionsOf, verify } from '../../../sandbox/src/domain/stores/store-verification.ts';
import { defaultAccount } from '../../../sandbox/src/fixtures/account.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const DAY = 86_400_000;

const receipts: { readonly [type in Receipt['Type']]: Receipt } = {
  AppleIap: { Type: 'AppleIap', AppleIapReceipt: 'cmVjZWlwdA==' },
  GoogleIap: {
    Type: 'GoogleIap',
    GoogleIapPackageName: 'com.merchant.app',
    GoogleIapSubscriptionId: 'com.merchant.google.monthly',
    GoogleIapToken: 'token-1',
  },
  AmazonIap: { Type: 'AmazonIap', AmazonIapReceiptId: 'receipt-1', AmazonIapUserId: 'user-1' },
};

/** What the service makes of an answer that a store gives word by word. */
async function read(type: Receipt['Type'], Status: number, body: unknown, account: object = {}) {
  const answer: StoreAnswer = {
    Outcome: 'Answered',
    Status,
    Body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const service = {
    stores: { verify: () => answer },
    transaction: (work: (tx: object) => unknown) =>
      work({ now: NOW, account: { ...defaultAccount, ...account } }),
  } as unknown as Service;
  const verdict = await verify(service, receipts[type]);
  try {
    return {
      subscriptions: subscriptionsOf(verdict, receipts[type]),
      code: undefined,
      message: '',
      retryAfter: undefined,
    };
  } catch (error) {
    const { code, message, kind, retryAfter } = error as Problem;
    return { subscriptions: [], code: `${kind} ${code}`, message, retryAfter };
  }
}

const transaction = (change: object = {}) => ({
  product_id: 'com.merchant.apple.monthly',
  transaction_id: '2',
  original_transaction_id: '1',
  purchase_date_ms: String(NOW - DAY),
  original_purchase_date_ms: String(NOW - 31 * DAY),
  expires_date_ms: String(NOW + 29 * DAY),
  is_trial_period: 'false',
  ...change,
});
const apple = (transactions: object[], renewal: object = {}) => ({
  status: 0,
  receipt: { bundle_id: 'com.merchant.app' },
  latest_receipt_info: transactions,
  latest_receipt: 'bmV3ZXI=',
  pending_renewal_info: [{ original_transaction_id: '1', auto_renew_status: '1', ...renewal }],
});

describe('AppleIap: status codes', () => {
  it.each([
    [21002, 'Invalid InvalidReceipt'],
    [21003, 'Invalid InvalidReceipt'],
    [21004, 'Invalid StoreConfiguration'],
    [21005, 'Unavailable StoreUnavailable'],
    [21006, 'Invalid SubscriptionOver'],
    [21007, 'Invalid WrongEnvironment'],
    [21008, 'Invalid WrongEnvironment'],
    [21009, 'Unavailable StoreUnavailable'],
    [21010, 'Invalid SubscriptionOver'],
    [29999, 'Invalid InvalidReceipt'],
  ])('%i is %s', async (status, code) => {
    const { code: said, message } = await read('AppleIap', 200, { status });
    expect(said).toBe(code);
    expect(message).toContain(String(status));
  });

  it.each([21100, 21150, 21199])('%i can be tried again where the store says so', async (status) => {
    expect((await read('AppleIap', 200, { status, 'is-retryable': true })).code).toBe(
      'Unavailable StoreUnavailable',
    );
    expect((await read('AppleIap', 200, { status, 'is-retryable': '1' })).code).toBe(
      'Unavailable StoreUnavailable',
    );
    expect((await read('AppleIap', 200, { status, 'is-retryable': false })).code).toBe(
      'Invalid InvalidReceipt',
    );
    expect((await read('AppleIap', 200, { status })).code).toBe('Invalid InvalidReceipt');
  });
});

describe('AppleIap: a valid receipt', () => {
  const stateOf = async (body: object) => (await read('AppleIap', 200, body)).subscriptions[0]?.State;

  it('judges each subscription by its own newest transaction', async () => {
    const old = transaction({
      purchase_date_ms: String(NOW - 40 * DAY),
      expires_date_ms: String(NOW - 9 * DAY),
    });
    const other = transaction({ original_transaction_id: '9', expires_date_ms: String(NOW - DAY) });
    const { subscriptions } = await read('AppleIap', 200, apple([old, other, transaction()]));
    expect(subscriptions.map(({ Id, State }) => [Id, State]).sort()).toEqual([
      ['1', 'Active'],
      ['9', 'Expired'],
    ]);
    expect(subscriptions[0]?.Receipt).toEqual({ Type: 'AppleIap', AppleIapReceipt: 'bmV3ZXI=' });
  });

  it('reads renewal info, trial, grace, retry, refund and upgrade', async () => {
    const past = { expires_date_ms: String(NOW - DAY), purchase_date_ms: String(NOW - 31 * DAY) };
    expect(await stateOf(apple([transaction({ is_trial_period: 'true' })]))).toBe('Trial');
    expect(await stateOf(apple([transaction()], { auto_renew_status: '0' }))).toBe('Canceled');
    expect(await stateOf(apple([transaction(past)], { grace_period_expires_date_ms: String(NOW + 1) }))).toBe(
      'Grace',
    );
    expect(await stateOf(apple([transaction(past)], { is_in_billing_retry_period: '1' }))).toBe(
      'BillingRetry',
    );
    expect(await stateOf(apple([transaction(past)], { is_in_billing_retry_period: '0' }))).toBe('Expired');
    expect(await stateOf(apple([transaction({ cancellation_date_ms: String(NOW - 5) })]))).toBe('Refunded');
    const upgraded = transaction({
      purchase_date_ms: String(NOW - 2 * DAY),
      cancellation_date_ms: String(NOW - DAY),
      is_upgraded: 'true',
    });
    expect(await stateOf(apple([upgraded, transaction()]))).toBe('Active');
  });

  it('is refused for another app, and when it holds no subscription', async () => {
    const foreign = { ...apple([transaction()]), receipt: { bundle_id: 'com.other.app' } };
    expect(await read('AppleIap', 200, foreign)).toMatchObject({
      code: 'Invalid ForeignApp',
      message: expect.stringContaining('com.other.app'),
    });
    expect((await read('AppleIap', 200, apple([]))).code).toBe('Invalid InvalidReceipt');
  });
});

const google = (change: object = {}) => ({
  startTimeMillis: String(NOW - 31 * DAY),
  expiryTimeMillis: String(NOW + DAY),
  autoRenewing: true,
  paymentState: 1,
  purchaseType: 0,
  ...change,
});

describe('GoogleIap', () => {
  const gone = String(NOW - DAY);

  it.each([
    [google(), 'Active'],
    [google({ paymentState: 2 }), 'Trial'],
    [google({ paymentState: 3 }), 'Active'],
    [google({ paymentState: 0 }), 'Grace'],
    [google({ autoRenewing: false, cancelReason: 0 }), 'Canceled'],
    [google({ expiryTimeMillis: gone, paymentState: 0 }), 'BillingRetry'],
    [google({ expiryTimeMillis: gone, autoResumeTimeMillis: String(NOW + DAY) }), 'Paused'],
    [google({ expiryTimeMillis: gone, autoRenewing: false, cancelReason: 1 }), 'Expired'],
    [google({ expiryTimeMillis: gone, autoRenewing: false, cancelReason: 2 }), 'Upgraded'],
    [google({ expiryTimeMillis: gone, autoRenewing: false, cancelReason: 3 }), 'Revoked'],
  ])('%j is %s', async (body, state) => {
    const { subscriptions } = await read('GoogleIap', 200, body);
    expect(subscriptions).toMatchObject([{ Id: 'token-1', State: state }]);
  });

  it.each([
    [400, 'Invalid InvalidReceipt'],
    [401, 'Invalid StoreConfiguration'],
    [403, 'Invalid ForeignApp'],
    [404, 'Invalid InvalidReceipt'],
    [410, 'Invalid SubscriptionOver'],
    [429, 'Unavailable StoreUnavailable'],
    [500, 'Unavailable StoreUnavailable'],
    [503, 'Unavailable StoreUnavailable'],
  ])('HTTP %i is %s', async (status, code) => {
    expect((await read('GoogleIap', status, { error: { message: 'why' } })).code).toBe(code);
  });

  it('a test purchase belongs to the sandbox, any other to production', async () => {
    const { purchaseType, ...real } = google();
    expect((await read('GoogleIap', 200, real)).code).toBe('Invalid WrongEnvironment');
    expect((await read('GoogleIap', 200, real, { Environment: 'Production' })).code).toBeUndefined();
    expect((await read('GoogleIap', 200, google(), { Environment: 'Production' })).code).toBe(
      'Invalid WrongEnvironment',
    );
    expect(purchaseType).toBe(0);
  });
});

const amazon = (change: object = {}) => ({
  autoRenewing: true,
  cancelDate: null,
  cancelReason: null,
  freeTrialEndDate: null,
  gracePeriodEndDate: null,
  purchaseDate: NOW - 31 * DAY,
  receiptId: 'receipt-1',
  renewalDate: NOW + DAY,
  termSku: 'com.merchant.amazon.monthly',
  testTransaction: true,
  ...change,
});

describe('AmazonIap', () => {
  it.each([
    [amazon(), 'Active'],
    [amazon({ freeTrialEndDate: NOW + DAY }), 'Trial'],
    [amazon({ freeTrialEndDate: NOW - DAY }), 'Active'],
    [amazon({ autoRenewing: false }), 'Canceled'],
    [amazon({ renewalDate: NOW - DAY, gracePeriodEndDate: NOW + DAY }), 'Grace'],
    [amazon({ renewalDate: NOW - DAY, cancelDate: NOW - DAY, cancelReason: 1 }), 'Expired'],
    [amazon({ cancelDate: NOW - DAY, cancelReason: 2 }), 'Refunded'],
  ])('%j is %s', async (body, state) => {
    const { subscriptions } = await read('AmazonIap', 200, body);
    expect(subscriptions).toMatchObject([{ Id: 'receipt-1', State: state }]);
  });

  it.each([
    [400, 'Invalid InvalidReceipt'],
    [410, 'Invalid SubscriptionOver'],
    [429, 'Unavailable StoreUnavailable'],
    [496, 'Invalid ForeignApp'],
    [497, 'Invalid InvalidReceipt'],
    [500, 'Unavailable StoreUnavailable'],
  ])('HTTP %i is %s', async (status, code) => {
    expect((await read('AmazonIap', status, {})).code).toBe(code);
  });
});

describe('an answer that cannot be read', () => {
  it.each(['<html>', '', '[]', 'null', '"text"'])(
    '%s is no judgement: it can be tried again',
    async (body) => {
      for (const type of ['AppleIap', 'GoogleIap', 'AmazonIap'] as const) {
        expect(await read(type, 200, body)).toMatchObject({
          code: 'Unavailable StoreUnavailable',
          retryAfter: 60,
        });
      }
    },
  );

  it.each([
    ['AppleIap', {}, 'status'],
    ['AppleIap', apple([transaction({ expires_date_ms: 'soon' })]), 'expires_date_ms'],
    ['AppleIap', { ...apple([]), latest_receipt_info: 5 }, 'latest_receipt_info'],
    ['GoogleIap', google({ expiryTimeMillis: undefined }), 'expiryTimeMillis'],
    ['AmazonIap', amazon({ termSku: '' }), 'termSku'],
  ] as const)('%s: the message names what is missing (%#)', async (type, body, field) => {
    const { code, message } = await read(type, 200, body);
    expect(code).toBe('Unavailable StoreUnavailable');
    expect(message).toContain(field);
  });
});
