import { MAX_TIMES, type PaymentDecisionInput } from '../../service/simulation/next-payments.ts';

/** A possible outcome of the payments in one period. */
export interface PaymentOutcome {
  /** The name in the report. */
  readonly name: string;
  /** The argument of `sandbox.payments.next`; absent if the payment succeeds or fails as usual. */
  readonly outcome?: PaymentDecisionInput['Outcome'];
  /** Number of attempts in the period that it decides. Default: the first one; retries proceed as usual. */
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

/** Default outcomes: paid, declined once or permanently, and each way to stay pending. */
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
 * code of a declined payment, for the first attempt only or `<code>, every attempt`. Codes are validated on use.
 */
export function toOutcome(given: string | PaymentOutcome): PaymentOutcome {
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
