import { Signup, type SignupOffer } from 'clientlib';
import type { PricingProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put } from '../view/dom.ts';
import { PlanCards, type Quote } from '../view/plan-cards.ts';
import { type PlanRow, planRows, vatFactor } from '../view/plan-rows.ts';
import { pricesByUse } from '../view/prices-by-use.ts';
import type { PricingDetails } from './pricing-events.ts';

/** The rules of the price table beside those of all elements. */
export const look = `
.pricing { display: grid; gap: 24px; }
.pricing legend { margin-bottom: 12px; }
.pricing .cards { gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); }
.pricing .card { display: flex; flex-direction: column; padding: 24px; }
.pricing .card[part~=highlighted] { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent); }
.pricing .card .go { margin-top: auto; min-height: 44px; font-weight: 600; }
.pricing a.main-button { border-color: var(--_accent); background: var(--_accent); color: var(--_on-accent); }
.pricing .uses { display: contents; }
.pricing .coupon { justify-self: start; margin: 0; }
`;

type Choose = (detail: PricingDetails['choose']) => void;

/** Shows a card for each plan, what is billed by use, and the coupon that goes along. */
export function showPricing(
  settings: HTMLElement & PricingProperties,
  offer: SignupOffer,
  scene: Scene,
  top: HTMLElement,
  choose: Choose,
): void {
  const { texts, formats } = scene;
  const { Products } = offer;
  formats.timeZone = offer.TimeZone;
  const coupon = settings.couponCode ?? new URLSearchParams(location.search).get('coupon') ?? undefined;
  const rows = planRows(Products, settings.planVariantIds, formats);
  const action = (row: PlanRow): HTMLElement => chooseButton(row, coupon, settings, texts, choose);
  const highlight = settings.highlightPlan;
  const cards = new PlanCards(rows, { texts, formats, legend: texts.plan, highlight, action });
  // Prices by use are those of a plan group.
  const groups = new Map(rows.map((row) => [row.group.Id, row]));
  const use = h('div', { class: 'uses' });
  const quote = (getQuote: (row: PlanRow) => Quote): void => {
    cards.quote(getQuote);
    const uses = [...groups.values()].map((row) => {
      const withVat = vatFactor(row.group, getQuote(row).vat);
      return pricesByUse(row, Products, texts, formats, withVat);
    });
    put(use, ...uses);
  };
  quote(() => ({}));
  const note = coupon && h('p', { class: 'tag good coupon', part: 'coupon' }, `${texts.coupon}: ${coupon}`);
  put(top, h('div', { class: 'pricing', part: 'pricing' }, note, cards.root, use));
  const country = settings.country?.toUpperCase() ?? offer.Country;
  // Without an answer, the prices of the catalogue stay.
  loadQuotes(rows, coupon, country, scene.signal).then(quote, () => {});
}

/** The control to choose a plan: a link to the signup, or a button that opens it on the page. */
function chooseButton(
  { variant, plan, planName }: PlanRow,
  coupon: string | undefined,
  settings: HTMLElement & PricingProperties,
  texts: Texts,
  choose: Choose,
): HTMLElement {
  const isFree = variant.RecurringFee === 0 && !variant.SetupFee;
  const label = isFree ? texts.signUpFree : filled(texts.choosePlan, { plan: planName });
  const isHighlighted = [variant.Id, plan.Id].includes(settings.highlightPlan ?? '');
  const style = `go button ${isHighlighted ? 'main-button' : ''}`;
  const detail = { PlanVariantId: variant.Id, ...(coupon && { CouponCode: coupon }) };
  const click = (): void => {
    choose(detail);
    if (!settings.signupUrl) openSignup(settings, detail);
  };
  return settings.signupUrl
    ? h('a', { class: style, part: 'button', href: fillTemplate(settings.signupUrl, detail), click }, label)
    : h('button', { type: 'button', class: style, part: 'button', click }, label);
}

/** The prices for consumers in a country, with the coupon: a preview of each plan, or without a coupon of one per group. */
async function loadQuotes(
  rows: readonly PlanRow[],
  CouponCode: string | undefined,
  Country: string,
  signal: AbortSignal,
): Promise<(row: PlanRow) => Quote> {
  const ofGroups = new Map(
    rows.filter(({ variant }) => variant.RecurringFee > 0).map((row) => [row.group.Id, row]),
  );
  const asked = CouponCode ? rows : [...ofGroups.values()];
  const quotes = new Map<string, Quote>();
  await Promise.all(
    asked.map(async ({ variant, group }) => {
      const cart = { PlanVariantId: variant.Id, CouponCode };
      const { Order, Terms } = await new Signup().preview(cart, { Address: { Country } }, { signal });
      const vat = Order.RecurringFee?.VatPercentage;
      if (vat !== undefined) quotes.set(group.Id, { vat });
      if (Order.Coupon?.AppliesToCart) quotes.set(variant.Id, { discount: Terms?.Discount });
    }),
  );
  return ({ variant, group }) => ({ ...quotes.get(group.Id), ...quotes.get(variant.Id) });
}

/** The signup's address: `{plan}` and `{coupon}` are filled in; without them they become parameters. */
function fillTemplate(
  template: string,
  { PlanVariantId, CouponCode = '' }: PricingDetails['choose'],
): string {
  const values = { plan: PlanVariantId, coupon: encodeURIComponent(CouponCode) };
  if (template.includes('{plan}')) return filled(template, values);
  const url = new URL(template, location.href);
  url.searchParams.set('plan', PlanVariantId);
  if (CouponCode) url.searchParams.set('coupon', CouponCode);
  return url.href;
}

/** Opens the signup of the page, or one below the table. */
function openSignup(
  table: HTMLElement & PricingProperties,
  { PlanVariantId, CouponCode }: PricingDetails['choose'],
): void {
  const place = document.querySelector('clientlib-signup') ?? document.createElement('clientlib-signup');
  const { publicApiKey, locale, country, theme, density, texts } = table;
  const isNew = !place.isConnected;
  const own = isNew ? { publicApiKey, locale, country, theme, density, texts } : {};
  Object.assign(place, own, { planVariantId: PlanVariantId, ...(CouponCode && { couponCode: CouponCode }) });
  if (isNew) table.after(place);
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView?.({ block: 'start' });
}
