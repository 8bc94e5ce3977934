import { h, put, say } from './dom.ts';

type Input = HTMLInputElement | HTMLSelectElement;

/** One field: label, input and what is wrong with it, tied together for screen readers. */
export class Field {
  readonly root: HTMLElement;
  readonly input: Input;
  label!: string;
  private readonly _text: HTMLElement;
  private readonly _note = h('p', { class: 'note good' });
  private readonly _error: HTMLElement;

  constructor(name: string, label: string, input: Input, hint = '') {
    const id = name.replace(/\W/g, '-');
    this.input = input;
    this._error = h('p', { class: 'error', part: 'error', id: `${id}-error` });
    input.id = id;
    input.name = name;
    input.setAttribute('part', 'input');
    input.setAttribute('aria-describedby', `${id}-error ${id}-note`);
    this._note.id = `${id}-note`;
    this._text = h('label', { for: id, part: 'label' });
    this.describe(label, hint);
    this.root = h('div', { class: 'field', part: 'field' }, this._text, input, this._note, this._error);
  }

  /** @param hint Stands behind the label: `optional`, a price. */
  describe(label: string, hint: string): void {
    this.label = label;
    put(this._text, label, hint && h('span', { class: 'hint' }, ` (${hint})`));
  }

  get value(): string {
    return this.input.value.trim();
  }

  set value(value: string) {
    this.input.value = value;
  }

  /** Says something good of the value. */
  set note(text: string) {
    say(this._note, text);
  }

  get isWrong(): boolean {
    return this.input.getAttribute('aria-invalid') === 'true';
  }

  /** Says what is wrong, or with an empty text that nothing is. */
  showMistake(text: string): void {
    this.input.setAttribute('aria-invalid', `${text !== ''}`);
    say(this._error, text);
  }
}
