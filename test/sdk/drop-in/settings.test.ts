// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { expect, it, vi } from 'vitest';
import { look } from '../../../sdk/src/drop-in/view/look.ts';
import type { pricingTable, signupTable, Table } from '../../../sdk/src/properties/tables.ts';
import { basic, key, type Page, pagesForEachTest, pro, yearly } from './page.ts';

/* Each setting of an element changes what a customer sees, or what is sent. */

const newPage = pagesForEachTest();

interface Effect {
  readonly value: unknown;
  /** Settings without which it has none. */
  readonly more?: object;
  check(page: Page): unknown;
}

type Effects<One extends Table> = { readonly [name in keyof One]: Effect };

const links = (page: Page) =>
  [...page.root.querySelectorAll('[part=terms] a')].map((link) => link.getAttribute('href'));
const bearers = (page: Page) =>
  [...(page.frame?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? [])].map(({ value }) => value);
const showsForm = (page: Page) => page.until(() => page.frame?.querySelector('input') != null);
const recommended = (page: Page) => page.find('[part~=highlighted]').textContent;
const hasRules = (...selectors: string[]) => {
  for (const selector of selectors) expect(look).toContain(`:host([${selector}])`);
};
/** The page that a provider sends customers back to. */
async function returnUrl(page: Page): Promise<unknown> {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  page.typeCustomer();
  await page.choose('November');
  page.submit();
  await page.until(() => assign.mock.calls.length > 0);
  const back = page.visit(`${assign.mock.calls[0]?.[0]}`, 'cancel');
  return back.then(() => location.pathname);
}

const url = (value: string): Effect => ({ value, check: (page) => expect(links(page)).toEqual([value]) });

const ofSignup: Effects<typeof signupTable> = {
  publicApiKey: { value: key, check: (page) => expect(page.calls).toContain('signup/offer') },
  planVariantId: {
    value: pro,
    async check(page) {
      await page.untilText('Pro monthly');
      expect(page.root.querySelector('input[name=plan]')).toBeNull();
    },
  },
  planVariantIds: {
    value: [pro, basic],
    check(page) {
      expect(page.find<HTMLInputElement>('input[name=plan]:checked').value).toBe(basic);
      expect(page.root.querySelectorAll('input[name=plan]')).toHaveLength(2);
    },
  },
  highlightPlan: {
    value: pro,
    more: { planVariantIds: [basic, pro] },
    check: (page) => expect(recommended(page)).toContain('ProRecommended'),
  },
  paymentMethods: {
    value: ['InvoicePayment', 'CreditCard:India'],
    async check(page) {
      await showsForm(page);
      expect(bearers(page)).toEqual(['InvoicePayment', 'CreditCard:India']);
    },
  },
  cardTypes: {
    value: ['visa'],
    async check(page) {
      await showsForm(page);
      expect(page.frame?.textContent).toContain('Visa');
      expect(page.frame?.textContent).not.toContain('Mastercard');
    },
  },
  locale: { value: 'de', check: (page) => page.untilText('Zahlungspflichtig bestellen') },
  country: {
    value: 'AT',
    check: (page) => expect(page.find<HTMLSelectElement>('select').value).toBe('AT'),
  },
  couponCode: { value: 'WELCOME20', check: (page) => page.untilText('Due today€9.42') },
  hideCoupon: {
    value: true,
    check: (page) => expect(page.root.querySelector('[part=coupon]')).toBeNull(),
  },
  hideComponents: {
    value: true,
    check: (page) => expect(page.root.querySelector('[part=components]')).toBeNull(),
  },
  providerReturnUrl: {
    value: '/welcome',
    check: async (page) => expect(await returnUrl(page)).toBe('/welcome'),
  },
  termsUrl: url('/terms'),
  termsVersion: {
    value: '2026-01',
    more: { consent: 'terms' },
    async check(page) {
      page.find('[name=consent]').click();
      page.typeCustomer();
      await page.typeCard();
      page.submit();
      await page.untilText('Thank you!');
      expect(page.events.at(-1)).toMatchObject(['signedup', { Consent: { Version: '2026-01' } }]);
    },
  },
  privacyUrl: url('/privacy'),
  withdrawalUrl: url('/withdrawal'),
  consent: { value: 'terms', check: (page) => page.find('[name=consent]') },
  portalUrl: {
    value: '/account',
    async check(page) {
      page.typeCustomer();
      await page.typeCard();
      page.submit();
      await page.untilText('Thank you!');
      expect(page.find('[part=done] a').getAttribute('href')).toBe('/account');
    },
  },
  theme: { value: 'round', check: () => hasRules('theme=round', 'theme=sharp') },
  density: { value: 'compact', check: () => hasRules('density=compact') },
  customer: {
    value: { LastName: 'King' },
    check: (page) => expect(page.find<HTMLInputElement>('#LastName').value).toBe('King'),
  },
  texts: { value: { subscribe: 'Join' }, check: (page) => page.button('Join') },
};

const ofPricing: Effects<typeof pricingTable> = {
  publicApiKey: { value: key, check: (page) => expect(page.calls).toContain('signup/offer') },
  planVariantIds: {
    value: [pro],
    check: (page) => expect(page.root.querySelectorAll('.card')).toHaveLength(1),
  },
  highlightPlan: { value: pro, check: (page) => expect(recommended(page)).toContain('Pro') },
  signupUrl: {
    value: '/join?plan={plan}',
    check: (page) => expect(page.find('a').getAttribute('href')).toMatch(/^\/join\?plan=b0+1/),
  },
  couponCode: { value: 'WELCOME20', check: (page) => page.untilText('Coupon code: WELCOME20') },
  country: { value: 'at', check: (page) => page.untilText('€11.88') },
  locale: { value: 'de', check: (page) => page.untilText('Basic wählen') },
  theme: { value: 'round', check: () => hasRules('theme=round') },
  density: { value: 'compact', check: () => hasRules('density=compact') },
  texts: { value: { choosePlan: 'Take {plan}' }, check: (page) => page.button('Take Basic') },
};

const signup = { publicApiKey: key, locale: 'en', planVariantId: basic };

it.each(Object.entries(ofSignup))('%s of a signup has its effect', async (name, { value, more, check }) => {
  await check(await newPage().ready('clientlib-signup', {}, { ...signup, ...more, [name]: value }));
});

const pricing = { publicApiKey: key, locale: 'en', planVariantIds: [basic, yearly, pro] };

it.each(Object.entries(ofPricing))('%s of a price table has its effect', async (name, { value, check }) => {
  await check(await newPage().ready('clientlib-pricing', {}, { ...pricing, [name]: value }));
});
