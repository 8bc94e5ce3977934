import type { ContractChange, DiscountSubscription, Pause, Phase } from '../../model/contract.ts';

/** The phases of a contract at one side of a change. */
export interface PhasesSeen {
  readonly CurrentPhase?: Phase | undefined;
  readonly Phases: readonly Phase[];
  readonly CurrentPause?: Pause | undefined;
}

/** A component subscription at one side of a change. */
export interface ComponentSeen {
  readonly Id: string;
  readonly ComponentId: string;
  readonly Quantity: number;
  readonly StartDate: string;
  readonly EndDate?: string | undefined;
  readonly Status: 'Active' | 'Ended' | 'Inactive';
}

/** What was there before a change and after it; absent on the side where it was not. */
export interface Sides<T> {
  readonly Id: string;
  readonly Before?: T;
  readonly After?: T;
}

/** A change with what it changed, which the API shows on request. */
export interface ContractChangeRecord extends ContractChange {
  readonly Changed: {
    readonly Contract: Sides<PhasesSeen>;
    readonly ComponentSubscriptions: readonly Sides<ComponentSeen>[];
    readonly DiscountSubscriptions: readonly Sides<DiscountSubscription>[];
    readonly Pauses: readonly Sides<Pause>[];
  };
}
