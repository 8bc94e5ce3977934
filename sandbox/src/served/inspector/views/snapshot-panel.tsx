/** @jsxImportSource hono/jsx/dom */
import { useRef, useState } from 'hono/jsx/dom';
import { type ApiRequest, send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { Action, openDialog } from '../parts/action.tsx';
import { Failure } from '../parts/basic.tsx';
import { act } from '../session.ts';
import { settings } from '../settings.ts';
import { openSession } from '../shared-session.ts';

const LINES = '/sandbox/snapshot.ndjson';

/** Exports and imports the whole state as a file. */
export function SnapshotPanel() {
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<{ error?: Error; done?: string; before?: string }>({});
  const file = useRef<HTMLInputElement>(null);
  const read = () => send({ method: 'GET', path: LINES }).then(({ body }) => String(body));
  const save = async () => {
    const text = await act('Save snapshot', { method: 'GET', path: LINES });
    const name = `sandbox${settings.workspace === '' ? '' : `-${settings.workspace}`}.ndjson`;
    saveFile(name, 'application/x-ndjson', String(text));
  };
  const undo = async (before: string) => {
    try {
      await act('Undo the restore', restoring('the state before', before));
      setResult({ done: 'The previous state is back.' });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  /** Asks before replacing the state. Sessions have a dialog of their own. */
  const choose = async (snapshot: File | undefined) => {
    if (snapshot === undefined || (await openSession(snapshot))) return;
    const { name } = snapshot;
    const text = await snapshot.text();
    let before = '';
    openDialog({
      label: 'Restore snapshot',
      hint: (
        <>
          Replaces the state, clock and catalogue of this workspace with those of <b>{name}</b>. You can undo
          it until you leave the overview.
        </>
      ),
      request: () => restoring(name, text),
      before: async () => {
        setResult({});
        before = await read();
      },
      onDone: () => setResult({ done: `Restored ${name}.`, before }),
    });
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
          isDanger
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
      {done !== undefined && (
        <p class="message ok" role="status">
          <span>{done}</span>{' '}
          {before !== undefined && (
            <button type="button" onClick={() => void undo(before)}>
              Undo
            </button>
          )}
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

/** The request that restores a snapshot. */
const restoring = (file: string, body: string): ApiRequest => ({
  method: 'PUT',
  path: file.endsWith('.ndjson') || !isOneJson(body) ? LINES : '/sandbox/snapshot',
  body,
  file,
});

function isOneJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
