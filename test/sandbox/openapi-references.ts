import type { OpenApiDocument, Operation, Parameter, Reference } from './openapi-types.ts';

/** The value itself, or the component that it refers to. */
export function followed<T extends object>(document: object, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const found = value.$ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
  if (found === undefined) throw new Error(`The document has no ${value.$ref}.`);
  return found as T;
}

export function parametersOf(document: OpenApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => followed(document, parameter));
}
