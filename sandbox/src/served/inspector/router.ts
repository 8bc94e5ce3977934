import { useRef } from 'hono/jsx/dom';
import { createObservable, useObservable } from './observable.ts';

/** The URL fragment: a view, its selection, and its filters. Users can share links to it. */
export interface Route {
  readonly view: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

function parsed(): Route {
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/').map(decoded);
  return {
    view: view === '' ? 'overview' : view,
    id: id === '' ? undefined : id,
    query: new URLSearchParams(search),
  };
}

/** A URL typed by hand may contain a percent sign that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const route = createObservable(parsed());

globalThis.addEventListener('hashchange', () => route.set(parsed()));

/** The current route, for handlers. */
export const currentRoute = (): Route => route.get();

export const useRoute = (): Route => useObservable(route);

/** Calls the listener when another view or row is shown. */
export function onOther(listener: () => void): void {
  let shown = route.get();
  route.subscribe(() => {
    const { view, id } = route.get();
    if (view !== shown.view || id !== shown.id) listener();
    shown = route.get();
  });
}

/** The route while it belongs to this view; afterwards the last one, until the view is unmounted. */
export function useRouteForView(view: string): Route {
  const current = useRoute();
  const last = useRef(current);
  if (current.view === view) last.current = current;
  return last.current ?? current;
}

/** The URL of a view. Empty parameters are omitted. */
export function href(view: string, id?: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search === '' ? '' : `?${search}`}`;
}

export function go(address: string): void {
  if (location.hash !== address) location.hash = address;
}

/** Changes query parameters without a new history entry, for text input. */
export function setQuery(change: Readonly<Record<string, string>>): void {
  const { view, id, query } = route.get();
  const next = { ...Object.fromEntries(query), ...change };
  history.replaceState(null, '', href(view, id, next));
  route.set(parsed());
}

/** The URL of another selection in this view; the filters are kept. */
export function selectHref(id: string | undefined): string {
  const { view, query } = route.get();
  return href(view, id, { ...Object.fromEntries(query), delivery: '' });
}
