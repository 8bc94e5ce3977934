export type SortValue = string | number | undefined;

/** The order of a list: the title of a column, and the direction. In the URL as `sort=-Balance`. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

export function readSorting(text: string | null): Sorting | undefined {
  if (text === null || text === '') return undefined;
  const isDescending = text.startsWith('-');
  return { column: isDescending ? text.slice(1) : text, isDescending };
}

/** The next order when a column header is pressed: ascending, descending, none. */
export function nextSorting(current: Sorting | undefined, column: string): string {
  if (current?.column !== column) return column;
  return current.isDescending ? '' : `-${column}`;
}

/** Returns the rows in order; rows without a value are last. */
export function sorted<Row>(
  rows: readonly Row[],
  sortBy: ((row: Row) => SortValue) | undefined,
  isDescending: boolean,
): readonly Row[] {
  if (sortBy === undefined) return rows;
  const turn = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((a, b) => {
      if (a.value === b.value) return 0;
      if (a.value === undefined) return 1;
      if (b.value === undefined) return -1;
      return (a.value < b.value ? -1 : 1) * turn;
    })
    .map(({ row }) => row);
}
