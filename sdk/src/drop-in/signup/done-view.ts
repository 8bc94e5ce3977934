import type { OrderResult } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { h } from '../view/dom.ts';
import { glyph } from '../view/glyph.ts';

/** The order's data in the thank-you message, kept across redirects and reloads. */
export interface Bought {
  readonly plan: string;
  /** The way to pay, as the customer has chosen it. */
  readonly method?: string | undefined;
  readonly next?: { readonly amount: number; readonly date: string };
}

/** The order with its items. */
export type Done = OrderResult & { readonly bought?: Bought };

/** The thanks, which the page can replace by its own (`slot="thank-you"`). */
export function doneView(done: Done, { texts, formats }: Scene, portalUrl: string | undefined): HTMLElement {
  const { OrderId, OrderStatus, GrossTotal, Currency, bought } = done;
  const isReviewed = OrderStatus === 'ApprovalPending';
  const facts: [string, string | undefined][] = [
    [texts.plan, bought?.plan],
    [texts.paid, GrossTotal > 0 && !isReviewed ? formats.money(GrossTotal, Currency) : undefined],
    [texts.payment, bought?.method],
    [
      texts.nextInvoice,
      bought?.next && `${formats.date(bought.next.date)} · ${formats.money(bought.next.amount, Currency)}`,
    ],
    [texts.orderNumber, OrderId],
  ];
  return h(
    'section',
    { class: 'done', part: 'done' },
    h(
      'slot',
      { name: 'thank-you' },
      glyph('check'),
      h('h2', { tabindex: -1, part: 'heading' }, texts.thanks),
      h('p', { role: 'status' }, isReviewed ? texts.reviewText : texts.thanksText),
      h(
        'dl',
        { class: 'box' },
        ...facts.flatMap(([name, text]) => (text ? [h('dt', {}, name), h('dd', {}, text)] : [])),
      ),
      h(
        'p',
        { class: 'actions' },
        portalUrl && h('a', { class: 'button', href: portalUrl }, texts.manage),
        h('button', { type: 'button', part: 'button', click: () => print() }, texts.print),
      ),
    ),
  );
}
