// @vitest-environment happy-dom
// A session of a colleague: what the dialog says of it, where it is replayed, and how that is undone.
import { screen, within } from '@testing-library/dom';
import type { Sandbox } from 'clientlib-sandbox';
import { expect, test, vi } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';
import { reads } from './reads.ts';

const place = 'dialog.shared';

interface Session {
  Service: string;
  Rows: object[];
  End: object;
}

/** What another sandbox has recorded: a signup, or nothing. */
async function recorded(
  work: (api: (method: string, path: string, body?: object) => Promise<unknown>) => Promise<void>,
) {
  const { createSandbox } = await import('clientlib-sandbox');
  const theirs = createSandbox({ clock: '2026-02-15T09:00:00Z', seed: 'theirs', record: true });
  await work(async (method, path, body) => {
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return theirs.fetch(`http://theirs.test${path}`, init);
  });
  const session = (await (await theirs.fetch('http://theirs.test/sandbox/session')).json()) as Session;
  theirs.close();
  session.End = { ...session.End, At: '2026-03-01T12:00:00Z' };
  return session;
}

const oneMonth = () =>
  recorded(async (api) => {
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    await api('POST', '/sandbox/clock', { Advance: 'P1D' });
  });

function drop(session: object): void {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const files = [new File([JSON.stringify(session)], 'theirs.json')];
  Object.assign(event, { dataTransfer: { types: ['Files'], files } });
  document.body.dispatchEvent(event);
}

const button = async (name: string) =>
  within(await screen.findByLabelText('Replay session', { selector: place })).findByText(name);
const today = (sandbox: Sandbox) => sandbox.clock.now().toISOString().slice(0, 10);
const version = () => ({ version: document.body.dataset['version'] ?? '' });

test('a session is tried first, replayed here, and undone', async () => {
  const { api, sandbox, sent } = await openInspector('contracts');
  await signUp(api);
  drop(await oneMonth());
  await reads(
    `
    ## Replay session
    theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version {version}.
    ✓ All 2 rows give the same results here.
    “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you close this dialog.
    {Back}{Replay in a new workspace}{Replay here "main"}
  `,
    place,
    version(),
  );
  expect(today(sandbox)).toBe('2026-02-15');
  press(await button('Replay here'));
  await reads(
    `
    ## Replay session
    theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version {version}.
    ✓ All 2 rows give the same results here.
    ✓ The state is now that of the session.
    {Close}{Undo}
  `,
    place,
    version(),
  );
  expect(today(sandbox)).toBe('2026-03-16');
  press(await button('Undo'));
  await reads(
    `
    ## Replay session
    theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version {version}.
    ✓ All 2 rows give the same results here.
    “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you close this dialog.
    {Back}{Replay in a new workspace}{Replay here "main"}
  `,
    place,
    version(),
  );
  expect(today(sandbox)).toBe('2026-02-15');
  press(await button('Back'));
  await expect.poll(() => document.querySelector(place)).toBeNull();
  const asked = sent().map((line) => line.split(' ', 2).join(' '));
  expect(asked.filter((line) => /session|snapshot/.test(line))).toEqual([
    'PUT /sandbox/session?dryRun=true',
    'PUT /sandbox/session',
    'PUT /sandbox/snapshot.ndjson',
  ]);
});

test('a session is dropped anywhere, and replayed in a workspace of its own', async () => {
  const { sandbox } = await openInspector('contracts');
  const isTaken = (types: readonly string[]) => {
    const event = new Event('dragover', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types } });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([isTaken(['Files']), isTaken(['text/plain'])]).toEqual([true, false]);
  drop(await oneMonth());
  press(await button('Replay in a new workspace'));
  await screen.findByText(/^Open the workspace session-/);
  const [workspace = ''] = sandbox.workspaces();
  await reads(
    `
    ## Replay session
    theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version {version}.
    ✓ All 2 rows give the same results here.
    ✓ [Open the workspace {workspace}](http://sandbox.test/w/{workspace}/)
    {Close}
  `,
    place,
    { ...version(), workspace },
  );
  expect(today(sandbox)).toBe('2026-02-15');
  expect(today(sandbox.workspace(workspace) as unknown as Sandbox)).toBe('2026-03-16');
});

test('a session that gives other results here says where, with both answers', async () => {
  await openInspector('contracts');
  const one = await recorded(async (api) => {
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  });
  const two = await oneMonth();
  const [first] = two.Rows as [object];
  const answers = (length: number) => [
    { ...first, Answer: { Status: 201, Body: 'x'.repeat(length), Digest: 'other' } },
    ...two.Rows.slice(1),
  ];
  for (const [session, text] of [
    [
      one,
      `
      ## Replay session
      theirs.json: 1 row, recorded on 2026-03-01 13:00 by version {version}.
      ✓ The row gives the same result here.
      “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you close this dialog.
      {Back}{Replay in a new workspace}{Replay here "main"}
    `,
    ],
    [
      { ...two, Service: '0.0.1', Rows: answers(9) },
      `
      ## Replay session
      theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version 0.0.1; this is version {version}.
      ✗ Row 1 of 2: POST /sandbox/clock returned 200 instead of 201. The rows after it were not replayed.
      xxxxxxxxx
      {"Now":"2026-03-15T09:00:00.0000000Z","Mode":"Manual"}
      Recorded: 201: Here: 200:
      “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you close this dialog.
      {Back}{Replay in a new workspace}{Replay here "main"}
    `,
    ],
    [
      { ...two, End: { ...two.End, Digest: 'other' } },
      `
      ## Replay session
      theirs.json: 2 rows, recorded on 2026-03-01 13:00 by version {version}.
      ✗ At the end: All responses match the recording, but the state at the end differs.
      “Replay here” replaces the state, clock and catalogue of this workspace. You can undo it until you close this dialog.
      {Back}{Replay in a new workspace}{Replay here "main"}
    `,
    ],
  ] as const) {
    drop(session);
    await reads(text, place, version());
    press(await button('Back'));
    await expect.poll(() => document.querySelector(place)).toBeNull();
  }
  for (const [length, text] of [
    [400, 'x'.repeat(400)],
    [401, `${'x'.repeat(400)}…`],
  ] as const) {
    drop({ ...two, Rows: answers(length) });
    await expect.poll(() => document.querySelector(`${place} pre`)?.textContent).toBe(text);
    press(await button('Back'));
    await expect.poll(() => document.querySelector(place)).toBeNull();
  }
});

test('a session is shared as a file of its workspace, copied as a test, and chosen as a file', async () => {
  const { clipboard } = await openInspector('', { record: true }, '/w/team');
  const panel = '[aria-labelledby=session-heading]';
  await reads(
    `
    ## Session
    Everything that has happened so far, as a file or as a test, without secrets and card data. To replay a colleague’s file, drop it anywhere.
    {Share session "GET /sandbox/session"}{Copy as Vitest test "GET /sandbox/session"}{Copy as Playwright test "GET /sandbox/session"}{Copy as curl script "GET /sandbox/session"}{Replay session… "PUT /sandbox/session"}
    <Session file: >
  `,
    panel,
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
  press(screen.getByText('Share session'));
  await screen.findByText('Send session-team.json to a colleague, who drops it onto the inspector.');
  const [[blob] = []] = saved.mock.calls as [Blob][];
  expect([(click.mock.contexts[0] as HTMLAnchorElement).download, blob?.type]).toEqual([
    'session-team.json',
    'application/json',
  ]);
  const session = (await blob?.text()) ?? '';
  expect(JSON.parse(session)).toMatchObject({ Format: 'clientlib-sandbox session' });
  for (const [name, start] of [
    ['Vitest test', "import { expect } from 'vitest'"],
    ['Playwright test', 'import'],
    ['curl script', '#!'],
  ] as const) {
    press(screen.getByText(`Copy as ${name}`));
    await screen.findByText(`The ${name} is in the clipboard.`);
    expect(clipboard.text).toContain(start);
  }
  // What the browser does not let copy is not said to be copied.
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied.'));
  press(screen.getByText('Copy as curl script'));
  await screen.findByText('Denied.');
  expect(screen.queryByText('The curl script is in the clipboard.')).toBeNull();
  refused.mockRestore();
  const input = screen.getByLabelText<HTMLInputElement>('Session file');
  const picker = vi.spyOn(input, 'click').mockImplementation(() => {});
  press(screen.getByText('Replay session…'));
  expect(picker).toHaveBeenCalledTimes(1);
  for (const [text, isShown] of [
    [session, 'other.json: '],
    ['{}', 'other.json is not a session. Choose a file created by “Share session” or GET /sandbox/session.'],
  ] as const) {
    const value = [new File([text], 'other.json')];
    Object.defineProperty(input, 'files', { configurable: true, value });
    const emptied = vi.fn();
    Object.defineProperty(input, 'value', { configurable: true, get: () => '', set: emptied });
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
    // The same file can be chosen again.
    expect(emptied).toHaveBeenCalledWith('');
    await expect.poll(() => document.querySelector(place)?.textContent).toContain(isShown);
    press(await button('Back'));
    await expect.poll(() => document.querySelector(place)).toBeNull();
  }
  // It is replayed there: a workspace makes no others.
  drop(JSON.parse(session));
  await button('Replay here');
  expect(document.querySelector(`${place} .actions`)?.textContent).toBe('BackReplay here');
  press(screen.getByText('Save snapshot'));
  await expect
    .poll(() => (click.mock.contexts.at(-1) as HTMLAnchorElement).download)
    .toBe('sandbox-team.ndjson');
  expect(document.title).toBe('Overview – sandbox · team');
});
