import type { Tx } from '../records/tx.ts';

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a short code that can be read out on the phone: `RFDT-ZHXM`. */
export function referenceCode(tx: Tx): string {
  const letter = () => REFERENCE_LETTERS.charAt(tx.random.below(REFERENCE_LETTERS.length));
  const four = () => letter() + letter() + letter() + letter();
  return `${four()}-${four()}`;
}
