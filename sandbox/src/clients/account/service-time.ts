import { HOUR_MS } from '../../service/model/milliseconds.ts';
import type { AccountClient } from './account-client.ts';
import { type Lists, orderableVariants } from './verify-requests.ts';

/** Maximum number of plan variants to preview until one has a price from now on. */
const TRIES = 10;

/** Maximum time between the start of a day and now, in milliseconds, including clock changes. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/** Returns when an order was previewed: the start of its first period, in epoch milliseconds. */
export function previewedAt(body: unknown): number | undefined {
  const { Order } = (body ?? {}) as {
    Order?: { RecurringFee?: { LineItems?: { PeriodStart?: unknown }[] } };
  };
  const start = Order?.RecurringFee?.LineItems?.[0]?.PeriodStart;
  const at = typeof start === 'string' ? Date.parse(start) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/**
 * The time of a service, in epoch milliseconds: that of its responses, unless it previews orders at another time. If plans
 * begin at the start of a day, the response's time determines the time of day.
 */
export async function serviceTime(client: AccountClient, lists: Lists): Promise<number> {
  let answered = Number.NaN;
  for (const { Id } of orderableVariants(lists).slice(0, TRIES)) {
    const { body, headers } = await client.send('POST', '/api/v1/orders/preview', {
      body: { Cart: { PlanVariantId: Id }, Customer: { Address: { Country: 'DE' } } },
    });
    answered = Date.parse(headers.get('Date') ?? '');
    const previewed = previewedAt(body);
    if (previewed === undefined) continue;
    return answered >= previewed && answered < previewed + LONGEST_DAY_MS ? answered : previewed;
  }
  return Number.isNaN(answered) ? Date.now() : answered;
}
