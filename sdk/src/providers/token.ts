import type { Run } from '../operation.ts';
import { send } from '../transport.ts';
import type { Flow, TokenAnswer, TokenRequest } from './flow.ts';

/** Kind `Token`: the provider gives a token for the data, by JSON over HTTPS. */
export const requestToken = (flow: Flow, request: TokenRequest, run: Run): Promise<TokenAnswer> =>
  send(run, { to: `${flow.Url}/tokens`, body: request, step: '.token' });
