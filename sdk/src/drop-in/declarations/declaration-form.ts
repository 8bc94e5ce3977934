import type { Texts } from '../texts/texts.ts';
import { h } from '../view/dom.ts';
import { Field } from '../view/field.ts';
import type { Declaration } from './declaration.ts';

const emailAddress = /^\S+@\S+\.\S+$/;

/** The required content of a declaration, and nothing more. */
export class DeclarationForm {
  readonly root: HTMLFormElement;
  private readonly _kind: Declaration['Kind'];
  private readonly _texts: Texts;
  private readonly _fields: { readonly [name: string]: Field };
  private readonly _button: HTMLButtonElement;

  constructor(kind: Declaration['Kind'], texts: Texts, alert: HTMLElement) {
    this._kind = kind;
    this._texts = texts;
    const isCancellation = kind === 'Cancellation';
    const text = (attributes = {}) => h('input', { type: 'text', ...attributes });
    const kinds = h(
      'select',
      {},
      h('option', { value: '' }, texts.ordinary),
      h('option', { value: 'extraordinary' }, texts.extraordinary),
    );
    this._fields = {
      Name: new Field('Name', texts.declareName, text({ autocomplete: 'name', required: true })),
      EmailAddress: new Field(
        'EmailAddress',
        texts.fields.EmailAddress,
        text({ type: 'email', autocomplete: 'email', required: true }),
      ),
      Contract: new Field('Contract', texts.declareContract, text({ required: true })),
      ...(isCancellation && {
        IsExtraordinary: new Field('IsExtraordinary', texts.cancelKind, kinds),
        Reason: new Field('Reason', texts.reason, text(), texts.optional),
        EndDate: new Field('EndDate', texts.endDate, text({ type: 'date' })),
      }),
    };
    const fields = Object.values(this._fields).map(({ root }) => root);
    const words = isCancellation ? texts.cancelNow : texts.confirmWithdrawal;
    this._button = h('button', { type: 'submit', class: 'main-button wide', part: 'button submit' }, words);
    this.root = h(
      'form',
      { novalidate: true, part: 'form' },
      h('div', { class: 'fields' }, ...fields, alert, this._button),
    );
  }

  /** The declaration, or nothing after showing what is wrong: the first such field has the focus. */
  read(): Omit<Declaration, 'Locale'> | undefined {
    const value = (name: string) => this._fields[name]?.value ?? '';
    for (const field of Object.values(this._fields)) field.showMistake(this._mistakeIn(field));
    const wrong = Object.values(this._fields).find(({ isWrong }) => isWrong);
    wrong?.input.focus();
    if (wrong) return undefined;
    const [Name, EmailAddress, Contract] = ['Name', 'EmailAddress', 'Contract'].map(value) as [
      string,
      string,
      string,
    ];
    const required = { Kind: this._kind, Name, EmailAddress, Contract };
    if (this._kind === 'Withdrawal') return required;
    return {
      ...required,
      IsExtraordinary: value('IsExtraordinary') !== '',
      ...(value('Reason') && { Reason: value('Reason') }),
      ...(value('EndDate') && { EndDate: value('EndDate') }),
    };
  }

  get isBusy(): boolean {
    return this._button.getAttribute('aria-disabled') === 'true';
  }
  set isBusy(isBusy: boolean) {
    this._button.setAttribute('aria-disabled', `${isBusy}`);
  }

  private _mistakeIn({ input, value }: Field): string {
    // Good cause is one that is stated.
    const isAsked = input.required || (input.name === 'Reason' && !!this._fields['IsExtraordinary']?.value);
    if (!value) return isAsked ? this._texts.missing : '';
    return input.type === 'email' && !emailAddress.test(value) ? this._texts.wrong : '';
  }
}
