import type { PaymentBearer, PaymentProviderRole } from '../model/payment.ts';
import type { CollectionDefinition } from '../state/collection.ts';

/** What a provider keeps of a card or account: never its number (that ends in `tokenize`). */
export interface ProviderToken {
  /** The token itself. */
  readonly Id: string;
  readonly Provider: string;
  readonly Role: PaymentProviderRole;
  readonly Shown: PaymentBearer;
  /** The id of the row of test data that decides what happens; absent for data that simply works. */
  readonly TestData?: string;
}

const define = <T extends { readonly Id: string }>(definition: CollectionDefinition<T>) => definition;

/** What the world outside the service remembers. */
export const simulationCollections = {
  providerTokens: define<ProviderToken>({}),
} as const;

export type SimulationCollections = typeof simulationCollections;
