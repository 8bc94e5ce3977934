/** @jsxImportSource hono/jsx/dom */
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { Action } from '../parts/action.tsx';
import { Failure } from '../parts/basic.tsx';
import { act } from '../session.ts';
import { settings } from '../settings.ts';
import { openSession } from '../shared-session.ts';

const LINES = '/sandbox/snapshot.ndjson';

/** The whole state as a file, and back. */
export function SnapshotPanel() {
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<{ error?: Error; done?: string; before?: string }>({});
  const [chosen, setChosen] = useState<File | undefined>(undefined);
  const file = useRef<HTMLInputElement>(null);
  /** A session is asked about by itself. */
  const choose = async (given: File | undefined) => {
    if (given !== undefined && !(await openSession(given))) setChosen(given);
  };
  const read = () => send({ method: 'GET', path: LINES }).then(({ body }) => String(body));
  const save = async () => {
    const text = await act('Save snapshot', { method: 'GET', path: LINES });
    const name = `sandbox${settings.workspace === '' ? '' : `-${settings.workspace}`}.ndjson`;
    saveFile(name, 'application/x-ndjson', String(text));
  };
  const put = async (label: string, name: string, text: string, before?: string) => {
    const isLines = name.endsWith('.ndjson') || !isOneJson(text);
    setResult({});
    try {
      await act(label, {
        method: 'PUT',
        path: isLines ? LINES : '/sandbox/snapshot',
        body: text,
        file: name,
      });
      setResult({ done: name, ...(before === undefined ? {} : { before }) });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  const restore = async (snapshot: File) => {
    setChosen(undefined);
    const [text, before] = await Promise.all([snapshot.text(), read()]);
    await put('Restore snapshot', snapshot.name, text, before);
  };
  const { before, done, error } = result;
  return (
    <section
      class={isOver ? 'panel drop over' : 'panel drop'}
      aria-labelledby="snapshot-heading"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void choose(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="snapshot-heading">Snapshot</h2>
      <p class="quiet">The whole state of this workspace as a file. Drop a file here to restore it.</p>
      <p class="actions">
        <button
          type="button"
          title="GET /sandbox/snapshot.ndjson"
          onClick={() => void save().catch(() => {})}
        >
          Save snapshot
        </button>
        <button type="button" title="PUT /sandbox/snapshot.ndjson" onClick={() => file.current?.click()}>
          Restore snapshot…
        </button>
        <Action
          label="Reset"
          hint="Deletes all customers, contracts, documents, faults and logs, and sets the clock back. Save a snapshot first to keep them."
          fields={[
            { name: 'Webhooks', label: 'Keep webhooks', kind: 'checkbox' },
            { name: 'Tokens', label: 'Keep access tokens', kind: 'checkbox' },
            { name: 'Catalogue', label: 'Keep the catalogue', kind: 'checkbox' },
          ]}
          request={(values) => {
            const Keep = Object.keys(values).filter((part) => values[part] === 'true');
            return { method: 'POST', path: '/sandbox/reset', body: Keep.length === 0 ? {} : { Keep } };
          }}
        />
      </p>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Snapshot file"
        accept=".ndjson,.json"
        onChange={(event: Event) => {
          const input = event.target as HTMLInputElement;
          void choose(input.files?.[0]);
          // The same file can be chosen again.
          input.value = '';
        }}
      />
      {chosen !== undefined && (
        <AskRestore
          name={chosen.name}
          onBack={() => setChosen(undefined)}
          onRestore={() => restore(chosen)}
        />
      )}
      {done !== undefined && (
        <p class="message ok" role="status">
          <span>The state is that of {done}.</span>{' '}
          {before !== undefined && (
            <button type="button" onClick={() => void put('Undo the restore', 'the state before', before)}>
              Undo
            </button>
          )}
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

function isOneJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Asks before the state is replaced. */
function AskRestore({
  name,
  onBack,
  onRestore,
}: {
  readonly name: string;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const show = () => dialog.current?.isConnected === true && dialog.current.showModal();
    if (!show()) requestAnimationFrame(show);
  }, []);
  return (
    <dialog ref={dialog} class="action" aria-label="Restore snapshot" onClose={onBack}>
      <header>
        <h2>Restore snapshot</h2>
      </header>
      <p>
        Replaces the state, clock and catalogue of this workspace by those of <b>{name}</b>. You can undo it
        afterwards, until you leave this page.
      </p>
      <footer>
        <button type="button" onClick={() => dialog.current?.close()}>
          Back
        </button>
        <button type="button" class="main" onClick={onRestore}>
          Restore
        </button>
      </footer>
    </dialog>
  );
}
