/**
 * JSON, also where an old library has put a `toJSON` of its own on the prototypes of objects and lists. Dates and the like
 * keep theirs.
 */
export const toJson = (value: unknown): string => JSON.stringify(shielded(value));

function shielded(value: unknown): unknown {
  if (Array.isArray(value)) return Object.assign(value.map(shielded), { toJSON: undefined });
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, content]) => [name, shielded(content)]);
  return { toJSON: undefined, ...Object.fromEntries(entries) };
}

/** Made by a literal or by JSON, in any realm. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || !value) return false;
  const prototype = Object.getPrototypeOf(value);
  return !prototype || !Object.getPrototypeOf(prototype);
}
