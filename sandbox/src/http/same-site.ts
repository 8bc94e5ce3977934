import { targetOf } from './path.ts';

/** What is asked of a request's headers. */
type Headed = { readonly url: string; readonly headers: Pick<Headers, 'get'> };

/** Whether a page of another origin sends the request, or one whose origin is hidden (`null`). */
export function isCrossOrigin({ url, headers }: Headed): boolean {
  const origin = headers.get('Origin');
  if (origin !== null) return origin !== targetOf(url).origin;
  const site = headers.get('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
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
