type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Date
  | ((...args: never[]) => unknown);

/**
 * The same shape with property names in PascalCase or in camelCase, at every level, since the service matches the
 * names of what it is given case-insensitively. (What the service answers is always PascalCase.)
 */
export type AnyCase<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly (infer Element)[]
      ? readonly AnyCase<Element>[]
      :
          | { [Key in keyof T as Key extends string ? Capitalize<Key> : Key]: AnyCase<T[Key]> }
          | {
              [Key in keyof T as Key extends string ? Uncapitalize<Key> : Key]: AnyCase<T[Key]>;
            };
