import { type Kept, keptInTab } from '../kept-in-tab.ts';
import { h, say } from './dom.ts';

/** The content of a skeleton: fields with a summary beside them, or cards. */
type Kind = 'form' | 'cards';

/** Parts of a form that are as high as they will be only when the price and the payment form are there. */
const parts = ['.side', '.payment', '.end'];

/** Wait after which a customer is told about it. */
const SILENCE_MS = 400;

/** Heights in pixels when all was there, and the width that they are for. */
interface Heights {
  readonly width: number;
  readonly whole: number;
  readonly parts: readonly number[];
}

/** The shape of what was shown last in this tab: what loads again takes the same room at once. */
export class Shape {
  private readonly _kept: Kept<Heights>;
  private readonly _top: HTMLElement;

  constructor(name: string, top: HTMLElement) {
    this._kept = keptInTab(`clientlib.${name}.shape`);
    this._top = top;
  }

  /** Stands where the content will. */
  skeleton(kind: Kind, loading: string, signal: AbortSignal): HTMLElement {
    const status = h('p', { class: 'spoken', role: 'status' });
    const timer = setTimeout(() => say(status, loading), SILENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const bones = (...kinds: string[]) => kinds.map((kind) => h('div', { class: `bone ${kind}` }));
    const fields = ['field', 'field', 'field', 'field'];
    const content =
      kind === 'form'
        ? [
            h('div', { class: 'side' }, ...bones('total')),
            h('div', { class: 'main' }, ...bones('plan', 'plan', ...fields, 'pay', 'submit')),
          ]
        : bones('pay', 'pay', 'plan', 'plan');
    const classes = `skeleton ${kind === 'form' ? 'columns' : kind}`;
    const skeleton = h('div', { class: classes, 'aria-busy': 'true', part: 'skeleton' }, status, ...content);
    const height = this._heights?.whole ?? (kind === 'form' ? 1200 : undefined);
    if (height) skeleton.style.height = `${height}px`;
    return skeleton;
  }

  /** Keeps the room of the last time for the content; returns what lets it go, when all is there. */
  reserve(form: HTMLElement): () => void {
    const heights = this._heights;
    const all = [form, ...parts.map((part) => form.querySelector<HTMLElement>(part))];
    const known = heights ? [heights.whole, ...heights.parts] : [];
    for (const [at, part] of all.entries()) if (part && known[at]) part.style.minHeight = `${known[at]}px`;
    return () => {
      for (const part of all) part?.style.removeProperty('min-height');
      const [whole = 0, ...rest] = all.map((part) => part?.getBoundingClientRect().height ?? 0);
      if (whole > 0) this._kept.value = { width: this._top.clientWidth, whole, parts: rest };
    };
  }

  private get _heights(): Heights | undefined {
    const { value } = this._kept;
    return value?.width === this._top.clientWidth ? value : undefined;
  }
}
