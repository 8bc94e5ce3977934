// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fill, openInspector, paidSignup, press } from './mounted.ts';

const lines = () =>
  [...document.querySelectorAll('.futures tr.differs')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('What if', () => {
  it('shows two futures one above the other, with differences marked', { timeout: 60_000 }, async () => {
    const mounted = await openInspector('contracts');
    const contractId = await paidSignup(mounted);
    await mounted.visit(`contracts/${contractId}`);
    const [before] = await mounted.api('GET', '/api/v1/contracts');
    press(await screen.findByRole('button', { name: 'Compare' }));
    await screen.findByRole('heading', { name: 'With the change' }, { timeout: 30_000 });
    screen.getByRole('heading', { name: 'As is' });
    expect(document.querySelectorAll('.futures svg[role=group]')).toHaveLength(2);
    expect(lines()).toContainEqual(['Event PaymentFailed', '–', '1 ×']);
    expect(await mounted.api('GET', '/api/v1/contracts')).toEqual([before]);
    press(screen.getByRole('button', { name: 'Keep as a workspace' }));
    await screen.findByRole('link', { name: /^Open the workspace what-if-/ }, { timeout: 30_000 });
    const [kept] = mounted.sandbox.workspaces();
    expect(mounted.sandbox.workspace(kept as string).clock.now()).toEqual(new Date('2026-05-15T08:00:00Z'));

    await fill(screen.getByLabelText('Change'), 'cancel');
    press(screen.getByRole('button', { name: 'Compare' }));
    await waitFor(() => expect(lines()).toContainEqual(['Ends', '–', '2026-03-15']), { timeout: 30_000 });
  });

  it('starts from a row of the activity', { timeout: 60_000 }, async () => {
    const mounted = await openInspector('activity');
    const contractId = await paidSignup(mounted);
    await mounted.api('POST', `/api/v1/contracts/${contractId}/end`, {});
    press((await screen.findAllByRole('link', { name: / signed up for / }))[0] as HTMLElement);
    press(await screen.findByRole('link', { name: 'Try something else from here' }));
    await waitFor(() =>
      expect(location.hash).toMatch(new RegExp(`^#/contracts/${contractId}\\?row=request-`)),
    );
    const form = (await screen.findByRole('button', { name: 'Compare' })).closest('section') as HTMLElement;
    within(form).getByText(/^Two copies of the state after request \d+,/);
    await fill(within(form).getByLabelText('Change'), 'plan');
    press(within(form).getByRole('button', { name: 'Compare' }));
    await screen.findByRole('heading', { name: 'With the change' }, { timeout: 30_000 });
    expect(lines().map(([what]) => what)).toContain('Event OrderSucceeded');
    // From before the cancellation.
    expect(lines().map(([what]) => what)).not.toContain('Ends');
  });
});
