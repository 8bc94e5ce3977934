/** What happens in one period: something is done or not, and the payments of the period have an outcome. */
export interface Step {
  /** Name of the action; `nothing` where nothing is done. */
  readonly action: string;
  /** Name of the outcome of the period's payments. */
  readonly outcome: string;
  /** Name of the fault that a request of the merchant's code meets; absent where none does. */
  readonly fault?: string;
}

/** One of the things that can become of a scenario. */
export interface Life {
  /** The seed of the sandbox that it began in. */
  readonly seed: string;
  readonly ContractId: string;
  /** One for each period so far. */
  readonly steps: readonly Step[];
}

export const NOTHING = 'nothing';
export const PAID = 'Paid';

/** A step in words: `pause, InsufficientBalance, 503`. */
export const describeStep = ({ action, outcome, fault }: Step): string =>
  [...(action === NOTHING ? [] : [action]), outcome, ...(fault === undefined ? [] : [fault])].join(', ');
