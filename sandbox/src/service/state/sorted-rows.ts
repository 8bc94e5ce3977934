/**
 * A position in list order: by order key, then by ticks for equal keys, then by the sequence in which the rows were
 * created.
 */
export interface Place {
  readonly order: number;
  readonly ticks: number;
  readonly sequence: number;
}

/** A document at its position. The row stays the same if the document is replaced, so indexes refer to rows. */
export interface Row<T> extends Place {
  document: T;
  /** Order key of lists (`orderBy` of the collection's definition). */
  order: number;
  /** The rest of that key (`ticks` of the definition). */
  ticks: number;
  /** Position in the order of creation, unique in the collection. */
  readonly sequence: number;
}

/** Maximum number of rows in one block. */
export const BLOCK_LENGTH = 256;

/**
 * Rows in list order, in blocks: an insertion or removal in the middle only moves the rest of its block,
 * so its cost hardly grows with the number of rows. New rows nearly always belong at the end, which is a push.
 */
export class SortedRows<T> {
  /** No block is empty. */
  readonly #blocks: Row<T>[][] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  first(): Row<T> | undefined {
    return this.#blocks[0]?.[0];
  }

  add(row: Row<T>): void {
    this.#length += 1;
    const last = this.#blocks[this.#blocks.length - 1];
    if (last !== undefined && comesBefore(row, last[last.length - 1] as Row<T>)) this.#addWithin(row);
    else if (last !== undefined && last.length < BLOCK_LENGTH) last.push(row);
    else this.#blocks.push([row]);
  }

  remove(row: Row<T>): void {
    const at = this.#findBlock(row);
    const block = this.#blocks[at];
    const position = block === undefined ? 0 : positionIn(block, row);
    if (block?.[position] !== row) return;
    this.#length -= 1;
    if (block.length === 1) this.#blocks.splice(at, 1);
    else if (position === 0) block.shift();
    else block.splice(position, 1);
  }

  clear(): void {
    this.#blocks.length = 0;
    this.#length = 0;
  }

  /** Rows between two positions, both inclusive. */
  *upwards(low: Place, high: Place): Generator<Row<T>> {
    for (let at = this.#findBlock(low); at < this.#blocks.length; at += 1) {
      const block = this.#blocks[at] as Row<T>[];
      for (let position = positionIn(block, low); position < block.length; position += 1) {
        const row = block[position] as Row<T>;
        if (comesBefore(high, row)) return;
        yield row;
      }
    }
  }

  /** The same rows in reverse order. */
  *downwards(low: Place, high: Place): Generator<Row<T>> {
    const end = { ...high, sequence: high.sequence + 1 };
    for (let at = this.#findBlock(high); at >= 0; at -= 1) {
      const block = this.#blocks[at] ?? [];
      for (let position = positionIn(block, end) - 1; position >= 0; position -= 1) {
        const row = block[position] as Row<T>;
        if (comesBefore(row, low)) return;
        yield row;
      }
    }
  }

  documents(): T[] {
    const documents: T[] = [];
    for (const block of this.#blocks) for (const row of block) documents.push(row.document);
    return documents;
  }

  #addWithin(row: Row<T>): void {
    const at = this.#findBlock(row);
    const block = this.#blocks[at] as Row<T>[];
    block.splice(positionIn(block, row), 0, row);
    if (block.length > BLOCK_LENGTH) this.#blocks.splice(at + 1, 0, block.splice(BLOCK_LENGTH / 2));
  }

  /** The block that contains a position, or would contain it: the last one that does not begin after it. */
  #findBlock(place: Place): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (comesBefore(place, this.#blocks[middle]?.[0] as Row<T>)) high = middle - 1;
      else low = middle;
    }
    return low;
  }
}

/** The index of the first row that is not before the position. */
function positionIn(block: readonly Place[], place: Place): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(block[middle] as Place, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns whether one position is before another. */
export function comesBefore(a: Place, b: Place): boolean {
  if (a.order !== b.order) return a.order < b.order;
  return a.ticks < b.ticks || (a.ticks === b.ticks && a.sequence < b.sequence);
}
