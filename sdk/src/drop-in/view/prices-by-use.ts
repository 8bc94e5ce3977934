import type { Products } from 'clientlib';
import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h } from './dom.ts';
import type { Formats } from './formats.ts';
import type { PlanRow } from './plan-rows.ts';

/**
 * Returns the metered prices of a plan: the unit price, the included quantity, and the scale; `undefined` if there are
 * none.
 *
 * @param withVat 1.19 for 19 percent.
 */
export function pricesByUse(
  { variant, group }: PlanRow,
  products: Products,
  texts: Texts,
  formats: Formats,
  withVat = 1,
): HTMLElement | undefined {
  const metered = products.Components.filter(
    ({ ComponentType, PlanGroupId }) => ComponentType === 'Metered' && PlanGroupId === group.Id,
  );
  if (metered.length === 0) return undefined;
  const money = (amount: number): string => formats.money(amount * withVat, group.Currency, 6);
  const rows = metered.map(({ Id, Name, PricePerUnit, PriceScale }) => {
    const scale = PriceScale?.Items ?? [];
    const lowest = Math.min(...scale.map(({ Value }) => Value));
    const quota = variant.Quota?.find(({ ComponentId }) => ComponentId === Id)?.Quota;
    const price = scale.length > 0 ? filled(texts.from, { amount: money(lowest) }) : money(PricePerUnit ?? 0);
    const included = quota && filled(texts.included, { amount: formats.number(quota) });
    const line = [
      h('span', {}, formats.localized(Name)),
      h('span', {}, [price, included].filter(Boolean).join(' · ')),
    ];
    if (scale.length === 0) return h('li', { class: 'use' }, ...line);
    const steps = scale.map(({ From, Value }) =>
      h(
        'li',
        { class: 'use' },
        h('span', {}, filled(texts.from, { amount: formats.number(From) })),
        h('span', {}, money(Value)),
      ),
    );
    return h('li', {}, h('details', {}, h('summary', { class: 'use' }, ...line), h('ul', {}, ...steps)));
  });
  return h(
    'section',
    { class: 'by-use', part: 'by-use' },
    h('p', { class: 'title' }, texts.byUse),
    h('ul', {}, ...rows),
  );
}
