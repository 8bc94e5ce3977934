const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const escaped = (text: string) =>
  text.replace(/\\/g, '\\\\').replace(/[\n\r\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

/** A text as one writes it in JavaScript. */
export const quoted = (text: string): string => `'${escaped(text).replaceAll("'", "\\'")}'`;

/** The fixed part of a template literal. */
export const templatePart = (text: string): string => escaped(text).replace(/[`$]/g, '\\$&');

/** A value as one writes it in JavaScript. @param textOf writes a text of it @param name of the property */
export function literal(
  value: unknown,
  textOf: (text: string, name: string) => string = quoted,
  name = '',
): string {
  if (typeof value === 'string') return textOf(value, name);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, textOf, name)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([property, field]) => `${propertyName(property)}: ${literal(field, textOf, property)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

/** A text as one writes it in a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
