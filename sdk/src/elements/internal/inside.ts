import { configure } from '../../configuration.ts';
import { ClientLibError, invalid } from '../../error.ts';
import { operate, type Run } from '../../operation.ts';
import { checkPaymentData } from '../../payment-data/check.ts';
import { loadMethods, type MethodsAnswer } from '../../payment-methods.ts';
import { tokenize } from '../../providers/tokenize.ts';
import type { PaymentAmount } from '../payment-form.ts';
import {
  accept,
  type Connect,
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

type Token = Omit<Extract<ToPage, { type: 'token' }>, 'type' | 'id'>;

/** The inside of the payment form, once the page is connected: loads the methods, shows them, answers the page. */
export class Inside {
  private readonly setup: Connect;
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
  constructor(setup: Connect, port: Pick<MessagePort, 'postMessage'>, origin: string) {
    this.setup = setup;
    this.port = port;
    this.origin = origin;
    configure({ environment: setup.environment as 'Production' | 'Sandbox' | undefined });
    this.ignoredStyles = dress(setup.style, document);
    const { language, texts } = textsFor([...(setup.locale ? [setup.locale] : []), ...navigator.languages]);
    this.texts = texts;
    document.documentElement.lang = language;
    document.title = texts.title;
    new ResizeObserver(([entry]) => {
      this.tell({ type: 'height', height: Math.ceil((entry as ResizeObserverEntry).contentRect.height) });
    }).observe(document.documentElement);
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
    const { texts, setup } = this;
    document.body.replaceChildren(
      element('main', {}, element('p', { class: 'text', role: 'status' }, texts.loading)),
    );
    try {
      this.methods = await operate('PaymentForm', [], [], (run) =>
        loadMethods(setup.publicApiKey, run, setup.paymentMethods),
      );
      const { methods, missing } = offer(this.methods, setup.paymentMethods, texts);
      const [first, ...others] = methods;
      if (!first) throw missing[0];
      this.show([first, ...others]);
      for (const error of missing) this.tell({ type: 'error', error: flatten(error, []) });
    } catch (error) {
      this.showFailure();
      this.tell({ type: 'failed', error: flatten(error, []) });
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
      wrong: (error) => this.tell({ type: 'error', error: flatten(error, this.secrets) }),
    });
    document.body.replaceChildren(element('main', {}, this.form.root));
    this.tell({
      type: 'ready',
      title: texts.title,
      detail: {
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
    document.body.replaceChildren(
      element(
        'main',
        {},
        element('form', {}, element('p', { role: 'alert' }, failed), element('p', {}, button)),
      ),
    );
  }

  private async validate(id: number): Promise<void> {
    try {
      await this.ready;
      this.tell({ type: 'valid', id, valid: !this.form?.check() });
    } catch (error) {
      this.tell({ type: 'refused', id, error: flatten(error, this.secrets) });
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
      const token = await operate('PaymentForm.submit', [], [options], (run) => this.process(amount, run));
      this.tell({ type: 'token', id, ...token });
    } catch (error) {
      if (error instanceof ClientLibError) this.form?.reject(error);
      this.tell({ type: 'refused', id, error: flatten(error, this.secrets) });
    } finally {
      this.calls.delete(id);
    }
  }

  private async process(amount: PaymentAmount, run: Run): Promise<Token> {
    await this.ready;
    const { form, methods, setup } = this;
    if (!form || !methods)
      throw new ClientLibError(['InvalidConfiguration', 'NotReady'], 'The form is not ready.');
    const mistake = form.check();
    if (mistake) throw mistake;
    const { bearer: Bearer, flow } = form.method;
    if (flow.Kind === 'Redirect' && !setup.returns) {
      const expected = `the page to return to from ${Bearer}`;
      throw invalid('InvalidConfiguration', 'config.providerReturnUrl', expected);
    }
    const data = { ...paymentDataOf(form.typedValues), ...(/^Debit/.test(flow.Data) && this.agree()) };
    const checked = { Bearer, flow, ...checkPaymentData(data, flow) };
    form.isBusy = true;
    try {
      const purpose = { PublicApiKey: setup.publicApiKey, ...amount, Opener: this.origin };
      const { processed, answer } = await tokenize(checked, purpose, methods.Methods, run);
      return {
        tethered: { ...processed.TetheredPaymentInformation },
        last4: processed.Last4,
        cardType: processed.CardType,
        challengeUrl: answer.Challenge?.Url,
        challengeParams: answer.Challenge && { ...answer.Challenge.Params },
      };
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

  private tell(message: ToPage): void {
    this.port.postMessage({ clientlib: version, ...message });
  }
}
