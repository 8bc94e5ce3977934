/** A document in its place. The row outlives replacements of the document, so indexes point at rows. */
export interface Row<T> {
  document: T;
  /** Order key of lists (`orderBy` of the collection's definition). */
  order: number;
  /** Position in the order of creation, unique in the collection. */
  readonly sequence: number;
}

/** Gaps at the front that are closed at once. */
const MANY_GAPS = 1024;

/**
 * Rows in list order: by their order key, then by the sequence in which they were made.
 *
 * New rows nearly always belong at the end, so adding is a push; logs and the schedule lose their first, which leaves a
 * gap that is closed later, with others. Anything else is a binary search and a splice.
 */
export class SortedRows<T> {
  readonly #rows: (Row<T> | undefined)[];
  /** Where the rows begin; what lies before is empty. */
  #first = 0;

  constructor(rows: Row<T>[] = []) {
    this.#rows = rows;
  }

  get length(): number {
    return this.#rows.length - this.#first;
  }

  at(position: number): Row<T> | undefined {
    return this.#rows[this.#first + position];
  }

  add(row: Row<T>): void {
    const last = this.at(this.length - 1);
    if (last === undefined || comesBefore(last, row)) this.#rows.push(row);
    else this.#rows.splice(this.#first + this.positionOf(row), 0, row);
  }

  remove(row: Row<T>): void {
    if (this.at(0) !== row) {
      const at = this.positionOf(row);
      if (this.at(at) === row) this.#rows.splice(this.#first + at, 1);
      return;
    }
    this.#rows[this.#first] = undefined;
    this.#first += 1;
    if (this.#first >= MANY_GAPS || this.#first === this.#rows.length) {
      this.#rows.splice(0, this.#first);
      this.#first = 0;
    }
  }

  clear(): void {
    this.#rows.length = 0;
    this.#first = 0;
  }

  /** The place of a row, or the place where it would stand. */
  positionOf(row: { order: number; sequence: number }): number {
    let low = this.#first;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comesBefore(this.#rows[middle] as Row<T>, row)) low = middle + 1;
      else high = middle;
    }
    return low - this.#first;
  }

  documents(): T[] {
    const documents: T[] = [];
    for (let at = this.#first; at < this.#rows.length; at += 1)
      documents.push((this.#rows[at] as Row<T>).document);
    return documents;
  }
}

function comesBefore(
  a: { order: number; sequence: number },
  b: { order: number; sequence: number },
): boolean {
  return a.order < b.order || (a.order === b.order && a.sequence < b.sequence);
}
