// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { Signup as InReact } from 'clientlib/react';
import { Signup as InVue } from 'clientlib/vue';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { basic, key, pagesForEachTest, pro } from './page.ts';

/* What a page has set up wrong is in the console, with the attribute, its value and what to write. */

const newPage = pagesForEachTest();
const right = { 'public-api-key': key, 'plan-variant-id': basic, locale: 'en' };
let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => warned.push(text));
});
const ofElement = (): string[] => warned.filter((text) => text.startsWith('ClientLib: <clientlib-'));

const others = ['2', '3', '4', '5', '6'].map((digit) => `b0000000000000000000000${digit}`);
const closed = (ids: string) =>
  expect.stringContaining(
    `${ids} is not open to self-service: unknown, hidden, or of an app store. Open: ${basic}, ${others[0]}`,
  );

describe('a signup that cannot be shown', () => {
  it.each([
    ['without a key', { 'public-api-key': null }, 'public-api-key', ': required, and missing.'],
    ['with an empty key', { 'public-api-key': ' ' }, 'public-api-key', '=" ": required, and missing.'],
    [
      'with an unknown key',
      { 'public-api-key': 'a01' },
      'public-api-key',
      '="a01": the service does not know this key. Take the public API key of your account.',
    ],
    ['with an unknown plan', { 'plan-variant-id': 'b99' }, 'plan-variant-id', 'b99'],
    ['with unknown plans', { 'plan-variant-ids': 'b98 b99' }, 'plan-variant-ids', 'b98, b99'],
    [
      'with commas',
      { 'plan-variant-ids': `${basic}, ${pro}` },
      'plan-variant-ids',
      `="${basic}, ${pro}": separate by spaces, as in "${basic} ${pro}".`,
    ],
    [
      'with commas in the payment methods',
      { 'payment-methods': 'CreditCard:Bravo,Debit:Delta' },
      'payment-methods',
      '="CreditCard:Bravo,Debit:Delta": separate by spaces, as in "CreditCard:Bravo Debit:Delta".',
    ],
  ])('%s says so to developers, and to customers that they cannot help it', async (...row) => {
    const [, attributes, field, cure] = row;
    const given = Object.entries<string | null>({ ...right, ...attributes }).filter(
      ([, value]) => value !== null,
    );
    const page = await newPage().open(
      'clientlib-signup',
      Object.fromEntries(given) as Record<string, string>,
    );
    await page.untilText('This form is not set up correctly. Please contact us.');
    expect(page.root.querySelector('button')).toBeNull();
    const message = cure.startsWith('b') ? closed(cure) : `ClientLib: <clientlib-signup> ${field}${cure}`;
    expect(ofElement()).toEqual([message]);
    expect(page.events).toMatchObject([['error', { field, message: expect.stringContaining(field) }]]);
  });

  it('says it in the language of the page', async () => {
    const page = await newPage().open('clientlib-signup', { locale: 'de' });
    await page.untilText('Dieses Formular ist nicht richtig eingerichtet.');
  });

  it('starts when the attribute is mended', async () => {
    const page = await newPage().open('clientlib-signup', { ...right, 'public-api-key': '' });
    await page.untilText('not set up correctly');
    page.element.setAttribute('public-api-key', key);
    await page.untilText('Subscribe and pay');
  });
});

describe('a signup with a setting that is ignored', () => {
  it.each([
    ['country', 'Germany', 'expected two letters, such as DE, of a country of the account: '],
    ['locale', 'klingon', 'expected a language such as de or de-AT, got klingon. Shown in en'],
    ['publicapikey', 'a01', 'there is no such attribute. Did you mean public-api-key?'],
    ['plan-varient-id', 'b01', 'there is no such attribute. Did you mean plan-variant-id?'],
    ['hide-coupons', '', 'there is no such attribute. Did you mean hide-coupon?'],
    ['plan-variant-ids', `b99 ${basic}`, 'b99 is not open to self-service'],
  ])('warns of %s="%s", and is shown', async (attribute, value, cure) => {
    const page = await newPage().open('clientlib-signup', { ...right, [attribute]: value });
    await page.untilText('€11.78');
    expect(page.find<HTMLSelectElement>('select').value).toBe('DE');
    expect(ofElement()).toEqual([
      expect.stringContaining(`ClientLib: <clientlib-signup> ${attribute}="${value}": ${cure}`),
    ]);
    expect(page.happened('error')).toBe(0);
  });

  it('warns of a language of the page that is none', async () => {
    document.documentElement.lang = 'klingon!';
    const { locale, ...others } = right;
    await newPage().ready('clientlib-signup', others);
    document.documentElement.lang = '';
    expect(ofElement()).toEqual([
      expect.stringContaining('lang="klingon!" of the page: expected a language such as de or de-AT.'),
    ]);
  });

  it('takes a country in lower case', async () => {
    const page = await newPage().ready('clientlib-signup', { ...right, country: 'at' });
    expect(page.find<HTMLSelectElement>('select').value).toBe('AT');
    expect(ofElement()).toEqual([]);
  });

  it('takes a comma in what is no list', async () => {
    const withCommas = { 'terms-version': '2, of May', 'terms-url': '/terms?of=a,b', 'portal-url': '/a,b' };
    await newPage().ready('clientlib-signup', { ...right, ...withCommas });
    expect(ofElement()).toEqual([]);
  });

  it('does not warn of attributes of HTML and of frameworks', async () => {
    const page = newPage();
    const ofHtml =
      'id class is style slot part exportparts lang dir title hidden role tabindex inert translate nonce popover draggable spellcheck autofocus accesskey itemid onready data-v-1 aria-label';
    const ofFrameworks = 'key ref v-cloak x-data _ngcontent-a ng-version q-slot hx-get x:y a@b a.b';
    const foreign = `${ofHtml} ${ofFrameworks}`;
    const attributes = Object.fromEntries(foreign.split(' ').map((name) => [name, 'x']));
    await page.ready('clientlib-signup', { ...right, ...attributes });
    expect(ofElement()).toEqual([]);
  });
});

describe('a portal', () => {
  it('with an empty token is of a customer who is not signed in', async () => {
    const page = await newPage().open('clientlib-portal', { token: '', locale: 'en' });
    await page.untilText('You have been signed out. Please open this page again.');
    expect(ofElement()).toEqual([]);
  });

  it.each([
    [
      'without a token',
      {},
      undefined,
      'token: missing. Set token, or token-url to an address of your back end.',
    ],
    [
      'whose token-url answers 404',
      { 'token-url': '/none' },
      new Response('', { status: 404 }),
      'answered 404',
    ],
    ['whose token-url answers a page', { 'token-url': '/none' }, new Response('<p>'), 'answered 200'],
    ['whose token-url answers no token', { 'token-url': '/none' }, Response.json({}), 'answered 200'],
  ])('%s does not say that the customer has been signed out', async (_, attributes, answer, cure) => {
    if (answer) vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    const page = await newPage().open('clientlib-portal', { ...attributes, locale: 'en' });
    await page.untilText('This form is not set up correctly. Please contact us.');
    const message = cure.startsWith('answered')
      ? `token-url="/none": ${cure} without a token. Answer a POST there with { "Token": "…" }.`
      : cure;
    expect(ofElement()).toEqual([`ClientLib: <clientlib-portal> ${message}`]);
    expect(page.events).toMatchObject([['error', { errorCode: ['InvalidConfiguration'] }]]);
  });
});

it.each(['clientlib-cancel', 'clientlib-withdraw'])('<%s> needs a declare-url', async (tag) => {
  const page = await newPage().open(tag, { locale: 'en' });
  await page.untilText('This form is not set up correctly. Please contact us.');
  expect(ofElement()).toEqual([`ClientLib: <${tag}> declare-url: required, and missing.`]);
});

describe('a component that is mounted after the elements are defined', () => {
  const place = (): HTMLElement => {
    document.body.innerHTML = '<div></div>';
    return document.body.firstElementChild as HTMLElement;
  };
  const settings = { publicApiKey: key, planVariantId: basic, locale: 'en' };

  it('of React has its key when the element starts', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    newPage();
    const onReady = vi.fn();
    const root = createRoot(place());
    await act(async () => root.render(createElement(InReact, { ...settings, onReady })));
    await vi.waitFor(() => expect(onReady).toHaveBeenCalled());
    expect(ofElement()).toEqual([]);
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
  });

  it('of Vue has its key when the element starts', async () => {
    newPage();
    const onReady = vi.fn();
    const app = createApp({ render: () => h(InVue, { ...settings, onReady }) });
    app.mount(place());
    await vi.waitFor(() => expect(onReady).toHaveBeenCalled());
    expect(ofElement()).toEqual([]);
    app.unmount();
  });
});
