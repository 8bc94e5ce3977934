import { loadMethods, type MethodsAnswer } from '../../account/payment-methods.ts';
import { warn } from '../../calls/callbacks.ts';
import { operate } from '../../calls/operate.ts';
import type { Run } from '../../calls/run.ts';
import { configure } from '../../configuration/configuration.ts';
import { ClientLibError, invalid } from '../../errors/client-lib-error.ts';
import { payer } from '../../errors/sentences.ts';
import { ignoredLocale } from '../../input/locale.ts';
import { get, text } from '../../input/record.ts';
import { unknownNames } from '../../input/unknown-names.ts';
import { checkPaymentData, isDebit } from '../../payment-data/check.ts';
import { toError } from '../../payment-data/findings.ts';
import type { OpenChallenge } from '../../providers/challenge.ts';
import type { TokenAnswer } from '../../providers/flow.ts';
import { type PayableData, tokenize } from '../../providers/tokenize.ts';
import type { ProcessedPaymentData } from '../../types/payment-data.ts';
import type { AvailablePaymentMethods, Environment } from '../../types/payment-methods.ts';
import type { PaymentAmount } from '../payment-form.ts';
import {
  accept,
  type Connect,
  type Detail,
  type Part,
  type Rejection,
  type ToFrame,
  type ToPage,
  throughPort,
  toFrame,
  type Update,
  version,
} from '../protocol.ts';
import { toPaymentData } from './check.ts';
import { element } from './field-view.ts';
import { type FieldName, partNames } from './fields.ts';
import { flatten } from './flat-error.ts';
import { loadFonts, PageFiles } from './fonts.ts';
import { Mandate } from './mandate.ts';
import { type Listeners, MethodForm } from './method-form.ts';
import { type MethodListOptions, readListOptions } from './method-list.ts';
import { type Method, offer, preselected } from './offered-methods.ts';
import { keepHeight, type Place, takePlaces, tellHeight } from './places.ts';
import { createSurface, Look, ownsDocument } from './surface.ts';
import { languageFor, languages, loadTexts, withOwn } from './texts/languages.ts';
import type { Texts } from './texts/texts.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The available payment methods. */
interface Ready {
  readonly form: MethodForm;
  readonly account: AvailablePaymentMethods;
}

/** The inside of the payment form after the page has connected: loads and shows the methods, and responds to the page. */
export class Inside {
  private readonly _publicApiKey: string;
  /** Bearers to offer. Default: all of the account. */
  private readonly _wanted: readonly string[] | undefined;
  /** Bearer or kind of the initially selected method. */
  private readonly _selected: string;
  private readonly _listOptions: MethodListOptions;
  /** True if the page has set a `providerReturnUrl`. */
  private readonly _returns: boolean;
  private readonly _port: Pick<MessagePort, 'postMessage'>;
  private readonly _origin: string;
  /** The mount of this frame's document. */
  private readonly _place: Place;
  /** The part that this frame shows of a form with separate fields, and the positions of all parts. */
  private readonly _part: Part | undefined;
  private readonly _places = new Map<string, Place>();
  private readonly _look = new Look();
  private _texts!: Texts;
  /** Language and texts of the page, as JSON. */
  private _words = '';
  /** Once the texts are those. */
  private _spoken: Promise<void> = Promise.resolve();
  /** The errors in the page's settings and texts. */
  private readonly _settingMistakes: readonly ClientLibError[];
  private _textMistakes: readonly ClientLibError[] = [];
  private _ignoredStyles: readonly string[] = [];
  private _answer: MethodsAnswer | undefined;
  private _form: MethodForm | undefined;
  private _ready: Promise<Ready>;
  private _lastId = 0;
  private readonly _calls = new Map<number, AbortController>();
  /** Counts changes, because changed data needs a new request even if the page repeats its call with the same key. */
  private _edits = 0;
  private _mandate: Mandate | undefined;
  private readonly _files = new PageFiles((url) => this._post({ type: 'load', detail: { url } }));

  /**
   * @param origin Of the page: a challenge opens there.
   * @param root Where the form stands: the body of its own document, or in tests an element of the page.
   */
  constructor(
    { config, environment, style, part }: Connect,
    port: Pick<MessagePort, 'postMessage'>,
    origin: string,
    root = document.body,
  ) {
    this._publicApiKey = text(get(config, 'publicApiKey'));
    this._wanted = get(config, 'paymentMethods') as string[] | undefined;
    this._selected = text(get(config, 'selectedMethod'));
    const { mistakes, ...listOptions } = readListOptions(config);
    this._listOptions = listOptions;
    this._returns = get(config, 'providerReturnUrl') !== undefined;
    this._port = port;
    this._origin = origin;
    const post: Place['post'] = (message) => this._post(message);
    this._place = { name: part?.name ?? '', post, ...createSurface(root) };
    this._part = part;
    this._look.add(this._place);
    configure({ environment: environment as Environment | undefined });
    this._dress({ config, style });
    if (ownsDocument(root)) keepHeight(this._place);
    this._settingMistakes = [...unknownSettings(config), ...mistakes];
    if (part) this._places.set(part.name, this._place);
    this._ready = this._begin();
    // Some may have loaded before this frame.
    if (part) takePlaces(part.group, (place) => this.take(place));
    loadFonts(get(config, 'fonts'), this._files, (font) => this._look.addFont(font)).then((found) =>
      this._report(found),
    );
  }

  /** Sets the style, and loads language and texts. Returns whether the words are other ones than before. */
  private _dress({ config, style }: Pick<Connect, 'config' | 'style'>): boolean {
    const locale = text(get(config, 'locale'));
    const language = languageFor([locale, ...navigator.languages]);
    const own = get(config, 'texts');
    const words = JSON.stringify([language, own]);
    const isNew = words !== this._words;
    this._words = words;
    this._ignoredStyles = this._look.dress(style);
    if (!isNew) return false;
    const ignored = ignoredLocale(locale, languages, language);
    if (ignored) warn(`config.locale: ${ignored}`);
    payer.locale = language;
    const loading = loadTexts(language);
    // In the order in which the page asks, however long each takes.
    this._spoken = this._spoken.then(async () => this._speak(await loading, own));
    return true;
  }

  private _speak({ language, texts }: Awaited<ReturnType<typeof loadTexts>>, own: unknown): void {
    this._texts = withOwn(texts, own);
    this._textMistakes = unknownNames(texts, own).map(([name, nearest]) =>
      invalid('InvalidConfiguration', `config.texts.${name}`, `a name of a text, such as ${nearest}`),
    );
    this._look.speak(language);
    if (ownsDocument(this._place.root)) document.title = this._texts.title;
  }

  /** Changes look and words of the form. What is typed stays. */
  private async _update(update: Update): Promise<void> {
    if (!this._dress(update)) return;
    await this._spoken;
    const { _answer: answer, _form: before } = this;
    if (!answer || !before) return;
    // The mandate is another one.
    this._edits++;
    const { form, missing } = this._formFor(answer);
    form.continue(before, () => this._show(form));
    this._ready = Promise.resolve({ form, account: answer.Methods });
    this._report([...missing, ...this._textMistakes]);
  }

  /** Takes a message of the page. Returns why it was not accepted. */
  receive(event: Pick<MessageEvent, 'origin' | 'source' | 'data'>): Rejection | undefined {
    const message = accept<ToFrame>(event, throughPort, toFrame);
    if (typeof message === 'string') return message;
    if (message.type === 'focus') {
      this._form?.focus();
      return undefined;
    }
    if (message.type === 'clearCode') {
      this._form?.clearCode();
      return undefined;
    }
    if (message.type === 'payer') {
      this._form?.fillPayer(message.holder, message.emailAddress);
      return undefined;
    }
    if (message.type === 'update') {
      this._update(message);
      return undefined;
    }
    if (message.type === 'loaded') return this._files.receive(message) ? undefined : 'OutOfOrder';
    const { id } = message;
    if (message.type === 'cancel') {
      const call = this._calls.get(id);
      call?.abort();
      return call ? undefined : 'OutOfOrder';
    }
    if (!Number.isInteger(id) || id <= this._lastId) return 'OutOfOrder';
    this._lastId = id;
    if (message.type === 'validate') this._validate(id, message.quiet === true);
    else this._tokenize(message);
    return undefined;
  }

  private _begin(): Promise<Ready> {
    const loading = this._load();
    // The page learns of it by a message; here nobody waits unless there is something to answer.
    loading.catch(() => {});
    return loading;
  }

  private async _load(): Promise<Ready> {
    const { _publicApiKey: publicApiKey, _wanted: wanted } = this;
    const spoken = this._spoken.then(() =>
      this._fill(element('p', { class: 'text', role: 'status' }, this._texts.loading)),
    );
    try {
      const loading = operate('PaymentForm()', [], (run) =>
        loadMethods(publicApiKey, run, (bearer) => wanted?.includes(bearer) ?? true),
      );
      const [answer] = await Promise.all([loading, spoken]);
      this._answer = answer;
      const { form, methods, missing } = this._formFor(answer);
      this._show(form);
      this._post({
        type: 'ready',
        detail: {
          title: this._partTitle(this._part?.name),
          methods: methods.map(({ bearer }) => bearer).join(' '),
          bearer: form.method.bearer,
          label: form.method.label,
          ignoredStyles: this._ignoredStyles.join(' '),
          sentences: payer.sentences,
        },
      });
      this._report([...missing, ...this._settingMistakes, ...this._textMistakes]);
      return { form, account: answer.Methods };
    } catch (error) {
      await spoken;
      this._showFailure();
      this._post({ type: 'failed', detail: flatten(error, []) });
      throw error;
    }
  }

  /** The form for what the account has, in the words of now. */
  private _formFor(answer: MethodsAnswer) {
    const { _texts: texts } = this;
    this._mandate = new Mandate(texts, answer, new URL(this._origin).hostname);
    const { methods: offered, missing } = offer(answer, this._wanted, texts);
    const { _part: part } = this;
    const methods = part ? offered.filter(({ flow }) => partNames(flow.Data).includes(part.name)) : offered;
    const [first, ...others] = methods;
    if (!first)
      throw (
        missing[0] ??
        unknownPart(
          offered.flatMap(({ flow }) => partNames(flow.Data)),
          `${part?.name}`,
        )
      );
    const listeners: Listeners = {
      event: (type, detail) => {
        if (type === 'change') {
          this._edits++;
          this._mandate?.changed();
        }
        this._post({ type, detail });
      },
      invalid: (error) => this._post({ type: 'invalid', detail: flatten(error, this._typed) }),
    };
    const chosen = preselected([first, ...others], this._form?.method.bearer ?? this._selected);
    const more = { ...this._listOptions, chosen, mandate: this._mandate.root };
    // Fields in frames of their own are those of one method.
    const shown: readonly [Method, ...Method[]] = part ? [chosen] : [first, ...others];
    const form = new MethodForm(shown, texts, listeners, more);
    this._form = form;
    return { form, methods: shown, missing };
  }

  /** Takes a further place, for a part of the form. */
  take(place: Place): void {
    this._places.set(place.name, place);
    this._look.add(place);
    this._ready.then(({ form }) => this._put(form, place)).catch(() => {});
  }

  private _show(form: MethodForm): void {
    if (!this._part) this._fill(form.root);
    for (const place of this._places.values()) this._put(form, place);
  }

  private _put(form: MethodForm, place: Place): void {
    const { name, post } = place;
    const part = form.part(name);
    if (part) this._fill(part, place);
    const detail = part
      ? { title: this._partTitle(name) }
      : flatten(unknownPart(partNames(form.method.flow.Data), name), []);
    // The first frame reports more of the form.
    if (name !== this._part?.name) post({ type: part ? 'ready' : 'failed', detail });
  }

  private _partTitle(part: string | undefined): string {
    const { title, mandateTitle, fields } = this._texts;
    if (!part) return title;
    return fields[part as FieldName] ?? mandateTitle;
  }

  /** Fails where the page does not show a part that the payment needs. */
  private _checkParts(form: MethodForm): void {
    if (!this._part) return;
    const missing = form.neededParts.find((name) => !this._places.has(name));
    if (missing) throw invalid('InvalidConfiguration', missing, `createElement('${missing}', …, { form })`);
  }

  private _report(mistakes: readonly ClientLibError[]): void {
    for (const error of mistakes) {
      warn(error.message);
      this._post({ type: 'error', detail: flatten(error, []) });
    }
  }

  private _showFailure(): void {
    const { failed, again } = this._texts;
    const button = element('button', { type: 'button' }, again);
    button.addEventListener('click', () => {
      this._ready = this._begin();
      // The button that was pressed goes.
      this._ready.then(
        ({ form }) => form.focus(),
        () => this._place.root.querySelector('button')?.focus(),
      );
    });
    this._fill(element('form', {}, element('p', { role: 'alert' }, failed), element('p', {}, button)));
  }

  private _fill(content: HTMLElement, place = this._place): void {
    place.root.replaceChildren(element('main', {}, content));
    tellHeight(place);
  }

  private async _validate(id: number, isQuiet: boolean): Promise<void> {
    try {
      const { form } = await this._ready;
      this._checkParts(form);
      this._post({ type: 'validate', id, detail: { valid: !form.check(isQuiet) } });
    } catch (error) {
      this._post({ type: 'validate', id, detail: flatten(error, this._typed) });
    }
  }

  private async _tokenize(message: Extract<ToFrame, { type: 'tokenize' }>): Promise<void> {
    const { id, amount, key, timeoutMs } = message;
    const call = new AbortController();
    this._calls.set(id, call);
    try {
      const options = {
        signal: call.signal,
        timeoutMs,
        idempotencyKey: `${key.slice(0, 180)}.${this._edits}`,
      };
      const detail = await operate('submit()', [options], (run) => this._process(amount, run));
      this._post({ type: 'tokenize', id, detail });
    } catch (error) {
      if (error instanceof ClientLibError) this._form?.reject(error);
      this._post({ type: 'tokenize', id, detail: flatten(error, this._typed) });
    } finally {
      this._calls.delete(id);
    }
  }

  private async _process(amount: PaymentAmount, run: Run): Promise<Detail> {
    const { form, account } = await this._ready;
    const payable = this._checkedData(form);
    form.isBusy = true;
    try {
      const purpose = { PublicApiKey: this._publicApiKey, ...amount, Opener: this._origin };
      const { processed, answer } = await tokenize(payable, purpose, account, run);
      return asDetail(processed, this._openChallenge(answer));
    } finally {
      // The words of the form may have changed meanwhile.
      if (this._form) this._form.isBusy = false;
    }
  }

  private _checkedData(form: MethodForm): PayableData {
    this._checkParts(form);
    const mistake = form.check();
    if (mistake) throw mistake;
    const { bearer: Bearer, flow } = form.method;
    if (flow.Kind === 'Redirect' && !this._returns)
      throw invalid(
        'InvalidConfiguration',
        'config.providerReturnUrl',
        `the page to return to from ${Bearer}`,
      );
    const data = { ...toPaymentData(form.typedValues), ...(isDebit(flow.Data) && this._mandate?.sign()) };
    const { findings, ...checked } = checkPaymentData(data, flow);
    const [first] = findings;
    if (first) throw toError(first);
    return { Bearer, flow, ...checked };
  }

  /** Shows 3-D Secure in the page, if the provider requires it. */
  private _openChallenge({ Token, Challenge }: Partial<TokenAnswer>): OpenChallenge | undefined {
    if (!Token || !Challenge) return undefined;
    const { Url, Params = {} } = Challenge;
    return { Token, Challenge: { Url, Params }, cancelLabel: this._texts.cancel };
  }

  private get _typed(): string[] {
    return Object.values(this._form?.typedValues ?? {});
  }

  private _post(message: Omit<ToPage, 'clientlib'>): void {
    this._port.postMessage({ clientlib: version, ...message });
  }
}

/** Without fields that are undefined, as messages of plain values are. */
const asDetail = (processed: ProcessedPaymentData, challenge: OpenChallenge | undefined): Detail =>
  JSON.parse(JSON.stringify({ ...processed, challenge }));

const unknownPart = (known: readonly string[], name: string): ClientLibError =>
  invalid('InvalidConfiguration', 'embeddableElement', `one of ${[...new Set(known)].join(', ')}`, name);
