/** A document in its place. The row outlives replacements of the document, so indexes point at rows. */
export interface Row<T> {
  document: T;
  /** Order key of lists (`orderBy` of the collection's definition). */
  order: number;
  /** Position in the order of creation, unique in the collection. */
  readonly sequence: number;
}

/**
 * Rows in list order: by their order key, then by the sequence in which they were made.
 *
 * New rows nearly always belong at the end, so adding is a push; anything else is a binary search and a splice.
 */
export class SortedRows<T> {
  readonly rows: Row<T>[];

  constructor(rows: Row<T>[] = []) {
    this.rows = rows;
  }

  add(row: Row<T>): void {
    const last = this.rows[this.rows.length - 1];
    if (last === undefined || comesBefore(last, row)) this.rows.push(row);
    else this.rows.splice(this.positionOf(row), 0, row);
  }

  remove(row: Row<T>): void {
    const at = this.positionOf(row);
    if (this.rows[at] !== row) return;
    if (at === 0) this.rows.shift();
    else this.rows.splice(at, 1);
  }

  /** The place of a row, or the place where it would stand. */
  positionOf(row: { order: number; sequence: number }): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comesBefore(this.rows[middle] as Row<T>, row)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function comesBefore(
  a: { order: number; sequence: number },
  b: { order: number; sequence: number },
): boolean {
  return a.order < b.order || (a.order === b.order && a.sequence < b.sequence);
}
