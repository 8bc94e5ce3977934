import ipaddr from 'ipaddr.js';

/** The block of public internet addresses (RFC 4291); addresses outside it have special meanings. */
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
