// @vitest-environment happy-dom
import type { CouponResult } from 'clientlib';
import { beforeEach, expect, it, vi } from 'vitest';
import { CouponField } from '../../../sdk/src/drop-in/signup/coupon-field.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';

/* The coupon as a customer types it: what is asked for, what is shown, and where the focus is. */

const changed = vi.fn();
let field: CouponField;
const show = (code = '') => {
  field = new CouponField(en, code, changed);
  document.body.replaceChildren(field.root);
};
beforeEach(() => {
  changed.mockClear();
  show();
  field.show(undefined);
});

const find = <T extends HTMLElement>(selector: string) => field.root.querySelector<T>(selector) as T;
const input = () => find<HTMLInputElement>('[name=CouponCode]');
const link = () => find('button.link');
const chip = () => find('.chip');
const isOpen = () => [!find('.row').hidden, link().hidden];
const error = () => find('.error').textContent;
const apply = (code: string) => {
  input().value = code;
  find<HTMLButtonElement>('.row button').click();
};
const result = (CouponCode: string, more: object = {}) =>
  ({ CouponCode, AppliesToCart: true, ...more }) as CouponResult;
const wrong = result('NO', { ErrorCode: 'Expired', AppliesToCart: false });

it('stands below the price, and is not seen before there is one', () => {
  show();
  expect(field.root.hidden).toBe(true);
  field.show(undefined);
  expect(field.root.hidden).toBe(false);
});

it('opens by a link, with the cursor in it, and closes to the link when nothing is applied', () => {
  expect(isOpen()).toEqual([false, false]);
  link().click();
  expect([isOpen(), document.activeElement]).toEqual([[true, true], input()]);
  apply('');
  expect([isOpen(), changed.mock.calls.length, document.activeElement]).toEqual([[false, false], 0, link()]);
});

it.each([
  ['Enter', true],
  ['a', false],
])('%s applies the code: %s, and buys nothing', (key, isApplied) => {
  link().click();
  input().value = ' CODE ';
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  input().dispatchEvent(press);
  expect([press.defaultPrevented, changed.mock.calls.length === 1, field.code]).toEqual([
    isApplied,
    isApplied,
    isApplied ? 'CODE' : '',
  ]);
});

it('that counts is a chip from which the customer goes on, and the cursor stays elsewhere if it is not here', () => {
  link().click();
  apply('GOOD');
  expect(field.code).toBe('GOOD');
  field.root.querySelector('input')?.focus();
  expect(field.show(result('GOOD'))).toBe(false);
  expect([field.code, chip().hidden, chip().textContent, isOpen()]).toEqual([
    ...['GOOD', false, 'GOOD'],
    [false, false],
  ]);
  expect(input().value).toBe('');
  expect(document.activeElement).toBe(find('.chip button'));
  show('GIVEN');
  field.show(result('GIVEN'));
  expect([chip().textContent, document.activeElement]).toEqual(['GIVEN', document.body]);
});

it('that counts leaves what is typed and not applied yet', () => {
  show('GOOD');
  link().click();
  input().value = 'NEXT';
  field.show(result('GOOD'));
  expect([chip().textContent, input().value, isOpen()]).toEqual(['GOOD', 'NEXT', [true, true]]);
});

it('that is removed is asked without, and the customer goes on from the link', () => {
  show('GOOD');
  field.show(result('GOOD'));
  find('.chip button').click();
  expect([field.code, chip().hidden, changed.mock.calls.length]).toEqual(['', true, 1]);
  expect(document.activeElement).toBe(link());
});

it('that is wrong is said at its field until it is typed again, and does not count', () => {
  apply('NO');
  expect(field.show(wrong)).toBe(false);
  expect([error(), input().value, isOpen(), field.code]).toEqual([en.couponWrong, 'NO', [true, true], '']);
  input().dispatchEvent(new Event('input'));
  expect(error()).toBe('');
});

it('that is wrong where one was good asks for the price with the good one', () => {
  show('GOOD');
  field.show(result('GOOD'));
  apply('NO');
  expect([field.show(wrong), field.code, chip().hidden]).toEqual([true, 'GOOD', false]);
});

it('that is wrong does not take the place of what is typed meanwhile', () => {
  apply('NO');
  input().value = 'YES';
  field.show(wrong);
  expect([error(), input().value]).toEqual([en.couponWrong, 'YES']);
});

it('of the page that is wrong is said, with the code', () => {
  show('NO');
  field.show(wrong);
  expect([error(), input().value, isOpen()]).toEqual([en.couponWrong, 'NO', [true, true]]);
});

it.each([
  [false, en.couponUnused],
  [true, ''],
])('that applies to the cart: %s says so', (AppliesToCart, note) => {
  apply('GOOD');
  field.show(result('GOOD', { AppliesToCart }));
  expect(find('.note[role=status]').textContent).toBe(note);
  // With another plan it does.
  field.show(result('GOOD'));
  expect(find('.note[role=status]').textContent).toBe('');
});

it('that the order refuses is no chip any more, but in its field with the cursor', () => {
  show('GOOD');
  field.show(result('GOOD'));
  field.reject();
  expect([field.code, chip().hidden, input().value, error(), isOpen()]).toEqual([
    ...['', true, 'GOOD', en.couponWrong],
    [true, true],
  ]);
  expect(document.activeElement).toBe(input());
});

it('rests with its buttons while the order may be paid', () => {
  const rests = () =>
    [...field.root.querySelectorAll<HTMLInputElement>('input, button')].map(({ disabled }) => disabled);
  field.isDisabled = true;
  expect(rests()).toEqual([true, true, true]);
  field.isDisabled = false;
  expect(rests()).toEqual([false, false, false]);
});
