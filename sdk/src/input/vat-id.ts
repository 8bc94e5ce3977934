import { toAscii } from './ascii.ts';
import { text } from './record.ts';

/** A VAT id in capitals, without spaces, dots, dashes, invisible marks and the word for VAT that follows a Swiss one. */
export const normalizedVatId = (vatId: unknown): string =>
  toAscii(text(vatId))
    .replace(/[\s.-]/g, '')
    .toUpperCase()
    .replace(/^(CHE\d{9})(MWST|TVA|IVA)$/, '$1');

/**
 * Checks whether a VAT id is well-formed: a country prefix, then 2 to 12 letters or digits with at least one digit. Spaces,
 * dots and dashes do not matter, nor does `MWST`, `TVA` or `IVA` after a Swiss one. Nothing is sent. The same method exists on
 * `Payment` and `Signup`.
 *
 * @example
 * if (!ClientLib.validateVatId(vatId)) showHint();
 */
export function validateVatId(vatId: string): boolean {
  const normalized = normalizedVatId(vatId);
  return /^[A-Z]{2}[A-Z0-9]{2,12}$/.test(normalized) && /\d/.test(normalized);
}
