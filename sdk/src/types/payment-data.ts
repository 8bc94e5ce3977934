/**
 * A card, entered on the merchant's page. Sent only to the payment provider, never to the service or the
 * merchant.
 */
export interface CardData {
  /** `CreditCard:<psp>`, from `Payment.getAvailablePaymentMethodEnum`. */
  bearer: string;
  /** Digits; spaces and dashes are ignored. */
  cardNumber?: string | number | null | undefined;
  /** 1 to 12. */
  expiryMonth?: string | number | null | undefined;
  /** Two or four digits. */
  expiryYear?: string | number | null | undefined;
  cardHolder?: string | null | undefined;
  /** Three digits, or four for some brands. */
  cvc?: string | number | null | undefined;
}

/** A bank account to debit, by IBAN or by account number and routing code, depending on the provider. */
export interface DebitData {
  /** `Debit:<psp>`, from `Payment.getAvailablePaymentMethodEnum`. */
  bearer: string;
  accountHolder?: string | null | undefined;
  /** Spaces are ignored. */
  iban?: string | null | undefined;
  /** Optional beside an IBAN. */
  bic?: string | null | undefined;
  /** Instead of the IBAN. */
  bankAccountNumber?: string | number | null | undefined;
  /** Instead of the IBAN. */
  bankRoutingCode?: string | number | null | undefined;
  /** Reference of the mandate that the customer gave. */
  mandateReference?: string | null | undefined;
  /** When the customer gave it, ISO 8601. */
  mandateSignatureDate?: string | null | undefined;
  /** The text that the customer agreed to. */
  mandateText?: string | null | undefined;
}

/** Every other method: `InvoicePayment`, `None:None`, `iDEAL:<psp>`, wallets, mobile payment, … */
export interface BearerData {
  /** From `Payment.getAvailablePaymentMethodEnum`, or `None:None`. */
  bearer: string;
  /** Wallets only: the customer's e-mail address there. */
  emailAddress?: string | null | undefined;
}

/** Payment data of the customer. Empty fields of other payment methods are ignored. */
export type SecretPaymentData = CardData | DebitData | BearerData;

/** Sent to the service instead of the payment data: the provider's token, never a card or account number. */
export interface TetheredPaymentInformation {
  Bearer: string;
  /** The provider's token. */
  Token?: string | undefined;
  /** Wallets only. */
  EmailAddress?: string | undefined;
  MandateReference?: string | undefined;
  /** ISO 8601. */
  MandateSignatureDate?: string | undefined;
  MandateText?: string | undefined;
}

/** The result of `Payment.processPaymentData`, which `Signup.paySignupInteractive` accepts instead of payment data. */
export interface ProcessedPaymentData {
  Bearer: string;
  TetheredPaymentInformation: TetheredPaymentInformation;
  /** The last four digits of the card or account, to show to the customer. */
  Last4?: string | undefined;
  /** Brand of the card (`visa`). */
  CardType?: string | undefined;
}
