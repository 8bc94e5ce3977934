// @vitest-environment happy-dom
// What the view of payments says of each, and what it decides about the next one.
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, openInspector, paidSignup, press } from './mounted.ts';
import { reads } from './reads.ts';
import { sortsBy } from './sorts.ts';

const next = '/sandbox/payments/next';

test('payments are listed, sorted and chosen by their status, and each says what became of it', async () => {
  const mounted = await openInspector('overview');
  const { api, visit } = mounted;
  const contract = await paidSignup(mounted);
  const other = await paidSignup(mounted, 'Other', 'b00000000000000000000002');
  const third = await paidSignup(mounted, 'Third');
  const paymentsOf = async (id: string) => api('GET', `/api/v1/paymentTransactions?contractId=${id}`);
  const [{ Id: signup, CustomerId: first }] = await paymentsOf(contract);
  const [{ Id: refunded, CustomerId: second }] = await paymentsOf(other);
  const [{ Id: returned }] = await paymentsOf(third);
  await api('POST', '/sandbox/clock', { Advance: 'PT30M' });
  await api('POST', `/api/v1/paymentTransactions/${refunded}/refund`, { Amount: 117.81 });
  await api('POST', '/sandbox/clock', { Advance: 'PT30M' });
  await api('POST', `/sandbox/payments/${returned}/chargeback`);
  await api('POST', next, {
    ContractId: contract,
    Outcome: { Code: 'InsufficientBalance', Severity: 'Minor' },
  });
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  const [{ Id: failed }] = await paymentsOf(contract);
  const ids = { contract, other, third, first, second, failed, signup, refunded, returned };
  await visit('payments');
  await reads(
    `
    # Payments
    <Filter: ><Status: *Status: any / Created / Prepared / RedirectUrlPrepared / ThreeDSecurePending / InProgress / Pending / PreliminarySucceeded / Finalizing / Succeeded / Failed / Canceled / PartiallyRefunded / Refunded / PartialChargeback / Chargeback / InDispute / OverPaid / PartiallyPaid / Scheduled / SuccessfullyImported / Undefined / Unmapped>
    {Decide next payment…}
    4 payments "status"{Export CSV "GET /api/v1/paymentTransactions, all pages"}
    Payments
    {When} | {Customer} (long) | {Status} | Provider (minor) | Trigger (minor) | {Amount} (number)
    [2026-03-15 10:00](#/payments/{failed}) | Paid Lovelace | ✗Failed InsufficientBalance | FakePSP | Recurring | 11.78 EUR
    [2026-02-15 11:00](#/payments/{returned}) | Third Lovelace | ✗Chargeback | FakePSP | Signup | 11.78 EUR
    [2026-02-15 10:30](#/payments/{refunded}) | Other Lovelace | Refunded | FakePSP | Signup | 117.81 EUR
    [2026-02-15 10:00](#/payments/{signup}) | Paid Lovelace | ✓Succeeded | FakePSP | Signup | 11.78 EUR
  `,
    'main',
    ids,
  );
  await sortsBy(['When', 'Customer', 'Status', 'Amount']);
  await fill(screen.getByLabelText('Status'), 'Failed');
  await expect
    .poll(() => [...document.querySelectorAll('main tbody tr')].map((row) => row.getAttribute('data-row')))
    .toEqual([failed]);
  for (const [id, text] of [
    [
      failed,
      `
      # Payment by FakePSP
      [× "× close details"](#/payments)
      ✗Failed 11.78 EUR
      ✗ FakePSP declined the payment (simulated: decided by /sandbox/payments/next).
      Id: {failed} {Copy}
      Customer: [Paid Lovelace](#/customers/{first})
      Contract: [{reference} · Paid Lovelace](#/contracts/{contract})
      Invoice: [2026-000004](#/invoices/{id})
      Trigger: Recurring
      ## History
      - 2026-03-15 10:00…InProgress
      - 2026-03-15 10:00✗FailedInsufficientBalance
      ## Actions
      {Retry now "POST /sandbox/payments/{failed}/retry"}
    `,
    ],
    [
      signup,
      `
      # Payment by FakePSP
      [× "× close details"](#/payments)
      ✓Succeeded 11.78 EUR
      Id: {signup} {Copy}
      Customer: [Paid Lovelace](#/customers/{first})
      Contract: [{reference} · Paid Lovelace](#/contracts/{contract})
      Invoice: [2026-000001](#/invoices/{id})
      Trigger: Signup
      ## History
      - 2026-02-15 10:00…InProgress
      - 2026-02-15 10:00✓Succeeded
      ## Actions
      {Refund…}{Charge back… "danger"}
    `,
    ],
    [
      refunded,
      `
      # Payment by FakePSP
      [× "× close details"](#/payments)
      Refunded 117.81 EUR
      Id: {refunded} {Copy}
      Customer: [Other Lovelace](#/customers/{second})
      Contract: [{reference} · Other Lovelace](#/contracts/{other})
      Invoice: [2026-000002](#/invoices/{id})
      Trigger: Signup
      ## History
      - 2026-02-15 10:00…InProgress
      - 2026-02-15 10:00✓Succeeded
      - 2026-02-15 10:30Refunded
      ## Actions
      Only a payment that succeeded can be refunded or charged back.
    `,
    ],
    [
      returned,
      `
      # Payment by FakePSP
      [× "× close details"](#/payments)
      ✗Chargeback 11.78 EUR
      Id: {returned} {Copy}
      Customer: [Third Lovelace](#/customers/{id})
      Contract: [{reference} · Third Lovelace](#/contracts/{third})
      Invoice: [2026-000003](#/invoices/{id})
      Trigger: Signup
      ## History
      - 2026-02-15 10:00…InProgress
      - 2026-02-15 10:00✓Succeeded
      - 2026-02-15 11:00✗Chargeback
      ## Actions
      Only a payment that succeeded can be refunded or charged back.
    `,
    ],
  ] as const) {
    await visit(`payments/${id}`);
    await reads(text, '.detail', ids);
  }
  await api('POST', '/sandbox/clock', { Advance: 'P1D' });
  await visit(`payments/${failed}`);
  await screen.findByText('The contract has a later payment.');
});

test('a decision is shown on the contract that it is about, until it is removed', async () => {
  const mounted = await openInspector('overview');
  const { api, sent, visit } = mounted;
  const contract = await paidSignup(mounted);
  const { CustomerId } = await api('GET', `/api/v1/contracts/${contract}`);
  const Outcome = { Challenge: true };
  const decided = () => document.querySelector('.detail .message.wait')?.textContent ?? '';
  await visit(`contracts/${contract}`);
  const other = await api('GET', `/api/v1/contracts/${await paidSignup(mounted)}`);
  for (const [decision, isShown] of [
    [{}, true],
    [{ ContractId: contract }, true],
    [{ CustomerId }, true],
    [{ Provider: 'FakePSP' }, true],
    [{ Provider: 'Bravo' }, false],
    [{ ContractId: other.Id }, false],
    [{ CustomerId: other.CustomerId }, false],
  ] as const) {
    await api('DELETE', next);
    expect([decision, await api('POST', next, { ...decision, Outcome })]).toEqual([
      decision,
      expect.objectContaining({ Outcome }),
    ]);
    await expect
      .poll(() => [decision, decided()])
      .toEqual([decision, isShown ? 'Next payment: requires 3-D Secure Remove the decision' : '']);
  }
  await api('DELETE', next);
  await api('POST', next, { ContractId: contract, Outcome });
  press(await screen.findByText('Remove the decision'));
  await expect.poll(() => api('GET', next)).toEqual([]);
  await expect.poll(decided).toBe('');
  expect(sent()).toEqual(['DELETE /sandbox/payments/next/{id}']);
});
