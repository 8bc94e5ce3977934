import { text } from './record.ts';

/** The form of a VAT id: a country prefix and at most 12 letters or digits. Spaces, dots and dashes do not matter. */
export function isVatId(vatId: unknown): boolean {
  const compact = text(vatId)
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{1,12}$/.test(compact);
}
