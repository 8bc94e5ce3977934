import type { Tx } from '../records/tx.ts';

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A short code to tell on the phone, `RFDT-ZHXM`. */
export function referenceCode(tx: Tx): string {
  const letter = () => REFERENCE_LETTERS.charAt(tx.random.below(REFERENCE_LETTERS.length));
  const four = () => letter() + letter() + letter() + letter();
  return `${four()}-${four()}`;
}
