import type { ServiceCode } from '../../../../sdk/src/errors/codes.ts';
import { expiryInstant } from '../domain/payments/payment-methods.ts';
import type { ChargeAnswer } from '../domain/records/payment-provider.ts';
import { DAY_MS, MINUTE_MS } from '../model/milliseconds.ts';
import { type Charge, type FailedOutcome, failed } from './charge-answers.ts';
import type { DecidedOutcome, ProviderToken } from './collections.ts';
import type { ConfiguredBearer } from './configured-bearers.ts';
import { DECIDED, decidedFailure, instantOfOutcome, takeDecision } from './next-payments.ts';
import { notifyLater } from './provider-messages.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { type TestDataRow, testDataForAmount, testDataRow } from './test-data.ts';

/**
 * Decides a charge: first by `/sandbox/payments/next`, then by amount, challenge, expiry and test data. If none of them
 * makes it fail, it succeeds.
 */
export function decide(
  tx: SimulationTx,
  bearer: ConfiguredBearer,
  token: ProviderToken,
  request: Charge,
): ChargeAnswer {
  const { Provider, Reference } = request;
  const decided = takeDecision(tx, request);
  const row = decided === undefined ? testDataRow(token.TestData) : undefined;
  const outcome = decided === undefined ? decideOutcome(tx, token, row, request) : decidedFailure(decided);
  remember(tx, token, request, outcome);
  if (decided?.Pending !== undefined || decided?.Lose === true) {
    const at = instantOfOutcome(tx, decided);
    if (at !== undefined) notifyLater(tx, request, at, outcome);
    const isDebit = bearer.Role === 'Debit' && !request.Preauth && decided.Lose !== true;
    return {
      Outcome: 'Pending',
      ProviderTransactionId: Reference,
      ...(isDebit ? { Guaranteed: true } : {}),
    };
  }
  const minutes = row?.AnswersAfterMinutes ?? bearer.Definition.AnswersAfterMinutes;
  if (minutes !== undefined) {
    notifyLater(tx, request, tx.now + minutes * MINUTE_MS, outcome);
    return { Outcome: 'Pending', ProviderTransactionId: Reference };
  }
  if (outcome !== undefined) return failed(Provider, Reference, outcome.Code, outcome.Severity, outcome.Why);
  const returned = decideReturn(tx, decided, row);
  if (bearer.SettlesAfterDays !== undefined && !request.Preauth) {
    notifyLater(
      tx,
      request,
      returned?.at ?? tx.now + bearer.SettlesAfterDays * DAY_MS,
      returned === undefined ? undefined : { Code: returned.code, Severity: 'Severe', Why: returned.why },
    );
    return { Outcome: 'Pending', ProviderTransactionId: Reference, Guaranteed: true };
  }
  if (returned !== undefined && !request.Preauth) notifyLater(tx, request, returned.at, 'Chargeback');
  return { Outcome: 'Succeeded', ProviderTransactionId: Reference };
}

/** Returns when and why the payer reverses the payment; `undefined` if it is final. */
function decideReturn(
  tx: SimulationTx,
  decided: DecidedOutcome | undefined,
  row: TestDataRow | undefined,
): { readonly at: number; readonly code: ServiceCode; readonly why: string } | undefined {
  if (decided?.ReturnAfter !== undefined)
    return { at: instantOfOutcome(tx, decided) ?? tx.now, code: 'Rejected', why: DECIDED };
  const returned = row?.Returned;
  if (row === undefined || returned === undefined) return undefined;
  return { at: tx.now + returned.AfterDays * DAY_MS, code: returned.Code, why: row.Id };
}

function decideOutcome(
  tx: SimulationTx,
  token: ProviderToken,
  row: TestDataRow | undefined,
  request: Charge,
): FailedOutcome | undefined {
  const ofAmount = request.Preauth ? undefined : testDataForAmount(request.Amount);
  if (ofAmount?.Fails !== undefined) return { ...ofAmount.Fails, Why: ofAmount.Id };
  const challenge = tx.providerChallenges.get(token.ChallengeId);
  if (challenge !== undefined && challenge.State !== 'Passed') {
    return { Code: '3DsProblem', Severity: 'Severe', Why: '3-D Secure was not passed' };
  }
  if (token.Script?.ChargesLeft === 0) {
    return {
      Code: 'InsufficientBalance',
      Severity: token.Script.Severity,
      Why: "set on the provider's page",
    };
  }
  if ((expiryInstant(tx, token) ?? Number.POSITIVE_INFINITY) <= tx.now)
    return { Code: 'BearerExpired', Severity: 'Severe', Why: 'the card has expired' };
  // Only a provider's own page gets here with these: everywhere else there is no token.
  if (row?.Refused !== undefined) return { Code: row.Refused, Severity: 'Severe', Why: row.Id };
  if (row?.Down === true) return { Code: 'PSPConnectionProblem', Severity: 'Minor', Why: row.Id };
  const fails = row?.Fails;
  if (fails === undefined) return undefined;
  const because = { Code: fails.Code, Severity: fails.Severity, Why: row?.Id ?? '' };
  if (fails.Renewals === undefined) return because;
  const { From, Times = Number.POSITIVE_INFINITY } = fails.Renewals;
  const renewal = token.Renewals + 1;
  return request.Recurring && renewal >= From && renewal < From + Times ? because : undefined;
}

/** Updates the counters that the test data and the test provider's page use. */
function remember(
  tx: SimulationTx,
  token: ProviderToken,
  request: Charge,
  outcome: FailedOutcome | undefined,
): void {
  const { Script } = token;
  tx.providerTokens.replace({
    ...token,
    Renewals: token.Renewals + (request.Recurring ? 1 : 0),
    ...(Script === undefined || outcome !== undefined
      ? {}
      : { Script: { ...Script, ChargesLeft: Script.ChargesLeft - 1 } }),
  });
}
