// The frame of the payment form in the merchant's page, and the port to the document in it. No card data comes here.
import type { Run } from '../calls/run.ts';
import { ClientLibError } from '../errors/client-lib-error.ts';
import type { ErrorCodes } from '../errors/codes.ts';
import { payer } from '../errors/sentences.ts';
import { own, text } from '../input/record.ts';
import {
  type Connect,
  type Detail,
  declared,
  eventFields,
  type FlatError,
  isFlatError,
  isToPage,
  type ToFrame,
  type ToPage,
  version,
} from './protocol.ts';

/** The page's side of the frame. */
export interface Frame {
  /** Settles when the customer can type. */
  readonly loaded: Promise<void>;
  post(message: ToFrame): void;
  /** Asks the document, and waits for the answer as long as the call may take. */
  ask(run: Run, type: 'validate' | 'tokenize', more?: object): Promise<Detail>;
  focus(): void;
  /** Changes what the document was set up with, also for when it loads again. */
  update(setup: Connect): void;
  close(why: ClientLibError): void;
}

/** Time in which a document that has loaded must send something. One that does not is not the form. */
const SILENCE_TIMEOUT_MS = 5_000;

/** Ends the wait for an answer: with what is wrong, or with the answer. */
type Settle = (problem: ClientLibError | undefined, detail: Detail) => void;

/**
 * Puts the frame into the page. A closure of short functions around the port, the requests that wait and the frame: no
 * script of the page can reach these.
 *
 * @param hear Receives the events of the form.
 */
export function openFrame(
  container: Element,
  url: URL,
  setup: Connect,
  hear: (event: string, detail: unknown) => void,
): Frame {
  const frame = document.createElement('iframe');
  /** Requests by type and id. */
  const pending = new Map<string, Settle>();
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  let current = setup;
  let settleLoading = (_problem?: ClientLibError): void => {};

  const post = (message: ToFrame): void => port?.postMessage({ clientlib: version, ...message });

  /** Ends the connection to a document that has gone. */
  const disconnect = (why: ClientLibError): void => {
    clearTimeout(timer);
    port?.close();
    for (const settle of pending.values()) settle(why, {});
    pending.clear();
  };

  const connect = (): void => {
    disconnect(restarted());
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = ({ data }) => receive(data);
    timer = setTimeout(() => settleLoading(silent(url)), SILENCE_TIMEOUT_MS);
    frame.contentWindow?.postMessage({ clientlib: version, ...current }, url.origin, [port2]);
  };

  const receive = (data: unknown): void => {
    if (!isToPage(data)) return;
    clearTimeout(timer);
    const { type, detail } = data;
    const problem = isFlatError(detail) ? toError(detail) : undefined;
    const request = type + data.id;
    const settle = pending.get(request);
    pending.delete(request);
    if (settle) settle(problem, detail);
    else react(data, problem);
  };

  /** Loads a font for the document, which loads nothing itself: by the policy of the page, without its cookies. */
  const load = (url: string): Promise<void> =>
    fetch(url, { credentials: 'omit' })
      .then(async (answer) => answer.ok && { from: answer.url, bytes: await answer.arrayBuffer() })
      .catch(() => {})
      .then((loaded) => post({ type: 'loaded', url, ...loaded }));

  /** To what is not an answer. */
  const react = ({ type, detail }: ToPage, problem: ClientLibError | undefined): void => {
    const fields = own(eventFields, type);
    if (type === 'height') frame.style.height = `${Number(detail['height'])}px`;
    if (type === 'failed') settleLoading(problem);
    if (type === 'load' && current.config['fonts']) load(`${detail['url']}`);
    if (!fields) return;
    if (type === 'ready') {
      frame.title = `${detail['title']}`;
      // Errors of the page speak as the form does.
      payer.sentences = (detail['sentences'] ?? payer.sentences) as typeof payer.sentences;
      settleLoading();
    }
    hear(type, problem ?? declared(detail, fields));
    // The browser closes a dialog only by a key that is pressed in its own document.
    if (type === 'escape') closeDialog(container.closest('dialog[open]'));
  };

  // A frame is transparent only where its color scheme is that of its document.
  frame.style.cssText = `display:block;width:100%;height:0;border:0;color-scheme:${colorScheme(setup)}`;
  frame.title = 'Payment';
  // Some browsers tell the document inside by the referrer alone whose page it is in.
  frame.referrerPolicy = 'origin';
  frame.src = url.href;
  // Also when the frame loads again, as it does when the page moves it.
  frame.onload = connect;
  const loaded = new Promise<void>((resolve, reject) => {
    settleLoading = (problem) => (problem ? reject(problem) : resolve());
  });
  container.append(frame);

  return {
    loaded,
    post,
    ask: (run, type, more) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(type + id, (problem, detail) => (problem ? reject(problem) : resolve(detail)));
        run.signal.addEventListener('abort', () => {
          if (pending.delete(type + id)) post({ type: 'cancel', id });
        });
        post({ type, id, ...more } as ToFrame);
      }),
    focus: () => {
      frame.focus();
      post({ type: 'focus' });
    },
    update: (changed) => {
      current = changed;
      frame.style.colorScheme = colorScheme(changed);
      post({ ...changed, type: 'update' });
    },
    close: (why) => {
      disconnect(why);
      settleLoading(why);
      frame.remove();
    },
  };
}

function closeDialog(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

const colorScheme = ({ style }: Connect): string => text(style['body']?.['colorScheme']) || 'light';

export const restarted = (): ClientLibError =>
  new ClientLibError(['Aborted'], 'The payment form was reloaded.');

const silent = (url: URL): ClientLibError =>
  new ClientLibError(
    ['ServerError', 'FrameBlocked'],
    `${url} did not load: check network, frame-src, blockers.`,
  );

/** With the declared facts alone: the error takes no others. */
const toError = ({ errorCode, errorMessage, developerMessage, ...facts }: FlatError): ClientLibError =>
  new ClientLibError(errorCode.split(' ') as readonly string[] as ErrorCodes, developerMessage, {
    ...facts,
    customerMessage: errorMessage,
  });
