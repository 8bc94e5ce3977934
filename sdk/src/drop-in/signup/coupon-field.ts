import type { CouponResult } from 'clientlib';
import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put, say } from '../view/dom.ts';
import { Field } from '../view/field.ts';
import { glyph } from '../view/glyph.ts';

/** A coupon code behind a link. One that counts is a chip, and stays when the next one that is typed does not. */
export class CouponField {
  readonly root: HTMLElement;
  private readonly _texts: Texts;
  private readonly _changed: () => void;
  private readonly _field: Field;
  private readonly _row: HTMLElement;
  private readonly _link: HTMLButtonElement;
  private readonly _chip = h('p', { class: 'chip', part: 'coupon-chip', hidden: true });
  private readonly _note = h('p', { class: 'note', role: 'status' });
  /** The code that the service has accepted. */
  private _good = '';
  /** A code that the service has not seen yet. */
  private _tried: string;

  constructor(texts: Texts, code: string, changed: () => void) {
    this._texts = texts;
    this._tried = code;
    this._changed = changed;
    const input = h('input', {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'characters',
      maxlength: 100,
      spellcheck: 'false',
      input: () => this._field.showMistake(''),
      // Enter applies the code, and does not buy.
      keydown: (event) => {
        if ((event as KeyboardEvent).key !== 'Enter') return;
        event.preventDefault();
        this._apply();
      },
    });
    this._field = new Field('CouponCode', texts.coupon, input);
    const apply = h('button', { type: 'button', part: 'button', click: () => this._apply() }, texts.apply);
    this._row = h('div', { class: 'row', hidden: true }, this._field.root, apply);
    const open = (): void => {
      this._open(true);
      input.focus();
    };
    this._link = h('button', { type: 'button', class: 'link', part: 'button', click: open }, texts.addCoupon);
    // It stands below the lines of the price, which would push it down.
    const attributes = { class: 'coupon', part: 'coupon', hidden: true };
    this.root = h('div', attributes, this._chip, this._link, this._row, this._note);
  }

  /** The code to price and to order with. */
  get code(): string {
    return this._tried || this._good;
  }

  set isDisabled(value: boolean) {
    for (const control of this.root.querySelectorAll<HTMLInputElement>('input, button'))
      control.disabled = value;
  }

  /**
   * Shows what became of the code in a preview.
   *
   * @returns whether the price is to be asked for again: the code does not count, and another one did before
   */
  show(coupon: CouponResult | undefined): boolean {
    const tried = this._tried;
    this._tried = '';
    this.root.hidden = false;
    const isWrong = coupon?.ErrorCode !== undefined;
    if (isWrong && tried) {
      this._open(true);
      this._field.value ||= tried;
      this._field.showMistake(this._texts.couponWrong);
      return this._good !== '';
    }
    const opened = this.root.querySelector(':focus') !== null;
    this._accept(isWrong ? '' : (coupon?.CouponCode ?? ''), tried !== '' && opened);
    say(this._note, coupon?.AppliesToCart === false ? this._texts.couponUnused : '');
    return false;
  }

  /** The service refuses the code in an order. */
  reject(): void {
    const { code } = this;
    this._tried = '';
    this._accept('', false);
    this._open(true);
    this._field.value = code;
    this._field.showMistake(this._texts.couponWrong);
    this._field.input.focus();
  }

  private _apply(): void {
    this._tried = this._field.value;
    this._field.showMistake('');
    if (this._tried) this._changed();
    else {
      this._open(false);
      this._link.focus();
    }
  }

  private _open(isOpen: boolean): void {
    this._row.hidden = !isOpen;
    this._link.hidden = isOpen;
  }

  /** @param hasFocus The customer has just applied it, and goes on from the chip. */
  private _accept(code: string, hasFocus: boolean): void {
    if (code === this._good) return;
    this._good = code;
    this._chip.hidden = code === '';
    const click = (): void => {
      this._accept('', false);
      this._link.focus();
      this._changed();
    };
    const name = filled(this._texts.removeCoupon, { code });
    const remove = h('button', { type: 'button', class: 'icon', 'aria-label': name, click }, glyph('cross'));
    put(this._chip, code, remove);
    // What is typed and not applied yet stays.
    if (this._field.value === code) this._field.value = '';
    this._open(this._field.value !== '');
    if (hasFocus) remove.focus();
  }
}
