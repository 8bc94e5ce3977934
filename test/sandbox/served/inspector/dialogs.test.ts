// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { act, fill, openInspector, paidSignup, press } from './mounted.ts';

const labels = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('.field label, label.check')].map(({ textContent }) => textContent);

async function open(action: string): Promise<HTMLElement> {
  press((await screen.findAllByRole('button', { name: `${action}…` }))[0] as HTMLElement);
  return screen.findByRole('dialog', { name: action });
}

it('a dialog closes on success, with one toast that another view does not show', async () => {
  const { visit } = await openInspector('faults');
  const toasts = () => [...document.querySelectorAll('.sent .mark')].map(({ textContent }) => textContent);
  for (const Path of ['/api/v1/orders', '/api/v1/invoices']) await act('Add rule', { Path });
  expect(toasts()).toEqual(['Add rule 200']);
  await visit('payments');
  await waitFor(() => expect(toasts()).toEqual([]));
});

it('a dialog shows only the fields that have an effect', async () => {
  const { visit } = await openInspector('payments');
  const decision = await open('Decide next payment');
  const shown: Record<string, (string | null)[]> = {};
  for (const what of ['decline', 'return', 'pending', 'challenge', 'lose']) {
    await fill(within(decision).getByLabelText('What happens'), what);
    shown[what] = labels(decision);
  }
  expect(shown).toEqual({
    decline: ['What happens', 'Code', 'Which attempts'],
    return: ['What happens', 'After', 'Which attempts'],
    pending: ['What happens', 'After', 'Which attempts'],
    challenge: ['What happens', 'Which attempts'],
    lose: ['What happens', 'Which attempts'],
  });
  press(within(decision).getByRole('button', { name: 'Back' }));
  await visit('faults');
  const rule = await open('Add rule');
  const effects: Record<string, (string | null)[]> = {};
  for (const kind of ['Status', 'DelayMs', 'Drop', 'DropResponse', 'Truncate']) {
    await fill(within(rule).getByLabelText('What happens'), kind);
    effects[kind] = labels(rule).slice(3, -2);
  }
  expect(effects).toEqual({
    Status: ['Status'],
    DelayMs: ['Milliseconds'],
    Drop: [],
    DropResponse: [],
    Truncate: [],
  });
});

it('a payment that is decided is shown at its contract, for one attempt or every attempt', async () => {
  const mounted = await openInspector('contracts');
  const { api, sent, visit } = mounted;
  const id = await paidSignup(mounted);
  await visit(`contracts/${id}`);
  await act('Decide next payment', { Code: 'BearerExpired' });
  await screen.findByText('Next payment: declined (bearer expired)');
  press(screen.getByRole('button', { name: 'Remove the decision' }));
  await waitFor(() => expect(screen.queryByText(/^Next payment: declined/)).toBeNull());
  await act('Decide next payment', { 'Which attempts': '1000' });
  await screen.findByText('Next payment: declined (insufficient balance), every attempt');
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  await api('POST', '/sandbox/clock', { Advance: 'PT3H' });
  const payments = await api('GET', `/api/v1/paymentTransactions?contractId=${id}`);
  expect(payments.map(({ Status }: { Status: { Status: string } }) => Status.Status)).toEqual([
    'Failed',
    'Failed',
    'Succeeded',
  ]);
  screen.getByText('Next payment: declined (insufficient balance), every attempt');
  expect(sent().slice(-3)).toEqual([
    'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Code":"BearerExpired"}}',
    'DELETE /sandbox/payments/next/{id}',
    'POST /sandbox/payments/next {"ContractId":"{id}","Times":1000,"Outcome":{"Code":"InsufficientBalance"}}',
  ]);
});
