// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  methodWith,
  type PaymentFormData,
  paymentFormFrame,
} from '../../../../sandbox/src/clients/kit/payment-form-data.ts';

it.each<[keyof PaymentFormData, string | undefined]>(
  Object.entries({
    cardNumber: 'CreditCard',
    expiry: undefined,
    cvc: undefined,
    cardHolder: undefined,
    accountHolder: undefined,
    iban: 'Debit',
    bic: undefined,
    bankAccountNumber: 'Debit',
    bankRoutingCode: undefined,
    emailAddress: undefined,
  } satisfies Record<keyof Omit<PaymentFormData, 'bearer'>, string | undefined>) as never,
)('a form with the field %s is that of the method %s', (field, method) => {
  expect(methodWith({ accountHolder: 'Ada', [field]: 'x' })).toBe(method);
});

it('finds the frame of the form, and that of a field with its own', () => {
  const page = document.createElement('div');
  const shown = (ids: readonly string[], selector: string) => {
    page.innerHTML = ids
      .map((id) => `<iframe id="${id}" src="/elements/payment-form${id}"></iframe>`)
      .join('');
    return page.querySelector(selector)?.id;
  };
  expect(shown([''], paymentFormFrame('cvc'))).toBe('');
  expect(shown(['#cardNumber', '#cvc'], paymentFormFrame('cvc'))).toBe('#cvc');
  expect(shown(['#cardNumber', '#cvc'], paymentFormFrame())).toBeUndefined();
});
