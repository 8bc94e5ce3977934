import { codeOf, sentenceFor } from '../problem.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put, say } from '../view/dom.ts';

/** What the parts of the portal can do. */
export interface PanelHost {
  readonly texts: Texts;
  /** Reports an error to the page. */
  report(error: unknown): void;
  /** Sends the customer to a provider's page. */
  leave(url: string): void;
  /** Shows the contract anew, and says what was done. */
  refresh(done: string): Promise<void>;
}

/** A part of a section that opens to change something, and closes again. */
export class Panel {
  readonly root = h('div', { class: 'panel', part: 'panel', hidden: true });
  /** Opens the panel. */
  readonly opener: HTMLButtonElement;
  private readonly _host: PanelHost;
  private readonly _message = h('p', { class: 'message bad', part: 'message', role: 'alert' });
  private readonly _fill: (panel: Panel) => void | Promise<void>;
  private _isBusy = false;

  /** @param fill Puts the content into the panel, each time that it opens. */
  constructor(host: PanelHost, label: string, fill: (panel: Panel) => void | Promise<void>) {
    this._host = host;
    this._fill = fill;
    this.opener = h(
      'button',
      { type: 'button', class: 'link', part: 'button', 'aria-expanded': 'false' },
      label,
    );
    this.opener.addEventListener('click', () => (this.root.hidden ? this.open() : this.close()));
  }

  async open(): Promise<void> {
    this._toggle(true);
    try {
      await this._fill(this);
    } catch (error) {
      this._host.report(error);
      put(this.root, h('p', { class: 'message bad', role: 'alert' }, sentenceFor(error, this._host.texts)));
    }
    this.root.querySelector<HTMLElement>('input:not([type=hidden]), select, button')?.focus();
  }

  close(): void {
    this._toggle(false);
    put(this.root);
    this.opener.focus();
  }

  /**
   * Shows content with the buttons to do it or to leave.
   *
   * @param work Does it, and resolves to what to say then; to nothing when it is not done yet.
   */
  show(
    content: readonly HTMLElement[],
    label: string,
    work: () => Promise<string | undefined>,
    isDanger = false,
  ): void {
    const { texts } = this._host;
    const style = isDanger ? 'danger' : 'main-button';
    const submit = h('button', { type: 'submit', class: style, part: 'button submit' }, label);
    const back = h('button', { type: 'button', part: 'button', click: () => this.close() }, texts.back);
    const form = h(
      'form',
      { class: 'fields', novalidate: true },
      ...content,
      this._message,
      h('div', { class: 'actions' }, submit, back),
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (this._isBusy) return;
      this._setBusy(submit, true, label);
      say(this._message, '');
      try {
        const done = await work();
        if (done !== undefined) return await this._host.refresh(done);
      } catch (error) {
        this._host.report(error);
        if (codeOf(error) !== 'Superseded') say(this._message, sentenceFor(error, texts));
      } finally {
        this._setBusy(submit, false, label);
      }
    });
    put(this.root, form);
  }

  /** Presses the button, as Enter in the payment form does. */
  submit(): void {
    this.root.querySelector('form')?.requestSubmit();
  }

  private _setBusy(button: HTMLButtonElement, isBusy: boolean, label: string): void {
    this._isBusy = isBusy;
    button.disabled = isBusy;
    say(button, isBusy ? this._host.texts.working : label);
  }

  private _toggle(isOpen: boolean): void {
    this.root.hidden = !isOpen;
    this.opener.setAttribute('aria-expanded', `${isOpen}`);
  }
}
