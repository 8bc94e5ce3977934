import type { PaymentBearer, PaymentProviderRole } from '../../model/payment.ts';

/** What a contract pays with. Holds a provider's token and what may be shown, never card or account numbers. */
export interface PaymentMethod {
  /** The contract's id: a contract has one payment method. */
  readonly Id: string;
  /** `CreditCard:FakePSP`, `InvoicePayment`, `None:None`, … */
  readonly Bearer: string;
  readonly Provider: string;
  readonly Role: PaymentProviderRole;
  /** The provider's reference for charges without the customer. */
  readonly Token?: string;
  readonly Shown?: PaymentBearer;
  readonly SupportsRefunds: boolean;
  /** Named by a merchant; nothing can be charged until the customer gives payment data. */
  readonly LacksData?: boolean;
}
