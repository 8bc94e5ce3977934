import { targetOf } from './path.ts';

/** What is asked of a request's headers. */
type Headed = { readonly url: string; readonly headers: Pick<Headers, 'get'> };

/** Names and addresses under which only this machine reaches itself. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Returns whether a name or address is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Whether a page of another origin sends the request, or one whose origin is hidden (`null`).
 *
 * The proxy of a dev server rewrites `Host` and keeps the headers of the page. Its requests are those of its own pages:
 * the browser says `Sec-Fetch-Site: same-origin`, which no page can set. A browser that sends no such header says the
 * `Origin` alone.
 *
 * @param ownMachine whether the pages of this machine, of any port, count as own where the browser says no more
 */
export function isCrossOrigin({ url, headers }: Headed, ownMachine: boolean): boolean {
  const origin = headers.get('Origin');
  if (origin !== null && origin === targetOf(url).origin) return false;
  const site = headers.get('Sec-Fetch-Site');
  if (site === 'same-origin') return origin === 'null';
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== null && !(ownMachine && isLoopback(hostOf(origin) ?? ''));
}

/**
 * Whether a page of another site sends the request. Ports do not count, so a shop on this machine is of the same site.
 * Programs send neither header.
 */
export function isCrossSite({ url, headers }: Headed): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'cross-site';
  const origin = headers.get('Origin');
  return origin !== null && hostOf(origin) !== hostOf(targetOf(url).origin);
}

/** `null` and anything else that is no origin have no host of ours. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/(\[[^\]]*\]|[^:/]*)(:\d+)?$/i.exec(origin)?.[1]?.toLowerCase();
}
