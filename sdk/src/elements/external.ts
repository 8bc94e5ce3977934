// The payment form as the merchant's page has it: an iframe, and a port to what is inside. No card data comes here.
import { type Popups, readAccount } from '../account.ts';
import { pagesUrl, settings } from '../configuration.ts';
import { ClientLibError, invalid, misuse } from '../error.ts';
import type { ErrorCodes } from '../error-codes.ts';
import { notify, operate, type Run, report } from '../operation.ts';
import { passChallenge } from '../providers/challenge.ts';
import { fold, get, text } from '../record.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { CallOptions, ErrorCallback } from '../types/call.ts';
import type { TetheredPaymentInformation } from '../types/payment-data.ts';
import type { PaymentForm, PaymentFormConfig, PaymentFormEvent, PaymentFormStyle } from './payment-form.ts';
import {
  type Connect,
  type FlatError,
  type Rejection,
  read,
  type ToFrame,
  type ToPage,
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

/** What is asked of the inside, but for the id that its answer will have. */
type Request = ToFrame extends infer Message
  ? Message extends { id: number }
    ? Omit<Message, 'id'>
    : never
  : never;

interface Pending {
  readonly type: Answer['type'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: ClientLibError) => void;
}

// A closure and no class: its parts are as private as the browser allows, and their names cost the page nothing.
function makeForm([what, container, config, style, error, options]: readonly unknown[]): PaymentForm {
  const listeners = new Map(
    (['ready', 'change', 'focus', 'blur', 'submit', 'error'] as const).map((event) => [
      event,
      new Set<Listener>(),
    ]),
  );
  const pending = new Map<number, Pending>();
  let popups: Popups;
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loaded = (_error?: ClientLibError): void => {};
  let lastId = 0;
  let isGone = false;

  /** What a use of the form meets first. */
  const alive = (): void => {
    if (isGone) throw destroyed();
  };

  const listenersOf = (event: PaymentFormEvent): Set<Listener> => {
    alive();
    const found = listeners.get(event);
    if (!found) throw invalid('InvalidData', 'event', `one of ${[...listeners.keys()].join(', ')}`, event);
    return found;
  };

  const emit = (event: PaymentFormEvent, detail: unknown): boolean => {
    const told = [...(listeners.get(event) as Set<Listener>)];
    for (const listener of told) notify(listener, detail);
    return told.length > 0;
  };

  const post = (message: ToFrame): void => port?.postMessage({ clientlib: version, ...message });

  /** Ends the talk with a document that has gone. */
  const disconnect = (why: ClientLibError): void => {
    clearTimeout(timer);
    port?.close();
    for (const { reject } of pending.values()) reject(why);
    pending.clear();
  };

  const close = (why: ClientLibError): void => {
    disconnect(why);
    loaded(why);
    frame?.remove();
  };

  const receive = (event: MessageEvent): Rejection | undefined => {
    const message = read<ToPage>(event.data, toPage);
    if (typeof message === 'string') return message;
    clearTimeout(timer);
    const { type } = message;
    if ('id' in message) {
      const waiting = pending.get(message.id);
      if (!waiting || (type !== 'refused' && type !== waiting.type)) return 'OutOfOrder';
      pending.delete(message.id);
      if (message.type === 'refused') waiting.reject(unflatten(message.error));
      else waiting.resolve(message);
    } else if ('detail' in message) {
      if (message.type === 'ready') {
        (frame as HTMLIFrameElement).title = message.title;
        loaded();
        // Also after a failure: the customer can try again inside.
        form.ready = Promise.resolve();
      }
      emit(message.type, message.detail);
    } else if ('error' in message) {
      const problem = unflatten(message.error);
      if (type === 'failed') loaded(problem);
      else emit('error', problem);
    } else (frame as HTMLIFrameElement).style.height = `${message.height}px`;
    return undefined;
  };

  /** Puts the frame into the page; done when the customer can type. */
  const embed = async (): Promise<void> => {
    if (what !== 'paymentForm')
      throw invalid('InvalidConfiguration', 'embeddableElement', '"paymentForm"', what);
    if (!(container as Element | null)?.append)
      throw invalid('InvalidConfiguration', 'embedInElement', 'an element of the page', container);
    const [account, given] = readAccount(config, 'config');
    const { publicApiKey, providerReturnUrl } = account;
    Object.assign(form, { publicApiKey, providerReturnUrl });
    popups = account.popups;
    const setup: Connect = {
      type: 'connect',
      publicApiKey,
      paymentMethods: get(given, 'paymentMethods') as string[] | undefined,
      locale: get(given, 'locale') as string | undefined,
      returns: !!providerReturnUrl,
      environment: settings().environment,
      style: fold((style ?? {}) as object) as Connect['style'],
    };
    // By way of JSON, so that nothing is in it that cannot be sent.
    const message = JSON.parse(JSON.stringify({ clientlib: version, ...setup }));

    const url = new URL(`${pagesUrl()}/elements/payment-form`);
    const made = document.createElement('iframe');
    frame = made;
    made.title = 'Payment';
    // Some browsers tell the document inside by the referrer alone whose page it is in.
    made.referrerPolicy = 'origin';
    made.style.cssText = 'display:block;width:100%;height:0;border:0';
    // A frame is transparent only where its colour scheme is that of its document.
    made.style.colorScheme = text((style as PaymentFormStyle | null)?.body?.['colorScheme']) || 'light';
    made.src = url.href;
    // Also when the frame loads anew, as it does when the page moves it.
    made.onload = () => {
      disconnect(restarted());
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port1.onmessage = receive;
      timer = setTimeout(() => {
        loaded(
          new ClientLibError(
            ['ServerError', 'FrameBlocked'],
            `${url} did not load: check network, frame-src, blockers.`,
          ),
        );
      }, patience);
      made.contentWindow?.postMessage(message, url.origin, [port2]);
    };
    return new Promise((resolve, reject) => {
      loaded = (problem) => (problem ? reject(problem) : resolve());
      (container as Element).append(made);
    });
  };

  const load = (): Promise<void> =>
    operate(
      'createElement',
      [],
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

  /** Asks the inside, when it is there, and waits for the answer as long as the call may take. */
  const ask = async <Type extends Answer['type']>(
    type: Type,
    run: Run,
    request: Request,
  ): Promise<Extract<Answer, { type: Type }>> => {
    alive();
    await form.ready;
    alive();
    if (run.signal.aborted) throw run.signal.reason;
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { type, resolve: resolve as Pending['resolve'], reject });
      run.signal.addEventListener('abort', () => {
        if (pending.delete(id)) post({ type: 'cancel', id });
      });
      post({ ...request, id } as ToFrame);
    });
  };

  const form: { -readonly [name in keyof PaymentForm]: PaymentForm[name] } = {
    publicApiKey: '',
    ready: undefined as unknown as Promise<void>,
    on(event, listener) {
      if (typeof listener !== 'function') throw invalid('InvalidData', 'listener', 'a function', listener);
      listenersOf(event).add(listener);
    },
    off(event, listener) {
      listenersOf(event).delete(listener);
    },
    validate: (...args) =>
      operate('PaymentForm.validate', [], args, async (run) => {
        const { valid } = await ask('valid', run, { type: 'validate' });
        return valid;
      }),
    submit: (...args) => operate('PaymentForm.submit', [], args, (run) => form.tokenize({}, run)),
    async tokenize({ Amount, Currency }, run) {
      const { tethered, last4, cardType, challengeUrl, challengeParams } = await ask('token', run, {
        type: 'tokenize',
        amount: { Amount, Currency },
        key: run.key,
        timeoutMs: run.remaining(),
      });
      const TetheredPaymentInformation = tethered as unknown as TetheredPaymentInformation;
      const { Bearer, Token = '' } = TetheredPaymentInformation;
      if (challengeUrl) {
        const Params = challengeParams as Record<string, string>;
        await passChallenge({ Token, Challenge: { Url: challengeUrl, Params } }, popups, run);
      }
      return { Bearer, TetheredPaymentInformation, Last4: last4, CardType: cardType };
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
      form.ready = load();
      return form.ready;
    },
    destroy() {
      alive();
      isGone = true;
      listeners.clear();
      close(destroyed());
    },
  };
  form.ready = load();
  return form;
}

const destroyed = (): ClientLibError => misuse('Destroyed', 'The payment form was destroyed.');
const restarted = (): ClientLibError => new ClientLibError(['Aborted'], 'The payment form was loaded anew.');

function unflatten({ errorCode, errorMessage, ...details }: FlatError): ClientLibError {
  return new ClientLibError(errorCode.split(' ') as unknown as ErrorCodes, errorMessage, details);
}

// A function declaration, since pages write `new ClientLib.createElement(…)` too.
function embedElement(...args: unknown[]): PaymentForm {
  return makeForm(args);
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
export const createElement = embedElement as unknown as CreateElement;
