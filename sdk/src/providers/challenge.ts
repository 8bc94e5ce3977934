import type { Run } from '../calls/run.ts';
import { readAddress } from '../configuration/address.ts';
import { ClientLibError } from '../errors/client-lib-error.ts';
import { payerSentence } from '../errors/sentences.ts';
import { isObject } from '../input/record.ts';
import type { Popups } from '../types/payment-config.ts';
import { openDialog } from './challenge-dialog.ts';
import type { Challenge } from './flow.ts';

/** A challenge that was asked for by the token it belongs to. */
export interface OpenChallenge {
  readonly Token: string;
  readonly Challenge: Challenge;
  /** The word for "Cancel" in the customer's language. */
  readonly cancelLabel?: string;
}

/**
 * 3-D Secure: shows the provider's page in a frame, of the page's making (`popupCreate`) or ours, until that page
 * reports the outcome. The deadline of the call stands still meanwhile.
 */
export async function passChallenge(
  { Token, Challenge, cancelLabel }: OpenChallenge,
  { popupCreate, popupClose }: Popups,
  run: Run,
): Promise<void> {
  const { Url, Params = {} } = Challenge;
  const url = readAddress(Url, 'Challenge.Url');
  const { origin } = url;
  let close = popupClose;
  let end = (): void => {};

  const outcome = new Promise<unknown>((settle) => {
    const cancel = (): void => settle('canceled');
    const listen = ({ data, source, origin: from }: MessageEvent): void => {
      // From the frame of our dialog; a page may open another kind of window.
      const isFrame = popupCreate || (source as Window | null)?.parent === window;
      const isOutcome = isObject(data) && data['type'] === 'clientlib:challenge' && data['token'] === Token;
      if (from === origin && isFrame && isOutcome) settle(data['outcome']);
    };
    addEventListener('message', listen);
    end = () => {
      removeEventListener('message', listen);
      close?.();
    };
    run.signal.addEventListener('abort', cancel);
    for (const [name, value] of Object.entries(Params)) url.searchParams.set(name, value);
    if (popupCreate) popupCreate({ url: Url, params: Params }, cancel);
    else close = openDialog(url.href, cancel, cancelLabel);
  });
  const result = await run.pause(outcome).finally(() => end());
  if (result === 'canceled') throw new ClientLibError(['Aborted', 'Canceled'], '3-D Secure: closed.');
  if (result !== 'passed')
    throw new ClientLibError(['3DsProblem'], '3-D Secure: failed.', { details: payerSentence('3DsProblem') });
}
