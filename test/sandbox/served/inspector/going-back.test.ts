// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';

/** Rows of the activity, and whether they are undone. */
const rows = () =>
  [...document.querySelectorAll('li.row.group')].map((row) => [
    row.querySelector('a.what')?.textContent?.replace(/[A-Z]{4}-[A-Z]{4} · Ada Lovelace/, 'id'),
    row.classList.contains('undone'),
  ]);

const row = async (name: RegExp) => (await screen.findAllByRole('link', { name }))[0] as HTMLElement;

describe('the activity', () => {
  it('goes back to a row, marks later rows, and returns', { timeout: 30_000 }, async () => {
    const { api, sent } = await openInspector('activity');
    await signUp(api);
    const [{ Id: ContractId }] = await api('GET', '/api/v1/contracts');
    await api('POST', `/api/v1/contracts/${ContractId}/end`, {});
    await waitFor(() => expect(rows()[0]).toEqual(['Contract canceled id', false]));
    press(await row(/ signed up for /));
    press(await screen.findByRole('button', { name: 'Go back to here' }));
    await waitFor(() => expect(rows()[0]).toEqual(['Contract canceled id', true]));
    expect(rows()).toContainEqual(['Ada Lovelace signed up for Basic monthly', false]);
    expect((await api('GET', `/api/v1/contracts/${ContractId}`)).EndDate).toBeUndefined();
    press(await row(/^Contract canceled /));
    press(await screen.findByRole('button', { name: 'Return to here' }));
    await waitFor(() => expect(rows()[0]).toEqual(['Contract canceled id', false]));
    expect((await api('GET', `/api/v1/contracts/${ContractId}`)).EndDate).toBeDefined();
    expect(sent()).toEqual([
      'POST /sandbox/session/rewind {"Row":"request-4"}',
      'POST /sandbox/session/rewind {"Row":"request-6"}',
    ]);
  });

  it('undoes the latest row, an advance as a whole', { timeout: 30_000 }, async () => {
    const { api, sandbox, sent } = await openInspector('activity');
    await signUp(api);
    await api('POST', '/sandbox/clock', { Advance: 'P3M' });
    await waitFor(() => expect(rows()[0]?.[0]).toMatch(/^\+3 months: \d tasks$/));
    press(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows()[0]).toEqual([expect.stringMatching(/^\+3 months: \d tasks$/), true]));
    expect(sandbox.clock.now()).toEqual(new Date('2026-02-15T09:00:00Z'));
    expect(await api('GET', '/api/v1/invoices')).toHaveLength(1);
    expect(sent()).toEqual(['POST /sandbox/session/rewind {}']);
  });

  it('explains why it cannot undo unknown changes', async () => {
    await openInspector('activity');
    await screen.findByText('No results');
    press(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/^There is nothing to undo\. Rows are kept after an inspector is first opened/);
  });
});
