import type { Frame, Locator, Page } from '@playwright/test';
import { methodWith, type PaymentFormData, paymentFormFrame } from './payment-form-data.ts';

/**
 * Types into the payment form of a page, like a customer. Waits until the form exists. It also finds the form in an element
 * like `<clientlib-signup>`; if a page has several, pass the `Locator` of its container.
 *
 * @example
 * await fillPaymentForm(page, { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });
 */
export async function fillPaymentForm(
  page: Page | Frame | Locator,
  { bearer, ...fields }: PaymentFormData,
): Promise<void> {
  const [first = ''] = Object.keys(fields);
  const form = page.locator(paymentFormFrame(first)).contentFrame();
  const field = form.locator(`input[name="${first}"]`);
  const kind = methodWith(fields);
  const method = form.locator(
    bearer === undefined
      ? `input[name="method"][value^="${kind}"]`
      : `input[name="method"][value="${bearer}"]`,
  );
  if (bearer === undefined && kind !== undefined)
    await method.or(field).first().waitFor({ state: 'attached' });
  const isOther = kind !== undefined && !(await field.isVisible()) && (await method.count()) > 0;
  if (bearer !== undefined || isOther) {
    const one = method.first();
    await one.waitFor({ state: 'attached' });
    if (await one.isHidden()) await form.locator('.more').click();
    await one.check();
  }
  for (const [name, value] of Object.entries(fields)) {
    const form = page.locator(paymentFormFrame(name)).contentFrame();
    await form.locator(`input[name="${name}"]`).fill(value);
  }
}
