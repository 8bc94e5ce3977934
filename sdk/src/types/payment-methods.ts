/** The configuration of one provider, or of payment on invoice. */
export interface PaymentMethodDetails {
  CreditCard?: boolean;
  DirectDebit?: boolean;
  OnAccount?: boolean;
  MerchantId?: string;
  AccountId?: string;
  PortalId?: string;
  /** `test` or `live`. */
  Mode?: string;
  BankAccountHash?: string;
  CreditCardHash?: string;
  /** The amount authorized at signup when nothing is due, in major units, by role. It is released again. */
  DefaultPreauthAmount?: Record<string, number>;
}

/** The detailed form: one entry for each configured provider, and `InvoicePayment`. */
export type AvailablePaymentMethods = Record<string, PaymentMethodDetails>;

/** The two systems of the service; the host determines which one. */
export type Environment = 'Production' | 'Sandbox';
