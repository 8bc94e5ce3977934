/** What one provider, or payment on invoice, is configured for (spec: Available payment methods). */
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
  /** Taken and given back to check the method where nothing is due at signup, in major units, by role. */
  DefaultPreauthAmount?: Record<string, number>;
}

/** The detailed form: one entry for each configured provider, and `InvoicePayment`. */
export type AvailablePaymentMethods = Record<string, PaymentMethodDetails>;

/** The two systems of the service; which one, follows from the host. */
export type Environment = 'Production' | 'Sandbox';
