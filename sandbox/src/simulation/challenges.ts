import { notFound } from '../domain/problem.ts';
import type { ProviderChallenge } from './collections.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { testDataRow } from './test-data.ts';

/** What the customer chose in the frame. */
export type ChallengeAction = 'pass' | 'fail' | 'cancel';

/** How a challenge ended, in the words of the message to the page (docs/self-service-api.md). */
export type ChallengeOutcome = 'passed' | 'failed' | 'canceled';

/** @throws Problem NotFound */
export function challengeOf(tx: SimulationTx, provider: string, id: string): ProviderChallenge {
  const challenge = tx.providerChallenges.get(id);
  if (challenge === undefined || challenge.Provider !== provider)
    throw notFound('challenge', id.slice(0, 40));
  return challenge;
}

/** How it ended; nothing while it is open. One that nobody answered in time has failed. */
export function outcomeOfChallenge(
  tx: SimulationTx,
  challenge: ProviderChallenge,
): ChallengeOutcome | undefined {
  if (challenge.State !== 'Open') return challenge.State.toLowerCase() as ChallengeOutcome;
  return challenge.ExpiresAt <= tx.now ? 'failed' : undefined;
}

/** Takes the customer's answer. One that has ended stays as it is. */
export function answerChallenge(
  tx: SimulationTx,
  challenge: ProviderChallenge,
  action: ChallengeAction,
): ProviderChallenge {
  if (outcomeOfChallenge(tx, challenge) !== undefined) return challenge;
  const row = testDataRow(tx.providerTokens.get(challenge.TokenId)?.TestData);
  if (action === 'cancel') return tx.providerChallenges.replace({ ...challenge, State: 'Canceled' });
  // The bank's page goes on loading for ever: only canceling or the page's own deadline ends it.
  if (row?.Challenge === 'Hangs') return challenge;
  const passed = action === 'pass' && row?.Challenge !== 'AlwaysFails';
  return tx.providerChallenges.replace({ ...challenge, State: passed ? 'Passed' : 'Failed' });
}
