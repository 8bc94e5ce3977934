import type { Run } from '../calls/run.ts';
import type { CheckedData } from '../payment-data/check.ts';
import { answers } from '../transport/answers.ts';
import { send } from '../transport/send.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';
import type { AvailablePaymentMethods } from '../types/payment-methods.ts';
import { askClientLibrary } from './client-library.ts';
import type { Flow, TokenAnswer, TokenRequest } from './flow.ts';

/** Validated payment data, and the flow to its provider. */
export interface PayableData extends Omit<CheckedData, 'findings'> {
  readonly Bearer: string;
  readonly flow: Flow;
}

/**
 * Sends checked data to its provider. What comes back is for the service; where the provider wants a challenge, it counts
 * after that.
 *
 * @param purpose Whom and what the token is for.
 */
export async function tokenize(
  { Bearer, flow, secret, open }: PayableData,
  purpose: Pick<TokenRequest, 'PublicApiKey' | 'Amount' | 'Currency' | 'Opener'>,
  methods: AvailablePaymentMethods,
  run: Run,
): Promise<{ processed: ProcessedPaymentData; answer: Partial<TokenAnswer> }> {
  const request: TokenRequest = { ...purpose, Bearer, ...secret };
  const answer = await askProvider(flow, request, methods, run);
  const { Token, Last4, CardType } = answer;
  const processed = { Bearer, TetheredPaymentInformation: { Bearer, Token, ...open }, Last4, CardType };
  return { processed, answer };
}

/** By kind of flow; no provider is called if no data are secret. */
async function askProvider(
  flow: Flow,
  request: TokenRequest,
  methods: AvailablePaymentMethods,
  run: Run,
): Promise<Partial<TokenAnswer>> {
  if (flow.Kind === 'ClientLibrary') return askClientLibrary(flow, methods, request);
  if (flow.Kind === 'Token')
    return send(run, { to: `${flow.Url}/tokens`, body: request, step: '.token', answer: answers.token });
  return {};
}
