/** Names that resolve to this machine or its network: names without a dot, or in reserved zones. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/i;

/**
 * Loopback, private, link-local, shared, benchmarking and multicast addresses (RFC 1918, 2544, 3927, 5771, 6598), as a URL
 * writes them. A test compares this list with that of `ipaddr.js`, which hosts in Node and on workers use.
 */
const PRIVATE_IPV4 =
  /^(0|10|127)\.|^192\.168\.|^192\.0\.0\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^198\.1[89]\.|^(22[4-9]|2[3-5]\d)\./;

/** The same for IPv6 (RFC 4193, 4291, 9602), including addresses that embed an IPv4 address (RFC 3056, 4380, 6052). */
const PRIVATE_IPV6 = /^\[(::|f[c-f]|64:ff9b:|2001::|2001:0:|2002:|5f00:)/i;

/** Returns whether a host is this machine or in its network, judging by its name only. @param host as in `URL.hostname` */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/\.$/, '');
  if (name.startsWith('[')) return PRIVATE_IPV6.test(name);
  return /^[\d.]+$/.test(name) ? PRIVATE_IPV4.test(name) : LOCAL_NAME.test(name);
}
