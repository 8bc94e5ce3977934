import type { PaymentProviderRole } from '../model/payment.ts';

/** The kind of page that a redirecting provider shows. */
export type CheckoutPage = 'Card' | 'Debit' | 'Bank' | 'Wallet' | 'Phone' | 'Confirm' | 'Script';

/** How payment data of a bearer is converted to payment information (docs/self-service-api.md). */
export interface BearerDefinition {
  readonly Kind: 'Direct' | 'Token' | 'ClientLibrary' | 'Redirect';
  readonly Data: 'Card' | 'DebitAccount' | 'DebitIban' | 'Wallet' | 'WalletRequired' | 'None';
  /** The provider can ask for 3-D Secure. */
  readonly Challenge?: boolean;
  readonly MandateRequired?: boolean;
  /** Test only: an IBAN needs a valid format, but no valid check digits. */
  readonly SyntaxOnly?: boolean;
  /** The provider's page, for a redirect. */
  readonly Page?: CheckoutPage;
  /** The wallet's account is fixed by the e-mail address of the call (deprecated pre-approval). */
  readonly AddressFixed?: boolean;
  /** The payment stays `Pending` and settles after this many days. */
  readonly SettlesAfterDays?: number;
}

/** One simulated provider: a few facts over the shared flows. */
export interface ProviderDefinition {
  readonly Name: string;
  /** Alternative name in programs. */
  readonly Alias?: string;
  /** By role; a bearer is `CreditCard:<name>`, or the bare name for `BlackLabel`. */
  readonly Bearers: { readonly [role in PaymentProviderRole]?: BearerDefinition };
  readonly SupportsRefunds: boolean;
  /** Outcomes are notified this many minutes after the charge. */
  readonly AnswersAfterMinutes?: number;
  /** Delay of a response in real seconds while the clock follows the wall clock. */
  readonly Seconds?: number;
  /** Maximum number of token requests in a window of the sandbox's clock. */
  readonly RateLimit?: { readonly Requests: number; readonly Seconds: number };
}

const cardToken: BearerDefinition = { Kind: 'Token', Data: 'Card' };
const ibanToken: BearerDefinition = { Kind: 'Token', Data: 'DebitIban' };
const redirect = (Page: CheckoutPage): BearerDefinition => ({ Kind: 'Redirect', Data: 'None', Page });

const provider = (
  Name: string,
  Bearers: ProviderDefinition['Bearers'],
  facts: Partial<ProviderDefinition> = {},
): ProviderDefinition => ({ Name, Bearers, SupportsRefunds: true, ...facts });

/** The providers of the simulation. */
export const providerDefinitions: readonly ProviderDefinition[] = [
  // Test only: a syntax check and then success; by its bare name a page with a choice of failures (field notes 3.5).
  provider(
    'FakePSP',
    {
      CreditCard: cardToken,
      Debit: { ...ibanToken, SyntaxOnly: true },
      BlackLabel: redirect('Script'),
    },
    { Alias: 'FakeProvider' },
  ),
  // A client library from the provider, and calls that the service signs.
  provider('Alpha', {
    CreditCard: { Kind: 'ClientLibrary', Data: 'Card' },
    Debit: { Kind: 'ClientLibrary', Data: 'DebitAccount' },
    OnAccount: { Kind: 'Direct', Data: 'None' },
  }),
  // 3-D Secure frames.
  provider('Bravo', { CreditCard: { ...cardToken, Challenge: true }, Debit: ibanToken }),
  // Hosted checkout for everything.
  provider('Charlie', { CreditCard: redirect('Card'), Debit: redirect('Debit'), iDEAL: redirect('Bank') }),
  // A token in one step.
  provider('Delta', { CreditCard: cardToken, Debit: ibanToken }),
  // Mandates; direct debit settles days later.
  provider('Echo', {
    CreditCard: cardToken,
    Debit: { ...ibanToken, MandateRequired: true, SettlesAfterDays: 3 },
  }),
  provider('Foxtrot', { CreditCard: cardToken, Debit: redirect('Debit') }),
  provider('Golf', { CreditCard: cardToken, Debit: ibanToken }, { AnswersAfterMinutes: 2 }),
  provider(
    'Hotel',
    { CreditCard: cardToken, Debit: ibanToken },
    { Seconds: 2, RateLimit: { Requests: 5, Seconds: 10 } },
  ),
  provider('India', { CreditCard: cardToken, Debit: ibanToken }, { SupportsRefunds: false }),
  provider('Juliett', { CreditCard: redirect('Card') }),
  provider('Kilo', { BlackLabel: redirect('Phone') }),
  provider('Lima', { BlackLabel: redirect('Confirm') }),
  provider('Mike', { BlackLabel: redirect('Confirm') }),
  // Wallets: with reference transactions, and with pre-approval, where the address cannot be changed at the checkout.
  provider('November', { BlackLabel: { Kind: 'Redirect', Data: 'Wallet', Page: 'Wallet' } }),
  provider('Oscar', {
    BlackLabel: { Kind: 'Redirect', Data: 'WalletRequired', Page: 'Wallet', AddressFixed: true },
  }),
];

/** `CreditCard:FakePSP`, `Debit:FakePSP`, or the bare name for bearers that are not tied to a medium. */
export function bearerName(role: PaymentProviderRole, provider: string): string {
  return role === 'BlackLabel' ? provider : `${role}:${provider}`;
}
