import { configure } from 'clientlib';
import { embedFormsInPage, fillPaymentForm } from 'clientlib/testing';
import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';
import { afterEach, beforeEach, vi } from 'vitest';

export const key = 'a00000000000000000000001';
export const basic = 'b00000000000000000000001';
export const yearly = 'b00000000000000000000002';
export const pro = 'b00000000000000000000003';
export const trial = 'b00000000000000000000005';
export const free = 'b00000000000000000000006';
export const card = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };

const base = 'http://sandbox.test';

const [group, plan] = ['a10000000000000000000042', 'b10000000000000000000042'];
export const tokyo = 'b00000000000000000000042';
/** A second plan group, in another currency and with gross prices: a plan, an extra, and something by use. */
export const japan: NonNullable<SandboxOptions['config']> = {
  Catalogue: {
    PlanGroups: [{ Id: group, Name: { _c: 'Japan' }, Currency: 'JPY', PriceTaxType: 'Gross' }],
    Plans: [{ Id: plan, PlanGroupId: group, Name: { _c: 'Tokyo' } }],
    PlanVariants: [{ Id: tokyo, PlanId: plan, InternalName: 'Tokyo', RecurringFee: 1200 }],
    Components: [
      {
        Id: 'd00000000000000000000042',
        PlanGroupId: group,
        ComponentType: 'QuantityBased',
        Name: { _c: 'Desk' },
        PricePerUnit: 100,
      },
      {
        Id: 'd00000000000000000000043',
        PlanGroupId: group,
        ComponentType: 'Metered',
        Name: { _c: 'Power' },
        PricePerUnit: 50,
      },
    ],
  },
};

/** A page with one of the elements, and the service behind it in the same process. */
export class Page {
  readonly sandbox: Sandbox;
  /** Paths that the library has called, under `CustomerSelfService/`. */
  readonly calls: string[] = [];
  /** The end of each request, by its path: the newest. */
  readonly ends = new Map<string, AbortSignal>();
  /** Path whose next answer gets lost, after the service has done its work. */
  losesAnswerOf: string | undefined;
  /** Path whose next request never arrives. */
  losesRequestOf: string | undefined;
  /** What the service answers to a path in place of its own answer. */
  readonly answers = new Map<string, readonly [status: number, body: object]>();
  /** Paths whose answers arrive only after this. */
  readonly answersAfter = new Map<string, Promise<void>>();
  readonly events: [event: string, detail: unknown][] = [];
  element!: HTMLElement;

  constructor(options: SandboxOptions = {}) {
    this.sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', ...options });
    configure({ baseUrl: base, fetch: (request) => this._fetch(request), timeoutMs: 60_000 });
  }

  private async _fetch(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/.*CustomerSelfService\//, '');
    if (request.mode !== 'no-cors') this.calls.push(path);
    this.ends.set(path, request.signal);
    if (this.losesRequestOf === path) throw new TypeError('The network is down.');
    const answer = this.answers.get(path);
    const response = answer
      ? Response.json(answer[1], { status: answer[0] })
      : await this.sandbox.fetch(request);
    await this.answersAfter.get(path);
    if (this.losesAnswerOf === path) throw new TypeError('The answer was lost.');
    return response;
  }

  /** Puts an element into the page; ready when it has loaded what it needs. */
  async open(tag: string, attributes: Record<string, string>, properties: object = {}): Promise<this> {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    Object.assign(element, properties);
    for (const event of ['ready', 'change', 'step', 'signedup', 'error', 'changed', 'canceled', 'choose'])
      element.addEventListener(event, (told) => this.events.push([event, (told as CustomEvent).detail]));
    this.element = element;
    document.body.append(element);
    return this;
  }

  /** As `open`, until the customer can type. */
  async ready(tag: string, attributes: Record<string, string>, properties: object = {}): Promise<this> {
    await this.open(tag, attributes, properties);
    await this.until(() => this.happened('ready') > 0);
    return this;
  }

  /** The same page loaded again: the element anew, the tab's storage as it is. */
  async reload(): Promise<this> {
    const { localName, attributes } = this.element;
    this.element.remove();
    this.events.length = 0;
    return this.open(localName, Object.fromEntries([...attributes].map(({ name, value }) => [name, value])));
  }

  close(): void {
    this.element?.remove();
    this.sandbox.close();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot as ShadowRoot;
  }

  /** The payment form, which stands in a slot of the element. */
  get frame(): Element | null {
    return this.element.querySelector('payment-form-frame');
  }

  get text(): string {
    return (this.root.querySelector('.top')?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  }

  happened(event: string): number {
    return this.events.filter(([name]) => name === event).length;
  }

  find<T extends Element = HTMLElement>(selector: string): T {
    const found = this.root.querySelector<T & Element>(selector);
    if (!found) throw new Error(`There is no ${selector} in: ${this.text}`);
    return found;
  }

  /** Chooses a payment method, once the form shows it. */
  async choose(bearer: string): Promise<void> {
    await this.until(() => this.frame?.querySelector('input') != null);
    fillPaymentForm(this.element, { bearer });
  }

  button(name: string): HTMLButtonElement {
    const buttons = [...this.root.querySelectorAll('button')].filter((one) => !one.closest('[hidden]'));
    const found = buttons.find(({ textContent }) => textContent === name);
    if (!found)
      throw new Error(`No button ${name}, but ${buttons.map((one) => one.textContent).join(', ')}.`);
    return found;
  }

  type(values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values)) {
      const input = this.find<HTMLInputElement>(`[name="${name}"]`);
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }

  typeCustomer(values: Record<string, string> = {}): void {
    this.type({
      EmailAddress: 'ada@shop.test',
      FirstName: 'Ada',
      LastName: 'Byron',
      'Address.Street': 'Hauptstraße',
      'Address.HouseNumber': '1',
      'Address.PostalCode': '10115',
      'Address.City': 'Berlin',
      ...values,
    });
  }

  async typeCard(values: object = {}): Promise<void> {
    await this.until(() => this.frame?.querySelector('input') != null);
    fillPaymentForm(this.element, { ...card, ...values });
  }

  submit(): void {
    this.find<HTMLFormElement>('form[part=form]').dispatchEvent(new Event('submit', { cancelable: true }));
  }

  until(condition: () => boolean): Promise<void> {
    return vi.waitFor(
      () => {
        if (!condition())
          throw new Error(`Not yet: ${condition}; ${this.text}; ${JSON.stringify(this.events.at(-1))}`);
      },
      { timeout: 30_000, interval: 5 },
    );
  }

  untilText(text: string): Promise<void> {
    return this.until(() => this.text.includes(text));
  }

  /** The customer is on the provider's page, does something there, and is sent back: the page loads at that address. */
  async comeBack(url: string, action: 'pay' | 'cancel' | 'decline'): Promise<this> {
    await this.visit(url, action);
    return this.reload();
  }

  /** As `comeBack`, before the page loads. */
  async visit(url: string, action: string): Promise<void> {
    const response = await this.sandbox.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action, email: 'payer@wallet.test', password: 'any' }).toString(),
      redirect: 'manual',
    });
    const back = response.headers.get('Location');
    if (!back) throw new Error(`The provider answered ${response.status}.`);
    history.replaceState(null, '', back.slice(location.origin.length));
  }

  /** The REST API, as the merchant's back end uses it. */
  async rest<T>(path: string, init: RequestInit = {}): Promise<T> {
    const login = await this.sandbox.fetch(`${base}/oauth/token/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const response = await this.sandbox.fetch(`${base}/api/v1/${path}`, { ...init, headers });
    return (await response.json()) as T;
  }

  /** All orders, newest first, by their status; what was charged; how many contracts there are. */
  async books(): Promise<{ orders: string[]; charged: number[]; contracts: number }> {
    const orders = await this.rest<{ Status: string }[]>('orders?take=100');
    const paid = await this.rest<{ Amount: number; Status: { Status: string } }[]>(
      'paymentTransactions?take=100',
    );
    const contracts = await this.rest<unknown[]>('contracts?take=100');
    return {
      orders: orders.map(({ Status }) => Status),
      charged: paid.filter(({ Status }) => Status.Status === 'Succeeded').map(({ Amount }) => Amount),
      contracts: contracts.length,
    };
  }
}

/** How long ClientLib waits before it sends a request again, or previews what is typed, and the drop-in until it shows thanks. */
const PAUSES: readonly unknown[] = [300, 900, 700, 400];

/** Makes these pauses short; test/sdk/transport.test.ts and test/sdk/signup.test.ts have their lengths. @returns restores them */
function shortenPauses(): () => void {
  const wait = globalThis.setTimeout;
  const wrapped = (work: () => void, ms?: number, ...more: []) =>
    wait(work, PAUSES.includes(ms) ? Number(ms) / 20 : ms, ...more);
  globalThis.setTimeout = Object.assign(wrapped, wait) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = wait;
  };
}

/** As in browsers, and not in happy-dom: what is hidden, disabled, or no place for the focus does not take it. */
export function focusOnlyWhatIsShown(): void {
  const { focus } = HTMLElement.prototype;
  const places = 'a[href], button, input, select, textarea, iframe, [tabindex]';
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (this.closest('[hidden]') === null && this.matches(`:is(${places}):not(:disabled)`))
      focus.call(this, options);
  });
}

/** Pages that are closed after each test, with forms that need no frame. */
export function pagesForEachTest(): (options?: SandboxOptions) => Page {
  let pages: Page[] = [];
  let restore = (): void => {};
  beforeEach(() => {
    pages = [];
    const restoring = [embedFormsInPage(), shortenPauses()];
    restore = () => {
      for (const one of restoring) one();
    };
    focusOnlyWhatIsShown();
    sessionStorage.clear();
    history.replaceState(null, '', '/join?ref=mail');
  });
  afterEach(() => {
    for (const page of pages) page.close();
    // A test may watch the timers of these pages.
    vi.restoreAllMocks();
    restore();
    Reflect.deleteProperty(globalThis, 'clientlib.configuration');
  });
  return (options) => {
    const page = new Page(options);
    pages.push(page);
    return page;
  };
}
