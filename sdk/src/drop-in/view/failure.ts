import type { Texts } from '../texts/texts.ts';
import { h, put } from './dom.ts';

/** Shows in place of an element what went wrong, with a way to try again where that can help. */
export function showFailure(top: HTMLElement, text: string, texts: Texts, again: () => void): void {
  const click = (): void => {
    again();
    // The button goes.
    top.focus();
  };
  const button = h('button', { type: 'button', click }, texts.again);
  put(
    top,
    h('p', { class: 'message bad', part: 'message', role: 'alert' }, text),
    text !== texts.notSetUp && h('p', { class: 'actions' }, button),
  );
}
