import type { Table } from './tables.ts';

/** `planVariantIds` as the attribute `plan-variant-ids`. */
export const toAttribute = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The attributes of a table, to observe. */
export const listAttributes = (table: Table): string[] =>
  Object.keys(table)
    .filter((name) => table[name] !== 'value')
    .map(toAttribute);

const values = new WeakMap<HTMLElement, Map<string, unknown>>();

/**
 * Gives a class of elements the properties of a table. All but those of the kind `value` are attributes.
 *
 * @param changed Called when a property of the kind `value` is set.
 */
export function reflect<Host extends HTMLElement>(
  { prototype }: { readonly prototype: Host },
  table: Table,
  changed: (host: Host, name: string) => void,
): void {
  for (const [name, kind] of Object.entries(table)) {
    const attribute = toAttribute(name);
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Host) {
        if (kind === 'value') return values.get(this)?.get(name);
        const text = this.getAttribute(attribute) ?? undefined;
        if (kind === 'list') return text?.split(/\s+/).filter(Boolean);
        if (kind === 'flag') return text !== undefined;
        return kind === 'key' ? (text ?? '') : text;
      },
      set(this: Host, value: unknown) {
        if (kind === 'value') {
          const own = values.get(this) ?? new Map();
          values.set(this, own.set(name, value));
          changed(this, name);
        } else if (value === undefined || value === null || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, attributeText(value));
      },
    });
  }
}

const attributeText = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : value === true ? '' : `${value}`;

/** Takes over what a page has set before the element was defined, which would hide the properties of the class. */
export function adoptProperties(host: HTMLElement, table: Table): void {
  for (const name of Object.keys(table)) {
    const early = Object.getOwnPropertyDescriptor(host, name);
    if (!early) continue;
    Reflect.deleteProperty(host, name);
    Object.assign(host, { [name]: early.value });
  }
}
