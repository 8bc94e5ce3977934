const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

/** Line breaks would end a string; other control characters would reach the terminal that shows the code. */
const escaped = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(
      /(?!\t)[\p{Cc}\u2028\u2029]/gu,
      (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** A text as a JavaScript string literal. */
export const quoted = (text: string): string => `'${escaped(text).replaceAll("'", "\\'")}'`;

/** The fixed part of a template literal. */
export const templatePart = (text: string): string => escaped(text).replace(/[`$]/g, '\\$&');

/** A value as a JavaScript literal. @param writeText writes a text in it @param name of the property */
export function literal(
  value: unknown,
  writeText: (text: string, name: string) => string = quoted,
  name = '',
): string {
  if (typeof value === 'string') return writeText(value, name);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, writeText, name)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([property, field]) => `${propertyName(property)}: ${literal(field, writeText, property)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** `__proto__` as a plain name would set the prototype. */
function propertyName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** Returns the variable of a row of a session. @throws Error if it is not a row number */
export function rowVariable(row: number, prefix = 'row'): string {
  if (!Number.isSafeInteger(row) || row < 0) throw new Error(`Expected the number of a row, got ${row}.`);
  return `${prefix}${row}`;
}

/** A single-line comment for a text that may come from others. */
export const comment = (text: string, sign = '//'): string =>
  `${sign} ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;

/** A text as a quoted shell word. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same, unless it can be used unquoted. */
export const shellWord = (text: string): string => (/^\w+$/.test(text) ? text : shellQuoted(text));
