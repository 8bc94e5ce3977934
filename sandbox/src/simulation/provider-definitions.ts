import type { PaymentProviderRole } from '../model/payment.ts';

/** How the data of a bearer becomes payment information (docs/self-service-api.md). */
export interface BearerDefinition {
  readonly Kind: 'Direct' | 'Token' | 'ClientLibrary' | 'Redirect';
  readonly Data: 'Card' | 'DebitAccount' | 'DebitIban' | 'Wallet' | 'WalletRequired' | 'None';
  readonly Challenge?: boolean;
  readonly MandateRequired?: boolean;
}

/** One simulated provider. */
export interface ProviderDefinition {
  readonly Name: string;
  /** By role; a bearer is `CreditCard:<name>`, or the bare name for `BlackLabel`. */
  readonly Bearers: { readonly [role in PaymentProviderRole]?: BearerDefinition };
  readonly SupportsRefunds: boolean;
}

/** The providers of the simulation, by name. */
export const providerDefinitions: readonly ProviderDefinition[] = [
  {
    Name: 'FakePSP',
    Bearers: {
      CreditCard: { Kind: 'Token', Data: 'Card' },
      Debit: { Kind: 'Token', Data: 'DebitIban' },
    },
    SupportsRefunds: true,
  },
];

/** `CreditCard:FakePSP`, `Debit:FakePSP`, or the bare name for bearers that are not tied to a medium. */
export function bearerName(role: PaymentProviderRole, provider: string): string {
  return role === 'BlackLabel' ? provider : `${role}:${provider}`;
}
