import { configure } from '../../configuration.ts';
import { ClientLibError, invalid } from '../../error.ts';
import { operate, type Run } from '../../operation.ts';
import { checkPaymentData } from '../../payment-data/check.ts';
import { loadMethods, type MethodsAnswer } from '../../payment-methods.ts';
import { tokenize } from '../../providers/tokenize.ts';
import { get, text } from '../../record.ts';
import type { Environment } from '../../types/payment-methods.ts';
import type { PaymentAmount } from '../payment-form.ts';
import {
  accept,
  type Connect,
  type Detail,
  type Rejection,
  type ToFrame,
  type ToPage,
  throughPort,
  toFrame,
  version,
} from '../protocol.ts';
import { paymentDataOf } from './check.ts';
import { element } from './field-view.ts';
import { flatten } from './flat-error.ts';
import { MethodForm } from './method-form.ts';
import { type Method, offer } from './methods.ts';
import { dress } from './style.ts';
import { type Texts, textsFor } from './texts.ts';

/** The inside of the payment form, once the page is connected: loads the methods, shows them, answers the page. */
export class Inside {
  private readonly publicApiKey: string;
  /** Bearers to offer; all of the account when absent. */
  private readonly wanted: readonly string[] | undefined;
  /** Whether the page has given a `providerReturnUrl`. */
  private readonly returns: boolean;
  private readonly port: Pick<MessagePort, 'postMessage'>;
  private readonly origin: string;
  private readonly texts: Texts;
  private readonly ignoredStyles: readonly string[];
  private form: MethodForm | undefined;
  private methods: MethodsAnswer | undefined;
  private ready: Promise<void>;
  private lastId = 0;
  private readonly calls = new Map<number, AbortController>();
  /** Counts changes: other data is another request, also where the page repeats its call with the same key. */
  private edits = 0;
  /** What the customer agreed to by the data that stands there now. */
  private mandate: object | undefined;

  /** @param origin Of the page: a challenge opens there. */
  constructor(
    { config, environment, style }: Connect,
    port: Pick<MessagePort, 'postMessage'>,
    origin: string,
  ) {
    this.publicApiKey = text(get(config, 'publicApiKey'));
    this.wanted = get(config, 'paymentMethods') as string[] | undefined;
    this.returns = get(config, 'providerReturnUrl') !== undefined;
    this.port = port;
    this.origin = origin;
    configure({ environment: environment as Environment | undefined });
    this.ignoredStyles = dress(style, document);
    const locale = text(get(config, 'locale'));
    const { language, texts } = textsFor([...(locale ? [locale] : []), ...navigator.languages]);
    this.texts = texts;
    document.documentElement.lang = language;
    document.title = texts.title;
    new ResizeObserver(() => this.measure()).observe(document.documentElement);
    this.ready = this.begin();
  }

  /** Takes a message of the page. Returns why it was not accepted. */
  receive(event: Pick<MessageEvent, 'origin' | 'source' | 'data'>): Rejection | undefined {
    const message = accept<ToFrame>(event, throughPort, toFrame);
    if (typeof message === 'string') return message;
    if (message.type === 'focus') {
      this.form?.focus();
      return undefined;
    }
    const { id } = message;
    if (message.type === 'cancel') {
      const call = this.calls.get(id);
      call?.abort();
      return call ? undefined : 'OutOfOrder';
    }
    if (!Number.isInteger(id) || id <= this.lastId) return 'OutOfOrder';
    this.lastId = id;
    if (message.type === 'validate') this.validate(id);
    else this.tokenize(message);
    return undefined;
  }

  private begin(): Promise<void> {
    const loading = this.load();
    // The page is told; here nobody waits unless there is something to answer.
    loading.catch(() => {});
    return loading;
  }

  private async load(): Promise<void> {
    const { texts, publicApiKey, wanted } = this;
    this.fill(element('p', { class: 'text', role: 'status' }, texts.loading));
    try {
      this.methods = await operate('PaymentForm()', [], (run) =>
        loadMethods(publicApiKey, run, (bearer) => wanted?.includes(bearer) ?? true),
      );
      const { methods, missing } = offer(this.methods, wanted, texts);
      const [first, ...others] = methods;
      if (!first) throw missing[0];
      this.show([first, ...others]);
      for (const error of missing) this.tell({ type: 'error', detail: flatten(error, []) });
    } catch (error) {
      this.showFailure();
      this.tell({ type: 'failed', detail: flatten(error, []) });
      throw error;
    }
  }

  private show(methods: readonly [Method, ...Method[]]): void {
    const { texts } = this;
    this.form = new MethodForm(methods, texts, {
      tell: (type, detail) => {
        if (type === 'change') {
          this.edits++;
          this.mandate = undefined;
        }
        this.tell({ type, detail });
      },
      wrong: (error) => this.tell({ type: 'error', detail: flatten(error, this.secrets) }),
    });
    this.fill(this.form.root);
    this.tell({
      type: 'ready',
      detail: {
        title: texts.title,
        methods: methods.map(({ bearer }) => bearer).join(' '),
        bearer: methods[0].bearer,
        ignoredStyles: this.ignoredStyles.join(' '),
      },
    });
  }

  private showFailure(): void {
    const { failed, again } = this.texts;
    const button = element('button', { type: 'button' }, again);
    button.addEventListener('click', () => {
      this.ready = this.begin();
    });
    this.fill(element('form', {}, element('p', { role: 'alert' }, failed), element('p', {}, button)));
  }

  /** Measures at once, because a frame that is out of sight is not drawn, and its observers sleep. */
  private fill(content: HTMLElement): void {
    document.body.replaceChildren(element('main', {}, content));
    this.measure();
  }

  private measure(): void {
    const { height } = document.documentElement.getBoundingClientRect();
    this.tell({ type: 'height', detail: { height: Math.ceil(height) } });
  }

  private async validate(id: number): Promise<void> {
    try {
      await this.ready;
      this.tell({ type: 'validate', id, detail: { valid: !this.form?.check() } });
    } catch (error) {
      this.tell({ type: 'validate', id, detail: flatten(error, this.secrets) });
    }
  }

  private async tokenize(message: Extract<ToFrame, { type: 'tokenize' }>): Promise<void> {
    const { id, amount, key, timeoutMs } = message;
    const call = new AbortController();
    this.calls.set(id, call);
    try {
      const options = {
        signal: call.signal,
        timeoutMs,
        idempotencyKey: `${key.slice(0, 180)}.${this.edits}`,
      };
      const detail = await operate('submit()', [options], (run) => this.process(amount, run));
      this.tell({ type: 'tokenize', id, detail });
    } catch (error) {
      if (error instanceof ClientLibError) this.form?.reject(error);
      this.tell({ type: 'tokenize', id, detail: flatten(error, this.secrets) });
    } finally {
      this.calls.delete(id);
    }
  }

  private async process(amount: PaymentAmount, run: Run): Promise<Detail> {
    await this.ready;
    const { form, methods } = this;
    if (!form || !methods)
      throw new ClientLibError(['InvalidConfiguration', 'NotReady'], 'The form is not ready.');
    const mistake = form.check();
    if (mistake) throw mistake;
    const { bearer: Bearer, flow } = form.method;
    if (flow.Kind === 'Redirect' && !this.returns) {
      const expected = `the page to return to from ${Bearer}`;
      throw invalid('InvalidConfiguration', 'config.providerReturnUrl', expected);
    }
    const data = { ...paymentDataOf(form.typedValues), ...(/^Debit/.test(flow.Data) && this.agree()) };
    const checked = { Bearer, flow, ...checkPaymentData(data, flow) };
    form.isBusy = true;
    try {
      const purpose = { PublicApiKey: this.publicApiKey, ...amount, Opener: this.origin };
      const { processed, answer } = await tokenize(checked, purpose, methods.Methods, run);
      const { Token, Challenge } = answer;
      // Where the provider wants 3-D Secure: the page shows it.
      const challenge = Challenge && { Token, Challenge: { Url: Challenge.Url, Params: Challenge.Params } };
      return { ...processed, challenge } as unknown as Detail;
    } finally {
      form.isBusy = false;
    }
  }

  /** The mandate that the form shows, given by paying with it; the same one until the customer changes something. */
  private agree(): object {
    const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    );
    this.mandate ??= {
      mandatereference: `M-${random.join('').toUpperCase()}`,
      mandatesignaturedate: new Date().toISOString(),
      mandatetext: this.texts.mandate,
    };
    return this.mandate;
  }

  private get secrets(): string[] {
    return Object.values(this.form?.typedValues ?? {});
  }

  private tell(message: Omit<ToPage, 'clientlib'>): void {
    this.port.postMessage({ clientlib: version, ...message });
  }
}
