import { toAscii } from '../../input/ascii.ts';
import type { FieldDefinition, FieldName, Typed } from './fields.ts';
import type { Texts } from './texts/texts.ts';

/** Creates an element; attributes that are false or undefined are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: { readonly [name: string]: string | boolean | undefined } = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** A field of the form: label, input, hint and error, linked for screen readers. */
export class FieldView {
  readonly name: FieldName;
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly _definition: FieldDefinition;
  private readonly _texts: Texts;
  private readonly _brand: HTMLElement;
  private readonly _hint: HTMLElement;
  private readonly _error: HTMLElement;

  constructor(definition: FieldDefinition, value: string, texts: Texts) {
    const { name, autocomplete, inputMode, optional, half, code } = definition;
    this.name = name;
    this._definition = definition;
    this._texts = texts;
    this.input = element('input', {
      id: name,
      name,
      type: 'text',
      class: code ? 'code' : undefined,
      autocomplete,
      inputmode: inputMode,
      required: !optional,
      // Explicit, because some screen readers otherwise report every empty required field as invalid.
      'aria-invalid': 'false',
      placeholder: name === 'expiry' ? texts.expiryPattern : definition.placeholder,
      'aria-describedby': `${name}-brand ${name}-hint ${name}-error`,
      autocapitalize: code ? 'off' : 'words',
      autocorrect: 'off',
      spellcheck: 'false',
      dir: code ? 'ltr' : undefined,
    });
    this.input.value = value;
    this._brand = element('span', { class: 'brand', id: `${name}-brand` });
    this._hint = element('p', { class: 'hint', id: `${name}-hint`, hidden: true });
    this._error = element('p', { class: 'error', id: `${name}-error` });
    const label = element('label', { for: name }, texts.fields[name]);
    if (optional) label.append(' ', element('span', { class: 'optional' }, `(${texts.optional})`));
    const control = element('div', { class: 'control' }, this.input, this._brand);
    this.root = element(
      'div',
      { class: half ? 'field half' : 'field' },
      label,
      control,
      this._hint,
      this._error,
    );
  }

  /** Brings what was typed into its form and leaves the cursor where it was, seen from the characters around it. */
  format(all: Typed, erasing: boolean): void {
    const { input, _definition: definition } = this;
    const { value } = input;
    const formatted = (typed: string): string => definition.format?.(toAscii(typed), all, erasing) ?? typed;
    const shown = formatted(value);
    if (shown === value) return;
    const at = input.selectionStart ?? value.length;
    input.value = shown;
    let cursor = shown.length;
    if (at < value.length) {
      const before = formatted(value.slice(0, at)).replace(/[^a-z0-9]/gi, '').length;
      cursor = 0;
      for (let count = 0; count < before && cursor < shown.length; cursor++) {
        if (/[a-z0-9]/i.test(shown[cursor] as string)) count++;
      }
    }
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(cursor, cursor);
  }

  /** Names the brand beside the number. */
  showBrand(name: string): void {
    if (this._brand.textContent !== name) this._brand.textContent = name;
  }

  showHint(text: string, ...pictures: readonly Element[]): void {
    this._hint.replaceChildren(...pictures, text);
    this._hint.hidden = false;
  }

  get isWrong(): boolean {
    return this.input.getAttribute('aria-invalid') === 'true';
  }

  /** Says that the field is wrong, or no more, and gives what it says. */
  showMistake(isWrong: boolean): string {
    const { input, _texts: texts, name } = this;
    const message = !isWrong ? '' : input.value.trim() ? texts.wrong[name] : texts.missing;
    input.setAttribute('aria-invalid', `${isWrong}`);
    if (this._error.textContent !== message) this._error.textContent = message;
    return message;
  }
}
