import { MINUTE_MS } from '../../model/milliseconds.ts';
import { invalid, notFound } from '../basics/problem.ts';
import type { SelfServiceToken } from '../records/access.ts';
import type { Tx } from '../records/tx.ts';

/** Longest validity, in minutes: a week (field notes 2.3). */
const MAX_VALIDITY_MINUTES = 10_080;

/** Validity where the caller names none, in minutes: a day, as clients keep a token until an hour before it ends. */
const DEFAULT_VALIDITY_MINUTES = 1440;

/** Issues a token with which the customer of one contract uses Portal (field notes 2.3). */
export function issueSelfServiceToken(
  tx: Tx,
  contractId: string,
  minutes = DEFAULT_VALIDITY_MINUTES,
): SelfServiceToken {
  const contract = tx.contracts.get(contractId);
  if (contract === undefined) throw notFound('contract', contractId);
  if (!(minutes > 0 && minutes <= MAX_VALIDITY_MINUTES)) {
    throw invalid('tokenValidity', `expected minutes from 1 to ${MAX_VALIDITY_MINUTES}, got ${minutes}`);
  }
  return tx.selfServiceTokens.insert({
    Id: tx.random.base64url(24),
    ContractId: contract.Id,
    CustomerId: contract.CustomerId,
    Purpose: 'CustomerPortal',
    ExpiresAt: tx.now + minutes * MINUTE_MS,
  });
}
