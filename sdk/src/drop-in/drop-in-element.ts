import { ClientLibError } from 'clientlib';
import { chooseLocale, ignoredLocale, readLocale, textDirection } from '../input/locale.ts';
import { unknownNames } from '../input/unknown-names.ts';
import { adoptProperties } from '../properties/reflect.ts';
import type { Table } from '../properties/tables.ts';
import { reported } from './problem.ts';
import { checkAttributes, setUpError, warnSetting } from './set-up.ts';
import { en } from './texts/en.ts';
import { getTexts, languages, type PartialTexts } from './texts/languages.ts';
import type { Texts } from './texts/texts.ts';
import { h, put } from './view/dom.ts';
import { showFailure } from './view/failure.ts';
import { Formats } from './view/formats.ts';
import { look } from './view/look.ts';
import { Shape } from './view/shape.ts';

/** On a server there are no elements: the tag stays empty there, and the class is never used. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** Data that the parts of an element share. */
export interface Scene {
  readonly texts: Texts;
  /** The page's own texts for the payment form. */
  readonly formTexts: PartialTexts['paymentForm'];
  readonly formats: Formats;
  /** Ends when the element has gone or begins anew. */
  readonly signal: AbortSignal;
  /** The element, around the shadow root. */
  readonly host: HTMLElement;
}

/** The common base of the elements: a shadow root with style and language, and one start for several changes. */
export abstract class DropInElement extends Base {
  /** Everything that is shown. It has the focus where a pressed button goes with what was shown. */
  protected readonly top: HTMLElement = h('div', { class: 'top', tabindex: -1 });
  private readonly _shadow = this.attachShadow({ mode: 'open' });
  private _life: AbortController | undefined;
  private _isPlanned = false;
  private _isOutdated = true;
  private _turn = 0;
  private _scene!: Scene;
  private readonly _looks = new Set<string>();

  /** The properties of the element. */
  protected abstract readonly table: Table;
  declare texts: PartialTexts | undefined;
  declare locale: string | undefined;

  connectedCallback(): void {
    adoptProperties(this, this.table);
    if (!this.top.isConnected) {
      this._style(look);
      this._shadow.append(this.top);
    }
    this.plan();
  }

  /** By a style sheet made in script, which a policy without inline styles allows. jsdom shows nothing, and has none. */
  private _style(rules: string): void {
    const { adoptedStyleSheets } = this._shadow;
    if (!adoptedStyleSheets || this._looks.has(rules)) return;
    this._looks.add(rules);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    this._shadow.adoptedStyleSheets = [...adoptedStyleSheets, sheet];
  }

  /** Moved by `moveBefore`: nothing begins anew, and the frame keeps what is typed. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    this._life?.abort();
  }

  /** Changes of the style keep the input. */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before !== after && name !== 'theme' && name !== 'density') this.plan(name);
  }

  /** Shows everything anew, while the element is in a page. */
  protected abstract show(scene: Scene): void;

  /** Shows what is loaded only where a page has it, in the current language; where that fails, a way to try again. */
  protected async showPart<Part extends object>(
    load: () => Promise<Part>,
    show: (part: Part, scene: Scene) => void,
  ): Promise<void> {
    const { top } = this;
    const { texts, signal } = this._scene;
    const shape = new Shape(this.localName, top);
    if (!top.childElementCount) put(top, shape.skeleton('cards', texts.loading, signal));
    try {
      const part = await load();
      if (signal.aborted) return;
      if ('look' in part) this._style(`${part.look}`);
      show(part, this._scene);
    } catch (error) {
      if (signal.aborted) return;
      const { texts } = this._scene;
      showFailure(top, texts.failed, texts, () => {
        put(top);
        this.showPart(load, show);
      });
      this.tell('error', reported(error));
    }
  }

  /** Shows the same in other words, with what is typed; an element without input shows everything anew. */
  protected reword(_scene: Scene): void {
    this.plan();
  }

  /**
   * Starts once for all that frameworks set one after the other.
   *
   * @param changed `locale` and `texts` are other words; everything else is another start.
   */
  protected plan(changed?: string): void {
    this._isOutdated ||= changed !== 'locale' && changed !== 'texts';
    if (this._isPlanned) return;
    this._isPlanned = true;
    queueMicrotask(() => {
      this._isPlanned = false;
      this._begin();
    });
  }

  private async _begin(): Promise<void> {
    const isStart = this._isOutdated;
    if (isStart) this._life?.abort();
    if (!this.isConnected) return;
    if (isStart) this._life = new AbortController();
    const { signal } = this._life as AbortController;
    this._turn++;
    const turn = this._turn;
    const locale = this._chosenLocale();
    const texts = await getTexts(locale, this.texts);
    if (signal.aborted || turn !== this._turn) return;
    this.top.lang = locale;
    this.top.dir = textDirection(locale);
    const { paymentForm: formTexts, ...own } = this.texts ?? {};
    if (!this._canStart()) return showFailure(this.top, texts.notSetUp, texts, () => this.plan());
    for (const [name, nearest] of unknownNames(en, own))
      this.tell('error', setUpError(this, `texts.${name}`, `no such text. Did you mean ${nearest}?`));
    this._isOutdated = false;
    const scene = { texts, formTexts, formats: new Formats(locale), signal, host: this };
    this._scene = scene;
    if (isStart) this.show(scene);
    else this.reword(scene);
  }

  /** Returns whether the attributes are right; else the page is told why. */
  private _canStart(): boolean {
    // A script tag without that of ClientLib before it.
    if (!(ClientLibError as unknown)) {
      warnSetting(
        this,
        'clientlib.js',
        'not loaded. Load it by a script tag before drop-in.js, both with defer.',
      );
      return false;
    }
    const wrong = checkAttributes(this, this.table);
    if (wrong) this.tell('error', wrong);
    return !wrong;
  }

  /** Of the attribute, the page around the element, or the browser. What cannot be read is ignored, with a warning. */
  private _chosenLocale(): string {
    const page = this.closest('[lang]')?.getAttribute('lang') ?? '';
    const tag = this.locale ?? '';
    const locale = chooseLocale([tag, page, ...navigator.languages], languages);
    const ignored = ignoredLocale(tag, languages, locale);
    if (ignored) warnSetting(this, 'locale', ignored);
    else if (!tag && page && !readLocale(page))
      warnSetting(this, `lang="${page}" of the page`, 'expected a language such as de or de-AT.');
    return locale;
  }

  /** Sends the page an event. Events do not bubble, as those of the payment form. */
  protected tell(event: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}

/** Defines an element, unless another copy of the library has. */
export function define(tag: string, element: CustomElementConstructor): void {
  const registry = globalThis.customElements as CustomElementRegistry | undefined;
  if (registry && !registry.get(tag)) registry.define(tag, element);
}
