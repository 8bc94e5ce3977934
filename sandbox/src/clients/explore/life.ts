/** The course of one period: an optional action, and the outcome of its payments. */
export interface Step {
  /** Name of the action; `nothing` if there is none. */
  readonly action: string;
  /** Name of the outcome of the period's payments. */
  readonly outcome: string;
  /** Name of the fault that affects a request of the merchant's code; absent if none does. */
  readonly fault?: string;
}

/** One possible course of a scenario. */
export interface Life {
  /** The seed of the sandbox in which it began. */
  readonly seed: string;
  readonly ContractId: string;
  /** One entry for each period so far. */
  readonly steps: readonly Step[];
}

export const NOTHING = 'nothing';
export const PAID = 'Paid';

/** A step in words: `pause, InsufficientBalance, 503`. */
export const describeStep = ({ action, outcome, fault }: Step): string =>
  [...(action === NOTHING ? [] : [action]), outcome, ...(fault === undefined ? [] : [fault])].join(', ');
