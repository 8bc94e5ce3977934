import type { oas31 } from 'zod-openapi';

/** An operation in a list. */
export interface ListedOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: oas31.OperationObject;
}

/** Parameters and responses of an operation, including those that it shares with others. */
export interface OperationParts {
  readonly parameters: readonly oas31.ParameterObject[];
  readonly answers: readonly { readonly status: string; readonly response: oas31.ResponseObject }[];
}

/** All operations, in the order of the document. */
export function allOperations({ paths = {} }: Pick<oas31.OpenAPIObject, 'paths'>): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, oas31.OperationObject>>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** The operations of a group. */
export const listedOperations = (document: oas31.OpenAPIObject, tag: string): ListedOperation[] =>
  allOperations(document).filter(({ operation }) => operation.tags?.includes(tag) === true);

export function operationParts(
  { components = {} }: oas31.OpenAPIObject,
  { parameters = [], responses = {} }: oas31.OperationObject,
): OperationParts {
  return {
    parameters: parameters.map((parameter) => followed(parameter, components.parameters)),
    answers: Object.entries(responses).map(([status, response]) => ({
      status,
      response: followed(response, components.responses),
    })),
  };
}

type Components<T> = { readonly [name: string]: T | oas31.ReferenceObject } | undefined;

/** The value itself, or the component that it refers to; components do not refer to others of their kind. */
function followed<T extends object>(value: T | oas31.ReferenceObject, components: Components<T>): T {
  if (!('$ref' in value)) return value;
  return components?.[value.$ref.split('/').at(-1) ?? ''] as T;
}
