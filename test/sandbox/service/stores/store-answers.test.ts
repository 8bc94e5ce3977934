import { describe, expect, it } from 'vitest';
import { defaultAccount } from '../../../../sandbox/src/service/configuration/defaults/account.ts';
import type { Receipt, StoreAnswer } from '../../../../sandbox/src/service/domain/basics/app-stores.ts';
import type { Problem } from '../../../../sandbox/src/service/domain/basics/problem.ts';
import type { Service } from '../../../../sandbox/src/service/domain/records/service.ts';
import { isReceiptOrder, readReceipt } from '../../../../sandbox/src/service/domain/stores/store-receipts.ts';
import {
  seenSubscriptions,
  verify,
} from '../../../../sandbox/src/service/domain/stores/store-verification.ts';
import { amazonAnswer } from '../../../../sandbox/src/service/simulation/stores/amazon-answer.ts';
import type {
  StoreSubscription,
  StoreTx,
} from '../../../../sandbox/src/service/simulation/stores/collections.ts';
import { caught } from '../../caught.ts';

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
      work({
        now: NOW,
        account: { ...defaultAccount, ...account },
        externalSubscriptions: new Map(),
        contracts: new Map(),
        planVariants: [],
      }),
  } as unknown as Service;
  const verdict = await verify(service, receipts[type]);
  try {
    return {
      subscriptions: seenSubscriptions(verdict, receipts[type]),
      code: undefined,
      message: '',
      fields: [],
      retryAfter: undefined,
    };
  } catch (error) {
    const { code, message, kind, fields, retryAfter } = error as Problem;
    return { subscriptions: [], code: `${kind} ${code}`, message, fields, retryAfter };
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

describe('spec: What the service does 5 — AppleIap: status codes', () => {
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

  it.each([21099, 21200])('%i cannot be retried', async (status) => {
    const { code } = await read('AppleIap', 200, { status, 'is-retryable': true });
    expect(code).toBe('Invalid InvalidReceipt');
  });

  it.each([21100, 21150, 21199])('%i can be retried if the store says so', async (status) => {
    expect((await read('AppleIap', 200, { status, 'is-retryable': true })).code).toBe(
      'Unavailable StoreUnavailable',
    );
    for (const retryable of ['1', 1]) {
      expect((await read('AppleIap', 200, { status, 'is-retryable': retryable })).code).toBe(
        'Unavailable StoreUnavailable',
      );
    }
    expect((await read('AppleIap', 200, { status, 'is-retryable': false })).code).toBe(
      'Invalid InvalidReceipt',
    );
    expect((await read('AppleIap', 200, { status })).code).toBe('Invalid InvalidReceipt');
  });
});

describe('spec: Check rules 1 — AppleIap: a valid receipt', () => {
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

  const old = NOW - 31 * DAY;
  const access = NOW + 29 * DAY;
  const past = { purchase_date_ms: String(old), expires_date_ms: String(NOW - DAY) };
  const grace = (at: number) => ({ grace_period_expires_date_ms: String(at) });
  const refunded = { cancellation_date_ms: String(NOW - 5) };

  it.each([
    ['Active', {}, {}, { Since: NOW - DAY, ExpiresAt: access }],
    ['Trial', { is_trial_period: 'true' }, {}, { InTrial: true, Since: NOW - DAY, ExpiresAt: access }],
    ['Canceled', {}, { auto_renew_status: '0' }, { Since: NOW - DAY, ExpiresAt: access }],
    [
      'Canceled',
      { is_trial_period: 'true' },
      { auto_renew_status: '0' },
      { InTrial: true, Since: NOW - DAY, ExpiresAt: access },
    ],
    ['Active', {}, grace(NOW + 40 * DAY), { Since: NOW - DAY, ExpiresAt: NOW + 40 * DAY }],
    ['Grace', past, grace(NOW + 1), { Since: old, ExpiresAt: NOW + 1 }],
    ['Grace', { ...past, is_trial_period: 'true' }, grace(NOW + 1), { Since: NOW - DAY, ExpiresAt: NOW + 1 }],
    ['Expired', past, grace(NOW), { Since: NOW, ExpiresAt: NOW }],
    ['Expired', { ...past, expires_date_ms: String(NOW) }, {}, { Since: NOW, ExpiresAt: NOW }],
    [
      'Expired',
      { ...past, expires_date_ms: String(NOW), is_trial_period: 'true' },
      {},
      { Since: NOW, ExpiresAt: NOW },
    ],
    ['BillingRetry', past, { is_in_billing_retry_period: '1' }, { Since: NOW - DAY, ExpiresAt: NOW - DAY }],
    ['Expired', past, {}, { Since: NOW - DAY, ExpiresAt: NOW - DAY }],
    ['Refunded', refunded, {}, { Since: NOW - 5, ExpiresAt: NOW - 5 }],
    [
      'Revoked',
      { ...refunded, in_app_ownership_type: 'FAMILY_SHARED' },
      {},
      { Since: NOW - 5, ExpiresAt: NOW - 5 },
    ],
  ])('%s by %j and %j', async (State, change, renewal, times) => {
    const { subscriptions } = await read('AppleIap', 200, apple([transaction(change)], renewal));
    expect(subscriptions).toEqual([
      {
        Id: '1',
        ProductId: 'com.merchant.apple.monthly',
        State,
        InTrial: false,
        StartedAt: old,
        Receipt: { Type: 'AppleIap', AppleIapReceipt: 'bmV3ZXI=' },
        ...times,
      },
    ]);
  });

  it('is that of the oldest subscription first; each has its own renewal, and the receipt that was sent', async () => {
    const later = transaction({
      original_transaction_id: '5',
      product_id: 'com.merchant.apple.yearly',
      original_purchase_date_ms: String(NOW - DAY),
    });
    const body = {
      ...apple([later, transaction()]),
      latest_receipt: undefined,
      pending_renewal_info: [
        { original_transaction_id: '7', auto_renew_status: '0' },
        { original_transaction_id: '5', auto_renew_status: '0' },
      ],
    };
    const { subscriptions } = await read('AppleIap', 200, body);
    expect(subscriptions.map(({ Id, State, ProductId, Receipt }) => [Id, State, ProductId, Receipt])).toEqual(
      [
        ['1', 'Active', 'com.merchant.apple.monthly', receipts.AppleIap],
        ['5', 'Canceled', 'com.merchant.apple.yearly', receipts.AppleIap],
      ],
    );
    const bare = {
      status: 0,
      receipt: { bundle_id: 'com.merchant.app' },
      latest_receipt_info: [transaction()],
    };
    expect((await read('AppleIap', 200, bare)).subscriptions).toMatchObject([{ Id: '1', State: 'Active' }]);
  });

  it('is rejected for another app, and without a subscription', async () => {
    const foreign = { ...apple([transaction()]), receipt: { bundle_id: 'com.other.app' } };
    expect(await read('AppleIap', 200, foreign)).toMatchObject({
      code: 'Invalid ForeignApp',
      message: expect.stringContaining('com.other.app'),
    });
    for (const empty of [apple([]), { ...apple([]), latest_receipt_info: undefined }])
      expect((await read('AppleIap', 200, empty)).code).toBe('Invalid InvalidReceipt');
    expect((await read('AppleIap', 200, { status: 0 })).code).toBe('Invalid ForeignApp');
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

describe('spec: Check rules 2 — GoogleIap', () => {
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

  const soon = NOW + DAY;
  const [first, last] = [NOW - 31 * DAY, NOW - DAY];
  const expired = { expiryTimeMillis: gone };

  it.each([
    ['Active', {}, { ExpiresAt: soon }],
    ['Trial', { paymentState: 2 }, { InTrial: true, Since: first, ExpiresAt: soon }],
    ['Canceled', { paymentState: 2, autoRenewing: false }, { InTrial: true, Since: first, ExpiresAt: soon }],
    ['Expired', { expiryTimeMillis: String(NOW), autoRenewing: false }, { Since: NOW, ExpiresAt: NOW }],
    // The renewal is under way.
    ['Active', { ...expired, paymentState: 2 }, { Since: last, ExpiresAt: last }],
    ['Active', { expiryTimeMillis: String(NOW), paymentState: 2 }, { Since: NOW, ExpiresAt: NOW }],
    ['Paused', { ...expired, paymentState: 0, autoResumeTimeMillis: 5 }, { Since: last, ExpiresAt: last }],
    ['Active', { linkedPurchaseToken: 'token-0' }, { ExpiresAt: soon, Replaces: 'token-0' }],
    ['Active', { linkedPurchaseToken: 7 }, { ExpiresAt: soon }],
  ])('%s by %j', async (State, change, more) => {
    expect((await read('GoogleIap', 200, google(change))).subscriptions).toEqual([
      {
        Id: 'token-1',
        ProductId: 'com.merchant.google.monthly',
        State,
        InTrial: false,
        StartedAt: first,
        Since: undefined,
        Receipt: receipts.GoogleIap,
        ...more,
      },
    ]);
  });

  it("the store's reason for a rejection is passed on", async () => {
    const message = async (body: object) => (await read('GoogleIap', 404, body)).message;
    expect(await message({ error: { message: 'no such token' } })).toContain('(HTTP 404, "no such token")');
    expect(await message({ error: { message: 5 } })).toContain('(HTTP 404)');
    expect(await message({})).toContain('(HTTP 404)');
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
    const { code: said, message } = await read('GoogleIap', status, { error: { message: 'why' } });
    expect(said).toBe(code);
    expect(message).toContain(`(HTTP ${status}, "why")`);
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

describe('spec: Check rules 2 — AmazonIap', () => {
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

  const soon = NOW + DAY;
  const [first, last] = [NOW - 31 * DAY, NOW - DAY];
  const trial = { freeTrialEndDate: soon };

  it.each([
    ['Active', {}, { ExpiresAt: soon }],
    ['Trial', trial, { InTrial: true, Since: first, ExpiresAt: soon }],
    ['Canceled', { ...trial, autoRenewing: false }, { InTrial: true, Since: first, ExpiresAt: soon }],
    ['Active', { freeTrialEndDate: NOW }, { ExpiresAt: soon }],
    ['Grace', { renewalDate: last, gracePeriodEndDate: soon }, { ExpiresAt: soon }],
    ['Grace', { gracePeriodEndDate: NOW + 1 }, { ExpiresAt: soon }],
    ['Expired', { renewalDate: last, gracePeriodEndDate: NOW }, { Since: last, ExpiresAt: NOW }],
    ['Expired', { renewalDate: NOW }, { Since: NOW, ExpiresAt: NOW }],
    ['Active', { cancelDate: NOW + 1, cancelReason: 2 }, { ExpiresAt: soon }],
    ['Expired', { cancelDate: NOW, cancelReason: 1 }, { Since: NOW, ExpiresAt: NOW }],
    ['Refunded', { ...trial, cancelDate: last, cancelReason: 2 }, { Since: last, ExpiresAt: last }],
  ])('%s by %j', async (State, change, more) => {
    expect((await read('AmazonIap', 200, amazon(change))).subscriptions).toEqual([
      {
        Id: 'receipt-1',
        ProductId: 'com.merchant.amazon.monthly',
        State,
        InTrial: false,
        StartedAt: first,
        Since: undefined,
        Receipt: receipts.AmazonIap,
        ...more,
      },
    ]);
  });

  it('a test transaction belongs to the sandbox, any other to production', async () => {
    const production = { Environment: 'Production' };
    const real = amazon({ testTransaction: false });
    const codes = [
      await read('AmazonIap', 200, real),
      await read('AmazonIap', 200, real, production),
      await read('AmazonIap', 200, amazon(), production),
    ].map(({ code }) => code);
    expect(codes).toEqual(['Invalid WrongEnvironment', undefined, 'Invalid WrongEnvironment']);
  });

  it.each([
    [400, 'Invalid InvalidReceipt'],
    [410, 'Invalid SubscriptionOver'],
    [429, 'Unavailable StoreUnavailable'],
    [496, 'Invalid ForeignApp'],
    [497, 'Invalid InvalidReceipt'],
    [499, 'Invalid InvalidReceipt'],
    [500, 'Unavailable StoreUnavailable'],
    [503, 'Unavailable StoreUnavailable'],
  ])('HTTP %i is %s', async (status, code) => {
    const { code: said, message } = await read('AmazonIap', status, {});
    expect(said).toBe(code);
    expect(message).toContain(`(HTTP ${status})`);
  });
});

describe('spec: What the service does 5 — no answer of the store itself', () => {
  it.each([
    [{ Outcome: 'TimedOut' }, 'it did not respond in time'],
    [{ Outcome: 'Unreachable' }, 'it cannot be reached'],
    [{ Outcome: 'Answered', Status: 503, Body: '{}' }, 'it is unavailable (HTTP 503)'],
    [{ Outcome: 'Answered', Status: 200, Body: '[]' }, 'its response is not a JSON object (HTTP 200)'],
  ] as const)('%j can be tried again: %s', async (answer, why) => {
    const service = {
      stores: { verify: () => answer },
      transaction: (work: (tx: object) => unknown) => work({ now: NOW, account: defaultAccount }),
    } as unknown as Service;
    const verdict = await verify(service, receipts.AppleIap);
    expect(caught(() => seenSubscriptions(verdict, receipts.AppleIap))).toMatchObject({
      kind: 'Unavailable',
      code: 'StoreUnavailable',
      message: `The store AppleIap cannot verify the receipt at the moment: ${why}. Send the request again later.`,
      fields: [],
      retryAfter: 60,
    });
  });
});

describe('a receipt is rejected with its main field', () => {
  it.each([
    ['AppleIap', 200, { status: 21002 }, 'AppleIapReceipt', 'InvalidReceipt'],
    ['AppleIap', 200, { status: 21006 }, 'AppleIapReceipt', 'SubscriptionOver'],
    ['GoogleIap', 404, {}, 'GoogleIapToken', 'InvalidReceipt'],
    ['GoogleIap', 410, {}, 'GoogleIapToken', 'SubscriptionOver'],
    ['AmazonIap', 400, {}, 'AmazonIapReceiptId', 'InvalidReceipt'],
  ] as const)('%s, HTTP %i, %j: %s', async (type, status, body, Field, Code) => {
    expect((await read(type, status, body)).fields).toMatchObject([{ Field, Code }]);
  });
});

describe('spec: Check request AppleIap, GoogleIap, AmazonIap, IAP orders 4 — the fields of a receipt', () => {
  const google = { GoogleIapPackageName: 'app', GoogleIapSubscriptionId: 'monthly', GoogleIapToken: 't' };
  const problems = (input: Parameters<typeof readReceipt>[0]) =>
    (caught(() => readReceipt(input)) as Problem).fields.map(({ Field, Code, Message }) => [
      Field,
      Code,
      Message,
    ]);

  it('are those of its store, and no others', () => {
    expect(readReceipt({ Type: 'AppleIap', AppleIapReceipt: 'r' })).toEqual({
      Type: 'AppleIap',
      AppleIapReceipt: 'r',
    });
    expect(readReceipt({ Type: 'GoogleIap', ...google, AmazonIapUserId: '' })).toEqual({
      Type: 'GoogleIap',
      ...google,
    });
  });

  it('are named one by one if they are missing or of another store', () => {
    expect(problems({})).toEqual([
      ['Type', 'InvalidData', 'is missing; expected AppleIap, GoogleIap or AmazonIap.'],
    ]);
    expect(problems({ Type: 'AppleIap', AppleIapReceipt: '' })).toEqual([
      ['AppleIapReceipt', 'InvalidData', 'is missing; Type AppleIap requires only AppleIapReceipt.'],
    ]);
    expect(problems({ Type: 'AmazonIap', AmazonIapUserId: 'u', AppleIapReceipt: 'r' })).toEqual([
      [
        'AmazonIapReceiptId',
        'InvalidData',
        'is missing; Type AmazonIap requires AmazonIapReceiptId and AmazonIapUserId.',
      ],
      [
        'AppleIapReceipt',
        'InvalidData',
        'does not belong to Type AmazonIap; expected AmazonIapReceiptId and AmazonIapUserId.',
      ],
    ]);
    expect(problems({ Type: 'GoogleIap', ...google, GoogleIapToken: '' })).toEqual([
      [
        'GoogleIapToken',
        'InvalidData',
        'is missing; Type GoogleIap requires GoogleIapPackageName, GoogleIapSubscriptionId and GoogleIapToken.',
      ],
    ]);
    expect(caught(() => readReceipt({}))).toMatchObject({ kind: 'Invalid', code: 'InvalidData' });
    expect(caught(() => readReceipt({ Type: 'AmazonIap' }))).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidData',
      message:
        'AmazonIapReceiptId is missing; Type AmazonIap requires AmazonIapReceiptId and AmazonIapUserId.',
    });
  });

  it.each([
    [{}, false],
    [{ AppleIapReceipt: '' }, false],
    [{ Type: 'AppleIap' }, true],
    [{ AmazonIapUserId: 'u' }, true],
    [{ GoogleIapSubscriptionId: 'monthly' }, true],
  ] as const)('%j is an order with a receipt: %s', (input, names) => {
    expect(isReceiptOrder(input)).toBe(names);
  });
});

describe('a response that cannot be read', () => {
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
    ['AppleIap', { ...apple([]), latest_receipt_info: [null] }, 'latest_receipt_info'],
    ['AppleIap', { ...apple([]), latest_receipt_info: [transaction(), 5] }, 'latest_receipt_info'],
    ['AppleIap', apple([transaction({ original_transaction_id: 5 })]), 'original_transaction_id'],
    ['AppleIap', apple([transaction({ purchase_date_ms: '' })]), 'purchase_date_ms'],
    ['AppleIap', apple([transaction({ purchase_date_ms: null })]), 'purchase_date_ms'],
    ['AppleIap', apple([transaction({ purchase_date_ms: 1.5 })]), 'purchase_date_ms'],
    ['GoogleIap', google({ expiryTimeMillis: undefined }), 'expiryTimeMillis'],
    ['AmazonIap', amazon({ termSku: '' }), 'termSku'],
  ] as const)('%s: the message names what is missing (%#)', async (type, body, field) => {
    const { code, message } = await read(type, 200, body);
    expect(code).toBe('Unavailable StoreUnavailable');
    expect(message).toContain(field);
  });
});

it.each([
  [false, 1],
  [true, 0],
])('AmazonIap answers for one that ended where RenewalFails is %s with reason %i', (RenewalFails, reason) => {
  const receipt = receipts.AmazonIap as Extract<Receipt, { Type: 'AmazonIap' }>;
  const subscription = {
    App: 'com.merchant.app',
    Receipt: receipt,
    Status: 'Expired',
    RenewalFails,
    Period: { Quantity: 1, Unit: 'Month' },
    Purchases: [],
  } as unknown as StoreSubscription;
  const tx = { account: { StoreApp: 'com.merchant.app' } } as unknown as StoreTx;
  expect(amazonAnswer(tx, receipt, subscription).body).toMatchObject({ cancelReason: reason });
});
