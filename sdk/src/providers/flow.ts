import type { Card } from '../payment-data/card.ts';
import type { Debit, Mandate } from '../payment-data/debit.ts';

/** How the data of one bearer becomes `TetheredPaymentInformation`, as the service says (docs/self-service-api.md). */
export interface Flow {
  readonly Kind: 'Direct' | 'Token' | 'ClientLibrary' | 'Redirect';
  readonly Data: 'Card' | 'DebitAccount' | 'DebitIban' | 'Wallet' | 'WalletRequired' | 'None';
  /** The provider's address. */
  readonly Url?: string;
  /** The provider can ask for 3-D Secure. */
  readonly Challenge?: boolean;
  readonly MandateRequired?: boolean;
}

/** What a provider is asked for a token with. */
export interface TokenRequest {
  readonly PublicApiKey: string;
  readonly Bearer: string;
  /** Absent where nothing is paid yet. */
  readonly Amount?: number | undefined;
  readonly Currency?: string | undefined;
  /** Origin of the page that a challenge opens in, where that is not the one that asks: the payment form's page. */
  readonly Opener?: string | undefined;
  readonly Card?: Card;
  readonly Debit?: Debit;
}

/** A provider's answer. */
export interface TokenAnswer {
  readonly Token: string;
  readonly Last4?: string;
  readonly CardType?: string;
  readonly Challenge?: { readonly Url: string; readonly Params?: Record<string, string> };
}

/** Payment data after the checks: what the provider gets, and what the service gets besides the token. */
export interface Checked {
  readonly secret?: Pick<TokenRequest, 'Card' | 'Debit'>;
  readonly open?: Mandate & { readonly EmailAddress?: string | undefined };
}
