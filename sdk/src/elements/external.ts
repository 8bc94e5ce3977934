// The payment form as the merchant's page has it: an iframe, and a port to what is inside. No card data comes here.
import { baseUrl, settings } from '../configuration.ts';
import { ClientLibError, invalid, misuse } from '../error.ts';
import type { ErrorCodes } from '../error-codes.ts';
import { notify, operate, type Run } from '../operation.ts';
import { absolute } from '../payment.ts';
import { passChallenge } from '../providers/challenge.ts';
import { fold, foldArgument, text } from '../record.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { CallOptions, ErrorCallback } from '../types/call.ts';
import type { PaymentConfig } from '../types/payment-config.ts';
import type { ProcessedPaymentData, TetheredPaymentInformation } from '../types/payment-data.ts';
import type {
  PaymentAmount,
  PaymentForm,
  PaymentFormConfig,
  PaymentFormEvent,
  PaymentFormStyle,
} from './payment-form.ts';
import {
  accept,
  type Connect,
  type FlatError,
  type Rejection,
  type ToFrame,
  type ToPage,
  throughPort,
  toPage,
  version,
} from './protocol.ts';

/** `createElement`, to call with or without `new`. */
export interface CreateElement {
  (
    embeddableElement: 'paymentForm',
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig>,
    style?: PaymentFormStyle | null,
    error?: ErrorCallback | null,
    options?: CallOptions,
  ): PaymentForm;
  new (
    embeddableElement: 'paymentForm',
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig>,
    style?: PaymentFormStyle | null,
    error?: ErrorCallback | null,
    options?: CallOptions,
  ): PaymentForm;
}

/** Milliseconds in which a document that has loaded says something. One that does not is not the form. */
const patience = 5_000;

type Listener = (detail: unknown) => void;
type Answer = Extract<ToPage, { type: 'valid' | 'token' }>;

interface Pending {
  readonly type: Answer['type'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: ClientLibError) => void;
}

class EmbeddedPaymentForm implements PaymentForm {
  ready: Promise<void>;
  publicApiKey = '';
  providerReturnUrl: string | undefined;
  private readonly args: readonly unknown[];
  private readonly listeners: Record<PaymentFormEvent, Set<Listener>> = {
    ready: new Set(),
    change: new Set(),
    focus: new Set(),
    blur: new Set(),
    submit: new Set(),
    error: new Set(),
  };
  private readonly pending = new Map<number, Pending>();
  private popups: Pick<PaymentConfig, 'popupCreate' | 'popupClose'> = {};
  private frame: HTMLIFrameElement | undefined;
  private port: MessagePort | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loaded = (_error?: ClientLibError): void => {};
  private lastId = 0;
  private gone = false;

  constructor(args: readonly unknown[]) {
    this.args = args;
    this.ready = this.load();
  }

  on(event: PaymentFormEvent, listener: Listener): void {
    if (typeof listener !== 'function') throw invalid('InvalidData', 'listener', 'a function', listener);
    this.listenersOf(event).add(listener);
  }

  off(event: PaymentFormEvent, listener: Listener): void {
    this.listenersOf(event).delete(listener);
  }

  validate(...args: unknown[]): Promise<boolean> {
    return operate('PaymentForm.validate', [], args, async (run) => {
      const answer = await this.ask((id) => ({ type: 'validate', id }), 'valid', run);
      return (answer as Extract<ToPage, { type: 'valid' }>).valid;
    });
  }

  submit(...args: unknown[]): Promise<ProcessedPaymentData> {
    return operate('PaymentForm.submit', [], args, (run) => this.tokenize({}, run));
  }

  async tokenize(amount: PaymentAmount, run: Run): Promise<ProcessedPaymentData> {
    const { key } = run;
    const request = (id: number): ToFrame => ({
      type: 'tokenize',
      id,
      amount: { ...amount } as object,
      key,
      timeoutMs: run.remaining(),
    });
    const answer = (await this.ask(request, 'token', run)) as Extract<ToPage, { type: 'token' }>;
    const tethered = answer.tethered as unknown as TetheredPaymentInformation;
    const { challengeUrl: Url, challengeParams } = answer;
    if (Url) {
      const Params = challengeParams as Record<string, string>;
      await passChallenge({ Token: text(tethered.Token), Challenge: { Url, Params } }, this.popups, run);
    }
    const { last4: Last4, cardType: CardType } = answer;
    return { Bearer: tethered.Bearer, TetheredPaymentInformation: tethered, Last4, CardType };
  }

  focus(): void {
    this.alive();
    this.ready.then(
      () => {
        this.frame?.focus();
        this.post({ type: 'focus' });
      },
      () => {},
    );
  }

  reload(): Promise<void> {
    this.alive();
    this.close(new ClientLibError(['Aborted'], 'The payment form was loaded anew.'));
    this.ready = this.load();
    return this.ready;
  }

  destroy(): void {
    this.alive();
    this.gone = true;
    for (const listeners of Object.values(this.listeners)) listeners.clear();
    this.close(destroyed());
  }

  /** Puts the form into the page; done when the customer can type. */
  private load(): Promise<void> {
    const [element, container, config, style, error, options] = this.args;
    const failed = (problem: ClientLibError): void => {
      // Who has destroyed the form does not wait for it.
      if (this.gone) return;
      const heard = this.emit('error', problem);
      if (typeof error === 'function') notify(error as Listener, problem);
      else if (!heard)
        notify(() => {
          throw problem;
        }, problem);
    };
    return operate('createElement', [], [null, failed, options], () =>
      this.embed(element, container, config, style),
    );
  }

  private embed(element: unknown, container: unknown, config: unknown, style: unknown): Promise<void> {
    if (element !== 'paymentForm')
      throw invalid('InvalidConfiguration', 'embeddableElement', '"paymentForm"', element);
    if (!(container as Element | null)?.append)
      throw invalid('InvalidConfiguration', 'embedInElement', 'an element of the page', container);
    const given = foldArgument(config, 'config');
    this.publicApiKey = text(given['publicapikey']);
    if (!this.publicApiKey) throw invalid('InvalidKey', 'config.publicApiKey', 'the account’s public key');
    this.providerReturnUrl = absolute(given['providerreturnurl']);
    this.popups = {
      popupCreate: given['popupcreate'],
      popupClose: given['popupclose'],
    } as typeof this.popups;
    const parts = fold((style ?? {}) as object);
    // By way of JSON, so that nothing is in it that cannot be sent.
    const connect = JSON.parse(
      JSON.stringify({
        clientlib: version,
        type: 'connect',
        publicApiKey: this.publicApiKey,
        paymentMethods: given['paymentmethods'],
        locale: given['locale'],
        returns: !!this.providerReturnUrl,
        environment: settings().environment,
        style: parts,
      }),
    ) as Connect;

    const url = new URL(`${baseUrl()}/elements/payment-form`);
    const frame = document.createElement('iframe');
    this.frame = frame;
    frame.title = 'Payment';
    // Some browsers tell the document inside by the referrer alone whose page it is in.
    frame.referrerPolicy = 'origin';
    // A frame is transparent only where its colour scheme is that of its document.
    const scheme = text(fold((parts['body'] ?? {}) as object)['colorscheme']) || 'light';
    frame.style.cssText = 'display:block;width:100%;height:0;border:0';
    frame.style.colorScheme = scheme;
    // Also when the frame loads anew, as it does when the page moves it.
    frame.onload = () => this.connect(connect, frame, url.origin);
    frame.src = url.href;
    return new Promise((resolve, reject) => {
      this.loaded = (error) => (error ? reject(error) : resolve());
      (container as Element).append(frame);
    });
  }

  private connect(message: Connect, frame: HTMLIFrameElement, origin: string): void {
    this.disconnect(new ClientLibError(['Aborted'], 'The document of the payment form was loaded anew.'));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = (event) => this.receive(event);
    this.timer = setTimeout(() => {
      const why = 'not reachable, or blocked by frame-src of the page or by an extension';
      this.loaded(
        new ClientLibError(['ServerError', 'FrameBlocked'], `${frame.src} does not answer: ${why}.`),
      );
    }, patience);
    frame.contentWindow?.postMessage(message, origin, [port2]);
  }

  /** @internal Returns why a message was not accepted. */
  receive(event: Pick<MessageEvent, 'origin' | 'source' | 'data'>): Rejection | undefined {
    const message = accept<ToPage>(event, throughPort, toPage);
    if (typeof message === 'string') return message;
    clearTimeout(this.timer);
    switch (message.type) {
      case 'height':
        if (this.frame) this.frame.style.height = `${message.height}px`;
        return undefined;
      case 'ready':
        if (this.frame) this.frame.title = message.title;
        this.loaded();
        break;
      case 'failed':
        this.loaded(unflatten(message.error));
        return undefined;
      case 'error':
        this.emit('error', unflatten(message.error));
        return undefined;
      case 'refused':
      case 'valid':
      case 'token': {
        const pending = this.pending.get(message.id);
        if (!pending || (message.type !== 'refused' && message.type !== pending.type)) return 'OutOfOrder';
        this.pending.delete(message.id);
        if (message.type === 'refused') pending.reject(unflatten(message.error));
        else pending.resolve(message);
        return undefined;
      }
    }
    this.emit(message.type, message.detail);
    return undefined;
  }

  /** Asks the inside, when it is there, and waits for the answer as long as the call may take. */
  private async ask(request: (id: number) => ToFrame, type: Answer['type'], run: Run): Promise<Answer> {
    this.alive();
    await this.ready;
    if (run.signal.aborted) throw new ClientLibError(['Aborted'], 'The call has ended.');
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { type, resolve, reject });
      run.signal.addEventListener('abort', () => {
        if (this.pending.delete(id)) this.post({ type: 'cancel', id });
      });
      this.post(request(id));
    });
  }

  private post(message: ToFrame): void {
    this.port?.postMessage({ clientlib: version, ...message });
  }

  private emit(event: PaymentFormEvent, detail: unknown): boolean {
    const listeners = [...this.listeners[event]];
    for (const listener of listeners) notify(listener, detail);
    return listeners.length > 0;
  }

  private listenersOf(event: PaymentFormEvent): Set<Listener> {
    this.alive();
    const known = Object.keys(this.listeners);
    if (!known.includes(event)) throw invalid('InvalidData', 'event', `one of ${known.join(', ')}`, event);
    return this.listeners[event];
  }

  private alive(): void {
    if (this.gone) throw destroyed();
  }

  private disconnect(error: ClientLibError): void {
    clearTimeout(this.timer);
    this.port?.close();
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private close(error: ClientLibError): void {
    this.disconnect(error);
    this.loaded(error);
    this.frame?.remove();
    this.frame = this.port = undefined;
  }
}

const destroyed = (): ClientLibError =>
  misuse('Destroyed', 'This payment form was destroyed. Make another one by createElement.');

function unflatten({ errorCode, errorMessage, ...details }: FlatError): ClientLibError {
  return new ClientLibError(errorCode.split(' ') as unknown as ErrorCodes, errorMessage, details);
}

// A function declaration, since pages write `new ClientLib.createElement(…)` too.
function embed(...args: unknown[]): PaymentForm {
  return new EmbeddedPaymentForm(args);
}

/**
 * Embeds an element of the service into the page. The one there is, is `'paymentForm'`: card or account data is typed
 * into an iframe of the service's host, so that the page never sees it (field notes 1.6; docs/payment-form.md).
 *
 * Errors, by the error callback and the event `error`: `InvalidConfiguration`, `InvalidKey`, `InvalidPaymentMethod`
 * (none of the methods is configured), `ServerError` with `FrameBlocked`, `Timeout`. The form can be loaded again by
 * its `reload`.
 *
 * @param embedInElement Where the form is appended.
 * @param style How it looks, by part; properties that are not allowed are left out and named by the event `ready`.
 * @param options Signal and time-out of the loading.
 * @example
 * const form = ClientLib.createElement('paymentForm', document.querySelector('#payment'), config, style, showError);
 * signup.paySignupInteractive(null, form, order, thankYou, showError);
 */
export const createElement = embed as unknown as CreateElement;
