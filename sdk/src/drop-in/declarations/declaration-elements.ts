import { attributesOf, reflect } from '../../properties/reflect.ts';
import { declarationTable } from '../../properties/tables.ts';
import type { DeclarationProperties } from '../attributes.ts';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { reported, sentenceFor } from '../problem.ts';
import { setUpError } from '../set-up.ts';
import { filled } from '../texts/languages.ts';
import { h, keepInput, put, say } from '../view/dom.ts';
import type { Declaration, Receipt } from './declaration.ts';
import { DeclarationForm } from './declaration-form.ts';

const Base = DropInElement as abstract new () => DropInElement & DeclarationProperties;

/** A button that is always there, a form, a confirming button, and a receipt with the time. No token, no login. */
abstract class DeclarationElement extends Base {
  static readonly observedAttributes: readonly string[] = attributesOf(declarationTable);

  static {
    reflect(DeclarationElement, declarationTable, (element, name) => element.plan(name));
  }

  protected readonly table = declarationTable;
  protected abstract readonly kind: Declaration['Kind'];
  private _scene!: Scene;
  /** Shows what is shown now, in the words of the scene. */
  private _draw = (): void => {};
  private _form: DeclarationForm | undefined;

  protected show(scene: Scene): void {
    this._scene = scene;
    this._form = undefined;
    this._draw = () => {
      const { _title: title } = this;
      put(this.top, h('button', { type: 'button', part: 'button', click: () => this._ask() }, title));
    };
    if (this.open) this._ask(false);
    else this._draw();
  }

  protected override reword(scene: Scene): void {
    this._scene = scene;
    if (!this._form?.isBusy) this._draw();
  }

  private get _title(): string {
    const { texts } = this._scene;
    return this.kind === 'Cancellation' ? texts.cancelHere : texts.withdrawHere;
  }

  private _ask(focus = true): void {
    const { texts, formats, signal } = this._scene;
    const heading = h('h2', { part: 'heading', tabindex: -1 }, this._title);
    const alert = h('p', { role: 'alert', class: 'error', part: 'message' });
    const form = new DeclarationForm(this.kind, texts, alert);
    form.root.addEventListener('submit', async (event) => {
      event.preventDefault();
      const values = form.read();
      if (!values || form.isBusy) return;
      form.isBusy = true;
      say(alert, '');
      try {
        const receipt = await this._post({ ...values, Locale: formats.locale }, signal);
        this._draw = () => this._thank(receipt);
        this._draw();
        this.tell('declared', receipt);
      } catch (error) {
        if (signal.aborted) return;
        say(alert, sentenceFor(error, texts));
        this.tell('error', reported(error));
      } finally {
        form.isBusy = false;
      }
    });
    const restore = this._form && keepInput(this._form.root);
    this._form = form;
    this._draw = () => this._ask(false);
    put(this.top, heading, form.root);
    restore?.(form.root);
    if (focus) heading.focus();
  }

  private async _post(declaration: Declaration, signal: AbortSignal): Promise<Receipt> {
    const answer = await fetch(this.declareUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(declaration),
      signal,
    });
    const { status } = answer;
    if ([408, 429].includes(status) || status >= 500)
      throw new Error(`${this.declareUrl} returned ${status}.`);
    const { ReceivedAt } = await answer.json().catch(() => ({}));
    if (!answer.ok || Number.isNaN(Date.parse(ReceivedAt)))
      throw setUpError(this, 'declare-url', `answered ${status}, expected { "ReceivedAt": "2026-01-31T…" }.`);
    return { ...declaration, ReceivedAt };
  }

  private _thank(receipt: Receipt): void {
    const { texts, formats } = this._scene;
    const time = new Intl.DateTimeFormat(formats.locale, { dateStyle: 'long', timeStyle: 'long' });
    const ordinary = receipt.IsExtraordinary ? texts.extraordinary : texts.ordinary;
    const rows: readonly (readonly [label: string, value: string | undefined])[] = [
      [this._title, receipt.Kind === 'Cancellation' ? ordinary : texts.withdrawHere],
      [texts.declareName, receipt.Name],
      [texts.fields.EmailAddress, receipt.EmailAddress],
      [texts.declareContract, receipt.Contract],
      [texts.endDate, receipt.EndDate],
      [texts.reason, receipt.Reason],
    ];
    const given = rows.filter(([, value]) => value);
    const received = filled(texts.receivedOn, { date: time.format(new Date(receipt.ReceivedAt)) });
    const confirmation = filled(texts.receiptText, { email: receipt.EmailAddress });
    const lines = [received, ...given.map(([label, value]) => `${label}: ${value}`), confirmation];
    const file = new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' });
    const heading = h('h2', { part: 'heading', tabindex: -1 }, received);
    const save = h('a', { class: 'button', download: `${receipt.Kind}.txt` }, texts.saveReceipt);
    save.href = URL.createObjectURL(file);
    put(
      this.top,
      heading,
      h(
        'dl',
        {},
        ...given.flatMap(([label, value]) => [h('dt', { class: 'hint' }, label), h('dd', {}, value)]),
      ),
      h('p', {}, confirmation),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', part: 'button', click: () => print() }, texts.print),
        save,
      ),
    );
    heading.focus();
  }
}

/**
 * `<clientlib-cancel>`: the button by which consumers cancel without a login.
 *
 * @example
 * <clientlib-cancel declare-url="/declarations"></clientlib-cancel>
 */
export class ClientLibCancelElement extends DeclarationElement {
  protected readonly kind = 'Cancellation';
}

/** `<clientlib-withdraw>`: the button by which consumers withdraw from a contract. */
export class ClientLibWithdrawElement extends DeclarationElement {
  protected readonly kind = 'Withdrawal';
}
