// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { fill, openInspector, press, signUp } from './mounted.ts';

describe('the forecast of the account', () => {
  it('is a plot and a table by month, with its invoices and as CSV', { timeout: 60_000 }, async () => {
    const { api } = await openInspector();
    await signUp(api, '=Ada');
    await signUp(api, 'Grace', 'b00000000000000000000002');
    const panel = within(screen.getByRole('heading', { name: 'Forecast' }).closest('section') as HTMLElement);
    await fill(panel.getByLabelText('Months'), '3');
    press(panel.getByRole('button', { name: 'Show forecast' }));
    await panel.findByText('3 invoices', {}, { timeout: 30_000 });
    expect(panel.getByRole('status').textContent).toMatch(/^Total of 3 months, with VAT: [\d.]+ EUR$/);
    const rows = within(panel.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MonthBilled',
      '2026-020.00 EUR',
      '2026-0311.78 EUR',
      '2026-0411.78 EUR',
      '2026-0511.78 EUR',
    ]);
    const list = within(panel.getByRole('list', { name: 'Forecast invoices' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)[0]).toBe(
      '2026-03-15=Ada Lovelace11.78 EUR',
    );
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:saved';
    });
    // Following the link would take the page of all later tests away.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    press(panel.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const [head, first] = ((await saved[0]?.text()) ?? '').split('\r\n');
    expect(head).toBe('Date,ContractId,CustomerId,CustomerName,TotalNet,TotalVat,TotalGross,Currency');
    expect(first).toContain(",'=Ada Lovelace,9.9,1.88,11.78,EUR");
    // The state is not asked to move.
    expect((await api('GET', '/sandbox/clock')).Now).toMatch(/^2026-02-15/);
  });

  it('says if nothing will be billed', { timeout: 60_000 }, async () => {
    await openInspector();
    press(await screen.findByRole('button', { name: 'Show forecast' }));
    await screen.findByText('Nothing will be billed.', {}, { timeout: 30_000 });
  });
});
