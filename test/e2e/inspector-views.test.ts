import type { StartedSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, screenshot } from './browser.ts';
import {
  type Api,
  act,
  apiOf,
  hostileName,
  openInspector,
  paidSignup,
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

const contractOf = (id: string) => api('GET', `/api/v1/contracts/${id}`);

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
    const contractId = await paidSignup(service.url);
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

    const second = await paidSignup(service.url);
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
    const attempt = page.locator('details.attempt', { hasText: /Attempt 1:/ }).first();
    await attempt.locator('summary').click();
    await attempt.getByText(/"(webhook-signature|Content-Type)": /i).waitFor();
    await attempt.getByText('"Event": "PaymentEscalated"').waitFor();
    await attempt.getByText('Answer 200').waitFor();
    await attempt.getByText('"taken": true').waitFor();
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

describe('mails', () => {
  it('are shown as a mail program does, as text and as HTML, with their files and what they are about', async () => {
    const EmailTemplate = {
      EventType: 'CustomerCreated',
      Subject: { _c: 'Welcome {{CustomerName}}' },
      HtmlText: {
        _c: '<style>.a { color: rgb(1, 2, 3) }</style><p class="a" style="font-weight: 700">Hello</p><script>parent.document.title = "run"</script><a href="https://shop.test/">Shop</a>',
      },
      Attachements: [],
    };
    await api('POST', '/api/v1/emailNotificationsTemplates', EmailTemplate);
    const { Id, CustomerId } = await signUp(api, 'Mailed');
    const [invoiceMail] = await api('GET', `/sandbox/mails?contractId=${Id}&eventType=InvoiceCreated`);
    const page = await openInspector(service.url, 'mails', { allowErrors: [/Blocked script execution/] });
    await page.getByLabel('Filter').fill(invoiceMail.InvoiceId);
    await page.getByRole('link', { name: invoiceMail.Subject }).click();
    const frame = page.frameLocator(`iframe[title="Mail: ${invoiceMail.Subject}"]`);
    await frame.getByText('Mailed Lovelace').waitFor();
    await page.getByTitle(/^PDF of 2026-/).waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('pre', { hasText: invoiceMail.Text.split('\n')[0] }).waitFor();
    await page.getByRole('link', { name: 'InvoiceCreated' }).click();
    await page.getByRole('region', { name: 'Details' }).getByText('/commit').first().waitFor();
    await page.getByRole('link', { name: invoiceMail.Subject }).waitFor();

    const [welcome] = await api('GET', `/sandbox/mails?customerId=${CustomerId}&eventType=CustomerCreated`);
    await page.goto(`${service.url}/#/mails/${welcome.Id}`);
    const own = page.frameLocator(`iframe[title="Mail: ${welcome.Subject}"]`);
    const style = await own
      .getByText('Hello')
      .evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).fontWeight]);
    expect(style).toEqual(['rgb(1, 2, 3)', '700']);
    expect(await page.title()).toBe('Mails – sandbox');
    const answer = await fetch(welcome.PageUrl);
    expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/unsafe-inline|script-src|https?:/);

    await page.goto(`${service.url}/#/mails`);
    await act(page, 'Empty the outbox');
    await page.getByText('No mails yet').waitFor();
    expect(await api('GET', '/sandbox/mails')).toEqual([]);
    await api('DELETE', `/api/v1/emailNotificationsTemplates?id=${welcome.TemplateId}`);
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
    await expect.poll(() => copiedText(page)).toBe('a00000000000000000000001');
    await page.getByRole('row', { name: /^Basic monthly 9\.90 EUR/ }).waitFor();
    await page
      .getByRole('row', { name: /^4000000000000002 .*insufficient|^4000000000000002 / })
      .getByRole('button', { name: 'Copy' })
      .click();
    await expect.poll(() => copiedText(page)).toBe('4000000000000002');
    const { Receipts } = await api('GET', '/sandbox/catalog');
    const [receipt] = Receipts;
    await page.getByText(`${receipt.Type}: ${receipt.Name}`).first().waitFor();
    await page
      .getByRole('button', { name: `Copy ${receipt.Name}`, exact: true })
      .first()
      .click();
    await expect.poll(async () => JSON.parse(await copiedText(page))).toEqual(receipt.Request);
    await act(page, 'Buy in AppleIap');
    expect(await api('GET', '/sandbox/stores/AppleIap/subscriptions')).toHaveLength(1);
    await page.getByLabel('Filter').fill('WELCOME20');
    await page.getByRole('row', { name: /WELCOME20.*20 % off/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Plans' }).count()).toBe(0);
  });
});

describe('the playground', () => {
  it('runs code that was changed, and has the same for npm and React', async () => {
    const page = await openInspector(service.url, 'playground');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill((await code.inputValue()).replace('Signed up. Contract', 'Welcome, your contract is'));
    await page.getByRole('button', { name: 'Run' }).click();
    const frame = page.frameLocator('iframe[title="Running page"]');
    await frame.getByRole('button', { name: 'Sign up' }).click();
    const text = await frame.getByText(/^Welcome, your contract is [0-9a-f]{24}$/).textContent();
    expect((await contractOf(text?.slice(-24) ?? '')).LifecycleStatus).toBe('Active');
    for (const [kind, part] of [
      ['npm', "import { configure, Payment, Signup } from 'clientlib';"],
      ['React', 'export function SignupForm({ planVariantId }) {'],
    ] as const) {
      await page.getByRole('button', { name: kind, exact: true }).click();
      await page.waitForURL(new RegExp(`as=${kind}`));
      await expect.poll(() => code.inputValue()).toContain(part);
      expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Copy code' }).click();
      await expect.poll(() => copiedText(page)).toBe(await code.inputValue());
    }
    await page.getByRole('button', { name: 'Script tag', exact: true }).click();
    await expect.poll(() => code.inputValue()).toContain('Welcome, your contract is');
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
  'mails',
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
    const paid = await paidSignup(service.url, hostileName);
    const [payment] = await api('GET', `/api/v1/paymentTransactions?contractId=${paid}`);
    const [mail] = await api('GET', `/sandbox/mails?contractId=${Id}`);
    const [order] = await api('GET', `/api/v1/orders?contractId=${Id}`);
    const [endpoint] = await api('GET', '/sandbox/webhooks');
    const commit = (await api('GET', '/sandbox/requests')).find(
      ({ Path }: { Path: string }) => Path === `/api/v1/orders/${order.Id}/commit`,
    );
    const page = await openInspector(service.url, '', { viewport, colorScheme });
    const views = [
      ...names,
      `activity/request-${commit.Id}`,
      `contracts/${Id}`,
      `contracts/${paid}?as=table`,
      `customers/${CustomerId}`,
      `orders/${order.Id}`,
      `invoices/${invoice.Id}`,
      `payments/${payment.Id}`,
      `mails/${mail.Id}`,
      `mails/${mail.Id}?as=html`,
      `webhooks/${endpoint.Id}`,
    ];
    for (const view of views) {
      await page.goto(`${service.url}/#/${view}`);
      await page.getByRole('heading', { level: 1 }).or(page.locator('.detail h1')).first().waitFor();
      if (view.includes('/')) await page.locator('.detail h2').first().waitFor();
      await page.locator('.count', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([view, wider]).toEqual([view, 0]);
      expect([view, await page.locator('img').count()]).toEqual([view, 0]);
      await screenshot(page, `inspector-${view.replace(/\/.*/, '-detail')}-${place}`);
    }
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('img onerror');
    await page.getByRole('listbox').getByRole('option', { name: hostileName }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/#/customers/${CustomerId}`);
    await page.getByRole('heading', { name: `${hostileName} ${hostileName}` }).waitFor();
  }, 120_000);
});

describe('the keyboard', () => {
  it('goes to views, moves through rows, shows a contract as a table and lists its keys', async () => {
    await signUp(api, 'Keys');
    const page = await openInspector(service.url, 'overview');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(/#\/contracts$/);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/contracts\/[0-9a-f]{24}/);
    await page.getByRole('button', { name: 'Show as table' }).waitFor();
    await page.keyboard.press('t');
    await page.getByRole('table', { name: 'The life of the contract' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });

  it('searches everything by /, and opens what it has found', async () => {
    const { Id, CustomerId } = await signUp(api, 'Zenobia');
    const [invoice] = await api('GET', `/api/v1/invoices?contractId=${Id}`);
    const page = await openInspector(service.url, 'faults');
    const search = async (text: string, hit: string | RegExp) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
      await page.getByRole('listbox').getByRole('option', { name: hit }).first().waitFor();
      const options = await page.getByRole('listbox').getByRole('option').allTextContents();
      const at = options.findIndex((option) =>
        typeof hit === 'string' ? option.includes(hit) : hit.test(option),
      );
      for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await search('zenobia', /^Contract/);
    await page.waitForURL(new RegExp(`#/contracts/${Id}`));
    await search(CustomerId, /^Customer/);
    await page.waitForURL(new RegExp(`#/customers/${CustomerId}`));
    await search(invoice.InvoiceNumber, /^Invoice/);
    await page.waitForURL(new RegExp(`#/invoices/${invoice.Id}`));
    await search(invoice.InvoiceNumber, /^Mail/);
    await page.waitForURL(/#\/mails\/[0-9a-f]{24}/);
    await search('ContractCreated', /All activity/);
    await page.waitForURL(/#\/activity\?q=ContractCreated/);
    await search('cata', /^View/);
    await page.waitForURL(/#\/catalogue/);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('nobody at all');
    await page.getByText('Nothing has “nobody at all” in it.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('motion', () => {
  it('shows where a detail comes from, and is left out for those who prefer none', async () => {
    const { Id } = await signUp(api, 'Moves');
    const animation = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await openInspector(service.url, `contracts/${Id}`, { reducedMotion });
      await page.getByRole('heading', { name: /Moves Lovelace/ }).waitFor();
      return page.locator('.detail').evaluate((element) => getComputedStyle(element).animationName);
    };
    expect(await animation('no-preference')).toBe('appear');
    expect(await animation('reduce')).toBe('none');
  });
});
