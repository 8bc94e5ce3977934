/** @jsxImportSource hono/jsx/dom */
import { useRef, useState } from 'hono/jsx/dom';
import type { SessionFile } from '../../../service/model/session.ts';
import { sessionAsTest, type TestKind } from '../../test-code/session-as-test.ts';
import { send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { Failure } from '../parts/basic.tsx';
import { settings } from '../settings.ts';
import { openAsSession } from '../shared-session.ts';

const PATH = '/sandbox/session';

const kinds: readonly { readonly kind: TestKind; readonly name: string }[] = [
  { kind: 'vitest', name: 'Vitest test' },
  { kind: 'playwright', name: 'Playwright test' },
  { kind: 'curl', name: 'curl script' },
];

const read = () => send({ method: 'GET', path: PATH }).then(({ body }) => body as SessionFile);

/** The name of the file, which includes the workspace if there are several. */
const fileName = () => `session${settings.workspace === '' ? '' : `-${settings.workspace}`}.json`;

/** Exports the session as a file for a colleague or as a test. */
export function SessionPanel() {
  const [result, setResult] = useState<{ readonly error?: Error; readonly done?: string }>({});
  const file = useRef<HTMLInputElement>(null);
  const use = async (done: string, work: (session: SessionFile) => unknown) => {
    setResult({});
    try {
      await work(await read());
      setResult({ done });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  const share = () =>
    use(`Send ${fileName()} to a colleague, who drops it onto the inspector.`, (session) =>
      saveFile(fileName(), 'application/json', JSON.stringify(session, undefined, 1)),
    );
  const copy = (kind: TestKind, name: string) =>
    use(`The ${name} is in the clipboard.`, (session) =>
      navigator.clipboard.writeText(sessionAsTest(session, kind)),
    );
  return (
    <section class="panel" aria-labelledby="session-heading">
      <h2 id="session-heading">Session</h2>
      <p class="quiet">
        {settings.isRecorded ? (
          'Everything that has happened so far, as a file or as a test, without secrets and card data. '
        ) : (
          <>
            To share what happens as a file or a test, start the sandbox with <code>--record</code>.{' '}
          </>
        )}
        To replay a colleague’s file, drop it anywhere.
      </p>
      <p class="actions">
        {settings.isRecorded && (
          <>
            <button type="button" title={`GET ${PATH}`} onClick={() => void share()}>
              Share session
            </button>
            {kinds.map(({ kind, name }) => (
              <button type="button" key={kind} title={`GET ${PATH}`} onClick={() => void copy(kind, name)}>
                Copy as {name}
              </button>
            ))}
          </>
        )}
        <button type="button" title={`PUT ${PATH}`} onClick={() => file.current?.click()}>
          Replay session…
        </button>
      </p>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Session file"
        accept=".json"
        onChange={(event: Event) => {
          const input = event.target as HTMLInputElement;
          const [chosen] = input.files ?? [];
          if (chosen !== undefined) void openAsSession(chosen);
          // The same file can be chosen again.
          input.value = '';
        }}
      />
      {result.done !== undefined && (
        <p class="message ok" role="status">
          {result.done}
        </p>
      )}
      {result.error !== undefined && <Failure error={result.error} />}
    </section>
  );
}
