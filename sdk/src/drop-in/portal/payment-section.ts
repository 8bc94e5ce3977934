import { h } from '../view/dom.ts';
import { bearerText } from './facts.ts';
import { Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

/** What the contract is paid with, and its change. */
export function paymentSection(view: PortalView): HTMLElement {
  const { details, scene, access, host } = view;
  const { texts } = scene;
  const { Contract, Customer, PaymentsBlocked } = details;
  const panel = new Panel(host, texts.change, () => {
    const payment = view.paymentPart(panel);
    panel.show([payment.root], texts.save, async () => {
      const { form } = payment;
      if (!(await form.validate())) return undefined;
      const result = await access.call((portal) => portal.paymentChange(null, form));
      if (result.Url) host.leave(result.Url);
      return result.Url ? undefined : texts.saved;
    });
    payment.form.payerDataChanged(Customer);
  });
  const isOver = Contract.LifecycleStatus === 'Ended' && !PaymentsBlocked;
  const bearer = h('p', {}, bearerText(Contract.PaymentBearer, scene));
  return section('payment', texts.payment, [bearer], isOver ? [] : [panel]);
}
