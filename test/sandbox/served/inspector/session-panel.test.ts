// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';

/** Drops a file onto the page that says to be a session. */
function drop(session: object): void {
  const text = JSON.stringify({ Format: 'clientlib-sandbox session', ...session });
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([text], 'some.json')] } });
  document.body.dispatchEvent(event);
}

describe('the session in the inspector', () => {
  it('is shared as a file in one click, which another sandbox replays', { timeout: 30_000 }, async () => {
    const { api, sandbox } = await openInspector('', { record: true });
    await signUp(api);
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:session';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    press(screen.getByRole('button', { name: 'Share session' }));
    await screen.findByText('Send session.json to a colleague, who drops it onto the inspector.');
    const session = JSON.parse(await (saved[0] as Blob).text());
    const { createSandbox } = await import('clientlib-sandbox');
    const again = createSandbox({ session });
    await again.ready;
    expect(again.snapshot().Collections['contracts']).toEqual(sandbox.snapshot().Collections['contracts']);
    again.close();
  });

  it.each([
    ['Vitest test', /^import .*clientlib-sandbox/m],
    ['Playwright test', /^import .*clientlib-sandbox\/playwright/m],
    ['curl script', /^#!.*curl /s],
  ])('is copied as %s', { timeout: 30_000 }, async (name, start) => {
    const { api, clipboard } = await openInspector('', { record: true });
    await signUp(api);
    press(screen.getByRole('button', { name: `Copy as ${name}` }));
    await waitFor(() => expect(clipboard.text).toMatch(start));
    expect(clipboard.text).toContain('/api/v1/orders');
    await screen.findByText(`The ${name} is in the clipboard.`);
  });

  it.each([
    ['without an end', {}],
    ['with a time that is none', { Service: '1', Rows: [], End: { At: 'x', Digest: 'x' } }],
    ['with an object as its version', { Service: {}, Rows: [], End: { At: '2026-01-15', Digest: 'x' } }],
    ['with a number of rows', { Service: '1', Rows: 7, End: { At: '2026-01-15', Digest: 'x' } }],
  ])('is refused as a file %s, and the page goes on', async (_, rest) => {
    const { visit } = await openInspector();
    drop(rest);
    await screen.findByText(/^some\.json is not a session\./);
    await visit('contracts');
    await screen.findByRole('heading', { name: 'Contracts' });
  });

  it('that cannot be replayed says why, and offers only the way back', async () => {
    await openInspector();
    drop({ Service: '1', Rows: [{ Row: 1 }], End: { At: '2026-01-15', Digest: 'x' } });
    const dialog = await screen.findByRole('dialog', { name: 'Replay session' });
    await within(dialog).findByRole('alert');
    expect(dialog.textContent).not.toContain('Replaying a copy');
    const buttons = within(dialog).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Back']);
  });

  it('explains how to record one if there is none, instead of buttons that fail', async () => {
    await openInspector();
    screen.getByText('--record');
    const buttons = within(screen.getByRole('region', { name: 'Session' })).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Replay session…']);
  });
});
