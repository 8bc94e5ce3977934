/** The input for the payment form, by field name. */
export interface PaymentFormData {
  /** The method to choose, as `Debit:Delta`; the first one when it is left out. */
  bearer?: string;
  cardNumber?: string;
  /** `12/39`. */
  expiry?: string;
  cvc?: string;
  cardHolder?: string;
  accountHolder?: string;
  iban?: string;
  bic?: string;
  bankAccountNumber?: string;
  bankRoutingCode?: string;
  emailAddress?: string;
}

/**
 * Types into a payment form that stands in the page (`embedFormsInPage`), as a customer would: field by field, with the
 * events of typing. Wait for the form's `ready` first.
 *
 * @param place An element or shadow root around the form.
 * @throws Error when there is no such method or field.
 */
export function fillPaymentForm(place: ParentNode, { bearer, ...fields }: PaymentFormData): void {
  if (bearer !== undefined) found(place, 'method', bearer).click();
  for (const [name, value] of Object.entries(fields)) {
    const input = found(place, name);
    input.focus();
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.blur();
  }
}

function found(place: ParentNode, name: string, value?: string): HTMLInputElement {
  const inputs = [...place.querySelectorAll<HTMLInputElement>('payment-form-frame input')];
  const input = inputs.find((one) => one.name === name && (value === undefined || one.value === value));
  if (input) return input;
  const names = inputs.map((one) => (one.type === 'radio' ? one.value : one.name)).join(', ');
  throw new Error(
    `The payment form has no ${value ?? name}; it shows ${names || 'nothing: wait for its ready'}.`,
  );
}
