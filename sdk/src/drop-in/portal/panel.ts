import type { ContractDetails } from 'clientlib';
import { firstCode, needsNewCode, sentenceFor } from '../problem.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put, say } from '../view/dom.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import type { PortalDetails } from './portal-events.ts';

/** The message after an action, or its error. */
export interface Outcome {
  readonly done?: string;
  readonly problem?: string;
}

/** The message, or a function that derives it from the current contract. */
export type Done = string | ((details: ContractDetails) => Outcome);

/** The actions for the parts of the portal. */
export interface PanelHost {
  readonly texts: Texts;
  /** Those that are shown, in the order of the page. */
  readonly panels: Panel[];
  /** Sends the page an event. */
  tell<Event extends keyof PortalDetails>(event: Event, detail: PortalDetails[Event]): void;
  /** Reports an error to the page. */
  report(error: unknown): void;
  /** Sends the customer to a provider's page. */
  leave(url: string): void;
  /** Shows the contract anew, and says what was done; nothing where the contract itself says it. */
  refresh(done: Done): Promise<void>;
  /** Leaves for the page that sent the customer here for one task, if there is one. */
  comeBack(): boolean;
}

/** A part of a section that opens to change something, and closes again. */
export class Panel {
  readonly root = h('div', { class: 'panel', part: 'panel', hidden: true });
  /** Opens the panel. */
  readonly opener: HTMLButtonElement;
  private readonly _host: PanelHost;
  private readonly _message = h('p', { class: 'message bad', part: 'message', role: 'alert' });
  private readonly _progress = h('span', { class: 'spoken', role: 'status' });
  private readonly _fill: (panel: Panel) => void | Promise<void>;
  private _isBusy = false;
  /** The payment method, if the panel asks for it. */
  payment: PaymentPart | undefined;

  /**
   * @param label Names the button that opens the panel: no other on the page has the same name.
   * @param fill Puts the content into the panel, each time that it opens.
   */
  constructor(
    host: PanelHost,
    label: string,
    fill: (panel: Panel) => void | Promise<void>,
    style: 'outline' | 'main-button' = 'outline',
  ) {
    this._host = host;
    this._fill = fill;
    host.panels.push(this);
    this.opener = h(
      'button',
      { type: 'button', class: `opener ${style}`, part: 'button', click: () => this.open() },
      label,
    );
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  get isBusy(): boolean {
    return this._isBusy;
  }

  /** @param restore Puts in what the same panel had in other words; without it, the cursor goes to the first field. */
  async open(restore?: (into: Element) => void): Promise<void> {
    this._toggle(true);
    try {
      await this._fill(this);
    } catch (error) {
      this._host.report(error);
      put(this.root, h('p', { class: 'message bad', role: 'alert' }, sentenceFor(error, this._host.texts)));
      // The same button tries again.
      this.opener.hidden = false;
      return this.opener.focus();
    }
    if (restore) return restore(this.root);
    const fields = 'input:not([type=hidden], .sample), select, button:not([hidden])';
    this.root.querySelector<HTMLElement>(fields)?.focus();
    if (this.payment?.root.isConnected) this.payment.form.focus();
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
   * @param more `back`: the label of the button to leave; `below`: what stands under the buttons.
   */
  show(
    content: readonly HTMLElement[],
    label: string,
    work: () => Promise<Done | undefined>,
    more: {
      readonly isDanger?: boolean;
      readonly back?: string;
      readonly below?: HTMLElement | undefined;
    } = {},
  ): void {
    const { texts } = this._host;
    const style = more.isDanger ? 'danger' : 'main-button';
    const submit = h('button', { type: 'submit', class: style, part: 'button submit' }, label);
    const leave = () => this._host.comeBack() || this.close();
    const back = h('button', { type: 'button', part: 'button', click: leave }, more.back ?? texts.back);
    const actions = h('div', { class: 'actions' }, submit, back, this._progress);
    const form = h('form', { class: 'fields', novalidate: true }, ...content, this._message, actions);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (this._isBusy) return;
      this._setBusy(submit, true);
      say(this._message, '');
      const hasForm = this.payment?.root.isConnected === true;
      try {
        const done = await work();
        if (done !== undefined) return await this._host.refresh(done);
      } catch (error) {
        this._host.report(error);
        if (firstCode(error) !== 'Superseded') this._refuse(error, hasForm);
      } finally {
        this._setBusy(submit, false);
      }
    });
    say(this._message, '');
    put(this.root, form, more.below);
  }

  /** Says what went wrong; above the ways to pay where there are some, which may have been there before. */
  private _refuse(error: unknown, hasForm: boolean): void {
    const { payment, _message: message } = this;
    if (payment?.root.isConnected) payment.root.before(message);
    if (hasForm && needsNewCode(error)) payment?.form.clearCode();
    say(message, sentenceFor(error, this._host.texts));
    message.scrollIntoView?.({ block: 'nearest' });
  }

  /** The words on the button to do it. */
  set label(text: string) {
    const submit = this.root.querySelector('[type=submit]');
    if (submit) say(submit, text);
  }

  /** Presses the button, as Enter in the payment form does. */
  submit(): void {
    this.root.querySelector('form')?.requestSubmit();
  }

  /** The label stays; CSS shows a spinner. */
  private _setBusy(button: HTMLButtonElement, isBusy: boolean): void {
    this._isBusy = isBusy;
    button.setAttribute('aria-busy', `${isBusy}`);
    button.setAttribute('aria-disabled', `${isBusy}`);
    say(this._progress, isBusy ? this._host.texts.working : '');
  }

  private _toggle(isOpen: boolean): void {
    this.root.hidden = !isOpen;
    // The panel has a button to do it and one to leave.
    this.opener.hidden = isOpen;
  }
}
