// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { allows } from '../../../../sandbox/src/service/domain/orders/order-status.ts';
import {
  type OrderStatus,
  orderStatuses,
  unfinishedOrderStatuses,
} from '../../../../sandbox/src/service/model/statuses.ts';
import { openInspector, signUp } from './mounted.ts';

/** Opens the inspector; the id of an order decides what the API answers. @returns what the view of an order shows */
async function ordersView() {
  const { visit } = await openInspector('orders');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const [, Status, Currency] = /\/orders\/(\w+)-(\w+)$/.exec(url) ?? [];
    if (Status === undefined) return fetch(url, init);
    const amount = { Currency, TotalGross: 1200, LineItems: [] };
    const fields = { Id: `${Status}-${Currency}`, Status, ContractId: 'c1', Customer: {}, ...amount };
    return Promise.resolve(
      Response.json({ ...fields, OrderType: 'Signup', CreatedAt: '2026-01-15T10:00:00Z' }),
    );
  });
  return async (status: string, currency: string) => {
    await visit(`orders/${status}-${currency}`);
    return document.querySelector('.detail')?.textContent ?? '';
  };
}

test('an order in the inspector has the actions that REST allows', async () => {
  const show = await ordersView();
  for (const Status of orderStatuses) {
    const [, actions = ''] = (await show(Status, 'EUR')).split('Actions');
    const has = (label: string) => actions.includes(label);
    const commits = allows({ Status }, 'complete');
    const decides = allows({ Status }, 'approve');
    expect([Status, has('Commit'), has('Approve'), has('The order is closed.')]).toEqual([
      Status,
      commits,
      decides,
      !commits && !decides,
    ]);
  }
});

test('an order in the inspector says what becomes of its contract', async () => {
  const show = await ordersView();
  const unfinished: readonly OrderStatus[] = unfinishedOrderStatuses;
  for (const status of orderStatuses) {
    const said = /Contract(.*?)Created/.exec(
      `${(await show(status, 'EUR')).replace('Created when', 'Made when')}`,
    )?.[1];
    const words = unfinished.includes(status)
      ? 'Made when the order is completed'
      : 'None: the order was not completed';
    expect([status, said]).toEqual([status, status === 'Completed' ? 'c1' : words]);
  }
});

test('an amount in the inspector has the digits of its currency', async () => {
  const show = await ordersView();
  expect(await show('InProgress', 'EUR')).toContain('1,200.00 EUR');
  expect(await show('InProgress', 'JPY')).toContain('1,200 JPY');
  expect(await show('InProgress', 'KWD')).toContain('1,200.000 KWD');
});

test('an upgrade order in the inspector names the customer of its contract', async () => {
  const { api, visit } = await openInspector();
  const { Id: ContractId } = await signUp(api);
  const order = await api('POST', '/api/v1/orders', {
    ContractId,
    Cart: { PlanVariantId: 'b00000000000000000000003' },
  });
  expect(order).toMatchObject({ OrderType: 'Upgrade' });
  await visit('orders');
  const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  await waitFor(() => expect(cells().map((cell) => /Ada Lovelace/.test(cell ?? ''))).toEqual([true, true]));
  await visit(`orders/${order.Id}`);
  await screen.findByText('Upgrade order');
  await waitFor(() => expect(document.querySelector('.detail')?.textContent).toContain('Ada Lovelace'));
});
