type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the fields that have a value: documents omit unset ones (field notes 2.1). */
export function defined<T extends object>(fields: T): Defined<T> {
  const result: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) result[key] = fields[key];
  return result as Defined<T>;
}

/** The document with the change; a field given as `undefined` is left out. */
export function changedBy<T extends object>(
  document: T,
  change: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const after: T = { ...document };
  for (const key in change) {
    const value = change[key];
    if (value !== undefined) after[key] = value as T[typeof key];
    else if (key in after) delete after[key];
  }
  return after;
}
