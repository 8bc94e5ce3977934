import type { ContractDetails, Portal } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { h } from '../view/dom.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import { shownVat } from '../view/plan-rows.ts';
import type { PortalAccess } from './access.ts';
import type { Panel, PanelHost } from './panel.ts';

/** The tasks that a link to the portal can open on their own. */
export const portalTasks = ['payment', 'plan', 'cancel', 'invoices'] as const;
export type PortalTask = (typeof portalTasks)[number];

/** The data of the portal's sections, and the actions that change it. */
export interface PortalView {
  readonly details: ContractDetails;
  readonly portal: Portal;
  readonly access: PortalAccess;
  readonly scene: Scene;
  readonly host: PanelHost;
  /** The panel of a task, as created by its section. */
  readonly panels: Map<PortalTask, Panel>;
  /**
   * A payment form for a panel, which its Enter key submits.
   *
   * @param isFirst The panel shows it as soon as it opens: it stays where only the words change.
   */
  paymentPart(panel: Panel, isFirst?: boolean): PaymentPart;
}

/** VAT that the prices of the contract are shown with, in percent. */
export const customerVat = ({ VatPercentage, Customer }: ContractDetails): number | undefined =>
  shownVat(VatPercentage, Customer);

/**
 * A section with its heading, its content and panels to change something.
 *
 * @param badge Beside the heading.
 * @param below What opens further panels is below the content: nobody should come upon it first.
 */
export function section(
  name: string,
  heading: string,
  content: readonly HTMLElement[],
  panels: readonly Panel[] = [],
  below: readonly Panel[] = [],
  badge?: HTMLElement,
): HTMLElement {
  const head = h(
    'div',
    { class: 'head' },
    h('h2', { part: 'heading' }, heading),
    badge,
    ...panels.map(({ opener }) => opener),
  );
  return h(
    'section',
    { class: 'box', part: `section ${name}` },
    head,
    ...content,
    ...below.map(({ opener }) => opener),
    ...[...panels, ...below].map(({ root }) => root),
  );
}

/** Returns whether plan and components can be changed now. */
export function isChangeable({ details }: PortalView): boolean {
  const { LifecycleStatus, EndDate } = details.Contract;
  const isRunning = LifecycleStatus === 'Active' || LifecycleStatus === 'InTrial';
  return details.Allowed.ContractChange && EndDate === undefined && isRunning;
}
