import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Core } from '../../../core/core.ts';
import { timingSafeEqual } from '../../../domain/basics/constant-time.ts';

/**
 * Grants access to the page of one mail if the control API requires a token: a frame cannot send one, and the token itself
 * must not be part of a URL. `undefined` if no token is required.
 */
export function mailPageKey({ controlToken }: Core, mailId: string): string | undefined {
  if (controlToken === undefined) return undefined;
  return bytesToHex(hmac(sha256, utf8ToBytes(controlToken), utf8ToBytes(`mail ${mailId}`)));
}

/** Returns whether the key in a URL grants access to the page of a mail. */
export function opensMailPage(core: Core, mailId: string, key: string | undefined): boolean {
  const expected = mailPageKey(core, mailId);
  return expected !== undefined && key !== undefined && timingSafeEqual(key, expected);
}
