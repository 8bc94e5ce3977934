/** One value of the tab that outlives a reload and the way to a payment provider. */
export interface Kept<T> {
  value: T | undefined;
}

/** In the tab's storage; where the browser forbids that, as in some frames, at least until the next reload. */
export function keptInTab<T>(name: string): Kept<T> {
  let memory: string | null = null;
  const read = (): string | null => {
    try {
      return sessionStorage.getItem(name) ?? memory;
    } catch {
      return memory;
    }
  };
  return {
    get value() {
      try {
        return JSON.parse(read() ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    set value(value) {
      memory = value === undefined ? null : JSON.stringify(value);
      try {
        if (memory === null) sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, memory);
      } catch {
        // The memory has it.
      }
    },
  };
}
