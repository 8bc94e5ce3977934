// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { openInspector, paidSignup, press, signUp } from './mounted.ts';

const stories = (selector = 'li.row:not(.nested)') =>
  [...document.querySelectorAll(`${selector} a.what`)].map(({ textContent }) => textContent);

describe('the activity tells', () => {
  it('who signed up for what, how far the clock moved, and why a renewal was declined', async () => {
    const mounted = await openInspector('activity');
    const { api } = mounted;
    const ContractId = await paidSignup(mounted);
    const { ReferenceCode } = await api('GET', `/api/v1/contracts/${ContractId}`);
    await api('POST', '/sandbox/payments/next', { ContractId, Outcome: { Code: 'InsufficientBalance' } });
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    await waitFor(() => expect(stories()[0]).toMatch(/^\+1 month: \d+ tasks$/));
    await waitFor(() => expect(stories()).toContain('Paid Lovelace signed up for Basic monthly'));
    press(screen.getAllByRole('button', { name: 'Show what it caused' })[0] as HTMLElement);
    await waitFor(() =>
      expect(stories('li.nested')).toContain(
        `Payment declined: insufficient balance ${ReferenceCode} · Paid Lovelace`,
      ),
    );
  });

  it('that a payment was charged back', async () => {
    const mounted = await openInspector('activity');
    const { api } = mounted;
    const ContractId = await paidSignup(mounted);
    const { ReferenceCode } = await api('GET', `/api/v1/contracts/${ContractId}`);
    await api('POST', '/sandbox/payments/next', { ContractId, Outcome: { ReturnAfter: 'P2D' } });
    for (const Advance of ['P1M', 'P3D']) await api('POST', '/sandbox/clock', { Advance });
    await waitFor(() => expect(stories()[0]).toMatch(/^\+3 days: \d+ tasks?$/));
    press(screen.getAllByRole('button', { name: 'Show what it caused' })[0] as HTMLElement);
    await waitFor(() =>
      expect(stories('li.nested').join()).toContain(`charged back ${ReferenceCode} · Paid Lovelace`),
    );
  });

  it('the request below its story, and leaves out tokens that were fetched', async () => {
    const { api } = await openInspector('activity');
    await signUp(api);
    await waitFor(() => expect(stories()).toContain('Ada Lovelace signed up for Basic monthly'));
    expect(stories().filter((story) => story?.includes('/oauth/'))).toEqual([]);
    const row = screen.getByText('Ada Lovelace signed up for Basic monthly').closest('li') as HTMLElement;
    press(within(row).getByRole('button', { name: 'Show what it caused' }));
    await screen.findByText(/^POST \/api\/v1\/orders\/…[0-9a-f]{6}\/commit$/, { selector: '.changes span' });
    press(screen.getByLabelText('Hide reads'));
    await waitFor(() => expect(stories()).toContain('POST /oauth/token/'));
  });

  it('the same after a snapshot was restored, and after that was undone', async () => {
    const { api, sandbox } = await openInspector('activity');
    await signUp(api);
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    const told = ['+1 month', 'Ada Lovelace signed up for Basic monthly'];
    const shown = () =>
      stories()
        .filter((story) => /signed up|month/.test(story ?? ''))
        .map((story) => story?.replace(/: \d+ tasks?$/, ''));
    await waitFor(() => expect(shown()).toEqual(told));
    const before = sandbox.snapshot();
    await signUp(api, 'Grace');
    const after = sandbox.snapshot();
    for (const [snapshot, all] of [
      [before, told],
      [after, ['Grace Lovelace signed up for Basic monthly', ...told]],
    ] as const) {
      await api('PUT', '/sandbox/snapshot', snapshot);
      await screen.findByText('PUT /sandbox/snapshot');
      await waitFor(() => expect(shown()).toEqual(all));
      // No event is a row of its own, once the page has read again what caused it.
      const ownRow = /^(Contract|Customer|Invoice) created/;
      await waitFor(() => expect(stories().filter((story) => ownRow.test(story ?? ''))).toEqual([]));
    }
  });
});
