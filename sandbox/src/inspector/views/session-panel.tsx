/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import type { SessionFile } from '../../model/session.ts';
import { sessionAsTest, type TestKind } from '../../test-code/session-as-test.ts';
import { send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { Failure } from '../parts/basic.tsx';
import { settings } from '../settings.ts';

const PATH = '/sandbox/session';

const kinds: readonly { readonly kind: TestKind; readonly name: string }[] = [
  { kind: 'vitest', name: 'Vitest test' },
  { kind: 'playwright', name: 'Playwright test' },
  { kind: 'curl', name: 'curl script' },
];

const read = () => send({ method: 'GET', path: PATH }).then(({ body }) => body as SessionFile);

/** The name of the file, which says the workspace where there are several. */
const fileName = () => `session${settings.workspace === '' ? '' : `-${settings.workspace}`}.json`;

/** What has happened: a file for a colleague, or a test. */
export function SessionPanel() {
  const [result, setResult] = useState<{ readonly error?: Error; readonly done?: string }>({});
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
    use(`Send ${fileName()} to a colleague: npx clientlib-sandbox --session ${fileName()}`, (session) =>
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
        Everything that has happened so far, as a file that another sandbox repeats, or as a test. Secrets and
        card data are left out.
      </p>
      <p class="actions">
        <button type="button" title={`GET ${PATH}`} onClick={() => void share()}>
          Share session
        </button>
        {kinds.map(({ kind, name }) => (
          <button type="button" key={kind} title={`GET ${PATH}`} onClick={() => void copy(kind, name)}>
            Copy as {name}
          </button>
        ))}
      </p>
      {result.done !== undefined && (
        <p class="message ok" role="status">
          {result.done}
        </p>
      )}
      {result.error !== undefined && <Failure error={result.error} />}
    </section>
  );
}
