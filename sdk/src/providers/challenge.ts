import type { Popups } from '../account.ts';
import { readAddress } from '../configuration.ts';
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
  const url = readAddress(Url, 'Challenge.Url');
  let close = popupClose;
  let listener!: (event: MessageEvent) => void;
  const outcome = await run
    .pause(
      new Promise((settle) => {
        const cancel = (): void => settle('canceled');
        listener = ({ data, source, origin }) => {
          // From the frame of our dialog; a page may open another kind of window.
          const isTheirs =
            origin === url.origin && (popupCreate || (source as Window | null)?.parent === window);
          if (isTheirs && data?.type === 'clientlib:challenge' && data.token === Token) settle(data.outcome);
        };
        addEventListener('message', listener);
        run.signal.addEventListener('abort', cancel);
        if (popupCreate) popupCreate({ url: Url, params: Params }, cancel);
        else close = openDialog(url, Params, cancel);
      }),
    )
    .finally(() => {
      removeEventListener('message', listener);
      close?.();
    });
  if (outcome === 'canceled') throw new ClientLibError(['Aborted', 'Canceled'], '3-D Secure: closed.');
  if (outcome !== 'passed') throw new ClientLibError(['3DsProblem'], '3-D Secure: failed.');
}
