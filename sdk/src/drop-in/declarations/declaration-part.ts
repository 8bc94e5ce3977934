import { warnOfBlockedForms } from '../../elements/blocked-forms.ts';
import type { Scene } from '../drop-in-element.ts';
import { reported, sentenceFor } from '../problem.ts';
import { setUpError } from '../set-up.ts';
import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h, keepInput, put, say } from '../view/dom.ts';
import type { Declaration, Receipt } from './declaration.ts';
import { DeclarationForm } from './declaration-form.ts';

/** The element's data of a declaration. */
export interface DeclarationSetup {
  readonly kind: Declaration['Kind'];
  readonly declareUrl: string;
  readonly top: HTMLElement;
  /** Sends the page an event. */
  tell(event: 'declared' | 'error', detail: unknown): void;
}

/** The form of a declaration, and its receipt. */
export class DeclarationView {
  private readonly _setup: DeclarationSetup;
  private _scene: Scene;
  /** Shows what is shown now, in the words of the scene. */
  private _draw = (): void => {};
  private _form: DeclarationForm | undefined;

  constructor(scene: Scene, setup: DeclarationSetup) {
    this._scene = scene;
    this._setup = setup;
    warnOfBlockedForms(setup.top);
  }

  reword(scene: Scene): void {
    this._scene = scene;
    if (!this._form?.isBusy) this._draw();
  }

  private get _title(): string {
    const { cancelHere, withdrawHere } = this._scene.texts;
    return this._setup.kind === 'Cancellation' ? cancelHere : withdrawHere;
  }

  /** Shows the form, with what is typed. */
  ask(hasFocus: boolean): void {
    const { texts, formats, signal } = this._scene;
    const { kind, top, tell } = this._setup;
    const heading = h('h2', { part: 'heading', tabindex: -1 }, this._title);
    const alert = h('p', { role: 'alert', class: 'error', part: 'message' });
    const form = new DeclarationForm(kind, texts, alert);
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
        tell('declared', receipt);
      } catch (error) {
        if (signal.aborted) return;
        say(alert, sentenceFor(error, texts));
        tell('error', reported(error));
      } finally {
        form.isBusy = false;
      }
    });
    const restore = this._form && keepInput(this._form.root);
    this._form = form;
    this._draw = () => this.ask(false);
    put(top, heading, form.root);
    restore?.(form.root);
    if (hasFocus) heading.focus();
  }

  private async _post(declaration: Declaration, signal: AbortSignal): Promise<Receipt> {
    const { declareUrl } = this._setup;
    const answer = await fetch(declareUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(declaration),
      signal,
    });
    const { status } = answer;
    if ([408, 429].includes(status) || status >= 500) throw new Error(`${declareUrl} returned ${status}.`);
    const { ReceivedAt } = await answer.json().catch(() => ({}));
    if (!answer.ok || Number.isNaN(Date.parse(ReceivedAt)))
      throw setUpError(
        this._scene.host,
        'declare-url',
        `answered ${status}, expected { "ReceivedAt": "2026-01-31T…" }.`,
      );
    return { ...declaration, ReceivedAt };
  }

  private _thank(receipt: Receipt): void {
    const { texts, formats } = this._scene;
    const time = new Intl.DateTimeFormat(formats.locale, { dateStyle: 'long', timeStyle: 'long' });
    const ordinary = receipt.IsExtraordinary ? texts.extraordinary : texts.ordinary;
    const declared = receipt.Kind === 'Cancellation' ? `${texts.cancelKind}: ${ordinary}` : this._title;
    const received = filled(texts.receivedOn, { date: time.format(new Date(receipt.ReceivedAt)) });
    const confirmation = filled(texts.receiptText, { email: receipt.EmailAddress });
    const rows = receiptRows(receipt, texts);
    const details = rows.map(([label, value]) => `${label}: ${value}`);
    const lines = [received, declared, ...details, confirmation];
    const file = new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' });
    const heading = h('h2', { part: 'heading', tabindex: -1 }, received);
    const save = h('a', { class: 'button', download: `${receipt.Kind}.txt` }, texts.saveReceipt);
    save.href = URL.createObjectURL(file);
    const print = h('button', { type: 'button', part: 'button', click: () => window.print() }, texts.print);
    const cells = rows.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, value)]);
    put(
      this._setup.top,
      h(
        'section',
        { class: 'done', part: 'receipt' },
        heading,
        h('p', {}, declared),
        h('dl', { class: 'box' }, ...cells),
        h('p', {}, confirmation),
        h('div', { class: 'actions' }, print, save),
      ),
    );
    heading.focus();
  }
}

/** The content of the declaration, with labels. */
function receiptRows(receipt: Receipt, texts: Texts): (readonly [label: string, value: string])[] {
  const rows = [
    [texts.declareName, receipt.Name],
    [texts.fields.EmailAddress, receipt.EmailAddress],
    [texts.declareContract, receipt.Contract],
    [texts.endDate, receipt.EndDate],
    [texts.reason, receipt.Reason],
  ] as const;
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
