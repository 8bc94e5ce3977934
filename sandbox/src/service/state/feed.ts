/**
 * Listeners by what they listen to. What happens in a transaction is handed out after it was committed, and never when it
 * failed; a listener that throws is a mistake of its own and reaches who caused it.
 *
 * @typeParam Events what there is to listen to: its name, and what listeners get
 */
export class Feed<Events extends object> {
  readonly #listeners = new Map<PropertyKey, Set<(event: never) => void>>();

  /** @returns what ends it */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Returns whether somebody listens: what nobody hears need not be made. */
  hears(name: keyof Events): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const listeners = this.#listeners.get(name) as Set<(event: Events[Name]) => void> | undefined;
    if (listeners !== undefined) for (const listener of listeners) listener(event);
  }
}
