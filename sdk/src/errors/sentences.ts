import type { ErrorCode } from './codes.ts';

/** What customers read of errors. */
interface Payer {
  /** `locale` of the payment form; by default the browser's. */
  locale: string;
  /** By code, from the service; the empty code is for all others. */
  sentences: { readonly [code: string]: string };
}

/** Who pays on this page. */
export const payer: Payer = { locale: '', sentences: {} };

/** What a customer may read about an error that the service did not word. */
export const sentenceOf = (code: ErrorCode): string =>
  payer.sentences[code] ?? payer.sentences[''] ?? 'Something went wrong. Please try again later.';
