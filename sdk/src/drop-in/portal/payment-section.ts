import { draw, drawingsOfWays } from '../../elements/drawing.ts';
import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { bearerLine, hasEnded } from './facts.ts';
import { type Outcome, Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

const warning = 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17v.5';

/** Pays the open balance in one step, and shows blocked payments. Empty if there is no problem. */
export function openSection(view: PortalView): HTMLElement | undefined {
  const { details, scene } = view;
  const { texts, formats } = scene;
  const { Contract, PayableAmount, PaymentsBlocked, Allowed, RecentInvoices } = details;
  const isOpen = PayableAmount > 0;
  const isBlocked = PaymentsBlocked && Allowed.PaymentChange && !hasEnded(details);
  if (!isOpen && !isBlocked) return undefined;
  const amount = formats.money(PayableAmount, Contract.Currency);
  const label = isOpen ? filled(texts.payNow, { amount }) : texts.changePayment;
  const panel = paymentPanel(view, label, 'main-button');
  const problem = isOpen ? filled(texts.paymentFailed, { amount }) : texts.paymentsBlocked;
  const words = PaymentsBlocked
    ? [h('p', { role: 'alert' }, problem)]
    : [h('h2', { part: 'heading' }, texts.openAmount), h('p', { class: 'plan-name' }, amount)];
  const invoices = RecentInvoices.filter(({ Status }) => Status === 'Open').map(
    ({ InvoiceNumber, InvoiceDate }) =>
      h('p', { class: 'hint' }, `${InvoiceNumber} · ${formats.date(InvoiceDate)}`),
  );
  const kind = PaymentsBlocked ? 'problem' : 'open';
  return h(
    'section',
    { class: `box owing ${kind}`, part: `section ${kind}` },
    draw(PaymentsBlocked ? warning : drawingsOfWays.InvoicePayment),
    h('div', {}, ...words, ...invoices),
    panel.opener,
    panel.root,
  );
}

/** The payment method of the contract, and its change. */
export function paymentSection(view: PortalView): HTMLElement {
  const { details, scene } = view;
  const { texts } = scene;
  const { Allowed, PaymentsBlocked, PayableAmount, Contract } = details;
  const isOver = hasEnded(details) && !PaymentsBlocked && PayableAmount === 0;
  const panels = isOver || !Allowed.PaymentChange ? [] : [paymentPanel(view, texts.changePayment)];
  const content = [bearerLine(Contract.PaymentBearer, scene)];
  if (!Allowed.PaymentChange) content.push(h('p', { class: 'hint' }, texts.forbidden));
  return section('payment', texts.payment, content, panels);
}

/** A change of payment data pays at once what is open, and its button says so. */
function paymentPanel(view: PortalView, label: string, style?: 'main-button'): Panel {
  const { details, scene, access, host } = view;
  const { texts, formats } = scene;
  const { Contract, Customer, PayableAmount } = details;
  const money = (amount: number): string => formats.money(amount, Contract.Currency);
  const fill = (panel: Panel): void => {
    const payment = view.paymentPart(panel, true);
    const pays = (): boolean => PayableAmount > 0 && payment.chosen.bearer !== 'InvoicePayment';
    const submit = (): string =>
      pays() ? filled(texts.payNow, { amount: money(PayableAmount) }) : texts.save;
    const outcome = (after: typeof details): Outcome => {
      if (pays() && after.PayableAmount > 0) return { problem: texts.declined };
      const paid = (Contract.CurrentBalance ?? 0) - (after.Contract.CurrentBalance ?? 0);
      return { done: paid > 0 ? `${texts.saved} ${texts.paid}: ${money(paid)}` : texts.saved };
    };
    panel.show([payment.root], submit(), async () => {
      const { form } = payment;
      if (!(await form.validate())) return undefined;
      const result = await access.call((portal) => portal.paymentChange(null, form));
      if (result.Url) host.leave(result.Url);
      return result.Url ? undefined : outcome;
    });
    const { form } = payment;
    for (const event of ['ready', 'change'] as const)
      form.on(event, () => {
        panel.label = submit();
      });
    form.payerDataChanged(Customer);
  };
  const panel = new Panel(host, label, fill, style);
  // What is open comes first, also for a link that asks for the payment.
  if (!view.panels.has('payment')) view.panels.set('payment', panel);
  return panel;
}
