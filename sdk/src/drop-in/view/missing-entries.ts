import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put } from './dom.ts';

/** Something that is missing or wrong. */
export interface MissingEntry {
  readonly label: string;
  focus(): void;
  /** Returns whether it still is. */
  isWrong(): boolean;
}

/** All that is missing, as links above the button; each goes when its entry is right. */
export class MissingEntries {
  readonly root = h('p', { class: 'missing', part: 'missing', role: 'status', hidden: true });
  private readonly _texts: Texts;
  private _entries: readonly MissingEntry[] = [];

  constructor(texts: Texts) {
    this._texts = texts;
  }

  show(entries: readonly MissingEntry[]): void {
    this._entries = entries;
    this.root.hidden = entries.length === 0;
    const links = entries.map(({ label, focus }) =>
      h('button', { type: 'button', class: 'link', click: focus }, label),
    );
    const text = filled(this._texts.incomplete, { n: `${entries.length}` });
    put(this.root, text, ...links.flatMap((link) => [' ', link]));
  }

  /** Leaves out what is right now. */
  update(): void {
    const left = this._entries.filter((entry) => entry.isWrong());
    if (left.length !== this._entries.length) this.show(left);
  }
}
