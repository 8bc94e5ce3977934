// The payment form as the merchant's page has it: an iframe, and a port to what is inside. No card data comes here.
import { type Popups, readAccount } from '../account.ts';
import { pagesUrl, settings } from '../configuration.ts';
import { element } from '../element.ts';
import { ClientLibError, invalid, misuse } from '../error.ts';
import type { ErrorCodes } from '../error-codes.ts';
import { notify, operate, type Run, report } from '../operation.ts';
import { passChallenge } from '../providers/challenge.ts';
import type { TokenAnswer } from '../providers/flow.ts';
import { fold, text } from '../record.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { CallOptions, ErrorCallback } from '../types/call.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';
import type { PaymentForm, PaymentFormConfig, PaymentFormStyle } from './payment-form.ts';
import { type Connect, type Detail, isToPage, type ToFrame, version } from './protocol.ts';

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

/** Ends the wait for an answer: with what is wrong, or with what was answered. */
type Settle = (problem: ClientLibError | undefined, detail: Detail) => void;

// A closure and no class: its parts are as private as the browser allows, and their names cost the page nothing. And a
// function declaration, since pages write `new ClientLib.createElement(…)` too.
function embedForm(...[what, container, config, style, error, options]: unknown[]): PaymentForm {
  const listeners = new Map<string, Set<Listener>>(
    'ready change focus blur submit error'.split(' ').map((event) => [event, new Set()]),
  );
  /** Requests by type and id. */
  const pending = new Map<string, Settle>();
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loaded = (_problem?: ClientLibError): void => {};
  let lastId = 0;
  let isGone = false;

  /** What a use of the form meets first. */
  const alive = (): void => {
    if (isGone) throw destroyed();
  };

  const listenersOf = (event: string): Set<Listener> => {
    alive();
    const found = listeners.get(event);
    if (!found) throw invalid('InvalidData', 'event', `one of ${[...listeners.keys()].join(', ')}`, event);
    return found;
  };

  /** Tells an event to who listens, and gives their number. */
  const emit = (event: string, detail: unknown): number | undefined => {
    const told = listeners.get(event);
    for (const listener of told ?? []) notify(listener, detail);
    return told?.size;
  };

  const post = (message: ToFrame): void => port?.postMessage({ clientlib: version, ...message });

  /** Ends the talk with a document that has gone. */
  const disconnect = (why: ClientLibError): void => {
    clearTimeout(timer);
    port?.close();
    for (const settle of pending.values()) settle(why, {});
    pending.clear();
  };

  const close = (why: ClientLibError): void => {
    disconnect(why);
    loaded(why);
    frame?.remove();
  };

  const receive = ({ data }: MessageEvent): void => {
    if (!isToPage(data)) return;
    clearTimeout(timer);
    const { type, detail } = data;
    const problem = detail['errorCode'] ? unflatten(detail) : undefined;
    const request = type + data.id;
    const settle = pending.get(request);
    if (settle) {
      pending.delete(request);
      settle(problem, detail);
    } else if (type === 'height') (frame as HTMLIFrameElement).style.height = `${detail['height']}px`;
    else if (type === 'failed') loaded(problem);
    else {
      if (type === 'ready') {
        (frame as HTMLIFrameElement).title = detail['title'] as string;
        loaded();
        // Also after a failure: the customer can try again inside.
        form.ready = Promise.resolve();
      }
      emit(type, problem ?? detail);
    }
  };

  /** Puts the frame into the page; done when the customer can type. */
  const embed = async (): Promise<void> => {
    if (what !== 'paymentForm')
      throw invalid('InvalidConfiguration', 'embeddableElement', '"paymentForm"', what);
    if (!(container as Element | null)?.append)
      throw invalid('InvalidConfiguration', 'embedInElement', 'an element of the page', container);
    const [account, given] = readAccount(config, 'config');
    Object.assign(form, account);
    const setup: Connect & { clientlib: typeof version } = {
      clientlib: version,
      type: 'connect',
      config: given,
      environment: settings().environment,
      style: fold((style ?? {}) as object) as Connect['style'],
    };
    // By way of JSON, so that nothing is in it that cannot be sent.
    const message = JSON.parse(JSON.stringify(setup));

    const url = new URL(`${pagesUrl()}/elements/payment-form`);
    // A frame is transparent only where its colour scheme is that of its document.
    const scheme = text((style as PaymentFormStyle | null)?.body?.['colorScheme']) || 'light';
    const made = element('iframe', `display:block;width:100%;height:0;border:0;color-scheme:${scheme}`);
    frame = made;
    made.title = 'Payment';
    // Some browsers tell the document inside by the referrer alone whose page it is in.
    made.referrerPolicy = 'origin';
    made.src = url.href;
    // Also when the frame loads anew, as it does when the page moves it.
    made.onload = () => {
      disconnect(restarted());
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port1.onmessage = receive;
      timer = setTimeout(
        loaded,
        patience,
        new ClientLibError(
          ['ServerError', 'FrameBlocked'],
          `${url} did not load: check network, frame-src, blockers.`,
        ),
      );
      (made.contentWindow as Window).postMessage(message, url.origin, [port2]);
    };
    return new Promise((resolve, reject) => {
      loaded = (problem) => (problem ? reject(problem) : resolve());
      (container as Element).append(made);
    });
  };

  const load = (): Promise<void> => {
    form.ready = operate(
      'createElement()',
      [
        null,
        (problem: ClientLibError) => {
          // Who has destroyed the form does not wait for it.
          if (isGone) return;
          const isHeard = emit('error', problem);
          if (error) notify(error, problem);
          else if (!isHeard) report(problem);
        },
        options,
      ],
      embed,
    );
    return form.ready;
  };

  /** Asks the inside, when it is there, and waits for the answer as long as the call may take. */
  const ask = async (run: Run, type: 'validate' | 'tokenize', more?: object): Promise<Detail> => {
    await form.ready;
    alive();
    if (run.signal.aborted) throw run.signal;
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(type + id, (problem, detail) => (problem ? reject(problem) : resolve(detail)));
      run.signal.addEventListener('abort', () => {
        if (pending.delete(type + id)) post({ type: 'cancel', id });
      });
      post({ type, id, ...more } as ToFrame);
    });
  };

  const form = {
    // What is missing here, comes when the configuration has been read.
    on(event, listener) {
      if (typeof listener !== 'function') throw invalid('InvalidData', 'listener', 'a function', listener);
      listenersOf(event).add(listener as Listener);
    },
    off(event, listener) {
      listenersOf(event).delete(listener as Listener);
    },
    validate: (...args) =>
      operate('validate()', args, (run) => ask(run, 'validate').then(({ valid }) => valid as boolean)),
    submit: (...args) => operate('submit()', args, (run) => form.process(null, {}, run)),
    async process(_data, amount, run, begin) {
      const { key } = run;
      const timeoutMs = run.remaining();
      const { challenge, ...processed } = await ask(run, 'tokenize', { amount, key, timeoutMs });
      const made = processed as unknown as ProcessedPaymentData;
      if (challenge) {
        await begin?.(made);
        await passChallenge(challenge as unknown as TokenAnswer, form, run);
      }
      return made;
    },
    focus() {
      alive();
      form.ready.then(
        () => {
          frame?.focus();
          post({ type: 'focus' });
        },
        () => {},
      );
    },
    reload() {
      alive();
      close(restarted());
      return load();
    },
    destroy() {
      alive();
      isGone = true;
      listeners.clear();
      close(destroyed());
    },
  } as { -readonly [name in keyof PaymentForm]: PaymentForm[name] } & Popups;
  load();
  return form;
}

const destroyed = (): ClientLibError => misuse('Destroyed', 'The payment form was destroyed.');
const restarted = (): ClientLibError => new ClientLibError(['Aborted'], 'The payment form was reloaded.');

function unflatten({ errorCode, errorMessage, ...details }: Detail): ClientLibError {
  return new ClientLibError(
    `${errorCode}`.split(' ') as unknown as ErrorCodes,
    errorMessage as string,
    details,
  );
}

/**
 * Embeds an element of the service into the page. The one there is, is `'paymentForm'`: card or account data is typed
 * into an iframe of the service's host, so that the page never sees it (docs/payment-form.md).
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
export const createElement = embedForm as unknown as CreateElement;
