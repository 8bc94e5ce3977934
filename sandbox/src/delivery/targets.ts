import ipaddr from 'ipaddr.js';

/** Names that lead into the network of whoever resolves them (RFC 6761, RFC 6762, RFC 8375, and common use). */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid)\.?$/i;

/**
 * Why a webhook must not go to an address, where the sandbox serves more than its own machine: it would be a way into the
 * network that it stands in. What a public name resolves to is for the platform to refuse.
 *
 * @returns the reason; `undefined` for a public address
 */
export function privateTarget(url: string): string | undefined {
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return `${protocol} is not HTTP`;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) {
    // An IPv4 address within an IPv6 one is judged as what it leads to.
    const range = ipaddr.process(host).range();
    return range === 'unicast'
      ? undefined
      : `${host} is not a public address (${range}); use one that everybody reaches`;
  }
  const isLocal = LOCAL_NAME.test(host) || !host.includes('.');
  return isLocal ? `${host.slice(0, 100)} is a local name; use a public one` : undefined;
}
