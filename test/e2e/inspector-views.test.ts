import type { StartedSandbox } from 'clientlib-sandbox';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOr } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, screenshot } from './browser.ts';
import {
  type Api,
  act,
  apiOf,
  hostileName,
  lookAtDialogs,
  openInspector,
  paidSignup,
  type Receiver,
  signUp,
  start,
  startReceiver,
  tooWide,
} from './inspector-page.ts';

/* What of the inspector's views only a browser shows. Their actions are tested in test/sandbox/inspector. */

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

/** Whether the middle of an element can be seen and pressed. */
const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const contractOf = (id: string) => api('GET', `/api/v1/contracts/${id}`);

describe('a contract', () => {
  it('is drawn as a timeline, with a table of the same facts', async () => {
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

  it('opens the portal as the customer', async () => {
    const { Id } = await signUp(api, 'Portal');
    const page = await openInspector(service.url, `contracts/${Id}`);
    await act(page, 'New self-service token');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the portal as this customer' }).click();
    const portal = await opened;
    await portal.getByRole('heading').first().waitFor();
    expect(portal.url()).toContain('/portal/account.html#/');
  });
});

describe('mails', () => {
  it('are shown as in a mail program: as text and HTML, with attachments and links', async () => {
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

describe('the playground', () => {
  it('runs edited code, and offers the same for npm and React', async () => {
    const page = await openInspector(service.url, 'playground');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill((await code.inputValue()).replace('Signed up. Contract', 'Welcome, your contract is'));
    const frame = page.frameLocator('iframe[title="Running page"]');
    await frame.getByRole('button', { name: 'Sign up' }).waitFor();
    await frame.locator('body').evaluate((body) => body.setAttribute('data-unedited', ''));
    await page.getByRole('button', { name: 'Run' }).click();
    await frame.locator('body:not([data-unedited])').waitFor();
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

  it('runs the drop-in as a page of ten lines, and keeps its requests out of the activity', async () => {
    const page = await openInspector(service.url, 'playground?as=Drop-in signup');
    const frame = page.frameLocator('iframe[title="Running page"]');
    const code = page.getByLabel('Code', { exact: true });
    expect((await code.inputValue()).trim().split('\n').length).toBe(10);
    await frame.locator('clientlib-signup').getByText('Basic monthly').first().waitFor();
    await code.fill(
      (await code.inputValue()).replace(
        /plan-variant-id="\w+"/,
        'plan-variant-id="b00000000000000000000003"',
      ),
    );
    await page.getByRole('button', { name: 'Run' }).click();
    await frame.locator('clientlib-signup').getByText('Pro monthly').first().waitFor();

    await page.getByRole('button', { name: 'Drop-in portal' }).click();
    await paidSignup(service.url, 'Portal');
    // On a slow connection the page of the portal is there before its token.
    await page.route('**/selfServiceToken', async (route) => {
      await frame.locator('clientlib-portal[token=""]').waitFor({ state: 'attached' });
      await route.continue();
    });
    await page.reload();
    await frame.locator('clientlib-portal').getByRole('heading', { level: 2 }).first().waitFor();
    await page.unroute('**/selfServiceToken');

    // Colored, and in the same place as what is typed.
    const colored = page.locator('.editor pre');
    expect(await colored.locator('.tag').count()).toBeGreaterThan(5);
    expect((await colored.textContent())?.trim()).toBe((await code.inputValue()).trim());
    expect(await accessibilityProblems(page)).toEqual([]);

    const own = page.getByRole('region', { name: 'Requests of this page' });
    await own.getByText('POST /api/v1/CustomerSelfService/signup/pay').first().waitFor();
    await page.goto(`${service.url}/#/activity`);
    await page.locator('li.row').first().waitFor();
    expect(await page.getByText('/api/v1/CustomerSelfService').count()).toBe(0);
    await page.getByLabel('Kind').selectOption('Playground');
    await page.getByText(' signed up for ').first().waitFor();
  });

  it('runs its code in an origin of its own that cannot read the inspector', async () => {
    const page = await openInspector(service.url, 'playground');
    const reach = "let found = 'nothing'; try { found = parent.sessionStorage.length; } catch {}";
    const show = "document.querySelector('output').textContent = self.origin + ' reads ' + found;";
    await page.getByLabel('Code', { exact: true }).fill(`${reach} ${show}`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.frameLocator('iframe[title="Running page"]').getByText('null reads nothing').waitFor();
  });
});

const phone = { place: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const desktop = {
  place: 'desktop',
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
} as const;

describe.each(allOr([phone], [phone, desktop]))('on the $place', ({ place, viewport, colorScheme }) => {
  it("no view violates axe, overflows the screen, or runs a customer's name as code", async () => {
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
    const dialogs = new Set<string>();
    const names = await page
      .locator('nav a[href^="#/"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash.slice(2)));
    expect(names.length).toBeGreaterThan(10);
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
      if (view.startsWith('invoices/')) await page.getByTitle(`PDF of ${invoice.InvoiceNumber}`).waitFor();
      await page.locator('.count', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      expect([view, await tooWide(page)]).toEqual([view, 0]);
      expect([view, await page.locator('img').count()]).toEqual([view, 0]);
      await screenshot(page, `inspector-${view.replace(/\/.*/, '-detail')}-${place}`);
      await lookAtDialogs(page, dialogs);
    }
    expect(dialogs.size).toBeGreaterThan(25);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('img onerror');
    await page.getByRole('listbox').getByRole('option', { name: hostileName }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/#/customers/${CustomerId}`);
    await page.getByRole('heading', { name: `${hostileName} ${hostileName}` }).waitFor();
  }, 120_000);

  it('a dialog that is longer than the screen shows what went wrong, and its buttons', async () => {
    const page = await openInspector(service.url, 'faults', {
      viewport: { ...viewport, height: 500 },
      colorScheme,
      allowErrors: ['422'],
    });
    const Message = `Path: ${'/api/v1/contracts'.repeat(9)} is too long.`;
    await page.route('**/sandbox/faults', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { Message } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Add rule…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    const add = dialog.getByRole('button', { name: 'Add rule' });
    await expect.poll(() => isInSight(add)).toBe(true);
    await add.press('Enter');
    await expect.poll(() => isInSight(dialog.getByRole('alert'))).toBe(true);
    expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await tooWide(page)).toBe(0);
    await page.unroute('**/sandbox/faults');
    await add.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add rule…');
    await api('DELETE', '/sandbox/faults');
  });
});

describe('the keyboard', () => {
  it('opens views, moves through rows, shows a contract as a table, and lists the shortcuts', async () => {
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

  it('searches everything with /, and opens a result', async () => {
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
    await page.getByText('No results for “nobody at all”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('motion', () => {
  it('shows where a detail comes from, and respects reduced motion', async () => {
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
