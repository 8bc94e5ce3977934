import type { ClientLibError } from '../../error.ts';
import { cvcLength } from '../../payment-data/card.ts';
import type { Detail } from '../protocol.ts';
import { brandOf } from './card-brand.ts';
import { fieldOf, mistakesIn } from './check.ts';
import { element, FieldView } from './field-view.ts';
import { type FieldName, fieldsOf } from './fields.ts';
import { explanationOf, type Method } from './methods.ts';
import type { Texts } from './texts.ts';

/** What the customer does, as the page hears of it. */
export interface Ears {
  tell(event: 'change' | 'focus' | 'blur' | 'submit', detail: Detail): void;
  wrong(error: ClientLibError): void;
}

/** The methods to choose from, and the fields of the chosen one. */
export class MethodForm {
  readonly root: HTMLFormElement;
  method: Method;
  private readonly methods: readonly Method[];
  private readonly texts: Texts;
  private readonly ears: Ears;
  /** Speaks to screen readers when a field turns out wrong. */
  private readonly spoken = element('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  private readonly values: { [name in FieldName]?: string } = {};
  private fields: readonly FieldView[] = [];

  constructor(methods: readonly [Method, ...Method[]], texts: Texts, ears: Ears) {
    this.methods = methods;
    this.method = methods[0];
    this.texts = texts;
    this.ears = ears;
    this.root = element('form', { novalidate: true, 'aria-label': texts.title });
    this.root.addEventListener('submit', (event) => event.preventDefault());
    this.root.addEventListener('keydown', (event) => this.pressed(event));
    this.root.addEventListener('input', (event) => this.typed(event as InputEvent));
    this.root.addEventListener('focusin', ({ target }) => this.entered(target));
    this.root.addEventListener('focusout', ({ target }) => this.left(target));
    if (methods.length > 1) this.root.append(this.switch());
    this.root.append(this.spoken);
    this.show(this.method);
  }

  /** What is typed, by field of the chosen method. */
  get typedValues(): { readonly [name in FieldName]?: string } {
    return Object.fromEntries(this.fields.map(({ name }) => [name, this.values[name] ?? '']));
  }

  /** Shows all that is wrong, puts the cursor into the first such field, and gives its error. */
  check(): ClientLibError | undefined {
    const mistakes = mistakesIn(this.typedValues, this.method.flow);
    for (const field of this.fields) this.mark(field, mistakes.get(field.name));
    const first = this.fields.find(({ name }) => mistakes.has(name));
    first?.input.focus();
    return first && mistakes.get(first.name);
  }

  /** Shows an error at its field, where it is about one: a provider can know better. */
  reject(error: ClientLibError): void {
    const field = this.fields.find(({ name }) => name === fieldOf(error));
    if (!field) return;
    this.mark(field, error);
    field.input.focus();
  }

  /** Puts the cursor into the first field that needs attention. */
  focus(): void {
    const { fields } = this;
    const needy =
      fields.find(({ isWrong }) => isWrong) ?? fields.find(({ input }) => input.required && !input.value);
    const chosen = this.root.querySelector<HTMLElement>('input:checked');
    ((needy ?? fields[0])?.input ?? chosen)?.focus();
  }

  /** While the data is under way it stays as it is. */
  set isBusy(value: boolean) {
    this.root.setAttribute('aria-busy', `${value}`);
    for (const input of this.root.querySelectorAll('input')) {
      if (input.type === 'radio') input.disabled = value && !input.checked;
      else input.readOnly = value;
    }
  }

  private switch(): HTMLElement {
    const choices = this.methods.map((method, at) => {
      const radio = element('input', {
        type: 'radio',
        name: 'method',
        value: method.bearer,
        checked: at === 0,
      });
      radio.addEventListener('change', () => {
        this.show(method);
        this.changed();
      });
      return element('label', { class: 'method' }, radio, element('span', {}, method.label));
    });
    return element('fieldset', { class: 'methods' }, element('legend', {}, this.texts.methods), ...choices);
  }

  private show(method: Method): void {
    this.method = method;
    for (const old of this.root.querySelectorAll('.field, .text')) old.remove();
    this.fields = fieldsOf[method.flow.Data].map(
      (definition) => new FieldView(definition, this.values[definition.name] ?? '', this.texts),
    );
    const explanation = explanationOf(method, this.texts);
    const text = explanation ? [element('p', { class: 'text' }, explanation)] : [];
    this.spoken.before(...this.fields.map(({ root }) => root), ...text);
    this.showCard();
  }

  private typed(event: InputEvent): void {
    const field = this.fields.find(({ input }) => input === event.target);
    if (!field || event.isComposing) return;
    field.format(this.typedValues, `${event.inputType}`.startsWith('delete'));
    this.values[field.name] = field.input.value;
    if (field.name === 'cardNumber') this.showCard();
    // A field that was found wrong is let go as soon as it is right.
    if (field.isWrong && !mistakesIn(this.typedValues, this.method.flow).has(field.name))
      field.showMistake(false);
    this.changed(field.name);
  }

  private showCard(): void {
    const number = (this.values.cardNumber ?? '').replace(/\D/g, '');
    for (const field of this.fields) {
      if (field.name === 'cardNumber') field.showBrand(brandOf(number)?.name ?? '');
      if (field.name === 'cvc') field.showHint(this.texts.cvcHint[cvcLength(number) as 3 | 4]);
    }
  }

  private changed(field?: FieldName): void {
    const { method, values } = this;
    this.ears.tell('change', {
      bearer: method.bearer,
      field,
      complete: mistakesIn(this.typedValues, method.flow).size === 0,
      cardType:
        method.flow.Data === 'Card' ? brandOf((values.cardNumber ?? '').replace(/\D/g, ''))?.type : undefined,
    });
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.ears.tell('submit', { bearer: this.method.bearer });
  }

  private entered(target: EventTarget | null): void {
    const field = this.fields.find(({ input }) => input === target);
    if (field) this.ears.tell('focus', { field: field.name });
  }

  private left(target: EventTarget | null): void {
    const field = this.fields.find(({ input }) => input === target);
    if (!field) return;
    // An empty field is not wrong yet: the customer may only be on the way.
    if (field.input.value) this.mark(field, mistakesIn(this.typedValues, this.method.flow).get(field.name));
    this.ears.tell('blur', { field: field.name });
  }

  private mark(field: FieldView, mistake: ClientLibError | undefined): void {
    const isNews = !!mistake && !field.isWrong;
    const message = field.showMistake(!!mistake);
    if (!isNews) return;
    this.spoken.textContent = `${this.texts.fields[field.name]}: ${message}`;
    this.ears.wrong(mistake);
  }
}
