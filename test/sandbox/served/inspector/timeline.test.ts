import { expect, it } from 'vitest';
import { type Delivery, Timeline } from '../../../../sandbox/src/served/inspector/timeline.ts';

const at = (minute: number): string => `2026-01-15T10:0${minute}:00.0000000Z`;
const deliveryOf = (...codes: readonly number[]): Delivery => ({
  Id: 'd1',
  EventId: 'e1',
  WebhookId: 'w1',
  Url: 'http://shop.test/hooks',
  Event: 'OrderSucceeded',
  Status: codes.at(-1) === 204 ? 'Succeeded' : 'Pending',
  Attempts: codes.map((StatusCode, minute) => ({ At: at(minute), StatusCode })),
});

it.each([
  ['its newest state', [[], [500], [500, 204]], [500, 204]],
  ['its newest state, where an answer to an earlier request comes later', [[500, 204], [500]], [500, 204]],
  ['what came last of one attempt', [[500], [204]], [204]],
])('a delivery has %s', (_what, states, shown) => {
  const timeline = new Timeline();
  timeline.load([], [{ Id: 'e1', At: at(0), Event: 'OrderSucceeded' }], []);
  for (const codes of states) timeline.apply([{ name: 'delivery', data: deliveryOf(...codes) }]);
  const [delivery, ...others] = timeline.groups.flatMap(({ events }) => events)[0]?.deliveries ?? [];
  expect([delivery?.Attempts.map(({ StatusCode }) => StatusCode), others]).toEqual([shown, []]);
});
