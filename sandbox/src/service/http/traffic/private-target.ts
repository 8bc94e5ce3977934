import { invalid } from '../../domain/basics/problem.ts';
import { isPrivateHost } from '../../domain/webhooks/private-host.ts';
import type { HostOptions } from './traffic.ts';

/** Returns whether receivers may be this machine or in its network, whoever asks. */
export const allowsPrivateTargets = ({ exposed, privateWebhooks = exposed !== true }: HostOptions): boolean =>
  privateWebhooks;

/**
 * Refuses a receiver that the sandbox must not send to: where others hostOptions it, or a page of another site asks, it is
 * nobody's way into this machine's network.
 *
 * @param isForeign a page of another site asks: it may not use what was named at the start, either
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
