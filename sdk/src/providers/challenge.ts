import type { Popups } from '../account.ts';
import { ClientLibError } from '../error.ts';
import type { Run } from '../operation.ts';
import { openDialog } from './challenge-dialog.ts';
import type { TokenAnswer } from './flow.ts';

/**
 * 3-D Secure: shows the provider's page in a frame, of the page's making (`popupCreate`) or ours, until that page tells
 * the outcome. The deadline of the call stands still meanwhile.
 */
export async function passChallenge(
  { Challenge, Token }: TokenAnswer,
  { popupCreate, popupClose }: Popups,
  run: Run,
): Promise<void> {
  const { Url, Params = {} } = Challenge as NonNullable<TokenAnswer['Challenge']>;
  const url = new URL(Url);
  let frame: HTMLIFrameElement | undefined;
  let close = popupClose;
  let settle!: (outcome: unknown) => void;
  const outcome = new Promise((resolve) => {
    settle = resolve;
  });
  const cancel = (): void => settle('canceled');
  const listener = ({ data, source, origin }: MessageEvent): void => {
    const isTheirs = origin === url.origin && (!frame || source === frame.contentWindow);
    if (isTheirs && data?.type === 'clientlib:challenge' && data.token === Token) settle(data.outcome);
  };
  addEventListener('message', listener);
  run.signal.addEventListener('abort', cancel);
  try {
    if (popupCreate) popupCreate({ url: Url, params: Params }, cancel);
    else [frame, close] = openDialog(url, Params, cancel);
    const end = await run.pause(outcome);
    if (end === 'canceled') throw new ClientLibError(['Aborted', 'Canceled'], '3-D Secure: closed.');
    if (end !== 'passed') throw new ClientLibError(['3DsProblem'], '3-D Secure: not authenticated.');
  } finally {
    removeEventListener('message', listener);
    close?.();
  }
}
