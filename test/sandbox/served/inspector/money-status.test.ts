// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, fill, openInspector, paidSignup, press, signUp } from './mounted.ts';

const decline = { Outcome: { Code: 'InsufficientBalance' } };

/** A contract whose renewal was declined, with its retry planned. */
async function declinedRenewal(mounted: Awaited<ReturnType<typeof openInspector>>): Promise<string> {
  const { api } = mounted;
  const contractId = await paidSignup(mounted);
  await api('POST', '/sandbox/payments/next', { ContractId: contractId, ...decline });
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  return contractId;
}

describe('a failed payment', { timeout: 60_000 }, () => {
  it('is shown in the list and in the detail, and is retried at once', async () => {
    const mounted = await openInspector('contracts');
    const contractId = await declinedRenewal(mounted);
    await screen.findByText('Active, payment failed, retry 1 of 3 in 2 hours');
    await mounted.visit(`contracts/${contractId}`);
    const detail = within(await screen.findByRole('region', { name: 'Details' }));
    await detail.findByText(/11\.78 EUR/, { selector: '.message .amount' });
    const next = within((await detail.findByRole('heading', { name: 'Next' })).parentElement as HTMLElement);
    await next.findByText(/^Payment retry 1 of 3/);
    press(await detail.findByRole('button', { name: 'Retry now' }));
    await detail.findByText('Active');
    expect(mounted.sent()).toEqual(['POST /sandbox/payments/{id}/retry']);
    expect((await mounted.api('GET', `/api/v1/contracts/${contractId}`)).Balance).toBe(0);
  });

  it('is retried at its time when the clock moves to the next task of the contract', async () => {
    const mounted = await openInspector('contracts');
    const contractId = await declinedRenewal(mounted);
    // Another contract has a task that is due earlier.
    await mounted.visit(`contracts/${contractId}`);
    press(await screen.findByRole('button', { name: 'Go to this contract’s next task' }));
    await screen.findByText('2026-03-15 12:00', { selector: '.now' });
    expect(mounted.sent()).toEqual(['POST /sandbox/clock {"Now":"2026-03-15T11:00:00.0000000Z"}']);
    expect((await mounted.api('GET', `/api/v1/contracts/${contractId}`)).Balance).toBe(0);
  });

  it('without a retry left is resumed from the contract', async () => {
    const mounted = await openInspector('contracts');
    const { api, visit } = mounted;
    const contractId = await paidSignup(mounted);
    await api('POST', '/sandbox/payments/next', { ContractId: contractId, Times: 4, ...decline });
    await api('POST', '/sandbox/clock', { Advance: 'P40D' });
    await screen.findByText('Active, payment failed, no retry planned');
    await visit(`contracts/${contractId}`);
    await act('Resume payments');
    expect(mounted.sent()).toEqual(['PATCH /api/v1/contracts/{id} {"RecurringPaymentsPaused":false}']);
    await api('POST', '/sandbox/clock', { Advance: 'PT1M' });
    expect((await api('GET', `/api/v1/contracts/${contractId}`)).Balance).toBe(0);
  });
});

describe('invoices', () => {
  it('are paid, open or overdue, filtered by status, sorted, and counted', async () => {
    const { api } = await openInspector('invoices');
    const paid = await signUp(api, 'Zoe');
    await signUp(api, 'Ada');
    await api('POST', `/api/v1/contracts/${paid.Id}/payment`, { Amount: 11.78, Description: 'Transfer' });
    await screen.findByText('2 invoices');
    await screen.findByText('Open, due in 14 days');
    await api('POST', '/sandbox/clock', { Advance: 'P15D' });
    await screen.findByText('24 hours overdue');
    press(await screen.findByRole('button', { name: 'Recipient' }));
    const names = () =>
      [...document.querySelectorAll('tbody td:nth-child(2)')].map((cell) => cell.textContent);
    await expect.poll(names).toEqual(['Ada Lovelace', 'Zoe Lovelace']);
    press(await screen.findByRole('button', { name: 'Recipient' }));
    await expect.poll(names).toEqual(['Zoe Lovelace', 'Ada Lovelace']);
    await fill(screen.getByLabelText('Status'), 'Paid');
    await screen.findByText('1 invoice');
    expect(names()).toEqual(['Zoe Lovelace']);
  });
});

describe('a change of plan', () => {
  it('is previewed in words', async () => {
    const { api, visit } = await openInspector('contracts');
    const { Id } = await signUp(api);
    await visit(`contracts/${Id}`);
    press(await screen.findByRole('button', { name: 'Preview a change…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview a change' }));
    dialog.getByText('Shows the price of a change to another plan. Nothing changes.');
    await fill(await dialog.findByLabelText('Plan'), 'b00000000000000000000003');
    press(dialog.getByRole('button', { name: 'Preview a change' }));
    await dialog.findByText('Due today: 22.73 EUR, then 34.51 EUR a month from 2026-03-15.');
    expect((await api('GET', `/api/v1/contracts/${Id}`)).PlanVariantId).toBe('b00000000000000000000001');
  });
});

describe('the overview', () => {
  it('starts with the first steps, and shows what needs attention without a click', async () => {
    const mounted = await openInspector();
    await screen.findByRole('heading', { name: 'Start here' });
    await screen.findByText('Nothing needs attention', { selector: '.attention .mark' });
    await declinedRenewal(mounted);
    await signUp(mounted.api, 'Late');
    await mounted.api('POST', '/sandbox/clock', { Advance: 'PT1H' });
    await mounted.api('GET', '/api/v1/contracts/nowhere');
    await screen.findByText('1 failed payment');
    await screen.findByText('1 rejected request');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Start here' })).toBeNull());
    await screen.findByText(/^11\.78 EUR, payment failed, retry 1 of 3 in 1 hour$/);
    const week = within(await screen.findByRole('region', { name: 'Next seven days' }));
    await week.findByText(/^Payment retry 1 of 3/);
    const plot = within(await screen.findByRole('region', { name: 'Billed and paid' }));
    await plot.findByText('2026-03', { selector: 'td' });
    await mounted.api('POST', '/sandbox/clock', { Advance: 'P20D' });
    await screen.findByText('1 overdue invoice');
  });

  it('reports an unknown address', async () => {
    await openInspector('nonsense');
    await screen.findByRole('heading', { level: 1, name: 'Not found' });
    screen.getByRole('heading', { name: 'There is no view “nonsense”' });
    await expect.poll(() => document.title).toBe('Not found – sandbox');
  });
});
