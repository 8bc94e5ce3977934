import type { Contract } from '../model/contract.ts';

/** A contract with what the service remembers of it beyond its REST form. */
export interface ContractRecord extends Contract {
  /** The in-app-purchase store that bills it: such contracts are observed, never billed. */
  readonly Store?: 'AppleIap' | 'GoogleIap' | 'AmazonIap';
  /** The setup fee is billed with the first recurring billing. */
  readonly SetupFeeDue?: boolean;
  /** Free quantities that are used up, by component, with the start of the billing period that they belong to. */
  readonly QuotaUsed?: {
    readonly [componentId: string]: { readonly PeriodStart: string; readonly Quantity: number };
  };
}
