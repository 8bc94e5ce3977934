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

/** The view of the document that a task is about, whose id is its key; most tasks are about a contract. */
export const taskView = (type: string): string =>
  ({ delivery: 'webhooks', 'order-expiry': 'orders', 'void-preauthorization': 'payments' })[type] ??
  'contracts';

/** Returns the link of a task. */
export const taskHref = (type: string, key: string): string =>
  type === 'delivery' ? href('webhooks', undefined, { delivery: key }) : href(taskView(type), key);
