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

/** Tasks that are not about a contract. A provider's or a store's own id has no view. */
const otherViews: Readonly<Record<string, string>> = {
  delivery: 'webhooks',
  'order-expiry': 'orders',
  'void-preauthorization': 'payments',
  'provider-notification': '',
  'provider-visit': '',
  'store-subscription': '',
};

/** The view of the document that a task is about, whose id is its key; empty if there is none. */
export const taskView = (type: string): string => otherViews[type] ?? 'contracts';

/** Returns the link of a task, if there is a view of its subject. */
export function taskHref(type: string, key: string): string | undefined {
  const view = taskView(type);
  if (view === '') return undefined;
  return type === 'delivery' ? href(view, undefined, { delivery: key }) : href(view, key);
}
