/** The segments of a path in their own case: doubled and trailing slashes do not count (field notes 2.1). */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

interface Words {
  /** By lower-case segment. */
  readonly fixed: Map<string, { readonly word: string; readonly next: Words }>;
  variable: Words | undefined;
}

const newWords = (): Words => ({ fixed: new Map(), variable: undefined });

/** The words that the paths of an app are made of, so that a path is found in any case, while ids stay as they came. */
export class PathWords {
  readonly #root = newWords();

  /** @param pattern as Hono takes it: `/api/v1/orders/:id` */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) this.#add(pattern);
  }

  /** The path as the app's router knows it: words in their own case, no doubled or trailing slash. */
  canonical(path: string): string {
    let canonical = '';
    let words: Words | undefined = this.#root;
    for (const segment of path.split('/')) {
      if (segment === '') continue;
      const known: ReturnType<Words['fixed']['get']> = words?.fixed.get(segment.toLowerCase());
      words = known === undefined ? words?.variable : known.next;
      canonical += `/${known?.word ?? segment}`;
    }
    return canonical === '' ? '/' : canonical;
  }

  #add(pattern: string): void {
    let words = this.#root;
    for (const segment of segmentsOf(pattern)) {
      if (segment === '*') return;
      if (segment.startsWith(':')) {
        words.variable ??= newWords();
        words = words.variable;
        continue;
      }
      let known = words.fixed.get(segment.toLowerCase());
      if (known === undefined) {
        known = { word: segment, next: newWords() };
        words.fixed.set(segment.toLowerCase(), known);
      }
      words = known.next;
    }
  }
}

/** @param path as the app's router knows it */
export function isControlPath(path: string): boolean {
  return path === '/sandbox' || path.startsWith('/sandbox/');
}

/** A request's place, taken from its URL by hand: a URL object costs more than all the rest of a simple GET. */
export interface Target {
  /** `http://localhost:4400` */
  readonly origin: string;
  /** With base path and workspace, as it came. */
  readonly path: string;
}

export function targetOf(url: string): Target {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { origin: url.replace(/[?#].*$/, ''), path: '/' };
  const end = url.slice(start).search(/[?#]/);
  return { origin: url.slice(0, start), path: end < 0 ? url.slice(start) : url.slice(start, start + end) };
}

/** The query of a URL, without its question mark. */
export function searchOf(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return '';
  const fragment = url.indexOf('#', mark);
  return fragment < 0 ? url.slice(mark + 1) : url.slice(mark + 1, fragment);
}
