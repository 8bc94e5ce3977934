import { configure, screen, waitFor, within } from '@testing-library/dom';
import type { Sandbox, SandboxOptions } from 'clientlib-sandbox';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterEach, vi } from 'vitest';

/*
 * The inspector in happy-dom over a sandbox in process: the real page and its real script, driven by roles and names. What
 * only a browser can show (layout, contrast, frames, files, several tabs) stands in test/e2e.
 */

export const base = 'http://sandbox.test';

// Whether something is hidden by a stylesheet, which happy-dom does not load, is not asked: it costs most of the time.
configure({ defaultHidden: true, asyncUtilTimeout: 5_000 });

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
export type Api = (method: string, path: string, body?: unknown) => Promise<any>;

export interface Mounted {
  readonly sandbox: Sandbox;
  /** The public API, as a back end calls it. */
  readonly api: Api;
  /** What the page has sent to change something, oldest first, each with its body. */
  readonly changes: readonly { readonly request: string; readonly body?: unknown }[];
  /** The same, each in a line: `PATCH /api/v1/customers/{id} {"IsLocked":true}`. Ids of the catalogue stay. */
  sent(): readonly string[];
  /** What the page has copied last. */
  readonly clipboard: { text: string };
  /** Goes to a view: `contracts/0123…`. */
  visit(view: string): Promise<void>;
}

/** Ends the page and the sandbox of a test. */
let end = async (): Promise<void> => {};
afterEach(() => end());

async function accessToken(sandbox: Sandbox): Promise<string> {
  const response = await sandbox.fetch(`${base}/oauth/token/`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

function apiOf(sandbox: Sandbox): Api {
  let token: Promise<string> | undefined;
  return async (method, path, body) => {
    token ??= accessToken(sandbox);
    const response = await sandbox.fetch(base + path, {
      method,
      headers: {
        ...(path.startsWith('/api/') ? { Authorization: `Bearer ${await token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
}

// `hono/jsx/dom` looks into the detail of a submit event that no person has caused.
Object.defineProperty(SubmitEvent.prototype, 'detail', { configurable: true, get: () => ({}) });

/** What happy-dom has no layout for, and what the page asks of the browser. */
function stubBrowser(clipboard: { text: string }): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    clipboard.text = text;
  });
}

/**
 * Opens the inspector of a new sandbox at a view, connected to the stream.
 *
 * @param at where the page is: `/w/team` is that of a workspace
 */
export async function openInspector(view = '', options: SandboxOptions = {}, at = ''): Promise<Mounted> {
  // The page keeps its state in modules; the sandbox loads parts of itself later, which must be of the same load.
  vi.resetModules();
  const { createSandbox } = await import('clientlib-sandbox');
  const sandbox = createSandbox({ clock: '2026-02-15T09:00:00Z', seed: 'inspector', ...options });
  const page = new AbortController();
  const underWay = new Set<Promise<Response>>();
  end = async () => {
    page.abort();
    document.body.replaceChildren();
    // Tests of single modules read their settings there.
    for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
    await Promise.allSettled(underWay);
    sandbox.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    // Answers that came last may lead the page to ask for more: nothing leaves the test.
    globalThis.fetch = () => new Promise(() => {});
  };
  const changes: { request: string; body?: unknown }[] = [];
  const clipboard = { text: '' };
  stubBrowser(clipboard);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    if (method !== 'GET' && !url.endsWith('/oauth/token/')) {
      const isJson = typeof body === 'string' && body !== '' && !url.endsWith('.ndjson');
      const json = isJson ? { body: JSON.parse(body) } : {};
      changes.push({ request: `${method} ${url.slice(base.length)}`, ...json });
    }
    if (page.signal.aborted) return new Promise<Response>(() => {});
    const answer = sandbox.fetch(url, init);
    underWay.add(answer);
    return answer;
  });
  if (at !== '') sandbox.workspace(at.replace('/w/', ''));
  await showPage(sandbox, `${at}/`, view, page.signal);
  return {
    sandbox,
    api: apiOf(sandbox),
    changes,
    sent: () =>
      changes.map(({ request, body }) =>
        `${request}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`.replace(MADE_ID, '{id}'),
      ),
    clipboard,
    visit: async (to) => {
      const [view = '', id] = to.split('/');
      location.hash = `#/${to}`;
      await drawn();
      await waitFor(() => {
        const current = document.querySelector('nav [aria-current]')?.getAttribute('href');
        const isThere =
          current === `#/${view}` && (id === undefined || document.querySelector('.detail h2') !== null);
        if (!isThere) throw new Error(`The page does not show ${to} yet.`);
      });
      await drawn();
    },
  };
}

/** Those of the catalogue have zeros in the middle. */
const MADE_ID = /\b(?![0-9a-f]{2}0{18})[0-9a-f]{24}\b/g;

/** The page as the sandbox serves it, and its script from the sources. */
async function showPage(sandbox: Sandbox, path: string, view: string, signal: AbortSignal): Promise<void> {
  const { happyDOM } = globalThis as unknown as { happyDOM: DetachedWindowAPI };
  Object.assign(happyDOM.settings, {
    handleDisabledFileLoadingAsSuccess: true,
    disableIframePageLoading: true,
  });
  const answer = await sandbox.fetch(base + path, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const name of Object.keys(document.body.dataset)) delete document.body.dataset[name];
  Object.assign(document.body.dataset, page.body.dataset);
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  location.hash = `#/${view}`;
  const { show } = await import('../../../../sandbox/src/served/inspector/show.tsx');
  const { dataset } = document.documentElement;
  delete dataset['connection'];
  show(root, signal);
  await waitFor(() => {
    // A guarded sandbox refuses it.
    if (!/^(live|refused)$/.test(dataset['connection'] ?? '')) throw new Error('The page is not live yet.');
  });
  await drawn();
}

type Within = ReturnType<typeof within> | typeof screen;

export function press(element: HTMLElement): void {
  element.click();
}

/** The page draws what was typed after the event. */
const drawn = () => new Promise((resolve) => setTimeout(resolve));

export async function fill(element: HTMLElement, value: string | true): Promise<void> {
  if (value === true) element.click();
  else {
    (element as HTMLInputElement).value = value;
    // As a browser does; of a select only the second is listened to.
    for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
  }
  await drawn();
}

/** Opens the dialog of an action, fills its fields, sends it and waits until it has closed, or shows its answer. */
export async function act(
  action: string,
  fields: Readonly<Record<string, string | true>> = {},
  place: Within = screen,
): Promise<void> {
  press((await place.findAllByRole('button', { name: `${action}…` }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: action });
  const inside = within(dialog);
  for (const [label, value] of Object.entries(fields)) await fill(await inside.findByLabelText(label), value);
  for (const form of ['curl', 'test code', 'Playwright', 'fetch'])
    inside.getByRole('button', { name: `Copy as ${form}` });
  // Each dialog says what it will do, and ends in the same way.
  if (!dialog.querySelector('h2 + p')?.textContent) throw new Error(`"${action}" does not say what it does.`);
  inside.getByRole('button', { name: 'Back' });
  press(inside.getByRole('button', { name: action }));
  await waitFor(() => {
    const failure = inside.queryByRole('alert')?.textContent;
    if (failure) throw new Error(`"${action}" was refused: ${failure}`);
    if (dialog.isConnected) press(inside.getByRole('button', { name: 'Close' }));
    if (dialog.isConnected) throw new Error(`The dialog "${action}" is still open.`);
  });
}

/** A contract that is paid on account. */
export async function signUp(api: Api, FirstName = 'Ada', PlanVariantId = 'b00000000000000000000001') {
  const order = await api('POST', '/api/v1/orders', {
    Customer: {
      FirstName,
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.com',
      Address: { Country: 'DE' },
    },
    Cart: { PlanVariantId },
  });
  return api('POST', `/api/v1/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
}

const card = { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2049, Holder: 'Ada', Cvc: '123' };

/** A contract that is paid by card, made as ClientLib makes it. @returns its id */
export async function paidSignup(
  { api }: Mounted,
  FirstName = 'Paid',
  PlanVariantId = 'b00000000000000000000001',
): Promise<string> {
  const selfService = '/api/v1/CustomerSelfService/signup';
  const PublicApiKey = 'a00000000000000000000001';
  const { OrderId } = await api('POST', `${selfService}/order`, {
    PublicApiKey,
    Cart: { PlanVariantId },
    Customer: { FirstName, LastName: 'Lovelace', Address: { Country: 'DE' } },
  });
  const Bearer = 'CreditCard:FakePSP';
  const { Token } = await api('POST', '/providers/FakePSP/tokens', { Bearer, Card: card });
  const { ContractId } = await api('POST', `${selfService}/pay`, {
    PublicApiKey,
    OrderId,
    TetheredPaymentInformation: { Bearer, Token },
  });
  return ContractId;
}

/** Receives the webhooks of a sandbox in process. */
export function newReceiver() {
  const receiver = {
    url: 'https://shop.test/webhooks',
    status: 200,
    deliver: async () => Response.json({ taken: receiver.status < 300 }, { status: receiver.status }),
  };
  return receiver;
}
