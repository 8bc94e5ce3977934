/**
 * Serializes JSON, even if an old library has added `toJSON` to the prototypes of objects and lists. Dates and the like
 * keep theirs.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: { readonly [name: string]: unknown }, name, content) {
    const raw = this[name];
    return isPlain(raw) ? raw : content;
  });

/** A list, or an object created by a literal or by JSON, in any realm, without a `toJSON` of its own. */
function isPlain(value: unknown): boolean {
  if (Object(value) !== value) return false;
  const prototype = Object.getPrototypeOf(value);
  const isMade = Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
  return isMade && !Object.keys(value as object).includes('toJSON');
}
