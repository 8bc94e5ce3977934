import type { AccessToken } from '../records/access.ts';
import type { Tx } from '../records/tx.ts';

/** Issues an opaque token (spec: Authentication 6 and 7). */
export function issueAccessToken(tx: Tx, clientId: string, username?: string): AccessToken {
  const { TokenLifetime } = tx.account;
  return tx.accessTokens.put({
    // 86 characters: one published client rejects tokens of 64 or fewer.
    Id: tx.random.base64url(64, 32),
    ClientId: clientId,
    ...(username === undefined ? {} : { Username: username }),
    ...(TokenLifetime > 0 ? { ExpiresAt: tx.now + TokenLifetime * 1000 } : {}),
  });
}

/** Ends a token. @returns whether there was one */
export function revokeAccessToken(tx: Tx, token: string): boolean {
  return tx.accessTokens.delete(token);
}

/** Ends all tokens, as an outage or an expiry would. @returns how many there were */
export function revokeAllAccessTokens(tx: Tx): number {
  const tokens = [...tx.accessTokens];
  for (const { Id } of tokens) tx.accessTokens.delete(Id);
  return tokens.length;
}
