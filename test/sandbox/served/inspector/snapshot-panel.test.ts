// @vitest-environment happy-dom
// The snapshot of the overview: it is saved and restored as a file, and a restore can be undone.
import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';
import { reads } from './reads.ts';

const panel = 'section.drop';
const lines = '/sandbox/snapshot.ndjson';

/** What the page saves: the name of each file, its type, and its text. */
function watchSaved() {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return async () =>
    Promise.all(
      blobs.map(async (blob, at) => [
        (click.mock.contexts[at] as HTMLAnchorElement).download,
        blob.type,
        await blob.text(),
      ]),
    );
}

/** Chooses a file, as the dialog of a browser does. */
function choose(name: string, text: string): void {
  const input = screen.getByLabelText<HTMLInputElement>('Snapshot file');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([text], name)] });
  // It is emptied, so that the same file can be chosen again.
  const emptied = vi.fn();
  Object.defineProperty(input, 'value', { configurable: true, get: () => '', set: emptied });
  for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
  expect(emptied).toHaveBeenCalledWith('');
}

function drag(kind: string, files: readonly File[] = []): boolean {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files } });
  document.querySelector(panel)?.dispatchEvent(event);
  return event.defaultPrevented;
}

const dialog = () => screen.findByLabelText('Restore snapshot', { selector: 'dialog[open]' });

async function restore(): Promise<void> {
  press(within(await dialog()).getByText('Restore snapshot', { selector: 'button' }));
}

test('a state is saved as a file of its workspace', async () => {
  const { api } = await openInspector('');
  await signUp(api);
  await reads(
    `
    ## Snapshot
    The whole state of this workspace as a file. Drop a file here to restore it.
    {Save snapshot "GET /sandbox/snapshot.ndjson"}{Restore snapshot… "PUT /sandbox/snapshot.ndjson"}{Reset… "danger"}
    <Snapshot file: >
  `,
    panel,
  );
  // Nothing is recorded, so there is no session to share.
  await reads(
    `
    ## Session
    To share what happens as a file or a test, start the sandbox with --record. To replay a colleague’s file, drop it anywhere.
    {Replay session… "PUT /sandbox/session"}
    <Session file: >
  `,
    '[aria-labelledby=session-heading]',
  );
  const saved = watchSaved();
  press(screen.getByText('Save snapshot'));
  await expect.poll(saved).toHaveLength(1);
  const [[name, type, text] = []] = await saved();
  expect([name, type]).toEqual(['sandbox.ndjson', 'application/x-ndjson']);
  expect(text).toContain('Lovelace');
  const picker = vi.spyOn(screen.getByLabelText('Snapshot file'), 'click').mockImplementation(() => {});
  press(screen.getByText('Restore snapshot…'));
  expect(picker).toHaveBeenCalledTimes(1);
});

test('a chosen file is restored once that is confirmed, and the restore is undone', async () => {
  const { api, sandbox, sent } = await openInspector('');
  const empty = await (await sandbox.fetch(`http://sandbox.test${lines}`)).text();
  await signUp(api);
  choose('state.ndjson', empty);
  await dialog();
  await reads(
    `
    ## Restore snapshot
    Replaces the state, clock and catalogue of this workspace with those of state.ndjson. You can undo it until you leave the overview.
    PUT /sandbox/snapshot.ndjson
    state.ndjson
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    {Back}{Restore snapshot "main"}
  `,
    'dialog[open] form',
  );
  await restore();
  await reads(
    `
    ## Snapshot
    The whole state of this workspace as a file. Drop a file here to restore it.
    {Save snapshot "GET /sandbox/snapshot.ndjson"}{Restore snapshot… "PUT /sandbox/snapshot.ndjson"}{Reset… "danger"}
    <Snapshot file: >
    ✓ Restored state.ndjson. {Undo}
  `,
    panel,
  );
  expect(sandbox.snapshot().Collections['contracts']).toEqual([]);
  press(screen.getByText('Undo'));
  await reads(
    `
    ## Snapshot
    The whole state of this workspace as a file. Drop a file here to restore it.
    {Save snapshot "GET /sandbox/snapshot.ndjson"}{Restore snapshot… "PUT /sandbox/snapshot.ndjson"}{Reset… "danger"}
    <Snapshot file: >
    ✓ The previous state is back.
  `,
    panel,
  );
  expect(sandbox.snapshot().Collections['contracts']).toHaveLength(1);
  expect(sent()).toEqual([`PUT ${lines}`, `PUT ${lines}`]);
  // What was done before is no longer said once another file is restored, even in vain.
  choose('other.json', '{}');
  await restore();
  await within(await dialog()).findByRole('alert');
  expect(document.querySelector(panel)?.textContent).not.toContain('The previous state is back.');
});

test('what a file is called or has in it says how it is sent', async () => {
  const { sandbox, sent } = await openInspector('');
  const one = await (await sandbox.fetch('http://sandbox.test/sandbox/snapshot')).text();
  const many = await (await sandbox.fetch(`http://sandbox.test${lines}`)).text();
  for (const [name, text, path] of [
    ['state.json', one, '/sandbox/snapshot'],
    ['state.json', many, lines],
    ['state.ndjson', one, lines],
  ] as const) {
    choose(name, text);
    const opened = await dialog();
    expect([name, within(opened).getByText(/^\/sandbox/).textContent]).toEqual([name, path]);
    press(within(opened).getByText('Back'));
    await expect.poll(() => opened.isConnected).toBe(false);
  }
  choose('state.json', '{}');
  await restore();
  await within(await dialog()).findByRole('alert');
  expect(sent()).toHaveLength(1);
});

test('a file is dropped onto the panel, which shows that it may be', async () => {
  await openInspector('');
  const classes = () => document.querySelector(panel)?.className;
  expect([drag('dragover'), classes()]).toEqual([true, 'panel drop']);
  await expect.poll(classes).toBe('panel drop over');
  drag('dragleave');
  await expect.poll(classes).toBe('panel drop');
  drag('dragover');
  await expect.poll(classes).toBe('panel drop over');
  expect(drag('drop', [new File(['{}'], 'other.json')])).toBe(true);
  await expect.poll(classes).toBe('panel drop');
  expect((await dialog()).textContent).toContain('other.json');
});

test('a session that is dropped onto the panel is replayed, and restored by nobody', async () => {
  await openInspector('');
  const End = { At: '2026-03-01T12:00:00Z', Digest: 'x' };
  const session = { Format: 'clientlib-sandbox session', Service: '1', Rows: [], End };
  drag('drop', [new File([JSON.stringify(session)], 'theirs.json')]);
  await screen.findByLabelText('Replay session', { selector: 'dialog[open]' });
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
});

test('a snapshot that is dropped onto the panel is not taken for a session too', async () => {
  await openInspector('');
  drag('drop', [new File(['{}'], 'state.json')]);
  await dialog();
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
});
