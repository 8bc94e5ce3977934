import { invalid } from '../problem.ts';

/**
 * The page to come back to, as a whole address. A relative one is taken relative to the page that asks.
 *
 * @param page address of the page that sent the request: its `Referer`, or its `Origin`
 * @throws Problem Invalid when it is no web address
 */
export function absoluteReturnUrl(given: string, page: string | undefined): string {
  const field = 'ProviderReturnUrl';
  let url: URL;
  try {
    url = new URL(given, page);
  } catch {
    throw invalid(
      field,
      page === undefined
        ? 'is relative, and the request names no page (Referer, Origin) to which; give the whole address.'
        : `"${given.slice(0, 200)}" is no address.`,
      'InvalidConfiguration',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(
      field,
      `expected an address with https: or http:, got ${url.protocol}`,
      'InvalidConfiguration',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(field, 'must not hold a user name or password.', 'InvalidConfiguration');
  }
  return url.href;
}

/**
 * Adds keys to an address. Its own query stays as it is written; keys of the same name, which an earlier visit has left
 * there, are replaced (field notes 1.1: the address may be the current one with its query).
 */
export function withKeys(url: string, keys: { readonly [name: string]: string }): string {
  const hashAt = url.indexOf('#');
  const [address, hash] = hashAt < 0 ? [url, ''] : [url.slice(0, hashAt), url.slice(hashAt)];
  const queryAt = address.indexOf('?');
  const path = queryAt < 0 ? address : address.slice(0, queryAt);
  const own = queryAt < 0 ? [] : address.slice(queryAt + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !Object.hasOwn(keys, pair.split('=')[0] as string));
  const added = Object.entries(keys).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${[...kept, ...added].join('&')}${hash}`;
}

/** The keys that the service has put into a return address. Names are matched as they are written. */
export function keysOf(returnUrl: string): { readonly transactionId?: string; readonly secret?: string } {
  let query: URLSearchParams;
  try {
    query = new URL(returnUrl).searchParams;
  } catch {
    throw invalid('returnUrl', 'expected the whole address of the page (location.href).');
  }
  const transactionId = query.get('transactionId');
  const secret = query.get('secret');
  return { ...(transactionId === null ? {} : { transactionId }), ...(secret === null ? {} : { secret }) };
}
