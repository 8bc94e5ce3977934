import type { Route } from './route.ts';

type Method = Route['method'];

interface Node {
  /** By lower-case segment. */
  readonly fixed: Map<string, Node>;
  variable?: Node;
  readonly routes: Partial<Record<Method, Route>>;
}

/** A path that exists, with what it takes. */
export interface Place {
  readonly routes: Readonly<Partial<Record<Method, Route>>>;
}

const newNode = (): Node => ({ fixed: new Map(), routes: {} });

/** The segments of a path in their own case: doubled and trailing slashes do not count (field notes 2.1). */
export function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split('/')) if (segment !== '') segments.push(segment);
  return segments;
}

/** Finds routes by path, without regard to case. A fixed segment goes before a variable one. */
export class Router {
  readonly #root = newNode();

  add(route: Route): void {
    let node = this.#root;
    for (const segment of segmentsOf(route.path)) {
      if (segment.startsWith('{')) {
        node.variable ??= newNode();
        node = node.variable;
      } else {
        const key = segment.toLowerCase();
        let next = node.fixed.get(key);
        if (next === undefined) {
          next = newNode();
          node.fixed.set(key, next);
        }
        node = next;
      }
    }
    if (node.routes[route.method] !== undefined)
      throw new Error(`${route.method} ${route.path} stands twice in the table.`);
    node.routes[route.method] = route;
  }

  find(segments: readonly string[]): Place | undefined {
    return search(this.#root, segments, 0);
  }
}

function search(node: Node, segments: readonly string[], at: number): Place | undefined {
  if (at === segments.length) return Object.keys(node.routes).length > 0 ? node : undefined;
  const next = node.fixed.get((segments[at] as string).toLowerCase());
  const found = next === undefined ? undefined : search(next, segments, at + 1);
  if (found !== undefined || node.variable === undefined) return found;
  return search(node.variable, segments, at + 1);
}

/** The methods of a place as `Allow` names them. */
export function allowed(place: Place): string {
  const methods = Object.keys(place.routes);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Values of the variable segments by name. `undefined` when one is not valid percent-encoding. */
export function paramsOf(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const { name, at } of variablesOf(route)) {
    const given = segments[at] as string;
    try {
      params[name] = given.includes('%') ? decodeURIComponent(given) : given;
    } catch {
      return undefined;
    }
  }
  return params;
}

interface Variable {
  readonly name: string;
  /** Of the segment. */
  readonly at: number;
}

const variables = new WeakMap<Route, readonly Variable[]>();

function variablesOf(route: Route): readonly Variable[] {
  let found = variables.get(route);
  if (found === undefined) {
    found = segmentsOf(route.path).flatMap((part, at) =>
      part.startsWith('{') ? [{ name: part.slice(1, -1), at }] : [],
    );
    variables.set(route, found);
  }
  return found;
}
