import { keyNotFound } from '../domain/basics/problem.ts';
import type { ChargeAnswer } from '../domain/records/payment-provider.ts';
import { type Charge, canceled, failed } from './charge-answers.ts';
import { decide } from './charge-decision.ts';
import type { ProviderChallenge, ProviderToken } from './collections.ts';
import { findBearer } from './configured-bearers.ts';
import { notifyOfVisit, RETURN_TIMEOUT_MS } from './provider-messages.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { testDataRow } from './test-data.ts';

/** The customer's choice in the frame. */
export type ChallengeAction = 'pass' | 'fail' | 'cancel';

/** The result of a challenge, as named in the message to the page (docs/self-service-api.md). */
export type ChallengeOutcome = 'passed' | 'failed' | 'canceled';

/** @throws Problem NotFound */
export function getChallenge(tx: SimulationTx, provider: string, id: string): ProviderChallenge {
  const challenge = tx.providerChallenges.get(id);
  if (challenge === undefined || challenge.Provider !== provider) throw keyNotFound('challenge');
  return challenge;
}

/** Returns the result; `undefined` while the challenge is open. A challenge that times out has failed. */
export function outcomeOfChallenge(
  tx: SimulationTx,
  challenge: ProviderChallenge,
): ChallengeOutcome | undefined {
  if (challenge.State !== 'Open') return challenge.State.toLowerCase() as ChallengeOutcome;
  return challenge.ExpiresAt <= tx.now ? 'failed' : undefined;
}

/** Stores a charge until its challenge is answered; an unanswered challenge fails when it expires. */
export function awaitChallenge(tx: SimulationTx, challenge: ProviderChallenge, charge: Charge): ChargeAnswer {
  const { Provider, Reference, TransactionId, Amount, Preauth, Recurring } = charge;
  const Charge = { Provider, Reference, TransactionId, Amount, Preauth, Recurring };
  tx.providerChallenges.replace({ ...challenge, Charge });
  notifyOfVisit(tx, charge, challenge.ExpiresAt);
  return { Outcome: 'Challenge', ProviderTransactionId: Reference };
}

/** Handles the customer's answer, and decides the waiting charge. A finished challenge does not change. */
export function answerChallenge(
  tx: SimulationTx,
  challenge: ProviderChallenge,
  action: ChallengeAction,
): ProviderChallenge {
  if (outcomeOfChallenge(tx, challenge) !== undefined) return challenge;
  const row = testDataRow(tx.providerTokens.get(challenge.TokenId)?.TestData);
  if (action === 'cancel') return answered(tx, challenge, 'Canceled');
  // The bank's page never finishes loading: only canceling or the page's own timeout ends it.
  if (row?.Challenge === 'Hangs') return challenge;
  const passed = action === 'pass' && row?.Challenge !== 'AlwaysFails';
  return answered(tx, challenge, passed ? 'Passed' : 'Failed');
}

function answered(
  tx: SimulationTx,
  before: ProviderChallenge,
  State: 'Passed' | 'Failed' | 'Canceled',
): ProviderChallenge {
  const challenge = tx.providerChallenges.replace({ ...before, State });
  const { Charge } = challenge;
  if (Charge === undefined) return challenge;
  // After a passed challenge, the page asks for the outcome; any other result is final.
  notifyOfVisit(tx, Charge, State === 'Passed' ? tx.now + RETURN_TIMEOUT_MS : tx.now);
  return tx.providerChallenges.replace({ ...challenge, Answer: answerTo(tx, challenge, Charge) });
}

function answerTo(tx: SimulationTx, challenge: ProviderChallenge, charge: Charge): ChargeAnswer {
  const { Provider, Reference } = charge;
  if (challenge.State === 'Canceled') return canceled(Reference, 'The customer canceled 3-D Secure.');
  const token = tx.providerTokens.get(challenge.TokenId) as ProviderToken;
  const bearer = findBearer(tx.account, Provider, token.Role);
  if (bearer === undefined) {
    return failed(Provider, Reference, 'InvalidConfiguration', 'Severe', 'not configured any more');
  }
  return decide(tx, bearer, token, charge);
}

/** Returns the provider's result of a challenge that timed out: the customer has left. */
export function endChallenge(tx: SimulationTx, challenge: ProviderChallenge): ChargeAnswer | undefined {
  if (challenge.Answer !== undefined || challenge.Charge === undefined) return challenge.Answer;
  const Answer = canceled(challenge.Charge.Reference, 'The customer did not complete 3-D Secure in time.');
  tx.providerChallenges.replace({ ...challenge, Answer });
  return Answer;
}
