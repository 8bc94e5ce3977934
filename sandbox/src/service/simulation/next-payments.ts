import type { ServiceCode } from '../../../../sdk/src/errors/codes.ts';
import { refuseUnknown } from '../domain/basics/known-names.ts';
import { nearestName } from '../domain/basics/nearest-name.ts';
import { invalid, notFound } from '../domain/basics/problem.ts';
import { instantAfter } from '../domain/records/clock-input.ts';
import type { FailureSeverity } from '../domain/records/payment-provider.ts';
import type { FailedOutcome } from './charge-answers.ts';
import type { DecidedOutcome, PaymentDecision } from './collections.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { testData } from './test-data.ts';

/** A requested decision. `Times` defaults to 1. */
export type PaymentDecisionInput = Omit<PaymentDecision, 'Id' | 'Times' | 'Outcome'> & {
  readonly Times?: number | undefined;
  readonly Outcome: OutcomeInput;
};

/** A requested outcome; its code can be any text. */
type OutcomeInput = Omit<DecidedOutcome, 'Code'> & { readonly Code?: string | undefined };

/** The reason given to the developer for an outcome that was decided in advance. */
export const DECIDED = 'decided by /sandbox/payments/next';

/** When a provider whose response was lost is considered unavailable, in milliseconds. */
const LOST_AFTER = 120_000;

/** Maximum delay, in milliseconds. */
export const MAX_DELAY_MS = 600_000;

/** Maximum number of payments per decision. */
export const MAX_TIMES = 1_000;

/** Maximum number of pending decisions: each payment is compared with all of them. */
const MAX_DECISIONS = 1_000;

/** The codes with which a payment can be declined, and their severity. */
export const declineCodes: ReadonlyMap<ServiceCode, FailureSeverity> = new Map([
  ...testData.flatMap(({ Refused }): [ServiceCode, FailureSeverity][] =>
    Refused === undefined ? [] : [[Refused, 'Severe']],
  ),
  ...testData.flatMap(({ Fails }): [ServiceCode, FailureSeverity][] =>
    Fails === undefined || Fails.Code === '' ? [] : [[Fails.Code, Fails.Severity]],
  ),
  ['3DsProblem', 'Severe'],
]);

/** The fields of an outcome. */
const OUTCOMES = ['Code', 'Severity', 'DelayMs', 'Pending', 'ReturnAfter', 'Challenge', 'Lose'];

/**
 * Decides the next matching payments. Of several decisions, the oldest is used first.
 *
 * @throws Problem Invalid for an empty or contradictory outcome, NotFound for an unknown contract, customer or
 * provider
 */
export function decideNext(tx: SimulationTx, input: PaymentDecisionInput): PaymentDecision {
  refuseUnknown(input, ['ContractId', 'CustomerId', 'Provider', 'Times', 'Outcome'], '');
  const { ContractId, CustomerId, Times = 1, Outcome } = input;
  if (
    ContractId !== undefined &&
    !tx.contracts.has(ContractId) &&
    tx.orders.count('ContractId', ContractId) === 0
  )
    throw notFound('contract', ContractId.slice(0, 40));
  if (
    CustomerId !== undefined &&
    !tx.customers.has(CustomerId) &&
    tx.orders.count('CustomerId', CustomerId) === 0
  )
    throw notFound('customer', CustomerId.slice(0, 40));
  if (!Number.isInteger(Times) || Times < 1 || Times > MAX_TIMES)
    throw invalid('Times', `expected a whole number from 1 to ${MAX_TIMES}, got ${Times}`);
  checkOutcome(tx, Outcome);
  if (tx.paymentDecisions.size >= MAX_DECISIONS)
    throw invalid(
      '',
      `${MAX_DECISIONS} decisions are pending, the maximum; DELETE /sandbox/payments/next removes them`,
    );
  const Provider = input.Provider === undefined ? undefined : providerNamed(tx, input.Provider);
  return tx.paymentDecisions.insert({
    Id: tx.newId(),
    ...(ContractId === undefined ? {} : { ContractId }),
    ...(CustomerId === undefined ? {} : { CustomerId }),
    ...(Provider === undefined ? {} : { Provider }),
    Times,
    Outcome,
  });
}

/** Removes a decision. @throws Problem NotFound */
export function removeDecision(tx: SimulationTx, id: string): void {
  if (!tx.paymentDecisions.has(id)) throw notFound('decision on a payment', id.slice(0, 40));
  tx.paymentDecisions.delete(id);
}

/** Removes all decisions. */
export function clearDecisions(tx: SimulationTx): void {
  for (const { Id } of [...tx.paymentDecisions]) tx.paymentDecisions.delete(Id);
}

/** The predetermined outcome of a payment, which then counts as used; `undefined` if none applies. */
export function takeDecision(
  tx: SimulationTx,
  charge: { readonly TransactionId: string; readonly Preauth: boolean },
): DecidedOutcome | undefined {
  const decision = decisionOn(tx, charge);
  if (decision === undefined) return undefined;
  const {
    ContractId,
    CustomerId,
    PaymentProvider = '',
  } = tx.paymentTransactions.get(charge.TransactionId) ?? {};
  use(tx, decision, {
    Provider: PaymentProvider,
    PaymentTransactionId: charge.TransactionId,
    ...(ContractId === undefined ? {} : { ContractId }),
    ...(CustomerId === undefined ? {} : { CustomerId }),
  });
  const { DelayMs, ...outcome } = decision.Outcome;
  return Object.keys(outcome).length === 0 ? undefined : outcome;
}

/** Real milliseconds that the provider takes for this payment. */
export function decidedDelay(
  tx: SimulationTx,
  charge: { readonly TransactionId: string; readonly Preauth: boolean },
): number {
  return decisionOn(tx, charge)?.Outcome.DelayMs ?? 0;
}

/**
 * Returns the decision on 3-D Secure for the provider's next payment, which then applies to the new token. A decision
 * on one contract or customer does not apply, because a token does not belong to a customer yet.
 */
export function takeChallenge(tx: SimulationTx, provider: string): DecidedOutcome['Challenge'] {
  for (const decision of tx.paymentDecisions) {
    if (decision.Provider !== undefined && decision.Provider !== provider) continue;
    if (decision.ContractId !== undefined || decision.CustomerId !== undefined) continue;
    const { Challenge } = decision.Outcome;
    if (Challenge !== undefined) use(tx, decision, { Provider: provider });
    return Challenge;
  }
  return undefined;
}

/** Why a predetermined payment fails; `undefined` if it succeeds. */
export function decidedFailure({
  Code,
  Severity,
  Challenge,
  Lose,
}: DecidedOutcome): FailedOutcome | undefined {
  const code =
    Lose === true
      ? 'PSPConnectionTimeout'
      : Challenge === undefined || Challenge === 'Passed'
        ? Code
        : '3DsProblem';
  if (code === undefined) return undefined;
  return { Code: code, Severity: Severity ?? declineCodes.get(code) ?? 'Severe', Why: DECIDED };
}

/** Returns when an outcome is known, or the money is returned; `undefined` if it stays open. */
export function instantOfOutcome(tx: SimulationTx, outcome: DecidedOutcome): number | undefined {
  const { Pending, ReturnAfter, Lose } = outcome;
  if (Lose === true) return tx.now + LOST_AFTER;
  if (ReturnAfter !== undefined) return instantAfter(tx, ReturnAfter, 'Outcome.ReturnAfter');
  return typeof Pending === 'string' ? instantAfter(tx, Pending, 'Outcome.Pending') : undefined;
}

function decisionOn(
  tx: SimulationTx,
  { TransactionId, Preauth }: { readonly TransactionId: string; readonly Preauth: boolean },
): PaymentDecision | undefined {
  if (tx.paymentDecisions.size === 0) return undefined;
  const transaction = tx.paymentTransactions.get(TransactionId);
  if (transaction === undefined) return undefined;
  for (const decision of tx.paymentDecisions) {
    const { ContractId, CustomerId, Provider, Outcome } = decision;
    if (ContractId !== undefined && ContractId !== transaction.ContractId) continue;
    if (CustomerId !== undefined && CustomerId !== transaction.CustomerId) continue;
    if (Provider !== undefined && Provider !== transaction.PaymentProvider) continue;
    // An authorization moves no money that could be taken back.
    if (Preauth && Outcome.ReturnAfter !== undefined) continue;
    return decision;
  }
  return undefined;
}

function use(
  tx: SimulationTx,
  decision: PaymentDecision,
  payment: {
    readonly Provider: string;
    readonly PaymentTransactionId?: string;
    readonly ContractId?: string;
    readonly CustomerId?: string;
  },
): void {
  if (decision.Times > 1) tx.paymentDecisions.replace({ ...decision, Times: decision.Times - 1 });
  else tx.paymentDecisions.delete(decision.Id);
  tx.recordDecided({
    Id: tx.newId(),
    DecisionId: decision.Id,
    At: tx.now,
    ...payment,
    Outcome: decision.Outcome,
  });
}

function checkOutcome(
  tx: SimulationTx,
  outcome: OutcomeInput | undefined,
): asserts outcome is DecidedOutcome {
  if (outcome === undefined) throw invalid('Outcome', `is required; expected one of ${OUTCOMES.join(', ')}`);
  refuseUnknown(outcome, OUTCOMES, 'Outcome.');
  const { Code, Severity, DelayMs, Pending, ReturnAfter, Challenge, Lose } = outcome;
  const ends = { Code, ReturnAfter, Challenge, Lose };
  const said = Object.entries(ends).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (said.length === 0 && DelayMs === undefined && Pending === undefined)
    throw invalid('Outcome', `expected one of ${OUTCOMES.join(', ')}`);
  const [first, second = Pending === undefined || Code !== undefined ? undefined : 'Pending'] = said;
  if (first !== undefined && second !== undefined)
    throw invalid(`Outcome.${second}`, `contradicts Outcome.${first}; send one of them`);
  if (Severity !== undefined && Code === undefined)
    throw invalid('Outcome.Severity', 'requires Outcome.Code; send that too');
  if (Challenge !== undefined && ![true, 'Passed', 'Failed'].includes(Challenge))
    throw invalid(
      'Outcome.Challenge',
      `expected true, 'Passed' or 'Failed', got ${JSON.stringify(Challenge)}`,
    );
  if (Code !== undefined && !isDeclineCode(Code)) throw unknownCode(Code);
  if (DelayMs !== undefined && !(DelayMs >= 0 && DelayMs <= MAX_DELAY_MS))
    throw invalid('Outcome.DelayMs', `expected milliseconds from 0 to ${MAX_DELAY_MS}, got ${DelayMs}`);
  if (typeof Pending === 'string') checkDuration(tx, Pending, 'Outcome.Pending');
  if (ReturnAfter !== undefined) checkDuration(tx, ReturnAfter, 'Outcome.ReturnAfter');
}

function checkDuration(tx: SimulationTx, text: string, field: string): void {
  if (instantAfter(tx, text, field) <= tx.now)
    throw invalid(field, `expected a duration above 0, got "${text}"`);
}

function isDeclineCode(code: string): boolean {
  return [...declineCodes.keys()].some((known) => known === code);
}

function unknownCode(code: string): Error {
  const known = [...declineCodes.keys()];
  const nearest = nearestName(code, known);
  const hint = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean ${nearest}?`;
  return invalid('Outcome.Code', `"${code.slice(0, 40)}" is not a code of a declined payment; ${hint}`);
}

function providerNamed(tx: SimulationTx, name: string): string {
  const known = tx.account.Providers.map(({ Name }) => Name);
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return same;
  throw invalid(
    'Provider',
    `"${name.slice(0, 40)}" does not exist in this account; it has ${known.join(', ')}`,
  );
}
