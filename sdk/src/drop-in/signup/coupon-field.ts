import type { CouponResult } from 'clientlib';
import type { Texts } from '../texts/texts.ts';
import { h, say } from '../view/dom.ts';
import { Field } from '../view/field.ts';

/** A coupon code that counts when it is applied. */
export class CouponField {
  readonly root: HTMLElement;
  /** The code that counts now. */
  code: string;
  private readonly _texts: Texts;
  private readonly _field: Field;
  private readonly _apply: HTMLButtonElement;
  private readonly _note = h('p', { class: 'note', role: 'status' });

  constructor(texts: Texts, code: string, changed: () => void) {
    this.code = code;
    this._texts = texts;
    const input = h('input', {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'characters',
      maxlength: 100,
      spellcheck: 'false',
    });
    input.value = code;
    this._field = new Field('CouponCode', texts.coupon, input);
    const apply = (): void => {
      this.code = this._field.value;
      this.show(undefined);
      changed();
    };
    this._apply = h('button', { type: 'button', part: 'button', click: apply }, texts.apply);
    input.addEventListener('input', () => this._field.showMistake(''));
    // Enter applies the code, and does not buy.
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      apply();
    });
    this.root = h(
      'div',
      { part: 'coupon' },
      h('div', { class: 'row' }, this._field.root, this._apply),
      this._note,
    );
  }

  set isDisabled(value: boolean) {
    this._field.input.disabled = value;
    this._apply.disabled = value;
  }

  /** What became of the code in a preview. */
  show(coupon: CouponResult | undefined): void {
    const isWrong = coupon?.ErrorCode !== undefined;
    this._field.showMistake(isWrong ? this._texts.couponWrong : '');
    say(this._note, coupon?.AppliesToCart === false ? this._texts.couponUnused : '');
    // An order with it would be refused.
    if (isWrong) this.code = '';
  }

  /** The service refuses the code. */
  reject(): void {
    this.code = '';
    this._field.showMistake(this._texts.couponWrong);
    this._field.input.focus();
  }
}
