import { DAY_MS } from '../model/milliseconds.ts';
import type { ProviderToken } from './collections.ts';
import type { ConfiguredBearer } from './configured-bearers.ts';
import type { ReadData } from './payment-data.ts';
import type { SimulationTx } from './simulation-tx.ts';

/** How long a token is valid before its first payment, in milliseconds. */
const TOKEN_LASTS = DAY_MS;

/** Maximum number of tokens without a payment. */
const WAITING = 10_000;

/** Stores the displayable payment data under a token. */
export function insertToken(
  tx: SimulationTx,
  bearer: ConfiguredBearer,
  { shown, row }: ReadData,
  challengeId?: string,
): ProviderToken {
  return tx.providerTokens.insert({
    Id: `tok_${tx.random.base64url(18)}`,
    Provider: bearer.Provider.Name,
    Role: bearer.Role,
    Shown: shown,
    Renewals: 0,
    ExpiresAt: tx.now + TOKEN_LASTS,
    ...(row === undefined ? {} : { TestData: row.Id }),
    ...(challengeId === undefined ? {} : { ChallengeId: challengeId }),
  });
}

/** Forgets tokens with which nothing was paid, after a day or when there are too many. One that a contract or a payment holds is kept for good. */
export function dropUnusedTokens(tx: SimulationTx): void {
  for (;;) {
    const token = tx.providerTokens.first();
    if (token?.ExpiresAt === undefined) return;
    if (token.ExpiresAt > tx.now && tx.providerTokens.count('Waiting', 'yes') <= WAITING) return;
    const isUsed =
      tx.paymentMethods.count('Token', token.Id) > 0 ||
      tx.interactivePayments.where('Token', token.Id).some(({ State }) => State !== 'Ended');
    if (isUsed) tx.providerTokens.update(token.Id, { ExpiresAt: undefined });
    else tx.providerTokens.delete(token.Id);
  }
}
