import type { StartedSandbox } from 'clientlib-sandbox';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { screenshot } from './browser.ts';
import {
  type Api,
  apiOf,
  hostileName,
  openInspector,
  type Receiver,
  signUp,
  start,
  startReceiver,
} from './inspector-page.ts';

/* Each view of the inspector and each action in it. What an action did is read from the API afterwards. */

let service: StartedSandbox;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await start({ webhooks: [receiver.url] });
  api = await apiOf(service.url);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Opens the dialog of an action, fills its fields, sends it and waits for the answer. */
async function act(
  page: Page | Locator,
  action: string,
  fields: Readonly<Record<string, string | true>> = {},
): Promise<void> {
  const whole = 'page' in page && typeof page.page === 'function' ? page.page() : (page as Page);
  await page
    .getByRole('button', { name: `${action}…`, exact: true })
    .first()
    .click();
  const dialog = whole.getByRole('dialog', { name: action });
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true });
    if (value === true) await field.check();
    else if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog.getByRole('button', { name: 'Copy as curl' }).waitFor();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  // An action that is not possible any more goes with its dialog.
  const done = dialog.getByText('Done', { exact: true });
  await Promise.race([done.waitFor(), dialog.waitFor({ state: 'detached' })]);
  await whole.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

const contractOf = (id: string) => api('GET', `/api/v1/contracts/${id}`);

/** A signup that pays by card, as ClientLib does it. */
async function paidSignup(): Promise<string> {
  const page = await openInspector(service.url, 'playground');
  const frame = page.frameLocator('iframe[title="Running page"]');
  await frame.getByRole('button', { name: 'Sign up' }).click();
  const text = await frame.getByText(/^Signed up\. Contract [0-9a-f]{24}$/).textContent();
  return text?.slice(-24) ?? '';
}

describe('a contract', () => {
  it('is a picture of its life, with a table of the same', async () => {
    const { Id } = await signUp(api, 'Life');
    await api('POST', '/sandbox/clock', { Advance: 'P2M' });
    const page = await openInspector(service.url, `contracts/${Id}`);
    await page.getByRole('group', { name: /3 billed periods/ }).waitFor();
    await page.getByRole('button', { name: '1y', exact: true }).click();
    expect(page.url()).toContain('zoom=1y');
    await screenshot(page, 'inspector-contract');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page
      .getByRole('row', { name: /Billed: .*11\.78 EUR/ })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /Next: Renewal \(planned\)/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is paused, resumed, booked for, previewed, canceled, revoked and ended', async () => {
    const { Id } = await signUp(api, 'Acted');
    const page = await openInspector(service.url, `contracts/${Id}`);
    const detail = page.getByRole('region', { name: 'Details' });
    await act(page, 'Pause');
    expect((await contractOf(Id)).LifecycleStatus).toBe('Paused');
    await act(page, 'Resume');
    expect((await contractOf(Id)).LifecycleStatus).toBe('Active');

    const before = (await contractOf(Id)).Balance;
    await act(page, 'Book a payment', { Amount: '5.5' });
    expect((await contractOf(Id)).Balance).toBeCloseTo(before - 5.5, 2);
    await act(page, 'Preview a change', { Plan: 'b00000000000000000000003' });
    expect((await api('GET', '/sandbox/requests?take=1'))[0]).toMatchObject({
      Path: '/api/v1/orders/preview',
      Status: 200,
    });

    await act(page, 'Cancel');
    expect((await contractOf(Id)).EndDate).toMatch(/^20/);
    await act(page, 'Revoke cancellation');
    expect((await contractOf(Id)).EndDate).toBeUndefined();
    // A contract does not end before it has begun.
    const { Now } = await api('POST', '/sandbox/clock', { Advance: 'P1D' });
    await act(page, 'End', { End: Now });
    await detail.getByText('Ended').first().waitFor();
    expect((await contractOf(Id)).LifecycleStatus).toBe('Ended');
  });

  it('opens the portal as its customer', async () => {
    const { Id } = await signUp(api, 'Portal');
    const page = await openInspector(service.url, `contracts/${Id}`);
    await act(page, 'New self-service token');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the portal as this customer' }).click();
    const portal = await opened;
    await portal.getByRole('heading').first().waitFor();
    expect(portal.url()).toContain('/portal?selfServiceToken=');
  });
});

describe('orders and customers', () => {
  it('are made, committed, changed and locked', async () => {
    const page = await openInspector(service.url, 'contracts');
    await act(page, 'New order', { 'First name': 'Newly', 'Last name': 'Made' });
    await page.waitForURL(/#\/orders\//);
    await act(page, 'Commit');
    await page.waitForURL(/#\/contracts\//);
    const [contract] = await api('GET', '/api/v1/contracts?search=newly');
    expect(contract.LifecycleStatus).toBe('Active');

    await page.goto(`${service.url}/#/customers/${contract.CustomerId}`);
    await act(page, 'Lock');
    expect((await api('GET', `/api/v1/customers/${contract.CustomerId}`)).IsLocked).toBe(true);
    await act(page, 'Change e-mail', { 'E-mail': 'new@example.com' });
    expect((await api('GET', `/api/v1/customers/${contract.CustomerId}`)).EmailAddress).toBe(
      'new@example.com',
    );
  });
});

describe('invoices', () => {
  it('show their PDF and give credit', async () => {
    const { Id } = await signUp(api, 'Billed');
    const [invoice] = await api('GET', `/api/v1/invoices?contractId=${Id}`);
    const page = await openInspector(service.url, `invoices/${invoice.Id}`);
    await page.getByTitle(`PDF of ${invoice.InvoiceNumber}`).waitFor();
    await act(page, 'Issue credit note', { 'Amount (gross)': '1.19' });
    const notes = (await api('GET', `/api/v1/invoices?contractId=${Id}`)).filter(
      ({ IsInvoice }: { IsInvoice: boolean }) => !IsInvoice,
    );
    expect(notes).toMatchObject([{ TotalGross: -1.19 }]);
  });
});

describe('payments', () => {
  it('are made in the playground, charged back, refunded, and the next one declined', async () => {
    const contractId = await paidSignup();
    const paymentsOf = () => api('GET', `/api/v1/paymentTransactions?contractId=${contractId}`);
    const [payment] = await paymentsOf();
    expect(payment.Status.Status).toBe('Succeeded');

    const page = await openInspector(service.url, `payments/${payment.Id}`);
    await act(page, 'Refund', { Amount: '1' });
    expect((await paymentsOf())[0].Status.Status).toBe('PartiallyRefunded');

    await page.goto(`${service.url}/#/contracts/${contractId}`);
    await act(page, 'Decide next payment', { Code: 'BearerInvalid' });
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    const [declined] = await paymentsOf();
    expect(declined.Status).toMatchObject({ Status: 'Failed', ErrorCode: 'BearerInvalid' });

    const second = await paidSignup();
    const [paid] = await api('GET', `/api/v1/paymentTransactions?contractId=${second}`);
    await page.goto(`${service.url}/#/payments/${paid.Id}`);
    await act(page, 'Charge back');
    expect((await api('GET', `/api/v1/paymentTransactions/${paid.Id}`)).Status.Status).toBe('Chargeback');
    await page.locator('.detail').getByText('Chargeback', { exact: true }).first().waitFor();
  });
});

describe('webhooks', () => {
  it('are registered, rehearsed, rotated, sent by hand, disabled and deleted', async () => {
    const page = await openInspector(service.url, 'webhooks');
    await act(page, 'Register endpoint', { Address: `${receiver.url}/2`, Events: 'PaymentEscalated' });
    await page.getByRole('link', { name: `${receiver.url}/2` }).click();
    const ofApi = async () =>
      (await api('GET', '/sandbox/webhooks')).find(({ Url }: { Url: string }) => Url === `${receiver.url}/2`);
    const made = await ofApi();
    const detail = page.getByRole('region', { name: 'Details' });
    await act(detail, 'Rehearse', {
      'Duplicate (probability 0 to 1)': '1',
      'Send in a shuffled order': true,
    });
    expect((await ofApi()).Rehearsal).toEqual({ Duplicate: 1, Reorder: true });
    await act(detail, 'Rotate secret');
    expect((await ofApi()).Secret).not.toBe(made.Secret);
    await act(detail, 'Send an event', { Event: 'PaymentEscalated' });
    await api('POST', '/sandbox/deliveries/settle');
    const sent = await api('GET', `/sandbox/deliveries?webhookId=${made.Id}`);
    expect(sent.map(({ Event }: { Event: string }) => Event)).toEqual([
      'PaymentEscalated',
      'PaymentEscalated',
    ]);
    await page
      .locator('details.one', { hasText: 'PaymentEscalated' })
      .first()
      .locator('summary')
      .first()
      .click();
    await page
      .getByText(/Attempt 1:/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Resend', exact: true }).first().click();
    await page.getByText('POST /sandbox/deliveries/', { exact: false }).first().waitFor();
    await api('POST', '/sandbox/deliveries/settle');
    expect((await api('GET', `/sandbox/deliveries?webhookId=${made.Id}`)).length).toBe(3);
    await act(detail, 'Disable');
    expect((await ofApi()).DisabledAt).toMatch(/^20/);
    await act(detail, 'Delete');
    expect(await ofApi()).toBeUndefined();
  });
});

describe('faults', () => {
  it('are added, counted and removed', async () => {
    const page = await openInspector(service.url, 'faults');
    await act(page, 'Add rule', { Path: '/api/v1/dunnings*', 'Status or milliseconds': '502' });
    await page.getByText('any /api/v1/dunnings*').waitFor();
    expect((await fetch(`${service.url}/api/v1/dunnings`)).status).toBe(502);
    await page
      .getByRole('row', { name: /502/ })
      .getByRole('cell', { name: '1', exact: true })
      .last()
      .waitFor();
    const [rule] = await api('GET', '/sandbox/faults');
    expect(rule).toMatchObject({ Path: '/api/v1/dunnings*', Fault: { Status: 502 }, Hits: 1 });
    await page.getByRole('button', { name: `Remove rule ${rule.Id}` }).click();
    await page.getByText('Nothing goes wrong').waitFor();
    expect(await api('GET', '/sandbox/faults')).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('is copied from, searched, and sells in the stores', async () => {
    const page = await openInspector(service.url, 'catalogue');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .getByRole('row', { name: /^Public API key/ })
      .getByRole('button', { name: 'Copy' })
      .click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a00000000000000000000001');
    await act(page, 'Buy in AppleIap');
    expect(await api('GET', '/sandbox/stores/AppleIap/subscriptions')).toHaveLength(1);
    await page.getByLabel('Search', { exact: true }).fill('WELCOME20');
    await page.getByRole('row', { name: /WELCOME20.*20 % off/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Plans' }).count()).toBe(0);
  });
});

const names = [
  'overview',
  'activity',
  'contracts',
  'customers',
  'orders',
  'invoices',
  'payments',
  'webhooks',
  'catalogue',
  'faults',
  'playground',
];

describe.each([
  { place: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { place: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const)('on the $place', ({ place, viewport, colorScheme }) => {
  it('no view breaks a rule of axe, is wider than the screen, or runs what a customer is named', async () => {
    const { CustomerId, Id } = await signUp(api, hostileName, undefined, hostileName);
    const [invoice] = await api('GET', `/api/v1/invoices?contractId=${Id}`);
    const page = await openInspector(service.url, '', { viewport, colorScheme });
    const views = [...names, `contracts/${Id}`, `customers/${CustomerId}`, `invoices/${invoice.Id}`];
    for (const view of views) {
      await page.goto(`${service.url}/#/${view}`);
      await page.getByRole('heading', { level: 1 }).or(page.locator('.detail h1')).first().waitFor();
      await page.locator('.count', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([view, wider]).toEqual([view, 0]);
      expect([view, await page.locator('img').count()]).toEqual([view, 0]);
      await screenshot(page, `inspector-${view.replace(/\/.*/, '-detail')}-${place}`);
    }
    await page.goto(`${service.url}/#/customers/${CustomerId}`);
    await page.getByRole('heading', { name: `${hostileName} ${hostileName}` }).waitFor();
  });
});

describe('the keyboard', () => {
  it('searches, goes to views, moves through rows and lists its keys', async () => {
    await signUp(api, 'Keys');
    const page = await openInspector(service.url, 'overview');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(/#\/contracts$/);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/contracts\/[0-9a-f]{24}/);
    await page.keyboard.press('/');
    await page.keyboard.type('keys');
    await page.waitForURL(/q=keys/);
    await page.getByLabel('Search', { exact: true }).blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });
});
