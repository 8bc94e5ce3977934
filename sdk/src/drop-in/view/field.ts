import { h, say } from './dom.ts';

type Input = HTMLInputElement | HTMLSelectElement;

/** One field: label, input and what is wrong with it, tied together for screen readers. */
export class Field {
  readonly root: HTMLElement;
  readonly input: Input;
  private readonly _error: HTMLElement;

  /** @param hint Stands behind the label: `optional`, a price. */
  constructor(name: string, label: string, input: Input, hint = '') {
    const id = name.replace(/\W/g, '-');
    this.input = input;
    this._error = h('p', { class: 'error', part: 'error', id: `${id}-error` });
    input.id = id;
    input.name = name;
    input.setAttribute('part', 'input');
    input.setAttribute('aria-describedby', `${id}-error`);
    const text = h(
      'label',
      { for: id, part: 'label' },
      label,
      hint && h('span', { class: 'hint' }, ` (${hint})`),
    );
    this.root = h('div', { class: 'field', part: 'field' }, text, input, this._error);
  }

  get value(): string {
    return this.input.value.trim();
  }

  set value(value: string) {
    this.input.value = value;
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
