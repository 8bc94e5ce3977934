/**
 * JSON, also where an old library has put a `toJSON` of its own on the prototypes of objects and lists. Dates and the like
 * keep theirs.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: { readonly [name: string]: unknown }, name, content) {
    const raw = this[name];
    return isPlain(raw) ? raw : content;
  });

/** A list, or an object that was made by a literal or by JSON, in any realm, and says nothing else of its JSON. */
function isPlain(value: unknown): boolean {
  if (Object(value) !== value) return false;
  const prototype = Object.getPrototypeOf(value);
  const isMade = Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
  return isMade && !Object.keys(value as object).includes('toJSON');
}
