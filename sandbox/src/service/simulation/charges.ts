import type { ChargeAnswer, ChargeRequest } from '../domain/records/payment-provider.ts';
import { awaitChallenge } from './challenges.ts';
import { failed } from './charge-answers.ts';
import { decide } from './charge-decision.ts';
import { openCheckout } from './checkouts.ts';
import { configuredBearer } from './configured-bearers.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { insertToken } from './tokens.ts';

/** A provider's own id of a payment. */
function newReference(tx: SimulationTx, provider: string): string {
  return `${provider.toLowerCase().replace(/\W/g, '')}_${tx.random.hex(16)}`;
}

/** Responds to a charge: immediately, with a redirect, or with an outcome that is notified later. */
export function charge(tx: SimulationTx, request: ChargeRequest): ChargeAnswer {
  const { Method: method } = request;
  const Reference = newReference(tx, method.Provider);
  const bearer = configuredBearer(tx.account, method.Bearer);
  if (bearer === undefined) {
    return failed(method.Provider, Reference, 'InvalidConfiguration', 'Severe', 'not configured any more');
  }
  const known = { Provider: method.Provider, Reference, ...request };
  if (bearer.Kind === 'Redirect' && !request.Recurring) return openCheckout(tx, bearer, known, request);
  let token = tx.providerTokens.get(method.Token);
  const made = token === undefined && bearer.Kind === 'Direct';
  if (made) token = insertToken(tx, bearer, { shown: { Type: bearer.Role }, row: undefined });
  if (token === undefined || token.Provider !== method.Provider) {
    return failed(method.Provider, Reference, 'BearerInvalid', 'Severe', 'the token is unknown');
  }
  const challenge = tx.providerChallenges.get(token.ChallengeId);
  if (request.Interactive?.ChallengeFollows === true && challenge?.State === 'Open') {
    return awaitChallenge(tx, challenge, known);
  }
  const answer = decide(tx, bearer, token, known);
  return made && answer.Outcome === 'Succeeded' ? { ...answer, Token: token.Id } : answer;
}
