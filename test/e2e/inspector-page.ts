import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, type PageOptions } from './browser.ts';

export const basicMonthly = 'b00000000000000000000001';
export const hostileName = '<img src=x onerror=alert(1)>';

/** The public API, as a back end calls it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
export type Api = (method: string, path: string, body?: unknown) => Promise<any>;

export async function apiOf(url: string): Promise<Api> {
  const response = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(path.startsWith('/api/') ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** A contract that is paid on account. */
export async function signUp(
  api: Api,
  FirstName = 'Ada',
  PlanVariantId = basicMonthly,
  LastName = 'Lovelace',
) {
  const order = await api('POST', '/api/v1/orders', {
    Customer: { FirstName, LastName, EmailAddress: 'ada@example.com', Address: { Country: 'DE' } },
    Cart: { PlanVariantId },
  });
  return api('POST', `/api/v1/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
}

/** A receiver of webhooks that answers with a status of the test's choice. */
export interface Receiver {
  readonly url: string;
  status: number;
  readonly bodies: unknown[];
  close(): Promise<void>;
}

export async function startReceiver(status = 200): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      receiver.bodies.push(JSON.parse(text));
      response.writeHead(receiver.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ taken: receiver.status < 300 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    status,
    bodies: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export const start = (options: Parameters<typeof startSandbox>[0] = {}): Promise<StartedSandbox> =>
  startSandbox({ port: 0, clock: '2026-02-15T09:00:00Z', seed: 'inspector', ...options });

/** The inspector at a view, connected to the stream. */
export async function openInspector(url: string, view = '', options: PageOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(`${url}/${view === '' ? '' : `#/${view}`}`);
  await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
  return page;
}

/** The overview has its numbers: no request with a token of this state is under way any more. */
export const counted = (page: Page): Promise<void> => page.locator('.counts', { hasNotText: '…' }).waitFor();

/** Opens the dialog of an action, fills its fields, sends it and waits until it has closed, or shows its answer. */
export async function act(
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
  for (const form of ['curl', 'test code', 'Playwright', 'fetch'])
    await dialog.getByRole('button', { name: `Copy as ${form}` }).waitFor();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  const close = dialog.getByRole('button', { name: 'Close', exact: true });
  await expect.poll(async () => (await close.isVisible()) || (await dialog.count()) === 0).toBe(true);
  if (await close.isVisible()) await close.click();
  await dialog.waitFor({ state: 'detached' });
}

/** How much wider the page, or the dialog on it, is than it should be. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const inside = dialog === null ? 0 : dialog.scrollWidth - dialog.clientWidth;
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, inside);
  });

/** Opens each dialog of the view that was not seen before: it says what it does, fits, keeps the focus, and closes. */
export async function lookAtDialogs(page: Page, seen: Set<string>): Promise<void> {
  for (const opener of await page.locator('main button:enabled', { hasText: /…$/ }).all()) {
    const label = (await opener.textContent())?.slice(0, -1) ?? '';
    // These open a file first.
    if (seen.has(label) || /^(Restore|Replay) /.test(label)) continue;
    seen.add(label);
    await opener.click();
    const dialog = page.getByRole('dialog', { name: label });
    await dialog.getByRole('button', { name: 'Back', exact: true }).waitFor();
    const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
    const [hint, ends] = [dialog.locator('h2 + p'), dialog.locator('.end button')];
    expect([label, (await hint.textContent())?.at(-1), await ends.allTextContents()]).toEqual([
      label,
      '.',
      ['Back', label],
    ]);
    expect([label, await tooWide(page), await hasFocus()]).toEqual([label, 0, true]);
    expect([label, await accessibilityProblems(page)]).toEqual([label, []]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect([label, await opener.evaluate((element) => element === document.activeElement)]).toEqual([
      label,
      true,
    ]);
  }
}

/** A signup in the playground that pays by card, as ClientLib does it. @returns the id of its contract */
export async function paidSignup(url: string, firstName?: string): Promise<string> {
  const page = await openInspector(url, 'playground');
  const frame = page.frameLocator('iframe[title="Running page"]');
  if (firstName !== undefined) await frame.getByLabel('First name').fill(firstName);
  await frame.getByRole('button', { name: 'Sign up' }).click();
  const text = await frame.getByText(/^Signed up\. Contract [0-9a-f]{24}$/).textContent();
  await page.close();
  return text?.slice(-24) ?? '';
}
