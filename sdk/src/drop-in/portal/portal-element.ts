import { DropInElement, type Scene } from '../drop-in-element.ts';
import { PortalRun } from './portal-run.ts';

/**
 * `<clientlib-portal>`: a contract in the hands of its customer. Next invoice, invoices as PDF, change of payment data,
 * of address, of plan and extras with the price before it is confirmed, cancellation with its date, and taking it back.
 *
 * @example
 * <clientlib-portal token-url="/portal-token"></clientlib-portal>
 */
export class ClientLibPortalElement extends DropInElement {
  static readonly observedAttributes: readonly string[] = ['token', 'token-url', 'payment-methods', 'locale'];

  /** As the attribute `token`: a self-service token of the REST API. */
  get token(): string | undefined {
    return this.getAttribute('token') ?? undefined;
  }
  set token(token: string | undefined) {
    this.reflect('token', token);
  }

  /** As the attribute `token-url`: where a POST gets a new token, `{ Token }`, when there is none or it has run out. */
  get tokenUrl(): string | undefined {
    return this.getAttribute('token-url') ?? undefined;
  }
  set tokenUrl(url: string | undefined) {
    this.reflect('token-url', url);
  }

  /** As the attribute `payment-methods`: bearers separated by spaces; all of the account without it. */
  get paymentMethods(): string[] | undefined {
    return this.list('payment-methods');
  }
  set paymentMethods(bearers: string[] | undefined) {
    this.reflect('payment-methods', bearers?.join(' '));
  }

  protected show(scene: Scene): void {
    new PortalRun(this, scene, this.top, (event, detail) => this.tell(event, detail)).start();
  }
}
