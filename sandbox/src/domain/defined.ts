type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that have a value: documents omit what is unset (field notes 2.1). */
export function defined<T extends object>(fields: T): Defined<T> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) result[key] = value;
  return result as Defined<T>;
}
