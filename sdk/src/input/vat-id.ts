import { text } from './record.ts';

/**
 * The form of a VAT id: the two letters of a country, then 2 to 12 letters or digits with at least one digit. Spaces, dots
 * and dashes do not matter. Whether it was issued is for the service to say.
 */
export function isVatId(vatId: unknown): boolean {
  const compact = text(vatId)
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{2,12}$/.test(compact) && /\d/.test(compact);
}
