import { invalid } from '../../domain/basics/problem.ts';
import { isPrivateHost } from '../../domain/webhooks/private-host.ts';
import type { Reach } from './traffic.ts';

/** Whether receivers may be this machine or in its network, whoever asks. */
export const allowsPrivateTargets = ({ exposed, privateWebhooks = exposed !== true }: Reach): boolean =>
  privateWebhooks;

/**
 * Refuses a receiver that the sandbox must not send to: where others reach it, or a page of another site asks, it is
 * nobody's way into this machine's network.
 *
 * @param isForeign a page of another site asks: it may not use what was named at the start, either
 * @throws Problem 422
 */
export function checkTarget(reach: Reach, url: string, isForeign: boolean, field = 'Url'): void {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const refused = host === '' ? undefined : reach.refuseTarget?.(url);
  if (refused !== undefined) throw invalid(field, refused);
  if ((allowsPrivateTargets(reach) && !isForeign) || !isPrivateHost(host)) return;
  const { webhooks = [] } = reach;
  const named = webhooks.map((webhook) => (typeof webhook === 'string' ? webhook : webhook.Url));
  if (named.includes(url) && !isForeign) return;
  throw invalid(
    field,
    `${host} is this machine or in its network. Name it where the sandbox is started: --webhook ${url.slice(0, 100)}, or allow all with --private-webhooks (option privateWebhooks).`,
  );
}
