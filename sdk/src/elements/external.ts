// The payment form as the merchant's page has it. No card data comes here.
import { readAccount } from '../account/account.ts';
import { notify, report } from '../calls/callbacks.ts';
import type { CallOptions, ErrorCallback } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import { pagesUrl, settings } from '../configuration/configuration.ts';
import { ClientLibError, invalid, misuse } from '../errors/client-lib-error.ts';
import { toJson } from '../input/json.ts';
import { type Folded, fold, foldArgument, get, isObject, objectArgument, text } from '../input/record.ts';
import { type OpenChallenge, passChallenge } from '../providers/challenge.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { Popups } from '../types/payment-config.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';
import { type Frame, openFrame, restarted } from './frame.ts';
import type { PaymentForm, PaymentFormConfig, PaymentFormStyle } from './payment-form.ts';
import { type Connect, eventFields, type ToFrame } from './protocol.ts';

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

type Listener = (detail: never) => void;
type Mutable<T> = { -readonly [name in keyof T]: T[name] };

/**
 * The form object: a closure of short functions around the frame, which is as private as the browser allows. And a
 * function declaration, since pages write `new ClientLib.createElement(…)` too.
 */
function embedForm(...[what, container, config, style, error, options]: unknown[]): PaymentForm {
  const listeners = new Map<unknown, Set<Listener>>(
    Object.keys(eventFields).map((event) => [event, new Set()]),
  );
  let frame: Frame | undefined;
  let popups: Popups = {};
  let given: Folded = {};
  /** What `update` has changed since, by names in lower case. */
  let updates: Folded = {};
  let isDestroyed = false;

  const checkAlive = (): void => {
    if (isDestroyed) throw destroyed();
  };

  const listenersOf = (event: unknown): Set<Listener> => {
    checkAlive();
    const found = listeners.get(event);
    if (!found) throw invalid('InvalidData', 'event', `one of ${[...listeners.keys()].join(', ')}`, event);
    return found;
  };

  /** Runs the listeners of an event; returns whether there is one. */
  const emit = (event: string, detail: unknown): boolean => {
    // Also after a failure: the customer can try again inside.
    if (event === 'ready') form.ready = Promise.resolve();
    const found = listeners.get(event) ?? new Set();
    for (const listener of found) notify(listener, detail);
    return found.size > 0;
  };

  const failed = (problem: ClientLibError): void => {
    // Who has destroyed the form does not wait for it.
    if (isDestroyed) return;
    const isHeard = emit('error', problem) || error;
    notify(error, problem);
    if (!isHeard) report(problem);
  };

  /** By way of JSON, so that nothing is in it that cannot be sent. */
  const setup = (): Connect => {
    const { style: newStyle = style, ...changed } = updates;
    const parts = fold(isObject(newStyle) ? newStyle : {});
    const { environment } = settings();
    const config = { ...given, ...changed };
    return JSON.parse(toJson({ type: 'connect', config, environment, style: parts }));
  };

  /** Puts the frame into the page; done when the customer can type. */
  const embed = async (): Promise<void> => {
    if (what !== 'paymentForm')
      throw invalid('InvalidConfiguration', 'embeddableElement', '"paymentForm"', what);
    if (!isElement(container))
      throw invalid('InvalidConfiguration', 'embedInElement', 'an element of the page', container);
    const [account, rest] = readAccount(config, 'config');
    given = rest;
    popups = account;
    form.publicApiKey = account.publicApiKey;
    form.providerReturnUrl = account.providerReturnUrl;
    const url = new URL(`${pagesUrl()}/elements/payment-form`);
    frame = openFrame(container, url, setup(), emit);
    return frame.loaded;
  };

  const load = (): Promise<void> => {
    form.ready = operate('createElement()', [null, failed, options], embed);
    return form.ready;
  };

  /** The frame, once the customer can type. */
  const readyFrame = async (): Promise<Frame> => {
    await form.ready;
    checkAlive();
    return frame as Frame;
  };

  /** Does something once the customer can type, or never when the form does not load. */
  const whenReady = (act: (frame: Frame) => void): void => {
    checkAlive();
    readyFrame().then(act, () => {});
  };

  const form: Mutable<PaymentForm> = {
    ready: Promise.resolve(),
    publicApiKey: '',
    on(event, listener) {
      if (typeof listener !== 'function') throw invalid('InvalidData', 'listener', 'a function', listener);
      listenersOf(event).add(listener);
    },
    off(event, listener) {
      listenersOf(event).delete(listener);
    },
    validate: (...args) =>
      operate('validate()', args, async (run) => {
        const frame = await readyFrame();
        const quiet = isObject(args[0]) && args[0]['focus'] === false;
        const { valid } = await frame.ask(run, 'validate', quiet ? { quiet } : {});
        // Some browsers let a frame of another origin take the focus only when the page gives it.
        if (!valid && !quiet) frame.focus();
        return valid === true;
      }),
    submit: (...args) => operate('submit()', args, (run) => form.process(null, {}, run)),
    async process(_data, amount, run, begin) {
      const { key } = run;
      const more = { amount, key, timeoutMs: run.remaining() };
      const answer = await (await readyFrame()).ask(run, 'tokenize', more);
      if (!isProcessed(answer))
        throw new ClientLibError(['ServerError', 'UnexpectedAnswer'], 'The payment form: unexpected answer.');
      const { challenge, ...processed } = answer;
      if (challenge) {
        await begin?.(processed);
        await passChallenge(challenge, popups, run);
      }
      return processed;
    },
    payerDataChanged(customerData) {
      const data = foldArgument(customerData, 'customerData');
      const [first, last, company, emailAddress] = [
        'FirstName',
        'LastName',
        'CompanyName',
        'EmailAddress',
      ].map((name) => text(get(data, name)));
      const holder = `${first} ${last}`.trim() || company;
      whenReady(({ post }) => post({ type: 'payer', holder, emailAddress } as ToFrame));
    },
    update(changes) {
      checkAlive();
      for (const [name, value] of Object.entries(objectArgument(changes, 'changes'))) {
        const known = name.toLowerCase();
        if (!['locale', 'style', 'texts'].includes(known))
          throw invalid('InvalidConfiguration', `changes.${name}`, 'locale, style or texts');
        if (value !== undefined) updates = { ...updates, [known]: value };
      }
      frame?.update(setup());
    },
    focus: () => whenReady((ready) => ready.focus()),
    clearCode: () => whenReady(({ post }) => post({ type: 'clearCode' })),
    reload() {
      checkAlive();
      frame?.close(restarted());
      return load();
    },
    destroy() {
      checkAlive();
      isDestroyed = true;
      listeners.clear();
      frame?.close(destroyed());
    },
  };
  load();
  return form;
}

const destroyed = (): ClientLibError => misuse('Destroyed', 'The payment form was destroyed.');

const isElement = (value: unknown): value is Element =>
  typeof (value as Element | null | undefined)?.append === 'function';

const isProcessed = (
  answer: object,
): answer is ProcessedPaymentData & { readonly challenge?: OpenChallenge } =>
  isObject((answer as ProcessedPaymentData).TetheredPaymentInformation);

/**
 * Embeds an element of the service in the page. The only supported element is `'paymentForm'`: customers enter card or
 * account data in an iframe of the service's host, so the page never has access to it. See dist/docs/payment-form.md.
 *
 * Errors, through the error callback and the event `error`: `InvalidConfiguration`, `InvalidKey`, `InvalidPaymentMethod`
 * (none of the methods is configured), `ServerError` with `FrameBlocked`, `Timeout`. To load the form again, call its
 * `reload`.
 *
 * @param embedInElement Where the form is appended.
 * @param style CSS properties by part; properties that are not allowed are ignored and listed in the event
 * `ready`.
 * @param options Signal and timeout of the loading.
 * @example
 * const form = ClientLib.createElement('paymentForm', document.querySelector('#payment'), config, style, showError);
 * signup.paySignupInteractive(null, form, order, thankYou, showError);
 */
export const createElement = embedForm as unknown as CreateElement;
