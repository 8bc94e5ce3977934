import { Temporal } from 'temporal-polyfill';
import type { Rehearsal } from '../../model/webhook.ts';
import { Random } from '../../state/random.ts';
import { invalid } from '../basics/problem.ts';
import { getWebhook } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import type { DeliveryRecord, WebhookRecord } from '../records/webhooks.ts';

/** Sets the simulated problems of an endpoint for future events. @throws Problem NotFound */
export function rehearse(
  tx: Tx,
  id: string,
  {
    Rehearsal,
    TimeoutMs,
  }: { readonly Rehearsal?: Rehearsal | undefined; readonly TimeoutMs?: number | undefined },
): WebhookRecord {
  const webhook = getWebhook(tx, id);
  if (Rehearsal?.Delay !== undefined) checkDelay(Rehearsal.Delay);
  return tx.webhooks.update(id, {
    Rehearsal: Rehearsal ?? webhook.Rehearsal,
    TimeoutMs: TimeoutMs ?? webhook.TimeoutMs,
  });
}

const milliseconds = (duration: string) => Temporal.Duration.from(duration).total('milliseconds');

function checkDelay(text: string): void {
  try {
    if (milliseconds(text) >= 0) return;
  } catch {}
  throw invalid(
    'Rehearsal.Delay',
    `expected a duration in days or less such as PT10M, got "${text.slice(0, 40)}"`,
  );
}

/** The problems of a new delivery. The same ids, and so the same seed, have the same ones. */
export function rehearsedProblems(
  { Id }: DeliveryRecord,
  { Duplicate = 0, Drop = 0, Delay }: Rehearsal = {},
) {
  // Derived from the delivery's id: using the shared generator would change later ids and tokens.
  const chance = new Random(Id);
  const dropped = chance.fraction() < Drop;
  const duplicated = chance.fraction() < Duplicate;
  return { dropped, duplicated, delay: Delay === undefined ? 0 : milliseconds(Delay) };
}
