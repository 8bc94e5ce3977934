import type { Params, Result, Router } from 'hono/router';

interface Node<T> {
  /** By segment, in lower case. */
  readonly words: Map<string, Node<T>>;
  /** The node of a variable segment. */
  variable: Node<T> | undefined;
  /** Routes that end here. */
  readonly routes: Entry<T>[];
  /** Routes of all paths below: `/*`. */
  readonly wildcards: Entry<T>[];
}

interface Entry<T> {
  readonly method: string;
  readonly handler: T;
  /** Names of its variable segments. */
  readonly names: readonly string[];
}

const newNode = <T>(): Node<T> => ({ words: new Map(), variable: undefined, routes: [], wildcards: [] });

const NO_PARAMS: Params = {};

/** The segments of a path in their own case: doubled and trailing slashes do not count (field notes 2.1). */
export function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Hono's router for this service: static segments in any case, ids as received, doubled and trailing slashes ignored
 * (field notes 2.1). The most specific route handles a request: a static segment wins over a variable, a path over a
 * wildcard, a longer wildcard over a shorter one. Routes may be added at any time.
 */
export class PathRouter<T> implements Router<T> {
  readonly name = 'PathRouter';
  readonly #root = newNode<T>();

  add(method: string, path: string, handler: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of splitPath(path)) {
      if (segment === '*') {
        node.wildcards.push({ method, handler, names });
        return;
      }
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node.variable ??= newNode();
        node = node.variable;
      } else {
        const word = segment.toLowerCase();
        let next = node.words.get(word);
        if (next === undefined) {
          next = newNode();
          node.words.set(word, next);
        }
        node = next;
      }
    }
    node.routes.push({ method, handler, names });
  }

  match(method: string, path: string): Result<T> {
    const { node, wildcards, values } = this.#walk(path);
    const found = node === undefined ? [] : matching(node.routes, method, values);
    return [found.length > 0 ? found : matching(wildcards, method, values)];
  }

  /** The methods that a path supports; none if the path does not exist. */
  methodsAt(path: string): string[] {
    return [...new Set(this.#walk(path).node?.routes.map(({ method }) => method))];
  }

  /**
   * Returns the node of a path, the wildcards of its longest prefix that has any, and the values of variable segments.
   */
  #walk(path: string) {
    let node: Node<T> | undefined = this.#root;
    let { wildcards } = node;
    const values: string[] = [];
    for (let at = 0; at < path.length && node !== undefined; ) {
      let end = path.indexOf('/', at);
      if (end < 0) end = path.length;
      if (end > at) {
        const segment = path.slice(at, end);
        const word: Node<T> | undefined = node.words.get(segment) ?? node.words.get(segment.toLowerCase());
        if (word === undefined) values.push(segment);
        node = word ?? node.variable;
        if (node !== undefined && node.wildcards.length > 0) wildcards = node.wildcards;
      }
      at = end + 1;
    }
    return { node, wildcards, values };
  }
}

/** The routes for a method, with the values of their variables. */
function matching<T>(routes: readonly Entry<T>[], method: string, values: readonly string[]): [T, Params][] {
  const found: [T, Params][] = [];
  for (const route of routes)
    if (route.method === method || route.method === 'ALL')
      found.push([route.handler, toParams(route.names, values)]);
  return found;
}

function toParams(names: readonly string[], values: readonly string[]): Params {
  if (names.length === 0) return NO_PARAMS;
  const params: Params = {};
  for (const [at, name] of names.entries()) params[name] = values[at] as string;
  return params;
}
