import { invalid } from '../../domain/basics/problem.ts';
import { isPrivateHost } from '../../domain/webhooks/private-host.ts';
import type { HostOptions } from './traffic.ts';

/** Returns whether receivers may be on this machine or in its network, regardless of the caller. */
export const allowsPrivateTargets = ({ exposed, privateWebhooks = exposed !== true }: HostOptions): boolean =>
  privateWebhooks;

/**
 * Rejects a receiver that the sandbox must not send to: if other machines can reach the sandbox, or a page of another site
 * sends the request, it must not give access to this machine's network.
 *
 * @param isForeign the request comes from a page of another site, so it may not use receivers specified at the start either
 * @throws Problem 422
 */
export function checkTarget(hostOptions: HostOptions, url: string, isForeign: boolean, field = 'Url'): void {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const refused = host === '' ? undefined : hostOptions.refuseTarget?.(url);
  if (refused !== undefined) throw invalid(field, refused);
  if ((allowsPrivateTargets(hostOptions) && !isForeign) || !isPrivateHost(host)) return;
  const { webhooks = [] } = hostOptions;
  const named = webhooks.map((webhook) => (typeof webhook === 'string' ? webhook : webhook.Url));
  if (named.includes(url) && !isForeign) return;
  throw invalid(
    field,
    `${host} is this machine or in its network. Name it where the sandbox is started: --webhook ${url.slice(0, 100)}, or allow all with --private-webhooks (option privateWebhooks).`,
  );
}
