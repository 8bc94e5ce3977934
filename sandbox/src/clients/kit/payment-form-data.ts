/** The input for the payment form, by field name. */
export interface PaymentFormData {
  /** The payment method, such as `Debit:Delta`. Default: the first one that has the fields. */
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

const frame = 'iframe[src$="/elements/payment-form';

/** The frame of the payment form in a page, also inside `<clientlib-signup>`; or that of a field with its own frame. */
export const paymentFormFrame = (field = ''): string => `${frame}"], ${frame}#${field}"]`;

/** Returns the prefix of the method that has these fields; `undefined` if every method may have them. */
export function methodWith(fields: Omit<PaymentFormData, 'bearer'>): string | undefined {
  if ('cardNumber' in fields) return 'CreditCard';
  return 'iban' in fields || 'bankAccountNumber' in fields ? 'Debit' : undefined;
}
