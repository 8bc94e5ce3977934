// What is paid, open and overdue, which payments failed and when they are retried, and what falls due.
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { paidByCard } from './paid-by-card.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

/** Declines the next payments of a contract and moves the clock to its renewal. */
async function declineRenewal(sandbox: Sandbox, ContractId: string, Times: number): Promise<void> {
  sandbox.payments.next({ ContractId, Times, Outcome: { Code: 'InsufficientBalance' } });
  await sandbox.clock.set('2026-02-15T10:00:00Z');
}

describe('the payment status of invoices', () => {
  it('is Open until the due date, then Overdue, and Paid once the money is booked', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const list = async (query = '') => (await api('GET', `/sandbox/invoices?contractId=${Id}${query}`)).body;
    const [first] = await list();
    expect(first).toMatchObject({ PaymentStatus: 'Open', Open: first.TotalGross });
    expect((await list('&items=true'))[0].ItemList.length).toBeGreaterThan(0);
    for (const query of ['', '&items=false']) expect((await list(query))[0]).not.toHaveProperty('ItemList');
    await sandbox.clock.set(new Date(Date.parse(first.DueDate) + 1_000));
    expect(await list('&paymentStatus=Overdue')).toMatchObject([{ Id: first.Id }]);
    expect((await api('GET', '/sandbox/attention')).body.OverdueInvoices).toMatchObject([{ Id: first.Id }]);
    await api('POST', `contracts/${Id}/payment`, { Amount: first.TotalGross, Description: 'Transfer' });
    expect(await list('&paymentStatus=Paid')).toMatchObject([{ Id: first.Id, Open: 0 }]);
    expect(await list('&paymentStatus=Overdue')).toEqual([]);
    expect((await api('GET', '/sandbox/attention')).body.OverdueInvoices).toEqual([]);
  });

  it('lists what is overdue longest first, then the oldest customers', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const early = await newContract(api);
    await newContract(api);
    await api('PATCH', `contracts/${early.Id}`, { OnAccountDueAfter: { Unit: 'Day', Quantity: 40 } });
    await sandbox.clock.set('2026-02-16T10:00:00Z');
    // The one who signed up first has paid its first invoice, and has a later due date for the second.
    const [, first] = (await api('GET', `/sandbox/invoices?contractId=${early.Id}`)).body;
    await api('POST', `contracts/${early.Id}/payment`, { Amount: first.TotalGross, Description: 'Transfer' });
    await sandbox.clock.set('2026-04-10T10:00:00Z');
    const overdue = (await api('GET', '/sandbox/attention')).body.OverdueInvoices;
    const dates = overdue.map(({ DueDate }: { DueDate: string }) => DueDate);
    expect(new Set(dates).size).toBeGreaterThan(2);
    expect(dates).toEqual([...dates].sort());
  });

  it('considers partial payments and credit notes', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const [invoice] = (await api('GET', '/sandbox/invoices')).body;
    await api('POST', `contracts/${Id}/payment`, { Amount: 4, Description: 'Part' });
    await api('POST', `invoices/${invoice.Id}/creditNote`, { Amount: 1 });
    const [note, rest] = (await api('GET', '/sandbox/invoices')).body;
    expect(note).toMatchObject({ IsInvoice: false, PaymentStatus: 'Credit', Open: 0 });
    expect([invoice.TotalGross, rest.Open]).toEqual([11.78, 6.78]);
  });

  it('adds up the refunds of one invoice, to the cent', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    const [payment] = (await api('GET', `paymentTransactions?contractId=${ContractId}`)).body;
    for (const Amount of [0.1, 0.2])
      await api('POST', `paymentTransactions/${payment.Id}/refund`, { Amount });
    const invoices = (await api('GET', `/sandbox/invoices?contractId=${ContractId}`)).body;
    expect(invoices).toMatchObject([{ PaymentStatus: 'Open', Open: 0.3 }]);
  });
});

it('tasks until a day include those of that day', async () => {
  const api = await backEnd(newSandbox());
  const { Id } = await newContract(api);
  const due = async (until = '') => (await api('GET', `/sandbox/tasks?contractId=${Id}${until}`)).body;
  const [next] = await due();
  expect(next.DueAt).toBe('2026-02-08T10:00:00.0000000Z');
  expect(await due('&until=2026-02-08')).toEqual([next]);
  expect(await due('&until=2026-02-07')).toEqual([]);
});

describe('a failed payment', () => {
  it('is listed with its next retry, which is a task of the contract', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    await declineRenewal(sandbox, ContractId, 1);
    const { FailedPayments } = (await api('GET', '/sandbox/attention')).body;
    expect(FailedPayments).toMatchObject([
      { ContractId, ErrorCode: 'InsufficientBalance', Currency: 'EUR', Retry: { Attempt: 1 } },
    ]);
    const due = (await api('GET', `/sandbox/tasks?contractId=${ContractId}`)).body;
    const { At, Attempt, Of } = FailedPayments[0].Retry;
    expect(due).toContainEqual(
      expect.objectContaining({ Type: 'payment-retry', Key: ContractId, DueAt: At, Attempt, Of }),
    );
    await sandbox.clock.set(At);
    expect((await api('GET', '/sandbox/attention')).body.FailedPayments).toEqual([]);
  });

  it('is retried at once, instead of the planned retry', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    await declineRenewal(sandbox, ContractId, 1);
    const [{ PaymentTransactionId }] = (await api('GET', '/sandbox/attention')).body.FailedPayments;
    const { InvoiceId } = (await api('GET', `paymentTransactions/${PaymentTransactionId}`)).body;
    await api('POST', `invoices/${InvoiceId}/creditNote`, { Amount: 1 });
    const retried = await api('POST', `/sandbox/payments/${PaymentTransactionId}/retry`);
    // Of the invoice, although the credit note is newer.
    expect(retried.body).toMatchObject({
      ContractId,
      InvoiceId,
      Amount: 10.78,
      Status: { Status: 'Succeeded' },
    });
    expect(retried.body.Id).not.toBe(PaymentTransactionId);
    const { body: payments } = await api('GET', `paymentTransactions?contractId=${ContractId}`);
    expect(payments[0]).toEqual(retried.body);
    expect((await api('GET', `contracts/${ContractId}`)).body.Balance).toBe(0);
    const due = (await api('GET', `/sandbox/tasks?contractId=${ContractId}`)).body;
    expect(due.map(({ Type }: { Type: string }) => Type)).not.toContain('payment-retry');
    const again = await api('POST', `/sandbox/payments/${retried.body.Id}/retry`);
    expect([again.status, again.body.Message]).toEqual([
      409,
      'The payment is Succeeded: only a failed payment can be retried.',
    ]);
    expect((await api('POST', '/sandbox/payments/nowhere/retry')).status).toBe(404);
  });

  it('says what to do when the retries are used up', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    sandbox.payments.next({
      ContractId,
      Times: 20,
      Outcome: { Code: 'InsufficientBalance', Severity: 'Minor' },
    });
    await sandbox.clock.set('2026-02-20T10:00:00Z');
    const [failed] = (await api('GET', '/sandbox/attention')).body.FailedPayments;
    expect([failed.ContractId, failed.Retry]).toEqual([ContractId, undefined]);
    const refused = await api('POST', `/sandbox/payments/${failed.PaymentTransactionId}/retry`);
    expect(refused.status).toBe(409);
    expect(refused.body.Message).toContain(
      `PATCH /api/v1/contracts/${ContractId} {"RecurringPaymentsPaused": false}`,
    );
  });
});

describe('billed and paid by month', () => {
  it('is the sum of invoices minus credit notes, and payments minus refunds and chargebacks', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    await sandbox.clock.set('2026-02-20T10:00:00Z');
    const [invoice] = (await api('GET', `/sandbox/invoices?contractId=${ContractId}`)).body;
    const [payment] = (await api('GET', `paymentTransactions?contractId=${ContractId}`)).body;
    await api('POST', `paymentTransactions/${payment.Id}/refund`, { Amount: 2 });
    await api('POST', `/sandbox/payments/${payment.Id}/chargeback`, { Amount: 1 });
    const gross = invoice.TotalGross;
    expect((await api('GET', '/sandbox/turnover?months=3')).body).toEqual([
      { Month: '2025-12', Currency: 'EUR', Billed: 0, Paid: 0 },
      { Month: '2026-01', Currency: 'EUR', Billed: gross, Paid: gross },
      { Month: '2026-02', Currency: 'EUR', Billed: gross, Paid: 8.78 },
    ]);
  });
});
