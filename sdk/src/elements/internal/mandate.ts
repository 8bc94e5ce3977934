import type { MethodsAnswer } from '../../account/payment-methods.ts';
import { element } from './field-view.ts';
import type { Texts } from './texts/texts.ts';

/** The direct debit mandate that the form shows and that the customer gives by paying. */
export class Mandate {
  /** Heading, creditor, reference, kind of payment. The text itself is the method's explanation. */
  readonly root: HTMLElement;
  private readonly _text: string;
  private readonly _reference = element('dd', { dir: 'ltr' });
  private _signedAt = '';

  /** @param shop name of the creditor if the service has none */
  constructor(texts: Texts, answer: MethodsAnswer, shop: string) {
    const { Creditor = shop, CreditorAddress, CreditorId } = answer;
    this._text = texts.mandate.replace(/\{creditor\}/g, () => Creditor);
    const rows: readonly (readonly [label: string, value: HTMLElement])[] = [
      ...(CreditorId ? [[texts.creditorId, element('dd', { dir: 'ltr' }, CreditorId)] as const] : []),
      [texts.mandateReference, this._reference],
    ];
    this.root = element(
      'section',
      { class: 'mandate' },
      element('h2', {}, texts.mandateTitle),
      element('p', {}, [Creditor, CreditorAddress].filter(Boolean).join(', ')),
      element('dl', {}, ...rows.map(([label, value]) => element('div', {}, element('dt', {}, label), value))),
      element('p', {}, texts.recurring),
      element('p', { class: 'text' }, this._text),
    );
    this._renew();
  }

  /** Starts a new mandate after the customer has changed something. */
  changed(): void {
    if (this._signedAt) this._renew();
  }

  /** Returns the mandate that is given by paying; the same one until the customer changes something. */
  sign(): object {
    this._signedAt ||= new Date().toISOString();
    return {
      mandatereference: this._reference.textContent,
      mandatesignaturedate: this._signedAt,
      mandatetext: this._text,
    };
  }

  private _renew(): void {
    this._signedAt = '';
    const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    );
    this._reference.textContent = `M-${random.join('').toUpperCase()}`;
  }
}
