import type { oas32 } from 'zod-openapi';

/** An operation as lists of them show it. */
export interface ListedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly operation: oas32.OperationObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The operations of a group, in the order of the document. */
export function listedOperations(document: oas32.OpenAPIObject, tag: string): ListedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation?.tags?.includes(tag) !== true) return [];
      return [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}
