import type { Frame, Locator, Page } from '@playwright/test';
import { type PaymentFormData, paymentFormFrame } from './payment-form-data.ts';

/**
 * Types into the payment form of a page, as a customer does. Waits until the form is there. It finds the form in an element
 * like `<clientlib-signup>` too; where a page has several, give the `Locator` of what is around one.
 *
 * @example
 * await fillPaymentForm(page, { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });
 */
export async function fillPaymentForm(
  page: Page | Frame | Locator,
  { bearer, ...fields }: PaymentFormData,
): Promise<void> {
  if (bearer !== undefined) {
    const form = page.locator(paymentFormFrame()).contentFrame();
    const method = form.locator(`input[name="method"][value="${bearer}"]`);
    await method.waitFor({ state: 'attached' });
    if (await method.isHidden()) await form.locator('.more').click();
    await method.check();
  }
  for (const [name, value] of Object.entries(fields)) {
    const form = page.locator(paymentFormFrame(name)).contentFrame();
    await form.locator(`input[name="${name}"]`).fill(value);
  }
}
