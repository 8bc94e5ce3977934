import { expect } from 'vitest';
import { lines, outlineOf } from './outline.ts';

type Ids = Readonly<Record<string, string>>;

/** What a part of the page says, with `{names}` in place of ids. */
export const shown = (selector = 'main', ids: Ids = {}): readonly string[] =>
  outlineOf(document.querySelector(selector), ids);

/** Waits until a part of the page says exactly this, whatever its indentation. */
export async function reads(expected: string, selector = 'main', ids: Ids = {}): Promise<void> {
  await expect.poll(() => shown(selector, ids), { interval: 10 }).toEqual(lines(expected));
}
