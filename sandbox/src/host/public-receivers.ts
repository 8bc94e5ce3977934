import { lookup } from 'node:dns/promises';
import type { Deliver } from '../delivery/exchange.ts';
import { isPrivateHost } from '../domain/webhooks/private-host.ts';

/**
 * Delivers webhooks to public addresses only: a name that resolves to this machine or its network is refused at
 * each attempt.
 *
 * @param trusted URLs of receivers that the sandbox was started with; they may be anywhere
 */
export function publicReceivers(trusted: readonly string[]): Deliver {
  const origins = new Set(trusted.map((url) => new URL(url).origin));
  return async (request) => {
    const { origin, hostname } = new URL(request.url);
    if (!origins.has(origin)) {
      const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
      if (found.some(({ address }) => isPrivateHost(address)))
        throw new Error(`${hostname} is this machine or in its network`);
    }
    return fetch(request);
  };
}
