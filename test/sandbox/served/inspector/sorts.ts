import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { press } from './mounted.ts';

/** Numbers by their amount, all else by its letters. */
function compared(one: string, other: string): number {
  const isNumber = /^-?[\d.]+( [A-Z]{3})?$/;
  if (isNumber.test(one) && isNumber.test(other)) return Number.parseFloat(one) - Number.parseFloat(other);
  return Number(one > other) - Number(one < other);
}

const isEmpty = (cell: string) => cell === '' || cell === '–';

/** Presses the head of each column twice: its cells rise, and fall; empty ones are last. All columns that a person can press are named. */
export async function sortsBy(titles: readonly string[], place = 'main'): Promise<void> {
  const heads = [...document.querySelectorAll(`${place} thead th`)];
  const sortable = heads.filter((head) => head.querySelector('button') !== null);
  expect(sortable.map(({ textContent }) => textContent)).toEqual(titles);
  const cells = (at: number) =>
    [...document.querySelectorAll(`${place} tbody tr`)].map((row) => row.children[at]?.textContent ?? '');
  for (const title of titles) {
    const at = heads.findIndex(({ textContent }) => textContent === title);
    const rising = cells(at)
      .filter((cell) => !isEmpty(cell))
      .toSorted(compared);
    expect([title, new Set(cells(at)).size > 1]).toEqual([title, true]);
    const last = cells(at).filter(isEmpty);
    for (const [order, mark] of [
      [rising, ' ↑'],
      [rising.toReversed(), ' ↓'],
    ] as const) {
      press(screen.getByText(title, { selector: `${place} th button` }));
      await screen.findByText(mark.trim(), { selector: `${place} th span` });
      await expect
        .poll(() => [title, mark, ...cells(at)], { interval: 10 })
        .toEqual([title, mark, ...order, ...last]);
    }
  }
}
