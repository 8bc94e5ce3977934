/** The parts of a request's URL, parsed manually: a URL object costs more than all the rest of a simple GET. */
export interface Target {
  /** `http://localhost:4400` */
  readonly origin: string;
  /** With base path and workspace, as received. */
  readonly path: string;
}

export function splitUrl(url: string): Target {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { origin: url.replace(/[?#].*$/, ''), path: '/' };
  const end = url.slice(start).search(/[?#]/);
  return { origin: url.slice(0, start), path: end < 0 ? url.slice(start) : url.slice(start, start + end) };
}

/** The query of a URL, without its question mark. */
export function queryString(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return '';
  const fragment = url.indexOf('#', mark);
  return fragment < 0 ? url.slice(mark + 1) : url.slice(mark + 1, fragment);
}
