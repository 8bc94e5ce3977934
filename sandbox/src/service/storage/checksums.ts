import { hashOf } from '../state/random.ts';

/** The checksums of the documents of a workspace, and their sum, in which the order of documents does not matter. */
export class Checksums {
  readonly #byDocument = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  /** @param document `<collection>/<id>` @param value as it is kept; `undefined` for a document that is gone */
  set(document: string, value: string | undefined): void {
    const before = this.#byDocument.get(document) ?? 0;
    if (value === undefined) {
      this.#byDocument.delete(document);
      this.#sum = (this.#sum - before) | 0;
    } else {
      const now = hashOf(value, hashOf(document));
      this.#byDocument.set(document, now);
      this.#sum = (this.#sum - before + now) | 0;
    }
  }
}
