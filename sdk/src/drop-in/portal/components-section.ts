import type { ComponentQuantity, UpgradeCart } from 'clientlib';
import { h } from '../view/dom.ts';
import { Extras } from '../view/extras.ts';
import { glyph } from '../view/glyph.ts';
import { vatFactor } from '../view/plan-rows.ts';
import { ContractChange } from './change-of-contract.ts';
import { factList } from './facts.ts';
import { Panel } from './panel.ts';
import { customerVat, isChangeable, type PortalView, section } from './portal-view.ts';

/** The booked components; no section if there are none and none can be booked. */
export function componentsSection(view: PortalView): HTMLElement | undefined {
  const { Products, Contract, ComponentsSubscriptions } = view.details;
  const { texts, formats } = view.scene;
  const offered = Products.Components.filter(({ ComponentType }) => ComponentType !== 'Metered');
  const booked = ComponentsSubscriptions.filter(({ EndDate }) => EndDate === undefined);
  const group = Products.PlanGroups.find(({ Id }) => Id === Contract.PlanGroupId);
  const canChange = offered.length > 0 && isChangeable(view);
  if (booked.length === 0 && !canChange) return undefined;
  const quantities = new Map<string, number>();
  for (const { ComponentId, Quantity } of booked) {
    // What the customer cannot choose stays as it is.
    if (offered.some(({ Id }) => Id === ComponentId))
      quantities.set(ComponentId, (quantities.get(ComponentId) ?? 0) + Quantity);
  }
  const panel = new Panel(view.host, texts.changeExtras, () => {
    const change = new ContractChange(view, panel);
    const extras = new Extras(offered, {
      legend: texts.changeExtras,
      currency: Contract.Currency,
      formats,
      quantities,
      changed: () => change.preview(toCart(extras, quantities)),
    });
    extras.withVat(vatFactor(group, customerVat(view.details)));
    panel.show([extras.root, change.price], texts.confirmChange, async () => {
      const cart = toCart(extras, quantities);
      return cart ? change.confirm(cart) : undefined;
    });
  });
  const number = new Intl.NumberFormat(formats.locale);
  const rows = booked.map(({ ComponentId, ComponentName, Quantity, Memo }): [string, Node] => {
    // What is on or off is booked once.
    const isOn = offered.some(({ Id, ComponentType }) => Id === ComponentId && ComponentType === 'OnOff');
    const words = [!isOn && number.format(Quantity), Memo].filter(Boolean).join(' · ');
    return [ComponentName, h('span', { class: 'bearer' }, isOn && glyph('check'), words)];
  });
  const content = rows.length > 0 ? factList(rows) : h('p', { class: 'hint' }, texts.noneBooked);
  return section('components', texts.extras, [content], canChange ? [panel] : []);
}

/** The changes for a selection of quantities: reduced bookings end, and the remainder starts as a new booking. */
function toCart(extras: Extras, before: ReadonlyMap<string, number>): UpgradeCart | undefined {
  const chosen = new Map(extras.chosen.map(({ ComponentId, Quantity }) => [ComponentId, Number(Quantity)]));
  const ComponentSubscriptions: ComponentQuantity[] = [];
  const EndComponentSubscriptions: string[] = [];
  for (const id of new Set([...before.keys(), ...chosen.keys()])) {
    const [was, is] = [before.get(id) ?? 0, chosen.get(id) ?? 0];
    if (is < was) EndComponentSubscriptions.push(id);
    const Quantity = is < was ? is : is - was;
    if (Quantity > 0) ComponentSubscriptions.push({ ComponentId: id, Quantity });
  }
  if (ComponentSubscriptions.length + EndComponentSubscriptions.length === 0) return undefined;
  return { ComponentSubscriptions, EndComponentSubscriptions };
}
