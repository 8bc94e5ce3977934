import type { SignupOffer } from 'clientlib';
import type { PricingProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import { h, put } from '../view/dom.ts';
import { PlanCards } from '../view/plan-cards.ts';
import { type PlanRow, planRows } from '../view/plan-rows.ts';
import { pricesByUse } from '../view/prices-by-use.ts';
import type { PricingDetails } from './pricing-events.ts';

/** The rules of the price table beside those of all elements. */
export const look = `
.pricing { display: grid; gap: 24px; }
.pricing legend { margin-bottom: 12px; }
.pricing .cards { gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); }
.pricing .card { display: flex; flex-direction: column; padding: 24px; }
.pricing .card[part~=highlighted] { border-color: var(--clientlib-accent, var(--_accent)); box-shadow: inset 0 0 0 1px var(--clientlib-accent, var(--_accent)); }
.pricing .card .go { margin-top: auto; min-height: 44px; font-weight: 600; text-decoration: none; }
.pricing a.main-button { border-color: var(--clientlib-accent, var(--_accent)); background: var(--clientlib-accent, var(--_accent)); color: var(--clientlib-on-accent, var(--_on-accent)); }
.pricing .coupon { justify-self: start; }
`;

/** Shows a card for each plan, what is billed by use, and the coupon that goes along. */
export function showPricing(
  settings: HTMLElement & PricingProperties,
  offer: SignupOffer,
  scene: Scene,
  top: HTMLElement,
  choose: (detail: PricingDetails['choose']) => void,
): void {
  const { texts, formats } = scene;
  const { Products } = offer;
  formats.timeZone = offer.TimeZone;
  const coupon = settings.couponCode ?? new URLSearchParams(location.search).get('coupon') ?? undefined;
  const rows = planRows(Products, settings.planVariantIds, formats);
  const isHighlighted = ({ variant, plan }: PlanRow): boolean =>
    [variant.Id, plan.Id].includes(settings.highlightPlan ?? '');
  const action = (row: PlanRow): HTMLElement => {
    const isFree = row.variant.RecurringFee === 0 && !row.variant.SetupFee;
    const label = isFree ? texts.signUpFree : filled(texts.choosePlan, { plan: row.planName });
    const style = `go button ${isHighlighted(row) ? 'main-button' : ''}`;
    const detail = { PlanVariantId: row.variant.Id, ...(coupon && { CouponCode: coupon }) };
    const click = (): void => {
      choose(detail);
      if (!settings.signupUrl) openSignup(settings, detail);
    };
    return settings.signupUrl
      ? h('a', { class: style, part: 'button', href: addressOf(settings.signupUrl, detail), click }, label)
      : h('button', { type: 'button', class: style, part: 'button', click }, label);
  };
  const highlight = settings.highlightPlan;
  const cards = new PlanCards(rows, { texts, formats, legend: texts.plan, highlight, action });
  // Prices by use are those of a plan group.
  const groups = new Map(rows.map((row) => [row.group.Id, row]));
  const use = [...groups.values()].map((row) => pricesByUse(row, Products, texts, formats));
  const note = coupon && h('p', { class: 'tag good coupon', part: 'coupon' }, `${texts.coupon}: ${coupon}`);
  put(top, h('div', { class: 'pricing', part: 'pricing' }, note, cards.root, ...use));
}

/** The signup's address: `{plan}` and `{coupon}` are filled in; without them they become parameters. */
function addressOf(template: string, { PlanVariantId, CouponCode = '' }: PricingDetails['choose']): string {
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
