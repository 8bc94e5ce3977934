import type { OfferedPlanVariant, Products } from 'clientlib';
import { h } from '../view/dom.ts';
import type { Formats } from '../view/formats.ts';

/** A plan variant with what the rest of the catalogue says of it. */
export interface PlanRow {
  readonly variant: OfferedPlanVariant;
  readonly groupId: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
}

/** Plan variants with names and prices, in the order of the ids; all of the account without ids. */
export function planRows(
  products: Products,
  ids: readonly string[] | undefined,
  formats: Formats,
): PlanRow[] {
  const wanted = ids ?? products.PlanVariants.map(({ Id }) => Id);
  return wanted.flatMap((id) => {
    const variant = products.PlanVariants.find(({ Id }) => Id === id);
    const plan = products.Plans.find(({ Id }) => Id === variant?.PlanId);
    const group = products.PlanGroups.find(({ Id }) => Id === plan?.PlanGroupId);
    if (!variant || !plan || !group) return [];
    return {
      variant,
      groupId: group.Id,
      name: formats.localized(variant.Description) || formats.localized(plan.Name),
      description: formats.localized(plan.PlanDescription),
      price: formats.rate(variant.RecurringFee, group.Currency, variant.FeePeriod),
    };
  });
}

/** The plans to choose from, as radio buttons. */
export function planChoice(
  rows: readonly PlanRow[],
  legend: string,
  chosen: string | undefined,
  choose: (row: PlanRow) => void,
): HTMLElement {
  const choices = rows.map((row) => {
    const { variant, name, description, price } = row;
    const radio = h('input', {
      type: 'radio',
      name: 'plan',
      value: variant.Id,
      checked: variant.Id === chosen,
    });
    radio.addEventListener('change', () => {
      mark();
      choose(row);
    });
    return h(
      'label',
      { class: 'choice', part: 'plan' },
      radio,
      h('span', { class: 'name' }, name),
      h('span', { class: 'price' }, price),
      description && !name.includes(description) && h('span', { class: 'note' }, description),
    );
  });
  const mark = (): void => {
    for (const choice of choices) choice.classList.toggle('on', choice.querySelector('input')?.checked);
  };
  mark();
  return h(
    'fieldset',
    { part: 'plans' },
    h('legend', {}, legend),
    h('div', { class: 'choices' }, ...choices),
  );
}
