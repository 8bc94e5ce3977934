import type { OrderResult } from 'clientlib';
import type { Texts } from '../texts/texts.ts';
import { h } from '../view/dom.ts';

/** The thanks, which the page can replace by its own (`slot="thank-you"`). */
export function doneView({ OrderId, OrderStatus }: OrderResult, texts: Texts): HTMLElement {
  const isReviewed = OrderStatus === 'ApprovalPending';
  return h(
    'section',
    { class: 'done', part: 'done' },
    h(
      'slot',
      { name: 'thank-you' },
      h('h2', { tabindex: -1, part: 'heading' }, texts.thanks),
      h('p', { role: 'status' }, isReviewed ? texts.reviewText : texts.thanksText),
      Boolean(OrderId) && h('p', { class: 'note' }, `${texts.orderNumber}: ${OrderId}`),
    ),
  );
}
