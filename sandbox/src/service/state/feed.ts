/**
 * Listeners by event name. Events of a transaction are emitted after the commit, and never if it
 * fails; an error of a listener propagates to the caller that caused the event.
 *
 * @typeParam Events the events: name, and arguments of the listeners
 */
export class Feed<Events extends object> {
  readonly #listeners = new Map<PropertyKey, Set<(event: never) => void>>();

  /** @returns a function that unsubscribes */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Returns whether there are listeners: without them, an event need not be created. */
  hears(name: keyof Events): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const listeners = this.#listeners.get(name) as Set<(event: Events[Name]) => void> | undefined;
    if (listeners !== undefined) for (const listener of listeners) listener(event);
  }
}
