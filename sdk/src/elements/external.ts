// The payment form as the merchant's page has it. No card data comes here.
import { readAccount } from '../account/account.ts';
import { notify, report } from '../calls/callbacks.ts';
import type { CallOptions, ErrorCallback } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import { pagesUrl, settings } from '../configuration/configuration.ts';
import { ClientLibError, invalid, misuse } from '../errors/client-lib-error.ts';
import { payer } from '../errors/sentences.ts';
import { toJson } from '../input/json.ts';
import { type Folded, fold, foldArgument, get, isObject, objectArgument, text } from '../input/record.ts';
import { type OpenChallenge, passChallenge } from '../providers/challenge.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { Popups } from '../types/payment-config.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';
import { type Frame, openFrame, restarted } from './frame.ts';
import type { PaymentForm, PaymentFormConfig, PaymentFormElement, PaymentFormStyle } from './payment-form.ts';
import { type Connect, elementNames, eventFields, type ToFrame } from './protocol.ts';

/** `createElement`, to call with or without `new`. */
export interface CreateElement {
  (
    embeddableElement: PaymentFormElement,
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig> | { form: PaymentForm },
    style?: PaymentFormStyle | null,
    error?: ErrorCallback | null,
    options?: CallOptions,
  ): PaymentForm;
  new (
    embeddableElement: PaymentFormElement,
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig> | { form: PaymentForm },
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
  const { form: whole } = Object(config);
  if (whole?.add) return whole.add(what, container, options);
  const listeners = new Map<unknown, Set<Listener>>(
    Object.keys(eventFields).map((event) => [event, new Set()]),
  );
  /** The parts of the form in the page: the whole form, or its fields one by one. The first frame runs it. */
  const placed: (readonly [name: unknown, container: unknown, options: unknown])[] = [];
  const frames = new Map<number, Frame>();
  const group = `${Math.random()}`;
  let hasFailed = false;
  let popups: Popups = {};
  let given: Folded = {};
  /** The changes by `update` since then, by lower-case names. */
  let updates: Folded = {};
  let isDestroyed = false;

  const checkAlive = (): void => {
    if (isDestroyed) throw destroyed();
  };

  const getListeners = (event: unknown): Set<Listener> => {
    checkAlive();
    const found = listeners.get(event);
    if (!found) throw invalid('InvalidData', 'event', `one of ${[...listeners.keys()].join(', ')}`, event);
    return found;
  };

  /** Runs the listeners of an event; returns whether there is one. */
  const emit = (event: string, detail: unknown): boolean => {
    // The customer can try again inside.
    if (event === 'ready' && hasFailed) form.ready = Promise.resolve();
    const found = listeners.get(event) ?? new Set();
    for (const listener of found) notify(listener, detail);
    return found.size > 0;
  };

  const failed = (problem: ClientLibError): void => {
    hasFailed = true;
    if (!emit('error', problem) && !error) report(problem);
    notify(error, problem);
  };

  /** Through JSON, so that it contains only values that can be posted. */
  const setup = (at: number): Connect => {
    const { style: newStyle = style, ...changed } = updates;
    const parts = fold(isObject(newStyle) ? newStyle : {});
    const { environment } = settings();
    const config = { ...given, ...changed };
    payer.locale = text(get(config, 'locale'));
    const [name] = placed[at] ?? [];
    const part = name === 'paymentForm' ? undefined : { name, group, isFirst: !at };
    return JSON.parse(toJson({ type: 'connect', config, environment, style: parts, part }));
  };

  /** Puts a frame into the page; done when the customer can type. */
  const embed = async (at: number, name: unknown, container: unknown): Promise<void> => {
    if (!elementNames.includes(name as PaymentFormElement))
      throw invalid('InvalidConfiguration', 'embeddableElement', `one of ${elementNames.join(', ')}`, name);
    if (!isElement(container))
      throw invalid('InvalidConfiguration', 'embedInElement', 'an element of the page', container);
    if (!at) {
      const [account, rest] = readAccount(config, 'config');
      given = rest;
      popups = account;
      form.publicApiKey = account.publicApiKey;
      form.providerReturnUrl = account.providerReturnUrl;
    }
    const url = new URL(`${pagesUrl()}/elements/payment-form`);
    // For code that looks for the frame of a field.
    if (name !== 'paymentForm') url.hash = `${name}`;
    const frame = openFrame(container, url, setup(at), at ? () => {} : emit);
    frames.set(at, frame);
    return frame.loaded;
  };

  /** The frame, once the customer can type. */
  const readyFrame = async (): Promise<Frame> => {
    await form.ready;
    checkAlive();
    return frames.get(0) as Frame;
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
      getListeners(event).add(listener);
    },
    off(event, listener) {
      getListeners(event).delete(listener);
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
      for (const [at, frame] of frames) frame.update(setup(at));
    },
    focus: () => whenReady((ready) => ready.focus()),
    clearCode: () => whenReady(({ post }) => post({ type: 'clearCode' })),
    reload() {
      checkAlive();
      for (const frame of frames.values()) frame.close(restarted());
      hasFailed = false;
      form.ready = Promise.resolve();
      for (const part of placed.splice(0)) form.add(...part);
      return form.ready;
    },
    destroy() {
      checkAlive();
      isDestroyed = true;
      placed.splice(0);
      listeners.clear();
      for (const frame of frames.values()) frame.close(destroyed());
    },
    add(...part) {
      checkAlive();
      const [name, container, limits] = part;
      const at = placed.push(part) - 1;
      // A part that is loaded anew, or destroyed, is not awaited.
      const hear = (problem: ClientLibError) => placed[at] === part && failed(problem);
      const loading = operate('createElement()', [null, hear, limits], () => embed(at, name, container));
      form.ready = Promise.all([form.ready, loading]).then(() => {});
      form.ready.catch(() => {});
      return form;
    },
  };
  return form.add(what, container, options);
}

const destroyed = (): ClientLibError => misuse('Destroyed', 'The payment form was destroyed.');

const isElement = (value: unknown): value is Element =>
  typeof (value as Element | null | undefined)?.append === 'function';

const isProcessed = (
  answer: object,
): answer is ProcessedPaymentData & { readonly challenge?: OpenChallenge } =>
  isObject((answer as ProcessedPaymentData).TetheredPaymentInformation);

/**
 * Embeds an element of the service in the page: the payment form (`'paymentForm'`), or its fields one by one. Customers enter
 * card or account data in iframes of the service's host, so the page never has access to it. See dist/docs/payment-form.md.
 *
 * Errors, through the error callback and the event `error`: `InvalidConfiguration`, `InvalidKey`, `InvalidPaymentMethod`
 * (none of the methods is configured), `ServerError` with `FrameBlocked`, `Timeout`. To load the form again, call its
 * `reload`.
 *
 * @param embeddableElement `'paymentForm'`; or a field (`'cardNumber'`, `'expiry'`, `'cvc'`, …) or the `'mandate'` of a direct
 * debit, for a custom layout.
 * @param embedInElement Where the form is appended.
 * @param config For a further field of a form: `{ form }`, what the first call returned.
 * @param style CSS properties by part; properties that are not allowed are ignored and listed in the event
 * `ready`.
 * @param options Signal and timeout of the loading.
 * @example
 * const form = ClientLib.createElement('paymentForm', document.querySelector('#payment'), config, style, showError);
 * signup.paySignupInteractive(null, form, order, thankYou, showError);
 */
export const createElement = embedForm as unknown as CreateElement;
