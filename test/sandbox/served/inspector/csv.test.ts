// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';

it('the CSV of a list has each row of all pages once', { timeout: 60_000 }, async () => {
  const { api, sandbox } = await openInspector('customers');
  await api('POST', '/api/v1/customers', {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Address: { Country: 'DE' },
  });
  const snapshot = sandbox.snapshot();
  const [one] = snapshot.Collections['customers'] ?? [];
  const customers = Array.from({ length: 1_100 }, (_, at) => ({
    ...one,
    Id: `c1${at.toString().padStart(22, '0')}`,
  }));
  sandbox.restore({
    ...snapshot,
    Collections: { ...snapshot.Collections, customers: customers as never },
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  // Following the link would take the page of all later tests away.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  press(await screen.findByRole('button', { name: 'Export CSV' }, { timeout: 30_000 }));
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 30_000 });
  const [head = '', ...rows] = ((await saved[0]?.text()) ?? '').trimEnd().split('\r\n');
  const id = head.split(',').indexOf('Id');
  const ids = rows.map((row) => row.split(',')[id]);
  expect(ids.sort()).toEqual(customers.map(({ Id }) => Id));
});

it('the CSV of a list has a column for each single value, and none for what is nested', async () => {
  const { api } = await openInspector('orders');
  await signUp(api);
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  press(await screen.findByText('Export CSV'));
  await waitFor(() => expect(click).toHaveBeenCalled());
  const [[blob] = []] = saved.mock.calls as [Blob][];
  const [order] = await api('GET', '/api/v1/orders');
  const single = Object.keys(order).filter((name) => typeof order[name] !== 'object');
  const text = (await blob?.text()) ?? '';
  expect(text.split('\r\n')[0]?.split(',')).toEqual(single);
  expect(text).not.toContain('[object');
  expect([blob?.type, (click.mock.contexts[0] as HTMLAnchorElement).download]).toEqual([
    'text/csv',
    'orders.csv',
  ]);
});
