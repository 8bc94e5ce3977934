import type { UpgradeCart } from 'clientlib';
import { isOver, isPaid, isRefusal, sentenceFor } from '../problem.ts';
import { h, put } from '../view/dom.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import { changeLines } from './change-lines.ts';
import type { Panel } from './panel.ts';
import type { PortalView } from './portal-view.ts';

/** One change of plan or components in a panel: its price as it is chosen, its order, and the payment. */
export class ContractChange {
  readonly price = h('div', { class: 'cost', part: 'price', role: 'status' });
  private readonly _view: PortalView;
  private readonly _panel: Panel;
  private readonly _payment: PaymentPart;
  /** The order of the cart that was confirmed last: it is paid again, and not made again. */
  private _ordered:
    | { readonly cart: string; readonly order: ReturnType<ContractChange['_order']> }
    | undefined;
  private _newest = 0;

  constructor(view: PortalView, panel: Panel) {
    this._view = view;
    this._panel = panel;
    this._payment = view.paymentPart(panel);
  }

  /** Shows what a cart would cost. The newest one counts. */
  async preview(cart: UpgradeCart | undefined): Promise<void> {
    const { texts } = this._view.scene;
    this._newest++;
    const newest = this._newest;
    this._panel.label = texts.confirmChange;
    this.price.setAttribute('aria-busy', `${cart !== undefined}`);
    if (!cart) return put(this.price);
    try {
      const result = await this._view.access.call((portal) => portal.upgradePreview(cart));
      if (newest !== this._newest) return;
      put(this.price, ...changeLines(result, this._view));
      // An order with an obligation to pay has its own words.
      if (result.Order.TotalGross > 0) this._panel.label = texts.subscribe;
    } catch (error) {
      this._view.host.report(error);
      if (newest === this._newest) put(this.price, sentenceFor(error, texts));
    } finally {
      if (newest === this._newest) this.price.setAttribute('aria-busy', 'false');
    }
  }

  /**
   * Orders the change and pays it with the active method; where there is none, or it is refused, the panel asks for
   * payment data.
   *
   * @returns what to say when it is done
   */
  async confirm(cart: UpgradeCart): Promise<string | undefined> {
    const { texts } = this._view.scene;
    const made = JSON.stringify(cart);
    if (this._ordered?.cart !== made) this._ordered = { cart: made, order: this._order(cart) };
    const order = await this._ordered.order.catch((error: unknown) => {
      this._ordered = undefined;
      throw error;
    });
    try {
      if (this._payment.root.isConnected) {
        const { form } = this._payment;
        if (!(await form.validate())) return undefined;
        const result = await this._view.access.call((portal) =>
          portal.upgradePayInteractive(null, form, order),
        );
        if (result.Url) this._view.host.leave(result.Url);
        return result.Url ? undefined : texts.saved;
      }
      if (order.GrossTotal > 0 && !this._view.details.Contract.PaymentBearer) return this._askForData();
      await this._view.access.call((portal) => portal.upgradePaySync(order.OrderId));
      return texts.saved;
    } catch (error) {
      if (isPaid(error)) return texts.saved;
      if (isOver(error)) this._ordered = undefined;
      else if (isRefusal(error) && !this._payment.root.isConnected) this._askForData();
      throw error;
    }
  }

  private _order(cart: UpgradeCart) {
    const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-');
    return this._view.access.call((portal) => portal.upgradeOrder(cart, { idempotencyKey }));
  }

  private _askForData(): undefined {
    const { root } = this._payment;
    this._panel.root.querySelector('.message')?.before(root);
    // The customer may have closed the panel meanwhile.
    if (root.isConnected) this._payment.form.focus();
  }
}
