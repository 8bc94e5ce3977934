import { invalid } from '../basics/problem.ts';

/**
 * The return page as an absolute URL. A relative one is resolved against the requesting page.
 *
 * @param page address of the page that sent the request: its `Referer`, or its `Origin`
 * @param allowed allowed URL prefixes; any URL if empty
 * @throws Problem Invalid if it is not a web URL, or not allowed
 */
export function absoluteReturnUrl(
  given: string,
  page: string | undefined,
  allowed: readonly string[] = [],
): string {
  const field = 'ProviderReturnUrl';
  let url: URL;
  try {
    url = new URL(given, page);
  } catch {
    throw invalid(
      field,
      page === undefined
        ? 'is relative, but the request has no page (Referer, Origin) to resolve it against; send the absolute URL.'
        : `"${given.slice(0, 200)}" is not a valid URL.`,
      'InvalidConfiguration',
    );
  }
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isAllowed = allowed.some((one) => URL.canParse(one) && beginsLike(url, new URL(one)));
  // An app's own scheme. Schemes like `javascript:` have no host, and cannot be allowed.
  if (!isWeb && !isAllowed) {
    throw invalid(
      field,
      `expected a URL with https: or http:, or one that Account.AllowedReturnUrls allows, got ${url.protocol}`,
      'InvalidConfiguration',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(field, 'must not contain a user name or password.', 'InvalidConfiguration');
  }
  // URLs may have hosts such as `a;b`, which would break a header.
  if (!HOST.test(url.hostname)) {
    throw invalid(field, `"${url.hostname.slice(0, 100)}" is not a valid host name.`, 'InvalidConfiguration');
  }
  if (allowed.length > 0 && !isAllowed) {
    throw invalid(
      field,
      `${urlOrigin(url)}${url.pathname.slice(0, 100)} is not allowed by Account.AllowedReturnUrls.`,
      'InvalidConfiguration',
    );
  }
  // Both come from an earlier visit and are replaced; a single one belongs to the shop and would be lost.
  const [lost] = ['transactionId', 'secret'].filter((key) => url.searchParams.has(key));
  if (lost !== undefined && !(url.searchParams.has('transactionId') && url.searchParams.has('secret'))) {
    throw invalid(
      field,
      `must not have a query parameter "${lost}": the service adds one of this name. Use another name.`,
      'InvalidConfiguration',
    );
  }
  return url.href;
}

/** Scheme and host of a URL, also for an app's own scheme, for which `URL.origin` is `null`. */
export const urlOrigin = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** Names and addresses without special characters in a header. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i;

/** Returns whether a URL has the same origin as another, and its path as a prefix, up to a slash. */
function beginsLike(url: URL, allowed: URL): boolean {
  if (urlOrigin(url) !== urlOrigin(allowed)) return false;
  const path = allowed.pathname.replace(/\/$/, '');
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}

/**
 * Adds keys to a URL. Its own query is not changed; keys of the same name from an earlier visit
 * are replaced (field notes 1.1: the URL may be the current one with its query).
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

/** The keys that the service adds to a return URL. Names are case-sensitive. */
export function readKeys(returnUrl: string): { readonly transactionId?: string; readonly secret?: string } {
  let query: URLSearchParams;
  try {
    query = new URL(returnUrl).searchParams;
  } catch {
    throw invalid('returnUrl', 'expected the full URL of the page (location.href).');
  }
  const transactionId = query.get('transactionId');
  const secret = query.get('secret');
  return { ...(transactionId === null ? {} : { transactionId }), ...(secret === null ? {} : { secret }) };
}
