// What becomes of a subscription in each state when each other state, a failing renewal or another product comes, and what its store
// says of it then and later: whole tables, compared with reviewed files. After an intended change:
//   npx vitest run --project unit test/sandbox/service/stores/store-moves.test.ts --update
import { expect, it } from 'vitest';
import { possibleStates, type StoreState } from '../../../../sandbox/src/service/domain/records/stores.ts';
import { appShop, type Json, stores } from './shop.ts';

type Shop = Awaited<ReturnType<typeof appShop>>;

const later = '2026-01-25T10:00:00Z';
const yearly = {
  AppleIap: 'com.merchant.apple.yearly',
  GoogleIap: 'com.merchant.google.yearly',
  AmazonIap: 'other',
};

/** What comes to a subscription, by name. */
function moves(type: keyof typeof yearly): Record<string, object> {
  const ProductId = yearly[type];
  return {
    ...Object.fromEntries(possibleStates(type).map((Status) => [Status, { Status }])),
    'Grace until': { Status: 'Grace', Until: later },
    'BillingRetry until': { Status: 'BillingRetry', Until: later },
    'Paused until': { Status: 'Paused', Until: later },
    'Grace until then': { Status: 'Grace', Until: '2026-01-15T10:00:00Z' },
    'Renewal fails': { RenewalFails: true },
    'Renewal works': { RenewalFails: false },
    'Another product': { ProductId },
    'Another product, at the renewal': { ProductId, AtRenewal: true },
    Confirmed: { Acknowledged: true },
  };
}

/** What the store itself says of a receipt. */
function said(shop: Shop, receipt: Json): ReturnType<Shop['call']> {
  const { AppleIapReceipt, GoogleIapToken, AmazonIapReceiptId } = receipt;
  if (AppleIapReceipt)
    return shop.call('POST', '/stores/AppleIap/verifyReceipt', { 'receipt-data': AppleIapReceipt });
  if (AmazonIapReceiptId)
    return shop.call(
      'GET',
      `/stores/AmazonIap/developer/s/user/${receipt.AmazonIapUserId}/receiptId/${AmazonIapReceiptId}`,
    );
  const { GoogleIapPackageName, GoogleIapSubscriptionId } = receipt;
  return shop.call(
    'GET',
    `/stores/GoogleIap/applications/${GoogleIapPackageName}/purchases/subscriptions/${GoogleIapSubscriptionId}/tokens/${GoogleIapToken}`,
  );
}

/** Random parts in the order in which they come. */
function steady(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(/[\w-]{17,}(?::1:11)?={0,2}|\b2000000\d{9}\b/g, (part) => {
    if (!/\d/.test(part) || /^\d{4}-\d\d-\d\dT/.test(part)) return part;
    if (!seen.has(part)) seen.set(part, `#${seen.size + 1}`);
    return seen.get(part) as string;
  });
}

const day = (time: string | undefined) => time?.slice(0, 16);

/** A subscription in one line. */
const line = (one: Json) =>
  [
    one.Status,
    one.ProductId,
    `until ${day(one.ExpiryDate)}`,
    one.AutoRenew ? 'renews' : 'does not renew',
    ...(one.RenewalFails ? ['fails'] : []),
    ...(one.Acknowledged ? [] : ['unconfirmed']),
    ...(one.Until === undefined ? [] : [`waits until ${day(one.Until)}`]),
    ...(one.CanceledDate === undefined ? [] : [`canceled ${day(one.CanceledDate)}`]),
    ...(one.NextProductId === undefined ? [] : [`then ${one.NextProductId}`]),
    ...(one.Replaces === undefined ? [] : ['replaces another']),
    ...(one.ReplacedBy === undefined ? [] : ['was replaced']),
  ].join(', ');

/** A subscription that has been brought to a state, and its receipt. */
async function bought(shop: Shop, type: string, state: StoreState | 'Trial, canceled', request: object = {}) {
  const Trial = { Unit: 'Day', Quantity: 14 };
  const isTrial = state.startsWith('Trial');
  const Status = state === 'Upgraded' ? undefined : isTrial ? undefined : state;
  const receipt = await shop.receipt(type, {
    ...(isTrial ? { Trial } : {}),
    ...(Status === undefined ? {} : { Status }),
    ...request,
  });
  const newest = await shop.call('GET', `/sandbox/stores/${type}/subscriptions?take=1`);
  const { Id } = newest.body[0];
  if (state === 'Upgraded') await shop.patch(type, Id, { ProductId: yearly.GoogleIap });
  if (state === 'Trial, canceled') await shop.patch(type, Id, { Status: 'Canceled' });
  return { id: Id as string, receipt };
}

it.each(stores)('%s: from each state to each other', async (type) => {
  const shop = await appShop();
  await shop.sandbox.clock.advance('PT1H');
  const lines: string[] = [];
  for (const state of [...possibleStates(type), 'Trial, canceled'] as const) {
    lines.push('', `${state} (${line(await shop.stored(type, (await bought(shop, type, state)).id))})`);
    for (const [name, change] of Object.entries(moves(type))) {
      const { id } = await bought(shop, type, state);
      await shop.sandbox.clock.advance('PT1M');
      const { status, body } = await shop.call(
        'PATCH',
        `/sandbox/stores/${type}/subscriptions/${id}`,
        change,
      );
      const became =
        status === 200 ? line(body) : `${status} ${body.Errors?.[0].Field}: ${body.Errors?.[0].Message}`;
      lines.push(`  ${name}: ${became}`);
    }
  }
  await expect(steady(`${lines.join('\n')}\n`.trimStart())).toMatchFileSnapshot(`./files/moves-${type}.txt`);
  shop.sandbox.close();
});

it.each(stores)('%s: what the store says of each state, at once and 20 days later', async (type) => {
  const shop = await appShop();
  const all: { readonly name: string; readonly receipt: Json; readonly id: string }[] = [];
  for (const state of [...possibleStates(type), 'Trial, canceled'] as const)
    all.push({ name: state, ...(await bought(shop, type, state)) });
  const others: Record<string, object> = {
    'of the other environment': { Environment: 'Production' },
    'of another app': { App: 'com.other.app' },
    'of a user': { UserId: 'ada' },
    unconfirmed: { Acknowledged: false },
    'of a year': { Period: { Unit: 'Year', Quantity: 1 } },
    ...(type === 'AppleIap'
      ? { 'with two products': { ProductIds: [yearly.AppleIap, 'com.merchant.apple.monthly'] } }
      : {}),
  };
  for (const [name, request] of Object.entries(others))
    all.push({ name, ...(await bought(shop, type, 'Active', request)) });
  const texts: string[] = [];
  for (const moment of ['at once', '20 days later']) {
    for (const { name, receipt, id } of all) {
      const { status, body, headers } = await said(shop, receipt);
      expect(headers.get('Cache-Control')).toBe('no-store');
      texts.push(
        `${name}, ${moment}: ${line(await shop.stored(type, id))}\n${status} ${JSON.stringify(body, undefined, 1)}`,
      );
    }
    await shop.sandbox.clock.advance('P20D');
  }
  await expect(steady(`${texts.join('\n\n')}\n`)).toMatchFileSnapshot(`./files/said-${type}.txt`);
  shop.sandbox.close();
});

it.each([
  ['AppleIap', { ProductIds: [] }, 'ProductIds: expected at least one store product.'],
  [
    'GoogleIap',
    { ProductIds: ['a', 'b'] },
    'ProductIds: a receipt of GoogleIap contains exactly one subscription, got 2.',
  ],
  [
    'AmazonIap',
    { AppleIapReceipt: 'x' },
    'AppleIapReceipt: does not belong to AmazonIap, which has a separate receipt for each purchase.',
  ],
  ['AppleIap', { AppleIapReceipt: 'x' }, 'AppleIapReceipt: the store does not know this receipt.'],
  ['AmazonIap', { Status: 'Paused' }, 'Status: AmazonIap has no state Paused'],
])('%s: a receipt for %j is refused', async (type, request, message) => {
  const shop = await appShop();
  const { status, body } = await shop.call('POST', `/sandbox/stores/${type}/receipts`, request);
  expect([status, body.Message]).toEqual([422, expect.stringContaining(message)]);
  expect((await shop.call('GET', `/sandbox/stores/${type}/subscriptions`)).body).toEqual([]);
  shop.sandbox.close();
});

it('AppleIap: who buys more has one receipt with both subscriptions', async () => {
  const shop = await appShop();
  const { receipt } = await bought(shop, 'AppleIap', 'Active');
  const again = await shop.receipt('AppleIap', {
    AppleIapReceipt: receipt.AppleIapReceipt,
    ProductIds: [yearly.AppleIap],
  });
  expect(again).toEqual(receipt);
  const { body } = await shop.call('GET', '/sandbox/stores/AppleIap/subscriptions');
  expect(body.map((one: Json) => one.ProductId).sort()).toEqual([
    'com.merchant.apple.monthly',
    'com.merchant.apple.yearly',
  ]);
  shop.sandbox.close();
});

it.each(stores)(
  '%s counts the periods after a trial from its end, also when the first one is paid late',
  async (type) => {
    for (const isLate of [false, true]) {
      const shop = await appShop();
      const { id } = await bought(shop, type, 'Trial');
      await shop.patch(type, id, { Acknowledged: true });
      if (isLate) await shop.patch(type, id, { RenewalFails: true });
      await shop.sandbox.clock.set('2026-01-30T10:00:00Z');
      if (isLate) {
        expect((await shop.stored(type, id)).Status).toBe('Grace');
        await shop.patch(type, id, { Status: 'Active' });
      }
      expect((await shop.stored(type, id)).ExpiryDate).toMatch(/^2026-02-28T10:00/);
      await shop.sandbox.clock.set('2026-03-01T10:00:00Z');
      expect((await shop.stored(type, id)).ExpiryDate).toMatch(/^2026-03-29T10:00/);
    }
  },
);
