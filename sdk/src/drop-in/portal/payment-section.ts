import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { glyph } from '../view/glyph.ts';
import { bearerLine, hasEnded } from './facts.ts';
import { Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

/** What has gone wrong with a payment: it is paid here, in one step. Nothing where all is well. */
export function problemSection(view: PortalView): HTMLElement | undefined {
  const { details, scene } = view;
  const { texts, formats } = scene;
  const { Contract, PaymentsBlocked } = details;
  const { CurrentBalance = 0, Currency } = Contract;
  if (!PaymentsBlocked || (hasEnded(details) && CurrentBalance <= 0)) return undefined;
  const amount = formats.money(CurrentBalance, Currency);
  const isOpen = CurrentBalance > 0;
  const panel = paymentPanel(
    view,
    isOpen ? filled(texts.payNow, { amount }) : texts.changePayment,
    'main-button',
  );
  return h(
    'section',
    { class: 'box problem', part: 'section problem' },
    glyph('alert'),
    h('p', { role: 'alert' }, isOpen ? filled(texts.paymentFailed, { amount }) : texts.paymentsBlocked),
    panel.opener,
    panel.root,
  );
}

/** What the contract is paid with, and its change. */
export function paymentSection(view: PortalView): HTMLElement {
  const { details, scene } = view;
  const { texts } = scene;
  const isOver = hasEnded(details) && !details.PaymentsBlocked;
  const panels = isOver ? [] : [paymentPanel(view, texts.changePayment)];
  return section('payment', texts.payment, [bearerLine(details.Contract.PaymentBearer, scene)], panels);
}

/** A change of payment data pays at once what is open, and its button says so. */
function paymentPanel(view: PortalView, label: string, style?: 'main-button'): Panel {
  const { details, scene, access, host } = view;
  const { texts, formats } = scene;
  const { CurrentBalance = 0, Currency } = details.Contract;
  const amount = formats.money(CurrentBalance, Currency);
  const submit = CurrentBalance > 0 ? filled(texts.payNow, { amount }) : texts.save;
  const fill = (panel: Panel): void => {
    const payment = view.paymentPart(panel, true);
    panel.show([payment.root], submit, async () => {
      const { form } = payment;
      if (!(await form.validate())) return undefined;
      const result = await access.call((portal) => portal.paymentChange(null, form));
      if (result.Url) host.leave(result.Url);
      return result.Url ? undefined : texts.saved;
    });
    payment.form.payerDataChanged(details.Customer);
  };
  const panel = new Panel(host, label, fill, style);
  // What is open comes first, also for a link that asks for the payment.
  if (!view.panels.has('payment')) view.panels.set('payment', panel);
  return panel;
}
