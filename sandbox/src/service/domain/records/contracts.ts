import type { Contract, ContractChange, DiscountSubscription, Pause, Phase } from '../../model/contract.ts';
import type { StoreType } from '../../model/statuses.ts';

/** A contract with the fields that the service stores in addition to its REST form. */
export interface ContractRecord extends Contract {
  /** The in-app-purchase store that bills it: such contracts are observed, never billed. */
  readonly Store?: StoreType;
  /** The setup fee is billed with the first recurring billing. */
  readonly SetupFeeDue?: boolean;
  /** Phases that would have begun after the end, in case the end is moved or revoked. */
  readonly PhasesPastEnd?: readonly Phase[];
  /** Who set the end, and the previous end from the order or plan. */
  readonly Cancellation?: {
    readonly By: 'Customer' | 'Merchant';
    readonly EndBefore?: string;
    /** The end of billing before the contract's end shortened it. */
    readonly BilledBefore?: string;
    /** The ends to which recurring-fee lines still apply after the end credited the rest, by line id. */
    readonly StandingFees?: { readonly [lineItemId: string]: string };
    /** The same for lines of components. */
    readonly StandingComponents?: { readonly [lineItemId: string]: string };
    /** The previous ends of those lines: amounts that another end had credited beyond them are not charged again. */
    readonly StoodUntil?: { readonly [lineItemId: string]: string };
  };
  /** The date up to which another system has billed it, if it was taken over with an order's `BilledUntil`. */
  readonly BilledElsewhereUntil?: string;
  /** The newest finished pause. */
  readonly LastPause?: Pause;
  /** Start of the newest phase whose beginning has been processed. */
  readonly StartedPhase?: string;
  /** Date of the billing or of the trial's end whose event was sent. */
  readonly NoticeGiven?: string;
  /** Consecutive failed attempts to collect the open balance. */
  readonly PaymentAttempts?: number;
  /** The dunning process in progress. */
  readonly Escalation?: {
    readonly ProcessId: string;
    /** Due date of the oldest open receivable when it began. */
    readonly DueDate: string;
    /** Completed steps. */
    readonly Steps: number;
    /** The contract was paused by a dunning step, and resumes when the balance is cleared. */
    readonly Paused?: boolean;
  };
}

/** The phases of a contract before or after a change. */
export interface PhasesSeen {
  readonly CurrentPhase?: Phase | undefined;
  readonly Phases: readonly Phase[];
  readonly CurrentPause?: Pause | undefined;
}

/** A component subscription before or after a change. */
export interface ComponentSeen {
  readonly Id: string;
  readonly ComponentId: string;
  readonly Quantity: number;
  readonly StartDate: string;
  readonly EndDate?: string | undefined;
  readonly Status: 'Active' | 'Ended' | 'Inactive';
}

/** The value before and after a change; absent if there was none. */
export interface Sides<T> {
  readonly Id: string;
  readonly Before?: T;
  readonly After?: T;
}

/** A change with the documents that it affected, which the API includes on request. */
export interface ContractChangeRecord extends ContractChange {
  readonly Changed: {
    readonly Contract: Sides<PhasesSeen>;
    readonly ComponentSubscriptions: readonly Sides<ComponentSeen>[];
    readonly DiscountSubscriptions: readonly Sides<DiscountSubscription>[];
    readonly Pauses: readonly Sides<Pause>[];
  };
}
