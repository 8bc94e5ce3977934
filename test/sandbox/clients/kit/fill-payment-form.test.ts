import { expect, it } from 'vitest';
import { fillPaymentForm } from '../../../../sandbox/src/clients/kit/fill-payment-form.ts';
import type { PaymentFormData } from '../../../../sandbox/src/clients/kit/payment-form-data.ts';

interface Form {
  /** Values of the methods, if it has several. */
  readonly methods?: readonly string[];
  /** Methods behind "more". */
  readonly hidden?: readonly string[];
  /** Fields of the method that is chosen. */
  readonly shown: readonly string[];
}

/** A page with a form as Playwright shows it, and what is done to it. */
function pageWith({ methods = [], hidden = [], shown }: Form) {
  const done: string[] = [];
  const methodsOf = (selector: string) => {
    const [, sign, value = ''] = /\[value(\^?=)"([^"]*)"\]/.exec(selector) ?? [];
    return methods.filter((one) => (sign === '=' ? one === value : one.startsWith(value)));
  };
  const located = (selector: string, frame: string): object => {
    const found = methodsOf(selector);
    const name = /input\[name="(\w*)"\]$/.exec(selector)?.[1] ?? '';
    const one = {
      waitFor: async () => {},
      isHidden: async () => hidden.includes(found[0] ?? ''),
      check: async () => void done.push(`check ${found[0]}`),
    };
    return {
      ...one,
      first: () => one,
      or: () => ({ first: () => one }),
      isVisible: async () => shown.includes(name),
      count: async () => found.length,
      click: async () => void done.push(`click ${selector}`),
      // Each field of a page's own layout has a frame of its own.
      fill: async (value: string) =>
        void done.push(`${frame.endsWith(`#${name}"]`) ? name : frame}=${value}`),
    };
  };
  const locator = (frame: string) => ({
    contentFrame: () => ({ locator: (selector: string) => located(selector, frame) }),
  });
  const page = { locator };
  return { page: page as never, done };
}

const card = { cardNumber: '4111', expiry: '12/39' };

it.each<[string, Form, PaymentFormData, readonly string[]]>([
  ['the only method', { shown: ['cardNumber'] }, card, ['cardNumber=4111', 'expiry=12/39']],
  [
    'the method that is chosen',
    { methods: ['CreditCard:A', 'Debit:A'], shown: ['cardNumber'] },
    card,
    ['cardNumber=4111', 'expiry=12/39'],
  ],
  [
    'the first other one that has the fields',
    { methods: ['CreditCard:A', 'Debit:A', 'Debit:B'], shown: ['cardNumber'] },
    { iban: 'DE' },
    ['check Debit:A', 'iban=DE'],
  ],
  [
    'one behind "more"',
    { methods: ['CreditCard:A', 'Debit:A'], hidden: ['Debit:A'], shown: ['cardNumber'] },
    { iban: 'DE' },
    ['click .more', 'check Debit:A', 'iban=DE'],
  ],
  [
    'the one that is named',
    { methods: ['CreditCard:A', 'CreditCard:B'], shown: ['cardNumber'] },
    { bearer: 'CreditCard:B', cardNumber: '4111' },
    ['check CreditCard:B', 'cardNumber=4111'],
  ],
  [
    'the chosen one, for a field that each may have',
    { methods: ['Wallet:A', 'Debit:A'], shown: [] },
    { emailAddress: 'a@b' },
    ['emailAddress=a@b'],
  ],
])('types into the form of %s', async (_which, form, data, expected) => {
  const { page, done } = pageWith(form);
  await fillPaymentForm(page, data);
  expect(done).toEqual(expected);
});
