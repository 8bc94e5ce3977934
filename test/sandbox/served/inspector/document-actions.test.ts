// @vitest-environment happy-dom
import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, openInspector, paidSignup, press, signUp } from './mounted.ts';

describe('an invoice in the inspector', () => {
  it('is created, linked, and credited', async () => {
    const { api, sandbox, sent, visit } = await openInspector('contracts');
    const { Id } = await signUp(api, 'Billed');
    await visit(`contracts/${Id}`);
    await act('Bill now');
    const [invoice] = await api('GET', `/api/v1/invoices?contractId=${Id}`);

    await visit(`invoices/${invoice.Id}`);
    press(await screen.findByRole('button', { name: 'Create download link…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create download link' }));
    press(dialog.getByRole('button', { name: 'Create download link' }));
    const link = await dialog.findByText(/\/downloads\//, { selector: 'code' });
    const pdf = await sandbox.fetch(link.textContent ?? '');
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    press(dialog.getByRole('button', { name: 'Close' }));

    await act('Issue credit note', { 'Amount (gross)': '1.19', Reason: 'Broken chair' });
    const notes = (await api('GET', `/api/v1/invoices?contractId=${Id}`)).filter(
      ({ IsInvoice }: { IsInvoice: boolean }) => !IsInvoice,
    );
    expect(notes).toMatchObject([{ TotalGross: -1.19 }]);
    expect(sent()).toEqual([
      'POST /api/v1/contracts/{id}/bill {}',
      'POST /api/v1/invoices/{id}/downloadLink {}',
      'POST /api/v1/invoices/{id}/creditNote {"Amount":1.19,"Reason":"Broken chair"}',
    ]);
  });
});

describe('a payment in the inspector', () => {
  it('is refunded, the next one is declined, and one is charged back', async () => {
    const mounted = await openInspector('payments');
    const { api, visit } = mounted;
    const contractId = await paidSignup(mounted);
    const payments = () => api('GET', `/api/v1/paymentTransactions?contractId=${contractId}`);
    const [payment] = await payments();
    expect(payment.Status.Status).toBe('Succeeded');
    await visit(`payments/${payment.Id}`);
    await act('Refund', { Amount: '1' });
    expect((await payments())[0].Status.Status).toBe('PartiallyRefunded');
    await act('Refund', { Amount: '2', 'With a credit note': true });

    await visit(`contracts/${contractId}`);
    await act('Decide next payment', { Code: 'BearerInvalid' });
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    expect((await payments())[0].Status).toMatchObject({ Status: 'Failed', ErrorCode: 'BearerInvalid' });

    const [paid] = await api('GET', `/api/v1/paymentTransactions?contractId=${await paidSignup(mounted)}`);
    await visit(`payments/${paid.Id}`);
    await act('Charge back');
    expect((await api('GET', `/api/v1/paymentTransactions/${paid.Id}`)).Status.Status).toBe('Chargeback');
    await screen.findAllByText('Chargeback');
    expect(mounted.sent()).toEqual([
      'POST /api/v1/paymentTransactions/{id}/refund {"Amount":1}',
      'POST /api/v1/paymentTransactions/{id}/refund {"Amount":2,"CreditNote":true}',
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Code":"BearerInvalid"}}',
      'POST /sandbox/payments/{id}/chargeback',
    ]);
  });

  it('is returned, left pending, challenged or lost as decided; and what was decided is removed', async () => {
    const mounted = await openInspector('payments');
    const { api, visit } = mounted;
    const contractId = await paidSignup(mounted);
    const decided = async () =>
      (await api('GET', '/sandbox/payments/next')).map(({ Outcome }: { Outcome: object }) => Outcome);
    await visit(`contracts/${contractId}`);
    await act('Decide next payment', { 'What happens': 'return', After: 'P2D' });
    await act('Decide next payment', { 'What happens': 'pending', After: 'P4D' });
    await act('Decide next payment', { 'What happens': 'challenge' });
    await act('Decide next payment', { 'What happens': 'lose' });
    await act('Decide next payment', { 'What happens': 'pending', After: '' });
    expect(await decided()).toEqual([
      { ReturnAfter: 'P2D' },
      { Pending: 'P4D' },
      { Challenge: true },
      { Lose: true },
      { Pending: true },
    ]);
    // The first one is of the next renewal: it succeeds, and is returned two days later.
    const statusOf = async () =>
      (await api('GET', `/api/v1/paymentTransactions?contractId=${contractId}`))[0].Status.Status;
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    expect(await statusOf()).toBe('Succeeded');
    await api('POST', '/sandbox/clock', { Advance: 'P3D' });
    expect(await statusOf()).toBe('Chargeback');
    await visit('payments');
    await act('Decide next payment', { Code: 'BearerExpired' });
    const left = (await decided()).length;
    expect(left).toBeGreaterThan(1);
    await act(`Remove ${left} decision${left === 1 ? '' : 's'}`);
    expect(await decided()).toEqual([]);
    expect(mounted.sent()).toEqual([
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"ReturnAfter":"P2D"}}',
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Pending":"P4D"}}',
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Challenge":true}}',
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Lose":true}}',
      'POST /sandbox/payments/next {"ContractId":"{id}","Outcome":{"Pending":true}}',
      'POST /sandbox/payments/next {"Outcome":{"Code":"BearerExpired"}}',
      'DELETE /sandbox/payments/next',
    ]);
  });
});
