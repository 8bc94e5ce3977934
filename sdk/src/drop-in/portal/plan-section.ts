import type { UpgradeCart } from 'clientlib';
import { h } from '../view/dom.ts';
import { PlanCards } from '../view/plan-cards.ts';
import { type PlanRow, planRows, shownRate, vatFactor, vatNote } from '../view/plan-rows.ts';
import { ContractChange } from './change-of-contract.ts';
import { Panel } from './panel.ts';
import { customerVat, isChangeable, type PortalView, section } from './portal-view.ts';

/** The plan with its price, and the others to change to. */
export function planSection(view: PortalView): HTMLElement {
  const { Products, Contract, CurrentPlan } = view.details;
  const { texts, formats } = view.scene;
  const plans = planRows(Products, undefined, formats);
  const current = plans.find(({ variant }) => variant.Id === Contract.PlanVariantId);
  const content = [
    h('p', { class: 'plan-name' }, current?.name ?? CurrentPlan?.PlanName ?? ''),
    ...(current ? [h('p', { class: 'hint' }, priceText(current, view))] : []),
  ];
  const hasOther = plans.some((plan) => plan !== current);
  const panels = isChangeable(view) && hasOther ? [planPanel(view, plans)] : [];
  return section('plan', texts.plan, content, panels);
}

/** `€11.78 / month incl. VAT`, as the signup says it. */
function priceText({ variant, group }: PlanRow, { details, scene: { texts, formats } }: PortalView): string {
  const vat = customerVat(details);
  const { amount, period } = shownRate(variant, group.Currency);
  const rate = formats.rate(amount * vatFactor(group, vat), group.Currency, period);
  return [rate, amount > 0 && vatNote(group, vat, texts)].filter(Boolean).join(' ');
}

function planPanel(view: PortalView, plans: readonly PlanRow[]): Panel {
  const { texts, formats } = view.scene;
  const { PlanVariantId: current } = view.details.Contract;
  const panel = new Panel(view.host, texts.changePlan, () => {
    const change = new ContractChange(view, panel);
    let cart: UpgradeCart | undefined;
    const choice = new PlanCards(plans, {
      texts,
      formats,
      legend: texts.changePlan,
      current,
      choose: ({ variant }) => {
        cart = variant.Id === current ? undefined : { PlanVariantId: variant.Id };
        change.preview(cart);
      },
    });
    choice.quote(() => ({ vat: customerVat(view.details) }));
    panel.show([choice.root, change.price], texts.confirmChange, async () =>
      cart ? change.confirm(cart) : undefined,
    );
  });
  view.panels.set('plan', panel);
  return panel;
}
