import type { ErrorCode } from './codes.ts';

/** Messages of errors for customers. */
interface Payer {
  /** `locale` of the payment form; by default the browser's. */
  locale: string;
  /** By code, from the service; the empty code applies to all others. */
  sentences: { readonly [code: string]: string };
}

/** The payer on this page. */
export const payer: Payer = { locale: '', sentences: {} };

/** The customer's message for an error without one from the service. */
export const payerSentence = (code: ErrorCode): string =>
  payer.sentences[code] ?? payer.sentences[''] ?? 'Something went wrong. Please try again later.';
