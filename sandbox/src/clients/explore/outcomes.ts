import { MAX_TIMES, type PaymentDecisionInput } from '../../service/simulation/payment-decisions.ts';

/** What can become of the payments of one period. */
export interface PaymentOutcome {
  /** As the report shows it. */
  readonly name: string;
  /** As `sandbox.payments.next` takes it; absent where the payment goes its usual way. */
  readonly outcome?: PaymentDecisionInput['Outcome'];
  /** How many attempts of the period it decides. Default: the first one; retries go their usual way. */
  readonly times?: number;
}

const EVERY_ATTEMPT = ', every attempt';

const named: { readonly [name: string]: PaymentOutcome['outcome'] } = {
  Paid: undefined,
  PendingThenPaid: { Pending: 'P3D' },
  PendingThenDeclined: { Pending: 'P3D', Code: 'InsufficientBalance' },
  Challenge: { Challenge: true },
  LostAnswer: { Lose: true },
  Returned: { ReturnAfter: 'P2D' },
};

/** Outcomes that are tried where none are named: paid, declined once or for good, and each way to stay open. */
export const usualOutcomes: readonly string[] = [
  'Paid',
  'InsufficientBalance',
  `InsufficientBalance${EVERY_ATTEMPT}`,
  'BearerExpired',
  'PendingThenPaid',
  'PendingThenDeclined',
  'Challenge',
  'LostAnswer',
  'Returned',
];

/**
 * The outcome of a name: `Paid`, `PendingThenPaid`, `PendingThenDeclined`, `Challenge`, `LostAnswer`, `Returned`, or the
 * code of a declined payment, for the first attempt alone or `<code>, every attempt`. Codes are checked when they are used.
 */
export function outcomeOf(given: string | PaymentOutcome): PaymentOutcome {
  if (typeof given !== 'string') return given;
  const isEvery = given.endsWith(EVERY_ATTEMPT);
  const name = isEvery ? given.slice(0, -EVERY_ATTEMPT.length) : given;
  const outcome = Object.hasOwn(named, name) ? named[name] : { Code: name };
  return {
    name: given,
    ...(outcome === undefined ? {} : { outcome }),
    ...(isEvery ? { times: MAX_TIMES } : {}),
  };
}
