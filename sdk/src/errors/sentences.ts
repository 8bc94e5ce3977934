import type { ErrorCode } from './codes.ts';

let known: { readonly [code: string]: string } = {};

/** Takes the sentences of the service, in the language of the payer. */
export function learn(sentences: typeof known = {}): void {
  known = sentences;
}

/** What a customer may read about an error that the service did not word. */
export const sentenceOf = (code: ErrorCode): string =>
  known[code] ?? known[''] ?? 'Something went wrong. Please try again later.';
