import { listAttributes, reflect } from '../../properties/reflect.ts';
import { signupTable } from '../../properties/tables.ts';
import type { SignupProperties } from '../attributes.ts';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { SignupRun } from './signup-run.ts';

const Base = DropInElement as abstract new () => DropInElement & SignupProperties;

/**
 * `<clientlib-signup>`: a whole signup. Plan, extras, coupon, customer data as the account asks for it, the price, the
 * payment form, 3-D Secure, the way to a payment provider and back to this page, a declined payment and the next try
 * with the same order, and thanks at the end.
 *
 * @example
 * <clientlib-signup public-api-key="…" plan-variant-id="…"></clientlib-signup>
 */
export class ClientLibSignupElement extends Base {
  static readonly observedAttributes: readonly string[] = listAttributes(signupTable);

  static {
    reflect(ClientLibSignupElement, signupTable, (element, name) => element.plan(name));
  }

  private _run: SignupRun | undefined;
  protected readonly table = signupTable;

  protected show(scene: Scene): void {
    this._run = new SignupRun(this, scene, this.top, (event, detail) => this.tell(event, detail));
    this._run.start();
  }

  protected override reword(scene: Scene): void {
    this._run?.reword(scene);
  }
}
