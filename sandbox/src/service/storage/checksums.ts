import { hashText } from '../state/random.ts';

/** The checksums of a workspace's documents, and their sum, which does not depend on the order of documents. */
export class Checksums {
  readonly #byDocument = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  /** @param document `<collection>/<id>` @param value as stored; `undefined` for a deleted document */
  set(document: string, value: string | undefined): void {
    const before = this.#byDocument.get(document) ?? 0;
    if (value === undefined) {
      this.#byDocument.delete(document);
      this.#sum = (this.#sum - before) | 0;
    } else {
      const now = hashText(value, hashText(document));
      this.#byDocument.set(document, now);
      this.#sum = (this.#sum - before + now) | 0;
    }
  }
}
