// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Scene } from '../../../sdk/src/drop-in/drop-in-element.ts';
import { type Done, doneView } from '../../../sdk/src/drop-in/signup/done-view.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';

const formats = new Formats('en');
formats.timeZone = 'UTC';
const bought = { plan: 'Basic', method: 'Card', next: { amount: 5, date: '2026-02-15T10:00:00Z' } };

it.each([
  ['Completed', 11.78, en.thanksText, '€11.78'],
  ['PaymentPending', 11.78, en.thanksText, '€11.78'],
  ['Completed', 0, en.thanksText, undefined],
  ['ApprovalPending', 11.78, en.reviewText, undefined],
])('the thanks for an order that is %s, of %d', (OrderStatus, GrossTotal, text, paid) => {
  const order = { OrderId: 'o1', OrderStatus, GrossTotal, Currency: 'EUR', bought } as Done;
  const view = doneView(order, { texts: en, formats } as Scene, undefined);
  expect(view.querySelector('[role=status]')?.textContent).toBe(text);
  // The focus goes there, and no key does.
  expect(view.querySelector('h2')?.getAttribute('tabindex')).toBe('-1');
  expect(view.querySelector('a')).toBeNull();
  const cells = [...view.querySelectorAll('dl > *')].map(({ textContent }) => textContent);
  expect(cells).toEqual([
    ...[en.plan, 'Basic'],
    ...(paid === undefined ? [] : [en.paid, paid]),
    ...[en.payment, 'Card'],
    ...[en.nextInvoice, 'February 15, 2026 · €5.00'],
    ...[en.orderNumber, 'o1'],
  ]);
});
