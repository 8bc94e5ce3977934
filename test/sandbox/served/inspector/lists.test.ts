// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openInspector, paidSignup, signUp } from './mounted.ts';

const cells = (row: Element | undefined | null) =>
  [...(row?.children ?? [])].map(({ textContent }) => textContent?.trim());

/** The first row of a list after a signup by card, by the heads of its columns. The other lists: shown-views.test.ts. */
const lists: { readonly [view: string]: { readonly [column: string]: unknown } } = {
  payments: {
    When: '2026-02-15 10:00',
    Customer: 'Paid Lovelace',
    Status: 'Succeeded',
    Provider: 'FakePSP',
    Trigger: 'Signup',
    Amount: '11.78 EUR',
  },
};

test('the list of payments has its columns, mails name whom they went to, and a what-if has its options', async () => {
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
