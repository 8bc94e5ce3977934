import { splitUrl } from './path.ts';

/** The parts of a request that are checked. */
type Headed = { readonly url: string; readonly headers: Pick<Headers, 'get'> };

/** Names and addresses that only this machine can use to reach itself. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Returns whether a name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Returns whether a page of another origin, or one whose origin is hidden (`null`), sends the request. A dev server's
 * proxy rewrites `Host` and keeps the headers of the page. Its requests belong to its own pages: the browser sends
 * `Sec-Fetch-Site: same-origin`, which no page can set. A browser without that header sends only the `Origin`.
 *
 * @param ownMachine whether pages of this machine, on any port, count as own if the browser sends only the `Origin`
 */
export function isCrossOrigin({ url, headers }: Headed, ownMachine: boolean): boolean {
  const origin = headers.get('Origin');
  if (origin !== null && origin === splitUrl(url).origin) return false;
  const site = headers.get('Sec-Fetch-Site');
  if (site === 'same-origin') return origin === 'null';
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== null && !(ownMachine && isLoopback(originHost(origin) ?? ''));
}

/**
 * Returns whether a page of another site sends the request. Ports do not count, so a shop on this machine belongs to
 * the same site. Programs send neither header.
 */
export function isCrossSite({ url, headers }: Headed): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'cross-site';
  const origin = headers.get('Origin');
  return origin !== null && originHost(origin) !== originHost(splitUrl(url).origin);
}

/** `null` and other invalid origins have no host. */
function originHost(origin: string): string | undefined {
  return /^https?:\/\/(\[[^\]]*\]|[^:/]*)(:\d+)?$/i.exec(origin)?.[1]?.toLowerCase();
}
