import type { CustomerData } from 'clientlib';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { SignupRun } from './signup-run.ts';

/**
 * `<clientlib-signup>`: a whole signup. Plan, extras, coupon, customer data as the account asks for it, the price, the
 * payment form, 3-D Secure, the way to a payment provider and back to this page, a declined payment and the next try
 * with the same order, and thanks at the end.
 *
 * @example
 * <clientlib-signup public-api-key="…" plan-variant-id="…"></clientlib-signup>
 */
export class ClientLibSignupElement extends DropInElement {
  static readonly observedAttributes: readonly string[] = [
    'public-api-key',
    'plan-variant-id',
    'plan-variant-ids',
    'payment-methods',
    'locale',
    'country',
    'coupon-code',
    'hide-coupon',
    'hide-components',
    'provider-return-url',
  ];

  private _customer: CustomerData = {};

  /** What is known of the customer: fills in the fields, and goes along with the order (`Tag`). */
  get customer(): CustomerData {
    return this._customer;
  }
  set customer(customer: CustomerData | undefined) {
    this._customer = customer ?? {};
    this.plan();
  }

  /** As the attribute `public-api-key`. */
  get publicApiKey(): string {
    return this.getAttribute('public-api-key') ?? '';
  }
  set publicApiKey(key: string) {
    this.reflect('public-api-key', key);
  }

  /** As the attribute `plan-variant-id`: the plan, or the one that is chosen at first. */
  get planVariantId(): string | undefined {
    return this.getAttribute('plan-variant-id') ?? undefined;
  }
  set planVariantId(id: string | undefined) {
    this.reflect('plan-variant-id', id);
  }

  /** As the attribute `plan-variant-ids`, separated by spaces: the plans to choose from. */
  get planVariantIds(): string[] | undefined {
    return this.list('plan-variant-ids');
  }
  set planVariantIds(ids: string[] | undefined) {
    this.reflect('plan-variant-ids', ids?.join(' '));
  }

  /** As the attribute `payment-methods`: bearers separated by spaces; all of the account without it. */
  get paymentMethods(): string[] | undefined {
    return this.list('payment-methods');
  }
  set paymentMethods(bearers: string[] | undefined) {
    this.reflect('payment-methods', bearers?.join(' '));
  }

  protected show(scene: Scene): void {
    new SignupRun(this, scene, this.top, (event, detail) => this.tell(event, detail)).start();
  }
}
