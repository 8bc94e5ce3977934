import { ClientLibError } from '../error.ts';
import type { Run } from '../operation.ts';
import type { PaymentConfig } from '../types/payment-config.ts';
import { openDialog } from './challenge-dialog.ts';
import type { TokenAnswer } from './flow.ts';

/** The customer has as long as banks give. */
const patience = 600_000;

/**
 * 3-D Secure: shows the provider's page in a frame, of the page's making (`popupCreate`) or ours, until that page tells
 * the outcome. The deadline of the call stands still meanwhile.
 */
export function passChallenge(
  { Challenge, Token }: TokenAnswer,
  { popupCreate, popupClose }: Pick<PaymentConfig, 'popupCreate' | 'popupClose'>,
  run: Run,
): Promise<void> {
  const { Url, Params = {} } = Challenge as NonNullable<TokenAnswer['Challenge']>;
  const redirect = { url: new URL(Url).href, params: Params };
  const { origin } = new URL(Url);
  let close: (() => void) | undefined;
  let frame: HTMLIFrameElement | undefined;
  let listener = (_event: MessageEvent): void => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const outcome = new Promise<void>((resolve, reject) => {
    const fail = (code: '3DsProblem' | 'Timeout', why: string, cause?: unknown): void =>
      reject(new ClientLibError([code], `3-D Secure: ${why}`, {}, cause));
    const cancel = (): void =>
      reject(new ClientLibError(['Aborted', 'Canceled'], '3-D Secure: closed by the customer.'));
    listener = ({ data, source, origin: from }) => {
      if (from !== origin || (frame && source !== frame.contentWindow)) return;
      if (data?.type !== 'clientlib:challenge' || data.token !== Token) return;
      if (data.outcome === 'passed') resolve();
      else if (data.outcome === 'canceled') cancel();
      else if (data.outcome === 'failed') fail('3DsProblem', 'not authenticated.');
    };
    addEventListener('message', listener);
    run.signal.addEventListener('abort', cancel);
    timer = setTimeout(() => fail('Timeout', 'not finished in 10 minutes.'), patience);
    if (popupCreate) {
      close = popupClose;
      try {
        popupCreate(redirect, cancel);
      } catch (cause) {
        fail('3DsProblem', 'popupCreate threw.', cause);
      }
    } else {
      [frame, close] = openDialog(redirect, cancel);
    }
  });

  return run.pause(outcome).finally(() => {
    removeEventListener('message', listener);
    clearTimeout(timer);
    close?.();
  });
}
