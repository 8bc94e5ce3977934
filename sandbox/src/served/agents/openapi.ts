import type { Json, Service } from './service.ts';

/** One method of one path of the REST API. */
export interface Operation {
  /** The file name of its text: `/docs/api/postOrders.md`. */
  readonly name: string;
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly operation: Json;
}

/** Shared by all workspaces of a process, because it only depends on the version. */
let loaded: readonly Operation[] | undefined;

export async function loadOperations(service: Service): Promise<readonly Operation[]> {
  loaded ??= Object.entries<Json>((await service.open('/openapi.json')).paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        name: operation.operationId,
        method: method.toUpperCase(),
        path: path.slice('/api/v1'.length),
        operation,
      })),
    );
  return loaded;
}

/** The operation of a method and a path with ids or `{names}` in it. @param path below `/api/v1` */
export function matchOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const pattern = (text: string) => text.replace(/\{\w+\}|[0-9a-f]{24}/gi, '{}').toLowerCase();
  return operations.find((one) => one.method === method && pattern(one.path) === pattern(path));
}
