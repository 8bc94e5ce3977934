import type { ClientLibError } from 'clientlib';

/** The declaration of a customer, as posted to `declare-url`. */
export interface Declaration {
  readonly Kind: 'Cancellation' | 'Withdrawal';
  readonly Name: string;
  readonly EmailAddress: string;
  /** Contract or customer number, as the customer typed it. */
  readonly Contract: string;
  /** Of a cancellation: without notice, for the reason that is given. */
  readonly IsExtraordinary?: boolean;
  readonly Reason?: string;
  /** `2026-03-31`; as early as possible when absent. */
  readonly EndDate?: string;
  readonly Locale: string;
}

/** A declaration that the back end has received. */
export interface Receipt extends Declaration {
  /** ISO 8601. */
  readonly ReceivedAt: string;
}

/** The `event.detail` for listeners of `<clientlib-cancel>` and `<clientlib-withdraw>`. */
export interface DeclarationDetails {
  /** The back end has received the declaration. */
  readonly declared: Receipt;
  /** The error. The element already shows the customer a message. */
  readonly error: ClientLibError;
}
