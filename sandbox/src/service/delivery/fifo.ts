/** First in, first out, at constant cost however long the queue is. */
export class Fifo<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  get head(): T | undefined {
    return this.#items[this.#first];
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** Removes the first item, or the one at a position, which changes places with the first. */
  take(position = 0): T | undefined {
    if (this.length === 0) return undefined;
    const at = this.#first + position;
    const item = this.#items[at] as T;
    this.#items[at] = this.#items[this.#first] as T;
    this.#first += 1;
    if (this.#first > 1_000 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
