// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { openInspector, paidSignup, press, signUp } from './mounted.ts';

describe('ids', () => {
  it('are shortened in paths, with the name beside the path, and whole when copied', async () => {
    const mounted = await openInspector('activity');
    const { Id, ReferenceCode } = await signUp(mounted.api);
    await mounted.api('GET', `/api/v1/contracts/${Id}`);
    press(screen.getByLabelText('Hide reads'));
    await waitFor(() =>
      expect(document.querySelector('li.row a.what')?.textContent).toBe(
        `GET /api/v1/contracts/…${Id.slice(-6)} ${ReferenceCode} · Ada Lovelace`,
      ),
    );
    expect(document.querySelector('main')?.textContent).not.toMatch(/[0-9a-f]{24}/);

    await mounted.visit(`contracts/${Id}`);
    const id = await screen.findByText(Id, { selector: 'code' });
    press(within(id.parentElement as HTMLElement).getByRole('button', { name: 'Copy' }));
    expect(mounted.clipboard.text).toBe(Id);
  });

  it('of missing documents are not links', async () => {
    const { api, visit } = await openInspector('orders');
    const order = await api('POST', '/api/v1/orders', {
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    await visit(`orders/${order.Id}`);
    await screen.findByText('Created when the order is completed');
    await screen.findByRole('cell', { name: 'Ada Lovelace' });
  });

  it('of customers without a name are their e-mail addresses, as in their contracts', async () => {
    const { api, visit } = await openInspector('orders');
    const order = await api('POST', '/api/v1/orders', {
      Customer: { CompanyName: '', EmailAddress: 'ada@example.com', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    await visit(`orders/${order.Id}`);
    await screen.findByRole('cell', { name: 'ada@example.com' });
  });
});

describe('the balance of a contract that pays at once', () => {
  it('is a level line with its amount, not a spike for each payment', async () => {
    const mounted = await openInspector('contracts');
    const id = await paidSignup(mounted);
    await mounted.api('POST', '/sandbox/clock', { Advance: 'P3M' });
    await mounted.visit(`contracts/${id}`);
    await waitFor(() => expect(document.querySelectorAll('.life .block.period').length).toBe(5));
    const path = document.querySelector('.life .balance path')?.getAttribute('d') ?? '';
    expect(new Set(path.match(/(?<=V )[\d.]+/g)).size).toBe(1);
    const labels = [...document.querySelectorAll('.life .balance text')];
    expect(labels.map(({ textContent }) => textContent)).toEqual(['Balance', '0.00 EUR']);
    // Neither label covers the other.
    const [first = 0, second = 0] = labels.map((label) => Number(label.getAttribute('y')));
    expect(second - first).toBeGreaterThanOrEqual(12);
  });
});

describe('common faults', () => {
  it('are added with one click', async () => {
    const { changes } = await openInspector('faults');
    const text = await screen.findByText('The next three logins are refused with 429');
    press(within(text).getByRole('button', { name: 'Add' }));
    await screen.findByRole('cell', { name: 'answered with 429' });
    const body = { Method: 'POST', Path: '/oauth/*', Times: 3, Fault: { Status: 429 } };
    expect(changes).toEqual([{ request: 'POST /sandbox/faults', body }]);
  });
});
