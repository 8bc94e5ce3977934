// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openInspector, paidSignup, signUp } from './mounted.ts';

const cells = (row: Element | undefined | null) =>
  [...(row?.children ?? [])].map(({ textContent }) => textContent?.trim());

/** The first row of each list after a signup by card, by the heads of its columns. */
const lists: { readonly [view: string]: { readonly [column: string]: unknown } } = {
  contracts: {
    // Its random letters depend on whose request came first.
    Reference: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    Customer: 'Paid Lovelace',
    Status: 'Active',
    Plan: 'Basic monthly',
    Start: '2026-02-15',
    'Next billing': '2026-03-15',
    Balance: '0.00 EUR',
  },
  customers: {
    Name: 'Paid Lovelace',
    'E-mail': '',
    Country: 'DE',
    'Your id': '',
    Created: '2026-02-15 10:00',
  },
  invoices: {
    Number: '2026-000001',
    Recipient: 'Paid Lovelace',
    Status: 'Paid',
    Date: '2026-02-15',
    Due: '2026-02-15',
    Gross: '11.78 EUR',
  },
  orders: {
    Created: '2026-02-15 10:00',
    Type: 'Signup',
    Status: 'Completed',
    Customer: 'Paid Lovelace',
    Plan: 'Basic monthly',
    Coupon: '',
    Gross: '11.78 EUR',
  },
  payments: {
    When: '2026-02-15 10:00',
    Customer: 'Paid Lovelace',
    Status: 'Succeeded',
    Provider: 'FakePSP',
    Trigger: 'Signup',
    Amount: '11.78 EUR',
  },
};

test('each list of the inspector has its columns, with days as days and times as times', async () => {
  const mounted = await openInspector();
  const ContractId = await paidSignup(mounted);
  for (const [view, row] of Object.entries(lists)) {
    await mounted.visit(view);
    await waitFor(() => {
      const table = document.querySelector('main table');
      expect([view, cells(table?.querySelector('thead tr'))]).toEqual([view, Object.keys(row)]);
      expect([view, cells(table?.querySelector('tbody tr'))]).toEqual([view, Object.values(row)]);
    });
  }
  await signUp(mounted.api);
  await mounted.visit('mails');
  await waitFor(() => expect(document.querySelector('main')?.textContent).toContain('ada@example.com'));

  await mounted.visit(`contracts/${ContractId}`);
  const values = async (label: string) =>
    [...(await screen.findByLabelText<HTMLSelectElement>(label)).options].map(({ value }) => value);
  expect(await values('Change')).toEqual(['decline', 'cancel', 'plan', 'pause']);
  expect(await values('When')).toEqual(['', 'P7D', 'P1M']);
  expect(await values('Look at')).toEqual(['P1M', 'P3M', 'P1Y']);
});
