// @vitest-environment happy-dom
import { Payment, Signup } from 'clientlib';
import {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
} from 'clientlib/drop-in';
import { describe, expect, it, vi } from 'vitest';
import { parts } from '../../../sdk/src/drop-in/parts.ts';
import { languages } from '../../../sdk/src/drop-in/texts/languages.ts';
import { outlineOf } from '../outline.ts';
import { basic, key, type Page, pagesForEachTest, pro } from './page.ts';

/* An element that the page removes or sets otherwise while it works: what arrives then is shown to nobody, and told to nobody. */

const newPage = pagesForEachTest();
const signup = { 'public-api-key': key, 'plan-variant-id': basic, locale: 'en' };
const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };

/** Whatever has arrived is worked off. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function tokenOf(page: Page): Promise<string> {
  const payment = new Payment({ publicApiKey: key });
  const cart = { PlanVariantId: basic };
  const { ContractId } = await new Signup().subscribe(payment, cart, customer, { bearer: 'InvoicePayment' });
  return (await page.rest<{ Token: string }>(`contracts/${ContractId}/selfServiceToken`)).Token;
}

/** Opens an element, and leads it to the request at whose answer it waits. */
interface Step {
  readonly path: string;
  open(page: Page): Promise<unknown>;
}

const openSignup = (page: Page) => page.open('clientlib-signup', signup);
async function paySignup(page: Page): Promise<void> {
  await page.ready('clientlib-signup', { ...signup, 'payment-methods': 'InvoicePayment' });
  await page.until(() => page.happened('change') > 0);
  page.typeCustomer();
  await page.until(() => page.find('.payment > button').textContent !== '');
  page.submit();
}
const comeBack = () => history.replaceState(null, '', '/join?transactionId=1&secret=s');

const steps: { readonly [name: string]: Step } = {
  'the offer': { path: 'signup/offer', open: openSignup },
  'the price': { path: 'signup/preview', open: openSignup },
  'the order': { path: 'signup/order', open: paySignup },
  'an order that the merchant reviews': {
    path: 'signup/order',
    open(page) {
      const order = { OrderId: 'o1', ContractId: 'c1', OrderStatus: 'ApprovalPending', GrossTotal: 1 };
      page.answers.set('signup/order', [200, { ...order, Currency: 'EUR' }]);
      return paySignup(page);
    },
  },
  'the payment': { path: 'signup/pay', open: paySignup },
  'the return to a signup': {
    path: 'Finalize',
    open(page) {
      comeBack();
      page.answers.set('Finalize', [200, { OrderId: 'o1', OrderStatus: 'Completed' }]);
      return openSignup(page);
    },
  },
  'the offer of a price table': {
    path: 'signup/offer',
    open: (page) => page.open('clientlib-pricing', { 'public-api-key': key, locale: 'en' }),
  },
  'the prices of a price table': {
    path: 'signup/preview',
    open: (page) => page.ready('clientlib-pricing', { 'public-api-key': key, locale: 'en' }),
  },
  'a contract': {
    path: 'contract',
    open: async (page) => page.open('clientlib-portal', { token: await tokenOf(page), locale: 'en' }),
  },
  'the return to a portal': {
    path: 'Finalize',
    async open(page) {
      const token = await tokenOf(page);
      comeBack();
      page.answers.set('Finalize', [200, {}]);
      return page.open('clientlib-portal', { token, locale: 'en' });
    },
  },
};

describe.each(Object.entries(steps))('an element that is removed before %s', (_, { path, open }) => {
  it.each(['has arrived', 'has failed'])('%s tells and shows nothing more', async (outcome) => {
    const page = newPage();
    let arrive = (): void => {};
    page.answersAfter.set(path, new Promise((resolve) => (arrive = resolve)));
    await open(page);
    await page.until(() => page.calls.includes(path));
    if (outcome === 'has failed') page.losesAnswerOf = path;
    const { element, events } = page;
    const place = element.shadowRoot as ShadowRoot;
    element.remove();
    const before = [outlineOf(place), location.href, events.length];
    arrive();
    await settled();
    expect([outlineOf(place), location.href, events.length]).toEqual(before);
  });
});

it.each([
  ['the offer', 'is given up'],
  ['the price', 'is given up'],
  ['the offer of a price table', 'is given up'],
  ['the prices of a price table', 'is given up'],
  // They may have arrived, and nobody would know.
  ['the order', 'goes on'],
  ['the payment', 'goes on'],
] as const)('the request for %s %s when the element goes', async (name, what) => {
  const { path, open } = steps[name] as Step;
  const page = newPage();
  page.answersAfter.set(path, new Promise(() => {}));
  await open(page);
  await page.until(() => page.ends.has(path));
  const isOver = () => page.ends.get(path)?.aborted;
  expect(isOver()).toBe(false);
  page.element.remove();
  await settled();
  expect(isOver()).toBe(what === 'is given up');
});

/** A tag of exactly this class: another file of the worker may have defined the usual one, with parts of its own. */
function tagOf(Element: CustomElementConstructor): string {
  const defined = customElements.getName(Element);
  if (defined !== null) return defined;
  const own = `gone-${Element.name.toLowerCase()}`;
  customElements.define(own, Element);
  return own;
}

it.each([
  [ClientLibPricingElement, 'pricing', { 'public-api-key': key }],
  [ClientLibPortalElement, 'portal', { token: 'none' }],
  [ClientLibCancelElement, 'declaration', { 'declare-url': '/x', open: '' }],
] as const)('%o that is removed before its part has loaded shows and tells nothing', async (...row) => {
  const [Element, part, attributes] = row;
  const tag = tagOf(Element);
  const loaded = await parts[part]();
  for (const outcome of ['arrives', 'fails']) {
    let end = (): void => {};
    const loading = new Promise<never>((resolve, reject) => {
      end = () => (outcome === 'fails' ? reject(new TypeError('blocked')) : resolve(loaded as never));
    });
    vi.spyOn(parts, part).mockReturnValue(loading);
    const page = await newPage().open(tag, { locale: 'en', ...attributes });
    await page.until(() => page.root.querySelector('.skeleton') !== null);
    page.element.remove();
    const before = [outlineOf(page.root), page.calls.length];
    end();
    await settled();
    expect([outlineOf(page.root), page.calls.length, page.events]).toEqual([...before, []]);
  }
});

it.each([
  [ClientLibSignupElement, { 'public-api-key': key }],
  [ClientLibPricingElement, { 'public-api-key': key }],
  [ClientLibPortalElement, { token: 'none' }],
  [ClientLibCancelElement, { 'declare-url': '/x', open: '' }],
] as const)('%o that is removed before its words have loaded begins nothing', async (Element, attributes) => {
  let arrive = (): void => {};
  const { de } = languages;
  const words = await de?.();
  vi.spyOn(languages, 'de').mockReturnValue(
    new Promise((resolve) => (arrive = () => resolve(words as never))),
  );
  const page = await newPage().open(tagOf(Element), { locale: 'de', ...attributes });
  await vi.waitFor(() => expect(languages['de']).toHaveBeenCalled());
  page.element.remove();
  arrive();
  await settled();
  const { childElementCount, lang } = page.find('.top');
  expect([childElementCount, lang, page.events, page.calls]).toEqual([0, '', [], []]);
});

it('thanks that the customer would read in a moment are not shown when the element has gone', async () => {
  const page = newPage();
  await paySignup(page);
  const wait = vi.spyOn(globalThis, 'setTimeout');
  await page.until(() => page.happened('signedup') > 0);
  const thank = wait.mock.calls.findLast(([, ms]) => ms === 400)?.[0] as () => void;
  const { root } = page;
  page.element.remove();
  const before = outlineOf(root);
  thank();
  expect(outlineOf(root)).toBe(before);
});

it('a contract that is canceled when the element has gone is told to the page, and not shown', async () => {
  const page = newPage();
  await page.ready('clientlib-portal', { token: await tokenOf(page), locale: 'en', task: 'cancel' });
  let arrive = (): void => {};
  page.answersAfter.set('contract', new Promise((resolve) => (arrive = resolve)));
  page.find('.panel form').dispatchEvent(new Event('submit', { cancelable: true }));
  await page.until(() => page.happened('canceled') === 1 && page.calls.at(-1) === 'contract');
  const { root } = page;
  page.element.remove();
  const shown = root.querySelector('.portal');
  arrive();
  await settled();
  expect([page.happened('changed'), root.querySelector('.portal') === shown]).toEqual([0, true]);
  // The customer gave no reason.
  expect(page.events.at(-1)).toEqual(['canceled', { EndDate: expect.stringContaining('2026-02-15') }]);
});

it('the answer for a token that the page has replaced is not shown over that of the new one', async () => {
  const page = newPage();
  const [first, second] = [await tokenOf(page), await tokenOf(page)];
  let arrive = (): void => {};
  page.answersAfter.set('contract', new Promise((resolve) => (arrive = resolve)));
  await page.open('clientlib-portal', { token: first, locale: 'en' });
  await page.until(() => page.calls.at(-1) === 'contract');
  page.answersAfter.clear();
  page.element.setAttribute('token', second);
  await page.until(() => page.happened('ready') === 1);
  const shown = page.root.querySelector('.portal');
  arrive();
  await settled();
  expect([page.happened('ready'), page.root.querySelector('.portal') === shown]).toEqual([1, true]);
});

describe('an element whose language changes while its part loads', () => {
  it.each([
    [ClientLibPortalElement, 'portal', {}, 'Ihr Abonnement'],
    [ClientLibPricingElement, 'pricing', { 'public-api-key': key }, 'Basic wählen'],
    [ClientLibCancelElement, 'declaration', { 'declare-url': '/x' }, 'jetzt kündigen'],
    [ClientLibCancelElement, 'declaration', { 'declare-url': '/x', open: '' }, 'jetzt kündigen'],
  ] as const)('speaks the new one: %o, %s, %j', async (Element, name, attributes, words) => {
    const page = newPage();
    const token = name === 'portal' ? { token: await tokenOf(page) } : {};
    let arrive = (): void => {};
    const part = await parts[name]();
    const loading = new Promise<never>((resolve) => (arrive = () => resolve(part as never)));
    const load = vi.spyOn(parts, name).mockReturnValue(loading);
    await page.open(tagOf(Element), { locale: 'en', ...token, ...attributes });
    await page.until(() => page.root.querySelector('.skeleton, button') !== null);
    // The button to cancel loads its form once it is pressed.
    page.root.querySelector('button')?.click();
    expect(load).toHaveBeenCalled();
    page.element.setAttribute('locale', 'de');
    await page.until(() => page.find('.top').lang === 'de');
    arrive();
    await page.untilText(words);
  });

  it('says in the new one that it could not be loaded', async () => {
    let fail = (): void => {};
    vi.spyOn(parts, 'portal').mockReturnValue(
      new Promise((_, reject) => (fail = () => reject(new TypeError('blocked')))),
    );
    const page = await newPage().open(tagOf(ClientLibPortalElement), { token: 'none', locale: 'en' });
    await page.until(() => page.root.querySelector('.skeleton') !== null);
    page.element.setAttribute('locale', 'de');
    await page.until(() => page.find('.top').lang === 'de');
    fail();
    await page.untilText('Das hat nicht funktioniert.');
  });
});

describe('an element', () => {
  it('begins nothing anew for an attribute that is set to what it is', async () => {
    const page = await newPage().ready('clientlib-signup', signup);
    page.element.setAttribute('plan-variant-id', basic);
    page.element.setAttribute('locale', 'en');
    const form = page.find('form');
    await settled();
    expect([page.happened('ready'), page.find('form') === form]).toEqual([1, true]);
  });

  it('has its style sheets once, however often it is put into a page', async () => {
    const page = await newPage().ready('clientlib-pricing', { 'public-api-key': key, locale: 'en' });
    const rules = page.root.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText ?? '');
    expect(rules).toEqual([expect.stringContaining(':host'), expect.stringContaining('.pricing')]);
    const sheets = page.root.adoptedStyleSheets.length;
    document.body.append(page.element);
    await page.until(() => page.happened('ready') === 2);
    expect(page.root.adoptedStyleSheets).toHaveLength(sheets);
    expect(page.root.querySelectorAll('.top')).toHaveLength(1);
  });

  it('asks for nothing while it is in no page', async () => {
    const page = newPage();
    const element = document.createElement('clientlib-signup');
    for (const [name, value] of Object.entries(signup)) element.setAttribute(name, value);
    await settled();
    expect([page.calls, element.shadowRoot?.childElementCount]).toEqual([[], 0]);
    await page.ready('clientlib-pricing', { 'public-api-key': key, locale: 'en' });
    page.element.remove();
    page.calls.length = 0;
    page.element.setAttribute('plan-variant-ids', basic);
    await settled();
    expect(page.calls).toEqual([]);
  });

  it('begins anew where a setting changes just before its words', async () => {
    const page = await newPage().ready('clientlib-signup', signup);
    page.element.setAttribute('plan-variant-id', pro);
    page.element.setAttribute('locale', 'de');
    await page.untilText('Einrichtungsgebühr');
    expect(page.happened('ready')).toBe(2);
  });

  it('keeps what it shows until the new is there', async () => {
    const page = await newPage().ready('clientlib-pricing', { 'public-api-key': key, locale: 'en' });
    let arrive = (): void => {};
    page.answersAfter.set('signup/offer', new Promise((resolve) => (arrive = resolve)));
    page.calls.length = 0;
    page.element.setAttribute('plan-variant-ids', basic);
    await page.until(() => page.calls.includes('signup/offer'));
    expect(page.root.querySelectorAll('.card').length).toBeGreaterThan(1);
    arrive();
    await page.until(() => page.root.querySelectorAll('.card').length === 1);
  });

  it.each([
    ['clientlib-signup', signup],
    ['clientlib-pricing', { 'public-api-key': key, locale: 'en' }],
    ['clientlib-portal', { locale: 'en', task: 'payment' }],
    ['clientlib-cancel', { 'declare-url': '/x', open: '', locale: 'en' }],
  ])('<%s> leaves no listener and no observer behind', async (tag, attributes) => {
    const page = newPage();
    const token = tag === 'clientlib-portal' ? { token: await tokenOf(page) } : {};
    const watching = new Set<MutationObserver>();
    const { observe, disconnect } = MutationObserver.prototype;
    vi.spyOn(MutationObserver.prototype, 'observe').mockImplementation(function (
      this: MutationObserver,
      ...args
    ) {
      watching.add(this);
      return observe.apply(this, args);
    });
    vi.spyOn(MutationObserver.prototype, 'disconnect').mockImplementation(function (this: MutationObserver) {
      watching.delete(this);
      return disconnect.apply(this);
    });
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    await page.open(tag, { ...attributes, ...token });
    await page.until(() => page.root.querySelector('form, .card') !== null);
    await settled();
    page.element.remove();
    await settled();
    const left = added.mock.calls.filter(
      ([event, listener, options]) =>
        !(options as AddEventListenerOptions | undefined)?.signal?.aborted &&
        !removed.mock.calls.some(([other, same]) => other === event && same === listener),
    );
    expect([left.map(([event]) => event), watching.size]).toEqual([[], 0]);
  });

  it('tells its events to its own listeners alone', async () => {
    const heard = vi.fn();
    for (const event of ['ready', 'change', 'step', 'error']) document.body.addEventListener(event, heard);
    const page = await newPage().ready('clientlib-signup', {
      ...signup,
      'plan-variant-ids': `${basic} ${pro}`,
    });
    page.find(`input[value="${pro}"]`).click();
    await page.until(() => page.happened('step') > 0);
    expect(heard).not.toHaveBeenCalled();
    for (const event of ['ready', 'change', 'step', 'error']) document.body.removeEventListener(event, heard);
  });

  it.each([
    ['fr', 'it', ['de'], 'fr'],
    ['', 'it-CH', ['de'], 'it-CH'],
    ['', '', ['ja', 'nl-BE', 'de'], 'nl-BE'],
    ['ja', '', ['ja'], 'en'],
  ])('speaks %j, in a page in %j of a browser in %j: %s', async (locale, lang, browser, expected) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const around = document.createElement('div');
    around.lang = lang;
    document.body.append(around);
    const page = newPage();
    await page.open('clientlib-withdraw', { 'declare-url': '/x', ...(locale && { locale }) });
    around.append(page.element);
    await page.until(() => page.find('.top').lang !== '');
    expect(page.find('.top').lang).toBe(expected);
    around.remove();
  });

  it('speaks the language that the page gives itself by lang, before that of what is around it', async () => {
    document.documentElement.lang = 'de';
    const page = await newPage().open('clientlib-withdraw', { 'declare-url': '/x', lang: 'fr' });
    await page.until(() => page.find('.top').lang !== '');
    document.documentElement.lang = '';
    expect(page.find('.top').lang).toBe('fr');
  });
});
