import { describe, expect, it } from 'vitest';
import { appShop } from './shop.ts';

describe("the stores' own verification", () => {
  it('AppleIap: an expired subscription in a valid receipt is still status 0', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap');
    await shop.sandbox.clock.advance('P2M');
    const verify = () =>
      shop.call('POST', '/stores/AppleIap/verifyReceipt', { 'receipt-data': receipt.AppleIapReceipt });
    const { body } = await verify();
    expect(body).toMatchObject({
      status: 0,
      environment: 'Sandbox',
      latest_receipt: receipt.AppleIapReceipt,
    });
    expect(body.latest_receipt_info).toHaveLength(3);
    expect(body.latest_receipt_info[0].expires_date).toBe('2026-04-15 10:00:00 Etc/GMT');
    expect(body.pending_renewal_info).toMatchObject([{ auto_renew_status: '1' }]);
    const id = body.latest_receipt_info[0].original_transaction_id;
    await shop.patch('AppleIap', id, { Status: 'Expired' });
    expect((await verify()).body).toMatchObject({
      status: 0,
      pending_renewal_info: [{ expiration_intent: '1' }],
    });
    expect((await shop.call('POST', '/stores/AppleIap/verifyReceipt', { 'receipt-data': '!' })).body).toEqual(
      { status: 21002 },
    );
  });

  it('GoogleIap: payment, cancellation and acknowledgement', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('GoogleIap', { Acknowledged: false });
    const path = `/stores/GoogleIap/applications/${receipt.GoogleIapPackageName}/purchases/subscriptions/${receipt.GoogleIapSubscriptionId}/tokens/${receipt.GoogleIapToken}`;
    expect((await shop.call('GET', path)).body).toMatchObject({
      acknowledgementState: 0,
      paymentState: 1,
      purchaseType: 0,
    });
    for (const action of ['', ':', ':cancel', ':acknowledged', ':acknowledge:cancel']) {
      const { status, body } = await shop.call('POST', `${path}${action}`);
      expect([action, status, body.Code]).toEqual([action, 404, 'NotFound']);
    }
    expect((await shop.call('GET', path)).body.acknowledgementState).toBe(0);
    expect((await shop.call('POST', `${path}:acknowledge`)).status).toBe(204);
    await shop.patch('GoogleIap', receipt.GoogleIapToken, { Status: 'Canceled' });
    const { body } = await shop.call('GET', path);
    expect(body).toMatchObject({ acknowledgementState: 1, autoRenewing: false, cancelReason: 0 });
    expect(body).not.toHaveProperty('paymentState');
    expect((await shop.call('GET', path.replace('com.merchant.app', 'com.other.app'))).status).toBe(403);
    expect((await shop.call('GET', `${path}x`)).status).toBe(404);
  });

  it('AmazonIap: dates, and the HTTP codes of its errors', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AmazonIap', { Trial: { Unit: 'Week', Quantity: 1 } });
    const path = (user: string, id: string) =>
      `/stores/AmazonIap/developer/secret/user/${user}/receiptId/${id}`;
    const good = path(receipt.AmazonIapUserId, receipt.AmazonIapReceiptId);
    expect((await shop.call('GET', good)).body).toMatchObject({
      autoRenewing: true,
      cancelDate: null,
      freeTrialEndDate: Date.parse('2026-01-22T10:00:00Z'),
      renewalDate: Date.parse('2026-01-22T10:00:00Z'),
      term: '1 Month',
      testTransaction: true,
    });
    expect((await shop.call('GET', path('other', receipt.AmazonIapReceiptId))).status).toBe(497);
    expect((await shop.call('GET', path(receipt.AmazonIapUserId, 'unknown'))).status).toBe(400);
    await shop.patch('AmazonIap', receipt.AmazonIapReceiptId, { Status: 'Revoked' });
    expect((await shop.call('GET', good)).status).toBe(410);
    await shop.ok(shop.call('PUT', '/sandbox/stores/AmazonIap/fault', { Fault: 'Unreachable' }));
    expect((await shop.call('GET', good)).status).toBe(504);
  });
});
