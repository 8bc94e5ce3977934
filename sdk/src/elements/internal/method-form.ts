import type { ClientLibError } from '../../errors/client-lib-error.ts';
import { toAscii } from '../../input/ascii.ts';
import { findBrand } from '../../payment-data/card-brand.ts';
import { findCardType } from '../../payment-data/card-type.ts';
import { isDebit } from '../../payment-data/check.ts';
import { draw, drawingsOfCodes } from '../drawing.ts';
import type { Detail } from '../protocol.ts';
import { shownBrand } from './card-field.ts';
import { findField, mistakesIn } from './check.ts';
import { element, FieldView } from './field-view.ts';
import { type FieldName, fieldsByKind, partNames, type Typed } from './fields.ts';
import { MethodList, type MethodListOptions } from './method-list.ts';
import { type Method, methodExplanation } from './offered-methods.ts';
import type { Texts } from './texts/texts.ts';

/** Receives the customer's actions. */
export interface Listeners {
  event(name: 'change' | 'focus' | 'blur' | 'submit' | 'escape', detail: Detail): void;
  invalid(error: ClientLibError): void;
}

export interface MethodFormOptions extends MethodListOptions {
  /** The initially selected method. Default: the first. */
  readonly chosen?: Method;
  /** Shown with direct debit. */
  readonly mandate?: HTMLElement | undefined;
}

/** The methods to choose from, and the fields of the chosen one. */
export class MethodForm {
  readonly root: HTMLFormElement;
  method: Method;
  private readonly _texts: Texts;
  private readonly _listeners: Listeners;
  /** Announced by screen readers when a field becomes invalid. */
  private readonly _announcement = element('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  private readonly _values: { [name in FieldName]?: string } = {};
  /** Payer data from the page rather than from the customer's input. */
  private readonly _filled: { [name in FieldName]?: string } = {};
  private readonly _list: MethodList | undefined;
  private readonly _mandate: HTMLElement | undefined;
  private readonly _cardTypes: readonly string[];
  /** Fields and explanation of the chosen method. */
  private readonly _panel = element('div', { class: 'panel' });
  private _fields: readonly FieldView[] = [];

  constructor(
    methods: readonly [Method, ...Method[]],
    texts: Texts,
    listeners: Listeners,
    { chosen = methods[0], mandate, ...options }: MethodFormOptions = {},
  ) {
    this.method = chosen;
    this._mandate = mandate;
    this._cardTypes = options.cardTypes ?? [];
    this._texts = texts;
    this._listeners = listeners;
    this.root = this._createForm();
    if (methods.length > 1) {
      this._list = new MethodList(methods, chosen, texts, options, (method) => {
        this._show(method);
        this._changed();
      });
    }
    this.root.append(this._list?.root ?? this._panel, this._announcement);
    this._show(this.method);
  }

  /** Creates an element that reports the customer's actions. */
  private _createForm(...children: HTMLElement[]): HTMLFormElement {
    const form = element('form', { novalidate: true, 'aria-label': this._texts.title }, ...children);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', (event) => this._pressed(event));
    form.addEventListener('input', (event) => this._typed(event as InputEvent));
    form.addEventListener('compositionend', (event) => this._typed(event));
    form.addEventListener('focusin', ({ target }) => this._entered(target));
    form.addEventListener('focusout', ({ target }) => this._left(target));
    return form;
  }

  /** Creates a single field, or the mandate, for a separate frame. Its label is only for screen readers, because the page shows one. */
  part(name: string): HTMLFormElement | undefined {
    const field = this._fields.find((one) => one.name === name);
    const content = partNames(this.method.flow.Data).includes(name) && (field?.root ?? this._mandate);
    if (!content) return undefined;
    const part = this._createForm(content);
    part.className = 'alone';
    // Somewhere in the page.
    if (!this._announcement.isConnected) part.append(this._announcement);
    return part;
  }

  /** Names of the parts that the page must show: fields that need attention, and the mandate. */
  get neededParts(): string[] {
    const { flow } = this.method;
    return [...mistakesIn(this.typedValues, flow).keys(), ...(isDebit(flow.Data) ? ['mandate'] : [])];
  }

  /** The input, by field of the selected method. */
  get typedValues(): Typed {
    return Object.fromEntries(this._fields.map(({ name }) => [name, this._values[name] ?? '']));
  }

  /** Shows all that is wrong, puts the cursor into the first such field unless `isQuiet`, and returns its error. */
  check(isQuiet = false): ClientLibError | undefined {
    const mistakes = mistakesIn(this.typedValues, this.method.flow);
    for (const field of this._fields) this._mark(field, mistakes.get(field.name));
    const first = this._fields.find(({ name }) => mistakes.has(name));
    if (!isQuiet) first?.input.focus();
    return first && mistakes.get(first.name);
  }

  /** Empties the security code: it is typed anew for each attempt. */
  clearCode(): void {
    this._values.cvc = '';
    for (const { name, input } of this._fields) if (name === 'cvc') input.value = '';
    this._changed('cvc');
  }

  /** Shows an error at its field, where it is about one: a provider can know better. */
  reject(error: ClientLibError): void {
    const field = this._fields.find(({ name }) => name === findField(error));
    if (!field) return;
    this._mark(field, error);
    field.input.focus();
  }

  /** Moves the focus to the first empty or invalid field. */
  focus(): void {
    const { _fields: fields } = this;
    const needy =
      fields.find(({ isWrong }) => isWrong) ?? fields.find(({ input }) => input.required && !input.value);
    const chosen = this.root.querySelector<HTMLElement>('input:checked');
    ((needy ?? fields[0])?.input ?? chosen)?.focus();
  }

  /** Fills in what is known of who pays, where the customer has typed nothing: again when more of it is known. */
  fillPayer(holder: string, emailAddress: string): void {
    const known: Typed = { cardHolder: holder, accountHolder: holder, emailAddress };
    for (const [name, value] of Object.entries(known) as [FieldName, string][]) {
      const before = this._values[name];
      if (!value || (before && before !== this._filled[name])) continue;
      this._filled[name] = value;
      this._values[name] = value;
      const field = this._fields.find((one) => one.name === name);
      if (!field) continue;
      field.input.value = value;
      if (field.isWrong) this._mark(field, mistakesIn(this.typedValues, this.method.flow).get(name));
    }
  }

  /**
   * Continues where another form was: with what is typed and found wrong, and with the cursor.
   *
   * @param place Puts this form in the place of the other one.
   */
  continue(before: MethodForm, place: () => void): void {
    const active = before._fields.find(({ input }) => input === input.ownerDocument.activeElement);
    const { selectionStart, selectionEnd } = active?.input ?? {};
    Object.assign(this._values, before._values);
    Object.assign(this._filled, before._filled);
    this._show(this.method);
    for (const field of this._fields)
      field.showMistake(before._fields.some(({ name, isWrong }) => isWrong && name === field.name));
    if (before.root.getAttribute('aria-busy') === 'true') this.isBusy = true;
    place();
    const next = this._fields.find(({ name }) => name === active?.name)?.input;
    next?.focus();
    next?.setSelectionRange(selectionStart ?? null, selectionEnd ?? null);
  }

  /** While the data is being sent it stays as it is. */
  set isBusy(value: boolean) {
    this.root.setAttribute('aria-busy', `${value}`);
    for (const { input } of this._fields) input.readOnly = value;
    for (const radio of this.root.querySelectorAll<HTMLInputElement>('[type=radio]'))
      radio.disabled = value && !radio.checked;
  }

  private _show(method: Method): void {
    this.method = method;
    this._fields = fieldsByKind[method.flow.Data].map(
      (definition) => new FieldView(definition, this._values[definition.name] ?? '', this._texts),
    );
    const explanation = methodExplanation(method, this._texts);
    const text = explanation ? [element('p', { class: 'text' }, explanation)] : [];
    const below = isDebit(method.flow.Data) && this._mandate ? [this._mandate] : text;
    this._panel.replaceChildren(...this._fields.map(({ root }) => root), ...below);
    this._list?.open(method, this._panel);
    this._showCard();
  }

  private _typed(event: Partial<InputEvent>): void {
    const field = this._fields.find(({ input }) => input === event.target);
    if (!field) return;
    // A format would break off what an input method composes; the value counts at once, as not every browser repeats it.
    if (!event.isComposing) field.format(this.typedValues, `${event.inputType}`.startsWith('delete'));
    this._values[field.name] = field.input.value;
    if (field.name === 'cardNumber') this._showCard();
    // A field that was found wrong is let go as soon as it is right.
    if (field.isWrong && !mistakesIn(this.typedValues, this.method.flow).has(field.name))
      field.showMistake(false);
    this._changed(field.name);
  }

  private get _cardDigits(): string {
    return toAscii(this._values.cardNumber ?? '').replace(/\D/g, '');
  }

  private _showCard(): void {
    const number = this._cardDigits;
    const accepted = this._cardTypes.map(shownBrand).join(', ');
    for (const field of this._fields) {
      if (field.name === 'cardNumber') {
        field.showBrand(shownBrand(findCardType(number)));
        if (accepted) field.showHint(accepted);
      }
      const digits = findBrand(number).cvcLength === 4 ? 4 : 3;
      if (field.name === 'cvc') field.showHint(this._texts.cvcHint[digits], draw(drawingsOfCodes[digits]));
    }
  }

  private _changed(field?: FieldName): void {
    const { method } = this;
    const isCard = method.flow.Data === 'Card';
    const mistakes = mistakesIn(this.typedValues, method.flow);
    const empty = field && !this._values[field];
    this._listeners.event('change', {
      bearer: method.bearer,
      label: method.label,
      field,
      complete: mistakes.size === 0,
      cardType: (isCard && findCardType(this._cardDigits)) || undefined,
      empty,
      valid: field && !empty && !mistakes.has(field),
    });
  }

  private _pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing)
      this._listeners.event('escape', { bearer: this.method.bearer });
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // A key that is held down is one wish to pay.
    if (event.repeat) return;
    this._listeners.event('submit', { bearer: this.method.bearer });
  }

  private _entered(target: EventTarget | null): void {
    const field = this._fields.find(({ input }) => input === target);
    if (field) this._listeners.event('focus', { field: field.name });
  }

  private _left(target: EventTarget | null): void {
    const field = this._fields.find(({ input }) => input === target);
    if (!field) return;
    // An empty field is not wrong yet: the customer may only be on the way.
    if (field.input.value) this._mark(field, mistakesIn(this.typedValues, this.method.flow).get(field.name));
    this._listeners.event('blur', { field: field.name });
  }

  private _mark(field: FieldView, mistake: ClientLibError | undefined): void {
    const isNews = !!mistake && !field.isWrong;
    const message = field.showMistake(!!mistake);
    if (!isNews) return;
    this._announcement.textContent = `${this._texts.fields[field.name]}: ${message}`;
    this._listeners.invalid(mistake);
  }
}
