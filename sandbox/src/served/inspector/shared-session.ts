import type { ReplayedSession, SessionFile } from '../../service/model/session.ts';
import { send } from './api.ts';
import { createObservable } from './observable.ts';

/** A session from another user. A dialog asks what to do with it. */
export interface SharedSession {
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
  readonly session: SessionFile;
}

/** The session that was dropped or chosen, or the error for a file that is not a session. */
export const shared = createObservable<SharedSession | Error | undefined>(undefined);

/** @returns whether the file is a session, in which case the dialog opens */
export async function openSession(file: File): Promise<boolean> {
  const text = await file.text();
  const session = sessionIn(text);
  if (session === undefined) return false;
  shared.set({ name: file.name, text, session });
  return true;
}

/** Opens a file as a session. The dialog reports if it is not one. */
export async function openAsSession(file: File): Promise<void> {
  if (!(await openSession(file)))
    shared.set(
      new Error(
        `${file.name} is not a session. Choose a file created by “Share session” or GET /sandbox/session. Restore snapshots on the overview.`,
      ),
    );
}

/** Checks only what the dialog shows; the service checks the rest. */
function sessionIn(text: string): SessionFile | undefined {
  try {
    const value = JSON.parse(text);
    const { Format, Service, Rows, End } = value;
    const isShown = Array.isArray(Rows) && typeof Service === 'string' && Date.parse(End.At) >= 0;
    return isShown && Format === 'clientlib-sandbox session' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replays a copy of the session. The state of this workspace does not change. */
export async function triedHere({ text }: SharedSession): Promise<ReplayedSession> {
  return (await send({ method: 'PUT', path: '/sandbox/session?dryRun=true', body: text })).body;
}

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Accepts sessions that are dropped anywhere on the page, until the signal aborts. */
export function takeDrops(signal?: AbortSignal): void {
  const options = signal === undefined ? {} : { signal };
  document.addEventListener(
    'dragover',
    (event) => {
      if (hasFile(event)) event.preventDefault();
    },
    options,
  );
  document.addEventListener(
    'drop',
    (event) => {
      const file = event.dataTransfer?.files[0];
      // A part of the page may have handled it.
      if (file === undefined || event.defaultPrevented) return;
      event.preventDefault();
      void openAsSession(file);
    },
    options,
  );
}
