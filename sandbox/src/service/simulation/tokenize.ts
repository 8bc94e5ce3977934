import { Problem } from '../domain/basics/problem.ts';
import { type ConfiguredBearer, configuredBearer, findDefinition } from './configured-bearers.ts';
import { takeChallenge } from './next-payments.ts';
import {
  type CardInput,
  type DebitInput,
  type ReadData,
  readCard,
  readDebit,
  refused,
} from './payment-data.ts';
import { isSigned, providerKey, type SignedConfig } from './signed-call.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { insertToken } from './tokens.ts';

/** The lifetime of a challenge, in milliseconds. */
const CHALLENGE_LASTS = 600_000;

/** Card or account data as the browser sends it to the provider; only `readCard` and `readDebit` read it. */
export interface TokenRequest {
  readonly Bearer: string;
  readonly Amount?: number | undefined;
  readonly Currency?: string | undefined;
  readonly Card?: CardInput | undefined;
  readonly Debit?: DebitInput | undefined;
  /** A call of the provider's client library. */
  readonly Signed?: (SignedConfig & { readonly Hash: string }) | undefined;
}

/** The response to payment data in the browser. */
export interface TokenAnswer {
  readonly Token: string;
  readonly CardType?: string;
  readonly Last4?: string;
  /** The customer must pass 3-D Secure first. `Url` is relative to the provider's address. */
  readonly Challenge?: { readonly Url: string; readonly Params: { readonly [name: string]: string } };
}

/**
 * Replaces card or account data with a token. The number is not stored.
 * @param openerOrigin origin of the requesting page; only that page gets the outcome of a challenge
 */
export function tokenize(
  tx: SimulationTx,
  provider: string,
  request: TokenRequest,
  openerOrigin: string | undefined,
): TokenAnswer {
  const bearer = configuredBearer(tx.account, request.Bearer);
  if (bearer === undefined || bearer.Provider.Name !== provider) {
    throw new Problem('Invalid', 'InvalidPaymentMethod', `${provider} does not know this bearer.`, [
      { Field: 'Bearer', Code: 'InvalidPaymentMethod', Message: 'is not one of its bearers' },
    ]);
  }
  if (bearer.Kind === 'ClientLibrary') checkSignature(tx, bearer, request.Signed);
  const { shown, row } = read(bearer, request, tx.now);
  if (row?.Down === true) {
    throw new Problem('Unavailable', 'PspServerError', `${provider} is not reachable (simulated).`);
  }
  if (row?.Refused !== undefined) {
    throw new Problem('Declined', row.Refused, `${provider} rejects the card (simulated: ${row.Id}).`);
  }
  const usual = row?.Challenge === undefined ? undefined : true;
  const asks = bearer.Challenge === true ? (takeChallenge(tx, provider) ?? usual) : undefined;
  const ChallengeId = asks === undefined ? undefined : tx.random.base64url(24);
  const token = insertToken(tx, bearer, { shown, row }, ChallengeId);
  if (ChallengeId !== undefined && asks !== undefined) {
    tx.providerChallenges.insert({
      Id: ChallengeId,
      Provider: provider,
      TokenId: token.Id,
      State: asks === true ? 'Open' : asks,
      ExpiresAt: tx.now + CHALLENGE_LASTS,
      ...(openerOrigin === undefined ? {} : { OpenerOrigin: openerOrigin }),
      ...(request.Amount === undefined ? {} : { Amount: request.Amount }),
      ...(request.Currency === undefined ? {} : { Currency: request.Currency }),
    });
  }
  const last4 = shown.Last4 ?? (shown.IBAN ?? shown.Account)?.slice(-4);
  return {
    Token: token.Id,
    ...(shown.CardType === undefined ? {} : { CardType: shown.CardType }),
    ...(last4 === undefined ? {} : { Last4: last4 }),
    ...(ChallengeId === undefined || asks !== true
      ? {}
      : {
          Challenge: {
            Url: `/providers/${encodeURIComponent(provider)}/challenge`,
            Params: { challenge: ChallengeId },
          },
        }),
  };
}

function read(bearer: ConfiguredBearer, request: TokenRequest, now: number): ReadData {
  if (bearer.Data === 'Card') {
    if (request.Card === undefined) throw refused('Card', 'InvalidPaymentData', 'the data of a card');
    return readCard(request.Card, now);
  }
  if (bearer.Data === 'DebitIban' || bearer.Data === 'DebitAccount') {
    if (request.Debit === undefined)
      throw refused('Debit', 'InvalidPaymentData', 'the data of a bank account');
    return readDebit(request.Debit, bearer.Data, bearer.SyntaxOnly);
  }
  throw new Problem('Invalid', 'InvalidPaymentMethod', `${bearer.Bearer} does not use tokens.`);
}

function checkSignature(tx: SimulationTx, bearer: ConfiguredBearer, signed: TokenRequest['Signed']): void {
  const provider = bearer.Provider.Name;
  const medium = bearer.Role === 'CreditCard' ? 'CreditCard' : 'BankAccount';
  if (signed !== undefined && isSigned(providerKey(tx, provider), medium, signed)) return;
  throw new Problem(
    'Forbidden',
    'InvalidConfiguration',
    `${provider} only accepts signed calls: MerchantId, AccountId, PortalId and Mode with their ${medium}Hash, exactly as in paymentMethods.`,
  );
}

/** Counts a token request, if the provider limits them. @throws Problem TooManyRequests */
export function countCall(tx: SimulationTx, provider: string): void {
  const limit = findDefinition(tx.account, provider)?.RateLimit;
  if (limit === undefined) return;
  const before = tx.providerCalls.get(provider);
  const lasts = limit.Seconds * 1000;
  const fresh = before === undefined || before.WindowStart + lasts <= tx.now;
  if (!fresh && before.Count >= limit.Requests) {
    throw new Problem(
      'TooManyRequests',
      'RateLimit',
      `${provider} allows ${limit.Requests} requests in ${limit.Seconds} seconds.`,
      [],
      Math.ceil((before.WindowStart + lasts - tx.now) / 1000),
    );
  }
  const now = {
    Id: provider,
    WindowStart: fresh ? tx.now : before.WindowStart,
    Count: fresh ? 1 : before.Count + 1,
  };
  if (before === undefined) tx.providerCalls.insert(now);
  else tx.providerCalls.replace(now);
}
