import ipaddr from 'ipaddr.js';

/** The block from which addresses of the internet are given out (RFC 4291); outside it an address stands for another. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is public: not of a local machine, a private or shared network, a multicast group or a
 * reserved block. An IPv4 address within an IPv6 one is checked itself.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
