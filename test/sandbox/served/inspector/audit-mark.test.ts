// @vitest-environment happy-dom
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openInspector } from './mounted.ts';

test('the overview shows whether the money adds up, and where it does not', async () => {
  const { sandbox, api, visit } = await openInspector('overview');
  expect((await screen.findByText('All amounts are consistent')).className).toBe('mark ok');
  const order = await api('POST', '/api/v1/orders', {
    Customer: { LastName: 'Byron' },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  await api('POST', `/api/v1/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  const snapshot = structuredClone(sandbox.snapshot());
  const contracts = snapshot.Collections['contracts'] as unknown as { Balance: number }[];
  for (const contract of contracts) contract.Balance = 1;
  sandbox.restore(snapshot);
  await visit('contracts');
  await visit('overview');
  expect((await screen.findByText('2 inconsistencies')).className).toBe('mark fail');
  expect(screen.getByText(/the contract's balance is 1\./).textContent).toContain('Bookings');
});
