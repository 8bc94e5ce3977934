import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { timingSafeEqual } from '../domain/basics/constant-time.ts';
import type { SimulationTx } from './simulation-tx.ts';

/**
 * The configuration that the service signs for the provider's client library, so that nobody else can create tokens for
 * its account.
 */
export interface SignedConfig {
  readonly MerchantId: string;
  readonly AccountId: string;
  readonly PortalId: string;
  readonly Mode: string;
}

/** The media that have a hash of their own. */
export type SignedMedium = 'CreditCard' | 'BankAccount';

/** The hash of a signed call: HMAC-SHA256 in hexadecimal over the medium and all fields. */
export function signatureHash(key: string, medium: SignedMedium, config: SignedConfig): string {
  const message = JSON.stringify([medium, config.MerchantId, config.AccountId, config.PortalId, config.Mode]);
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(message)));
}

/** Returns whether a call was signed with the key, for this medium. */
export function isSigned(
  key: string,
  medium: SignedMedium,
  call: SignedConfig & { readonly Hash: string },
): boolean {
  return timingSafeEqual(call.Hash, signatureHash(key, medium, call));
}

/** The key of a provider, created on first use. */
export function providerKey(tx: SimulationTx, provider: string): string {
  const known = tx.providerKeys.get(provider);
  return (known ?? tx.providerKeys.insert({ Id: provider, Key: tx.random.hex(64) })).Key;
}

/** The account's data at a provider, which its client library sends with a signature. */
function signedConfig(provider: string): SignedConfig {
  const name = provider.toLowerCase();
  return {
    MerchantId: `${name}-merchant`,
    AccountId: `${name}-account`,
    PortalId: `${name}-portal`,
    Mode: 'test',
  };
}

/** The account's data at a provider with the hashes that its client library sends along. */
export function signedCallData(
  tx: SimulationTx,
  provider: string,
): SignedConfig & { readonly BankAccountHash: string; readonly CreditCardHash: string } {
  const config = signedConfig(provider);
  const key = providerKey(tx, provider);
  return {
    ...config,
    BankAccountHash: signatureHash(key, 'BankAccount', config),
    CreditCardHash: signatureHash(key, 'CreditCard', config),
  };
}
