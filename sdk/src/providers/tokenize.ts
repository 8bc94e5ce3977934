import type { Run } from '../operation.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';
import type { AvailablePaymentMethods } from '../types/payment-methods.ts';
import { askClientLibrary } from './client-library.ts';
import type { Checked, Flow, TokenAnswer, TokenRequest } from './flow.ts';
import { requestToken } from './token.ts';

/**
 * Gives checked data to its provider. What comes back is for the service; where the provider wants a challenge, it
 * counts after that.
 *
 * @param purpose Whom and what the token is for.
 */
export async function tokenize(
  { Bearer, flow, secret, open }: Checked & { readonly Bearer: string; readonly flow: Flow },
  purpose: Pick<TokenRequest, 'PublicApiKey' | 'Amount' | 'Currency' | 'Opener'>,
  methods: AvailablePaymentMethods,
  run: Run,
): Promise<{ processed: ProcessedPaymentData; answer: Partial<TokenAnswer> }> {
  const request: TokenRequest = { ...purpose, Bearer, ...secret };
  const answer: Partial<TokenAnswer> =
    flow.Kind === 'Token'
      ? await requestToken(flow, request, run)
      : flow.Kind === 'ClientLibrary'
        ? await askClientLibrary(flow, methods, request)
        : {};
  const { Token, Last4, CardType } = answer;
  const processed = { Bearer, TetheredPaymentInformation: { Bearer, Token, ...open }, Last4, CardType };
  return { processed, answer };
}
