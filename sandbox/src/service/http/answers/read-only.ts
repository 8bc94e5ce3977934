import { toInstant } from '../../model/iso-8601.ts';
import { type ServiceContext, warnOrRefuse } from '../zones/env.ts';

/** Drops the read-only fields that the caller sent back, before the resource changes. */
export function forgetUnchanged(c: ServiceContext, current: () => object): void {
  const { ignored } = c.env;
  if (ignored.size === 0) return;
  const changed = changedReadOnly(ignored, current());
  for (const name of ignored.keys()) if (!changed.includes(name)) ignored.delete(name);
  const [first] = ignored.keys();
  if (first !== undefined && c.env.core.strict)
    warnOrRefuse(c, first, `${first} is read-only; omit it, or send its current value`);
}

/** The names of read-only fields that were sent with a value other than the resource's. */
export function changedReadOnly(given: ReadonlyMap<string, unknown>, resource: object): string[] {
  const fields = new Map(Object.entries(resource).map(([name, value]) => [name.toLowerCase(), value]));
  return [...given]
    .filter(([name, value]) => !isUnset(value) && !isSame(value, fields.get(name.toLowerCase())))
    .map(([name]) => name);
}

const isUnset = (value: unknown) => value === null || value === '' || value === undefined;

/** The same JSON, or the same instant in another notation. */
function isSame(given: unknown, present: unknown): boolean {
  if (typeof given === 'string' && typeof present === 'string' && given !== present)
    return toInstant(given) === toInstant(present);
  return JSON.stringify(given) === JSON.stringify(present);
}
