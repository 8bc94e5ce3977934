import type { Component, UpgradePreviewResult } from 'clientlib';
import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { bearerLine } from './facts.ts';
import type { PortalView } from './portal-view.ts';

type Line = readonly [name: string, amount: number, kind?: 'total' | 'quiet' | 'minus'];

/** The costs of a change: credit, charge, the amount due now with its payment method, and the next amount. */
export function changeLines({ Order }: UpgradePreviewResult, { details, scene }: PortalView): HTMLElement[] {
  const { texts, formats } = scene;
  const { TotalGross, NextTotalGross, NextTotalGrossDate, Currency } = Order;
  const money = (amount: number): string => formats.money(amount, Currency);
  const rows = toLines({ Order }, { details, scene }).flatMap(([name, amount, kind]) => [
    h('dt', { class: kind }, name),
    h('dd', { class: kind }, money(amount)),
  ]);
  const then =
    NextTotalGross !== undefined &&
    NextTotalGrossDate !== undefined &&
    filled(texts.thenDue, { amount: money(NextTotalGross), date: formats.date(NextTotalGrossDate) });
  const { PaymentBearer } = details.Contract;
  return [
    h('dl', { class: 'lines' }, ...rows),
    ...(then ? [h('p', { class: 'note', part: 'next' }, then)] : []),
    ...(TotalGross > 0 && PaymentBearer ? [bearerLine(PaymentBearer, scene)] : []),
  ];
}

/** Net lines with the VAT below them, or gross ones, as the prices of the plan are. */
function toLines(
  { Order }: UpgradePreviewResult,
  { details: { Products, Contract }, scene: { texts } }: Pick<PortalView, 'details' | 'scene'>,
): Line[] {
  const { RecurringFee, SetupFee, ComponentSubscriptions, Credits = [], TotalGross, TotalVat } = Order;
  const group = Products.PlanGroups.find(({ Id }) => Id === Contract.PlanGroupId);
  const isGross = group?.PriceTaxType === 'Gross';
  const shownAmount = ({ TotalNet, TotalVat }: Component): number => TotalNet + (isGross ? TotalVat : 0);
  const componentName = ({ Name = '', LineItems }: Component): string =>
    LineItems[0]?.ProductDescription ?? Name;
  const charges = [
    ...(RecurringFee ? [{ ...RecurringFee, Name: componentName(RecurringFee) }] : []),
    ...(SetupFee ? [{ ...SetupFee, Name: texts.setupFee }] : []),
    ...ComponentSubscriptions,
  ].filter(({ TotalNet }) => TotalNet !== 0);
  const total: Line =
    TotalGross < 0 ? [texts.credit, -TotalGross, 'total'] : [texts.dueToday, TotalGross, 'total'];
  return [
    ...charges.map((line): Line => [line.Name ?? '', shownAmount(line)]),
    ...Credits.map((line): Line => [`${texts.credit}: ${componentName(line)}`, shownAmount(line), 'minus']),
    ...(isGross || TotalVat === 0 ? [] : [[texts.vat, TotalVat, 'quiet'] as const]),
    total,
  ];
}
