import { h, put, say } from './dom.ts';
import { glyph } from './glyph.ts';

/** The main button. While it works its label and its width stay, and it keeps the focus. */
export class BusyButton {
  readonly root: HTMLButtonElement;
  /** Says that it works, for screen readers. */
  readonly status = h('p', { class: 'spoken', role: 'status' });
  private readonly _label = h('span', { class: 'label' });
  private readonly _working: string;

  /** @param describedBy Ids of what must be read with it. */
  constructor(label: string, working: string, describedBy: string) {
    this._working = working;
    this.root = h(
      'button',
      { type: 'submit', class: 'main-button wide', part: 'button submit', 'aria-describedby': describedBy },
      this._label,
    );
    this.label = label;
  }

  set label(text: string) {
    say(this._label, text);
  }

  set isBusy(value: boolean) {
    // A disabled button would lose the focus.
    this.root.setAttribute('aria-disabled', `${value}`);
    this.root.setAttribute('aria-busy', `${value}`);
    put(this.root, this._label, value && h('span', { class: 'spinner' }));
    say(this.status, value ? this._working : '');
  }

  /** It has worked: the last thing that it shows. */
  showDone(): void {
    put(this.root, this._label, glyph('check'));
    say(this.status, '');
  }
}
