import type { UpgradeCart } from 'clientlib';
import { h } from '../view/dom.ts';
import { PlanCards } from '../view/plan-cards.ts';
import { planRows } from '../view/plan-rows.ts';
import { ContractChange } from './change-of-contract.ts';
import { Panel } from './panel.ts';
import { isChangeable, type PortalView, section } from './portal-view.ts';

/** The plan, and the others to change to; nothing where there is no other. */
export function planSection(view: PortalView): HTMLElement | undefined {
  const { Products, Contract, CurrentPlan } = view.details;
  const { texts, formats } = view.scene;
  const plans = planRows(Products, undefined, formats);
  const others = plans.filter(({ variant }) => variant.Id !== Contract.PlanVariantId);
  if (!isChangeable(view) || others.length === 0) return undefined;
  const panel = new Panel(view.host, texts.change, () => {
    const change = new ContractChange(view, panel);
    let cart: UpgradeCart | undefined;
    const choice = new PlanCards(others, {
      texts,
      formats,
      legend: texts.changePlan,
      choose: ({ variant }) => {
        cart = { PlanVariantId: variant.Id };
        change.preview(cart);
      },
    });
    panel.show([choice.root, change.price], texts.confirmChange, async () =>
      cart ? change.confirm(cart) : undefined,
    );
  });
  const current = plans.find(({ variant }) => variant.Id === Contract.PlanVariantId);
  const name = current ? `${current.name} · ${current.price}` : (CurrentPlan?.PlanName ?? '');
  return section('plan', texts.plan, [h('p', {}, name)], [panel]);
}
