import type { ContractDetails, Portal } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { h } from '../view/dom.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import type { PortalAccess } from './access.ts';
import type { Panel, PanelHost } from './panel.ts';

/** What the sections of the portal show, and what they change it by. */
export interface PortalView {
  readonly details: ContractDetails;
  readonly portal: Portal;
  readonly access: PortalAccess;
  readonly scene: Scene;
  readonly host: PanelHost;
  /** A payment form for a panel, which its Enter key submits. */
  paymentPart(panel: Panel): PaymentPart;
}

/**
 * A section with its heading, its content and panels to change something.
 *
 * @param below What opens further panels stands below the content: nobody should come upon it first.
 */
export function section(
  name: string,
  heading: string,
  content: readonly HTMLElement[],
  panels: readonly Panel[] = [],
  below: readonly Panel[] = [],
): HTMLElement {
  const head = h(
    'div',
    { class: 'head' },
    h('h2', { part: 'heading' }, heading),
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

/** Whether plan and components can be changed now. */
export function isChangeable({ details }: PortalView): boolean {
  const { LifecycleStatus, EndDate } = details.Contract;
  const isRunning = LifecycleStatus === 'Active' || LifecycleStatus === 'InTrial';
  return details.Allowed.ContractChange && EndDate === undefined && isRunning;
}
