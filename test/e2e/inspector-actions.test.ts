import type { StartedSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText } from './browser.ts';
import {
  type Api,
  act,
  apiOf,
  counted,
  openInspector,
  paidSignup,
  type Receiver,
  signUp,
  start,
  startReceiver,
} from './inspector-page.ts';

/* The rarer actions of the inspector. What an action did is read from the API afterwards. */

let service: StartedSandbox;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await start({
    webhooks: [receiver.url],
    config: { Account: { OrderApproval: true } },
  });
  api = await apiOf(service.url);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

describe('a long advance', () => {
  it('shows how far it is, and is canceled where it stands', async () => {
    const long = await start();
    try {
      const own = await apiOf(long.url);
      for (let at = 0; at < 60; at += 1) await signUp(own, `No ${at}`);
      const page = await openInspector(long.url, '', { allowErrors: ['409'] });
      await page.getByRole('button', { name: 'To a date…' }).click();
      const dialog = page.getByRole('dialog', { name: 'To a date' });
      await dialog.getByLabel(/^Instant/).fill('2126-01-01T00:00:00Z');
      await dialog.getByRole('button', { name: 'To a date' }).click();
      await dialog.locator('progress[max]').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog
        .getByRole('alert')
        .getByText(/was canceled/)
        .waitFor();
      const state = await own('GET', '/sandbox/clock');
      expect(state.Target).toBeUndefined();
      expect([state.Now > '2026-02-15T09', state.Now < '2126']).toEqual([true, true]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.locator('.clock').getByText(state.Now.slice(0, 4)).waitFor();
      // The bar shows an advance too.
      await page.getByRole('button', { name: '+1 year' }).click();
      await page.getByRole('region', { name: 'Sent requests' }).getByText('Advance 1 year 200').waitFor();
      await page.close();
    } finally {
      await long.close();
    }
  }, 120_000);
});

describe('the clock', () => {
  it('follows the real time, and stops', async () => {
    const page = await openInspector(service.url, 'overview');
    await page.getByRole('button', { name: 'Follow the real time' }).click();
    await page.getByText('follows the real time', { exact: true }).waitFor();
    expect((await api('GET', '/sandbox/clock')).Mode).toBe('WallClock');
    await page.getByRole('button', { name: 'Stop the clock' }).click();
    await page.getByText('stands until it is moved').waitFor();
    expect((await api('GET', '/sandbox/clock')).Mode).toBe('Manual');
  });
});

describe('workspaces', () => {
  it('are removed', async () => {
    await api('POST', '/sandbox/workspaces', { Name: 'temporary' });
    const page = await openInspector(service.url, 'overview');
    await act(page, 'Remove temporary');
    expect(await api('GET', '/sandbox/workspaces')).toEqual([]);
  });
});

describe('orders', () => {
  it('are approved and declined', async () => {
    const ordered = async () =>
      (
        await api('POST', '/api/v1/orders', {
          Customer: { FirstName: 'Wait', LastName: 'Ing', Address: { Country: 'DE' } },
          Cart: { PlanVariantId: 'b00000000000000000000001' },
        })
      ).Id;
    const statusOf = async (id: string) => (await api('GET', `/api/v1/orders/${id}`)).Status;
    const [first, second] = [await ordered(), await ordered()];
    expect([await statusOf(first), await statusOf(second)]).toEqual(['ApprovalPending', 'ApprovalPending']);
    const page = await openInspector(service.url, `orders/${first}`);
    await act(page, 'Approve');
    expect(await statusOf(first)).toBe('Approved');
    await page.goto(`${service.url}/#/orders/${second}`);
    await act(page, 'Decline');
    expect(await statusOf(second)).toBe('Declined');
  });
});

/** An account without approval, in a workspace of its own. */
async function workspace(name: string) {
  const plain = await start({ seed: name, webhooks: [receiver.url] });
  return { url: plain.url, api: await apiOf(plain.url), close: () => plain.close() };
}

describe('contracts, invoices, customers', () => {
  it('are billed, linked to and deleted', async () => {
    const own = await workspace('documents');
    try {
      const { Id, CustomerId } = await signUp(own.api, 'Doc');
      // A customer that was deleted is asked for once more.
      const page = await openInspector(own.url, `contracts/${Id}`, { allowErrors: ['404'] });
      await act(page, 'Bill now');
      expect((await own.api('GET', '/sandbox/requests?take=1'))[0]).toMatchObject({
        Method: 'POST',
        Path: `/api/v1/contracts/${Id}/bill`,
        Client: 'inspector',
        Status: 200,
      });
      const [invoice] = await own.api('GET', `/api/v1/invoices?contractId=${Id}`);
      await page.goto(`${own.url}/#/invoices/${invoice.Id}`);
      await page.getByRole('button', { name: 'Make download link…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Make download link' });
      await dialog.getByRole('button', { name: 'Make download link' }).click();
      const answer = await dialog.locator('pre', { hasText: '/downloads/' }).textContent();
      const pdf = await fetch(JSON.parse(answer ?? '').Url);
      expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
      await dialog.getByRole('button', { name: 'Close' }).click();

      await page.goto(`${own.url}/#/customers`);
      await act(page, 'New customer', { 'First name': 'Short', 'Last name': 'Lived' });
      await page.waitForURL(/#\/customers\/[0-9a-f]{24}/);
      const [customer] = await own.api('GET', '/api/v1/customers?search=short');
      await act(page, 'Delete');
      const gone = await own.api('GET', '/api/v1/customers?search=short');
      expect(gone.filter((one: { Id: string }) => one.Id === customer.Id)).toEqual([]);
      await page.goto(`${own.url}/#/customers/${CustomerId}`);
      const details = page.getByRole('region', { name: 'Details' });
      await details.getByRole('link', { name: 'Activity', exact: true }).click();
      await page.waitForURL(new RegExp(`#/activity\\?q=${CustomerId}`));
      await page.locator('li.row').first().waitFor();
      await page.close();
    } finally {
      await own.close();
    }
  });
});

describe('the next payment', () => {
  it('is returned, left pending, challenged or lost; and what was decided is taken back', async () => {
    const own = await workspace('decisions');
    try {
      const contractId = await paidSignup(own.url);
      const page = await openInspector(own.url, `contracts/${contractId}`);
      const decided = async () =>
        (await own.api('GET', '/sandbox/payments/next')).map(({ Outcome }: { Outcome: object }) => Outcome);
      await act(page, 'Decide next payment', { 'What happens': 'return', After: 'P2D' });
      await act(page, 'Decide next payment', { 'What happens': 'pending', After: 'P4D' });
      await act(page, 'Decide next payment', { 'What happens': 'challenge' });
      await act(page, 'Decide next payment', { 'What happens': 'lose' });
      expect(await decided()).toEqual([
        { ReturnAfter: 'P2D' },
        { Pending: 'P4D' },
        { Challenge: true },
        { Lose: true },
      ]);
      // The first one is of the next renewal: it succeeds, and is returned two days later.
      await own.api('POST', '/sandbox/clock', { Advance: 'P1M' });
      const statusOf = async () =>
        (await own.api('GET', `/api/v1/paymentTransactions?contractId=${contractId}`))[0].Status.Status;
      expect(await statusOf()).toBe('Succeeded');
      await own.api('POST', '/sandbox/clock', { Advance: 'P3D' });
      expect(await statusOf()).toBe('Chargeback');
      await page.goto(`${own.url}/#/payments`);
      await act(page, 'Decide next payment', { Code: 'BearerExpired' });
      const left = (await decided()).length;
      expect(left).toBeGreaterThan(1);
      await act(page, `Remove ${left} decided`);
      expect(await decided()).toEqual([]);
      await page.close();
    } finally {
      await own.close();
    }
  });
});

describe('webhooks', () => {
  it('are lost, delayed, resent and enabled again', async () => {
    const own = await workspace('webhooks');
    try {
      const [{ Id }] = await own.api('GET', '/sandbox/webhooks');
      const page = await openInspector(own.url, `webhooks/${Id}`);
      const detail = page.getByRole('region', { name: 'Details' });
      await act(detail, 'Rehearse', {
        'Lose (probability 0 to 1)': '1',
        'Delay (ISO 8601 duration)': 'PT1H',
      });
      const [{ Rehearsal }] = await own.api('GET', '/sandbox/webhooks');
      expect(Rehearsal).toEqual({ Drop: 1, Delay: 'PT1H' });
      await own.api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
      await own.api('POST', '/sandbox/clock', { Advance: 'PT2H' });
      await own.api('POST', '/sandbox/deliveries/settle');
      const statuses = async () =>
        (await own.api('GET', `/sandbox/deliveries?webhookId=${Id}`)).map(
          ({ Status }: { Status: string }) => Status,
        );
      expect(await statuses()).toEqual(['Dropped']);
      await act(detail, 'Rehearse', { 'Lose (probability 0 to 1)': '0', 'Delay (ISO 8601 duration)': '' });
      await act(detail, 'Resend what is missing');
      await own.api('POST', '/sandbox/deliveries/settle');
      expect((await statuses()).sort()).toEqual(['Dropped', 'Succeeded']);
      await act(detail, 'Disable');
      expect((await own.api('GET', '/sandbox/webhooks'))[0].DisabledAt).toMatch(/^20/);
      await act(detail, 'Enable');
      expect((await own.api('GET', '/sandbox/webhooks'))[0].DisabledAt).toBeUndefined();
      // Pending deliveries are counted by endpoint.
      receiver.status = 500;
      await own.api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
      await page.getByRole('row', { name: new RegExp(`${receiver.url}.* 1$`) }).waitFor();
      receiver.status = 200;
      await page.locator('details.one', { hasText: 'answered 500' }).locator('summary').first().click();
      await page.getByRole('button', { name: 'Retry now' }).click();
      await page.getByRole('row', { name: new RegExp(`${receiver.url}.* 0$`) }).waitFor();
      expect((await own.api('GET', '/sandbox/webhooks'))[0].Pending).toBe(0);
      await page.close();
    } finally {
      receiver.status = 200;
      await own.close();
    }
  });
});

describe('faults and stores', () => {
  it('are removed all at once, and changed', async () => {
    await api('POST', '/sandbox/faults', { Path: '/api/v1/dunnings*', Fault: { DelayMs: 5 } });
    await api('POST', '/sandbox/faults', { Path: '/api/v1/plans*', Fault: { Drop: true }, Probability: 0.5 });
    const page = await openInspector(service.url, 'faults');
    await page.getByRole('cell', { name: 'breaks the connection' }).waitFor();
    await act(page, 'Remove all');
    expect(await api('GET', '/sandbox/faults')).toEqual([]);

    await page.goto(`${service.url}/#/catalogue`);
    await act(page, 'Buy in GoogleIap', { State: 'Trial' });
    const sold = async () => (await api('GET', '/sandbox/stores/GoogleIap/subscriptions'))[0];
    const { Id } = await sold();
    await act(page, `Change ${Id.slice(-6)}`, { State: 'Refunded' });
    expect((await sold()).Status).toBe('Refunded');
  });
});

describe('a snapshot', () => {
  it('shows its request, with the file instead of what is in it', async () => {
    const page = await openInspector(service.url);
    await counted(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const snapshot = JSON.stringify(await api('GET', '/sandbox/snapshot'));
    await page.getByLabel('Snapshot file').setInputFiles({
      name: 'state.json',
      mimeType: 'application/json',
      buffer: Buffer.from(snapshot),
    });
    const sent = page.getByRole('region', { name: 'Sent requests' });
    await sent.getByText('PUT /sandbox/snapshot < state.json').waitFor();
    await sent.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => copiedText(page))
      .toBe(
        `curl -X PUT '${service.url}/sandbox/snapshot' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary '@state.json'`,
      );
  });
});
