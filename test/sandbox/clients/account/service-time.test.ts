import { expect, it } from 'vitest';
import type { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import { previewedAt, serviceTime } from '../../../../sandbox/src/clients/account/service-time.ts';

const day = '2026-01-15T00:00:00.000Z';
const order = (PeriodStart: unknown) => ({ Order: { RecurringFee: { LineItems: [{ PeriodStart }] } } });

it.each([
  [
    'its answer, in the day that it previews',
    'Thu, 15 Jan 2026 10:00:00 GMT',
    day,
    '2026-01-15T10:00:00.000Z',
  ],
  ['its preview, where that is another day', 'Fri, 16 Jan 2026 10:00:00 GMT', day, day],
  ['its preview, where that is later', 'Wed, 14 Jan 2026 10:00:00 GMT', day, day],
  ['its answer, where it previews no date', 'Thu, 15 Jan 2026 10:00:00 GMT', 7, '2026-01-15T10:00:00.000Z'],
])('the time of a service is that of %s', async (_of, answeredAt, start, expected) => {
  expect(previewedAt(order(start))).toBe(start === day ? Date.parse(day) : undefined);
  const send = async () => ({ status: 200, body: order(start), headers: new Headers({ Date: answeredAt }) });
  const time = await serviceTime({ send } as unknown as AccountClient, { PlanVariants: [{ Id: 'b1' }] });
  expect(new Date(time).toISOString()).toBe(expected);
});
