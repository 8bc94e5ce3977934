import { taskName, words } from './format.ts';
import { href } from './router.ts';
import { type Delivery, failedDelivery, type Group } from './timeline.ts';

/** Good, in progress, bad; each with its own color and shape. */
export type Meaning = 'ok' | 'wait' | 'fail' | 'none';

export const statusMeaning = (status: number): Meaning => (status >= 400 || status === 0 ? 'fail' : 'ok');

export function deliveryMeaning(delivery: Delivery): Meaning {
  if (failedDelivery(delivery)) return 'fail';
  return delivery.Status === 'Succeeded' ? 'ok' : 'wait';
}

/** Returns the title of a row of the timeline. */
export function groupTitle({ kind, request, task, events }: Group): string {
  if (kind === 'task') return taskName(task?.Type ?? 'task');
  if (kind === 'event') return words(events[0]?.event.Event ?? 'Event');
  return request === undefined ? 'Request in progress' : `${request.Method} ${request.Path.split('?')[0]}`;
}

/** Returns the link of a task; most tasks belong to a contract. */
export function taskHref(type: string, key: string): string {
  if (type === 'order-expiry') return href('orders', key);
  if (type === 'delivery') return href('webhooks', undefined, { delivery: key });
  return href('contracts', key.replace(/\/.*$/, ''));
}
