import { defaultAccount } from './defaults/account.ts';
import { defaultCatalogue } from './defaults/catalogue.ts';

const defaults = {
  // A list that is empty by default names nothing.
  Account: { ...defaultAccount, Escalation: [{ TriggerDays: 0, Action: 'Notify' }] },
  Catalogue: { Defaults: true, ...defaultCatalogue },
};

/**
 * Returns a configuration with property names in the case of the defaults: `{ name: 'YourProvider', like:
 * 'Alpha' }` is `{ Name, Like }`, as in bodies of the API (field notes 1.2).
 */
export function namedAsDefaults<T>(configuration: T): T {
  return named(configuration, defaults) as T;
}

/** @param example an object with all names; for a list, one whose entries have them between them */
function named(value: unknown, example: unknown): unknown {
  if (Array.isArray(value)) {
    const entry = Array.isArray(example) ? Object.assign({}, ...example) : undefined;
    return value.map((one) => named(one, entry));
  }
  if (!isObject(value) || !isObject(example)) return value;
  const names = new Map(Object.keys(example).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const name = names.get(key.toLowerCase()) ?? key;
      return [name, named(entry, example[name])];
    }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
