/** @jsxImportSource hono/jsx/dom */
import { useEffect, useState } from 'hono/jsx/dom';
import type { ReplayedSession, SessionAnswer } from '../../../service/model/session.ts';
import { send } from '../api.ts';
import { plural, time } from '../format.ts';
import { useObservable } from '../observable.ts';
import { Failure } from '../parts/basic.tsx';
import { useModal, useOutcome } from '../parts/modal.ts';
import { act } from '../session.ts';
import { settings, workspaceUrl } from '../settings.ts';
import { type SharedSession, shared, triedHere } from '../shared-session.ts';

/** Maximum characters of a response to show, so that the buttons below it stay visible. */
const SHOWN = 400;

const SNAPSHOT = '/sandbox/snapshot.ndjson';

/** Asks what to do with a session that was dropped onto the page, or chosen. */
export function SharedSessionDialog() {
  const opened = useObservable(shared);
  return opened === undefined ? null : <OpenDialog key={sessionKey(opened)} opened={opened} />;
}

const sessionKey = (opened: SharedSession | Error) =>
  opened instanceof Error ? opened.message : `${opened.name} ${opened.session.End.Digest}`;

function OpenDialog({ opened }: { readonly opened: SharedSession | Error }) {
  const dialog = useModal();
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="action shared"
      aria-label="Replay session"
      onClose={() => shared.set(undefined)}
    >
      <h2>Replay session</h2>
      {opened instanceof Error ? (
        <>
          <Failure error={opened} />
          <p class="actions end">
            <button type="button" onClick={close}>
              Back
            </button>
          </p>
        </>
      ) : (
        <Replay opened={opened} onClose={close} />
      )}
    </dialog>
  );
}

interface State {
  readonly tried?: ReplayedSession;
  readonly error?: Error;
  readonly isReplaying?: boolean;
  /** The new workspace in which it was replayed; empty for this one. */
  readonly workspace?: string | undefined;
  /** The state that it replaced. */
  readonly before?: string | undefined;
}

function useReplay(opened: SharedSession) {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    triedHere(opened).then(
      (tried) => setState({ tried }),
      (error: Error) => setState({ error }),
    );
  }, []);
  const put = (base: string) => {
    const { name: file, text: body } = opened;
    return act('Replay session', { method: 'PUT', path: `${base}/sandbox/session`, body, file });
  };
  const doing = (work: () => Promise<State>) => async () => {
    if (state.isReplaying) return;
    setState({ ...state, isReplaying: true });
    try {
      setState({ ...state, ...(await work()) });
    } catch (failure) {
      setState({ ...state, error: failure as Error });
    }
  };
  return {
    state,
    here: doing(async () => {
      const { body } = await send({ method: 'GET', path: SNAPSHOT });
      await put('');
      return { workspace: '', before: String(body) };
    }),
    apart: doing(async () => {
      const Name = `session-${Date.now().toString(36)}`;
      await act('Make a workspace', { method: 'POST', path: '/sandbox/workspaces', body: { Name } });
      await put(`/w/${Name}`);
      return { workspace: Name };
    }),
    undo: doing(async () => {
      const file = 'the state before';
      await act('Undo the replay', { method: 'PUT', path: SNAPSHOT, body: state.before, file });
      return { workspace: undefined, before: undefined };
    }),
  };
}

function Replay({ opened, onClose }: { readonly opened: SharedSession; readonly onClose: () => void }) {
  const { state, here, apart, undo } = useReplay(opened);
  const { tried, error, isReplaying = false, workspace, before } = state;
  useOutcome(state);
  const button = (label: string, work: () => Promise<void>, kind = '') => (
    <button
      type="button"
      class={kind}
      aria-disabled={isReplaying ? 'true' : undefined}
      onClick={() => void work()}
    >
      {label}
    </button>
  );
  return (
    <>
      <Facts opened={opened} />
      {tried === undefined && error === undefined && <p role="status">Replaying a copy …</p>}
      {tried !== undefined && <Outcome tried={tried} />}
      {error !== undefined && <Failure error={error} />}
      {workspace !== undefined && <Done workspace={workspace} />}
      {tried !== undefined && workspace === undefined && (
        <p>
          “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you
          close this dialog.
        </p>
      )}
      <p class="actions end">
        <button type="button" onClick={onClose}>
          {workspace === undefined ? 'Back' : 'Close'}
        </button>
        {before !== undefined && button('Undo', undo)}
        {tried !== undefined && workspace === undefined && (
          <>
            {settings.workspace === '' && button('Replay in a new workspace', apart)}
            {button('Replay here', here, 'main')}
          </>
        )}
      </p>
    </>
  );
}

function Done({ workspace }: { readonly workspace: string }) {
  return (
    <p class="message ok" role="status">
      {workspace === '' ? (
        'The state is now that of the session.'
      ) : (
        <a href={workspaceUrl(workspace)}>Open the workspace {workspace}</a>
      )}
    </p>
  );
}

function Facts({ opened: { name, session } }: { readonly opened: SharedSession }) {
  const { Service, Rows, End } = session;
  return (
    <p>
      <b>{name}</b>: {plural(Rows.length, 'row')}, recorded on {time(End.At)} by version {Service}
      {Service === settings.version ? '' : `; this is version ${settings.version}`}.
    </p>
  );
}

/** Returns whether the session gives the same results here. */
function Outcome({ tried: { Rows, Difference } }: { readonly tried: ReplayedSession }) {
  if (Difference === undefined)
    return (
      <p class="message ok" role="status">
        {Rows === 1 ? 'The row gives the same result' : `All ${plural(Rows, 'row')} give the same results`}{' '}
        here.
      </p>
    );
  const { Row, Message, Recorded, Replayed } = Difference;
  return (
    <div role="status">
      <p class="message fail">
        {Row === 0 ? 'At the end' : `Row ${Row} of ${Rows}`}: {Message}
        {Row === 0 ? '' : ' The rows after it were not replayed.'}
      </p>
      {Recorded !== undefined && Replayed !== undefined && (
        <dl>
          <Answer title="Recorded" answer={Recorded} />
          <Answer title="Here" answer={Replayed} />
        </dl>
      )}
    </div>
  );
}

function Answer({
  title,
  answer: { Status, Body = '' },
}: {
  readonly title: string;
  readonly answer: SessionAnswer;
}) {
  return (
    <>
      <dt>
        {title}: {Status}
      </dt>
      <dd>
        <pre>{Body.length > SHOWN ? `${Body.slice(0, SHOWN)}…` : Body}</pre>
      </dd>
    </>
  );
}
