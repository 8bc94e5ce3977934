// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { type Api, act, openInspector, press, signUp } from './mounted.ts';

/** Resolves when the page shows a document of this view. @returns its id */
const shown = (view: string): Promise<string> =>
  waitFor(() => {
    const id = new RegExp(`^#/${view}/([0-9a-f]{24})`).exec(location.hash)?.[1];
    if (id === undefined) throw new Error(`The page is at ${location.hash}.`);
    return id;
  });

const newOrder = async (api: Api): Promise<string> =>
  (
    await api('POST', '/api/v1/orders', {
      Customer: { FirstName: 'Wait', LastName: 'Ing', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    })
  ).Id;

describe('an order in the inspector', () => {
  it('is created and committed', async () => {
    const { api, sent } = await openInspector('contracts');
    await act('New order', { 'First name': 'Newly', 'Last name': 'Made' });
    await shown('orders');
    await act('Commit');
    const contract = await api('GET', `/api/v1/contracts/${await shown('contracts')}`);
    expect(contract).toMatchObject({ CustomerName: 'Newly Made', LifecycleStatus: 'Active' });
    expect(sent()).toEqual([
      'POST /api/v1/orders {"Customer":{"FirstName":"Newly","LastName":"Made","EmailAddress":"ada@example.com","Address":{"Country":"DE"}},"Cart":{"PlanVariantId":"b00000000000000000000001"}}',
      'POST /api/v1/orders/{id}/commit {"PaymentMethod":"InvoicePayment"}',
    ]);
  });

  it('is approved and declined where the account approves orders', async () => {
    const { api, sent, visit } = await openInspector('orders', {
      config: { Account: { OrderApproval: true } },
    });
    const statusOf = async (id: string) => (await api('GET', `/api/v1/orders/${id}`)).Status;
    const [first, second] = [await newOrder(api), await newOrder(api)];
    expect([await statusOf(first), await statusOf(second)]).toEqual(['ApprovalPending', 'ApprovalPending']);
    await visit(`orders/${first}`);
    await act('Approve');
    expect(await statusOf(first)).toBe('Approved');
    await visit(`orders/${second}`);
    await act('Decline');
    expect(await statusOf(second)).toBe('Declined');
    expect(sent()).toEqual(['POST /api/v1/orders/{id}/approve {}', 'POST /api/v1/orders/{id}/decline {}']);
  });
});

describe('a customer in the inspector', () => {
  it('is created, changed, locked and deleted', async () => {
    const { api, sent } = await openInspector('customers');
    await act('New customer', { 'First name': 'Short', 'Last name': 'Lived' });
    const id = await shown('customers');
    const customer = () => api('GET', `/api/v1/customers/${id}`);
    expect(await customer()).toMatchObject({ FirstName: 'Short', LastName: 'Lived', IsLocked: false });
    await act('Lock');
    expect((await customer()).IsLocked).toBe(true);
    await act('Unlock');
    expect((await customer()).IsLocked).toBe(false);
    await act('Change e-mail', { 'E-mail': 'new@example.com' });
    expect((await customer()).EmailAddress).toBe('new@example.com');
    await act('Delete');
    expect((await api('GET', '/api/v1/customers?search=short')).map(({ Id }: { Id: string }) => Id)).toEqual(
      [],
    );
    expect(sent()).toEqual([
      'POST /api/v1/customers {"FirstName":"Short","LastName":"Lived","EmailAddress":"ada@example.com","Address":{"Country":"DE"}}',
      'PATCH /api/v1/customers/{id} {"IsLocked":true}',
      'PATCH /api/v1/customers/{id} {"IsLocked":false}',
      'PATCH /api/v1/customers/{id} {"EmailAddress":"new@example.com"}',
      'DELETE /api/v1/customers/{id}',
    ]);
  });
});

describe('the activity of a customer', () => {
  it('is one link away', async () => {
    const { api, visit } = await openInspector('customers');
    const { CustomerId } = await signUp(api, 'Doc');
    await visit(`customers/${CustomerId}`);
    press(within(screen.getByRole('region', { name: 'Details' })).getByRole('link', { name: 'Activity' }));
    await waitFor(() => expect(location.hash).toBe(`#/activity?q=${CustomerId}`));
    await screen.findAllByText('Doc Lovelace signed up for Basic monthly');
  });
});
