import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { timingSafeEqual } from '../domain/constant-time.ts';

/** What the service signs for the provider's client library, so that nobody else can make tokens in its name. */
export interface SignedConfig {
  readonly MerchantId: string;
  readonly AccountId: string;
  readonly PortalId: string;
  readonly Mode: string;
}

/** The media that have a hash of their own. */
export type SignedMedium = 'CreditCard' | 'BankAccount';

/** The hash of a signed call: HMAC-SHA256 in hexadecimal over the medium and all fields. */
export function hashOf(key: string, medium: SignedMedium, config: SignedConfig): string {
  const message = JSON.stringify([medium, config.MerchantId, config.AccountId, config.PortalId, config.Mode]);
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(message)));
}

/** Whether a call was signed by who knows the key, for this medium. */
export function isSigned(
  key: string,
  medium: SignedMedium,
  call: SignedConfig & { readonly Hash: string },
): boolean {
  return timingSafeEqual(call.Hash, hashOf(key, medium, call));
}
