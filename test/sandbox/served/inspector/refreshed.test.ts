// @vitest-environment happy-dom
// Each view says how to begin while it is empty, and follows what programs do: what is new is there without a reload.
import { expect, test } from 'vitest';
import { newReceiver, openInspector, paidSignup, signUp } from './mounted.ts';
import { reads } from './reads.ts';

const rows = () => document.querySelectorAll('main tbody tr[data-row]').length;

/** What a view says while there is nothing in it. */
const empty: { readonly [view: string]: string } = {
  webhooks: `
    # Webhooks
    {Register endpoint…}
    ## No endpoint yet
    Register the address of your back end, or start the sandbox with --webhook http://localhost:4402/webhooks.
    ## Deliveries
    <Filter deliveries: ><Status of deliveries: *Status: any / Pending / Succeeded / Failed / Canceled / Dropped>
    0 deliveries
  `,
  payments: `
    # Payments
    <Filter: ><Status: *Status: any / Created / Prepared / RedirectUrlPrepared / ThreeDSecurePending / InProgress / Pending / PreliminarySucceeded / Finalizing / Succeeded / Failed / Canceled / PartiallyRefunded / Refunded / PartialChargeback / Chargeback / InDispute / OverPaid / PartiallyPaid / Scheduled / SuccessfullyImported / Undefined / Unmapped>
    {Decide next payment…}
    0 payments "status"
    ## No payments yet
    A signup with a test card makes one: try it in the [playground](#/playground). Contracts on account pay by transfer, which you book.
  `,
  mails: `
    # Mails
    <Filter: >
    {Empty the outbox… "danger"}
    0 mails "status"
    ## No mails yet
    Customers with an e-mail address get mails about orders, invoices, failed payments and more. The sandbox stores them here and sends none. Sign up a customer in the [playground](#/playground).
  `,
};

test('each list says how to begin, and has what came after it was opened', async () => {
  const receiver = newReceiver();
  const mounted = await openInspector('overview', { deliver: receiver.deliver });
  const { api, visit } = mounted;
  for (const [view, text] of Object.entries(empty)) {
    await visit(view);
    await reads(text);
  }
  const inView = async (view: string, change: () => Promise<unknown>, more: number) => {
    await visit(view);
    await expect.poll(() => document.querySelector('main [role=status]')?.textContent).toMatch(/^\d/);
    const before = rows();
    await change();
    await expect.poll(() => [view, rows() - before]).toEqual([view, more]);
  };
  await inView('mails', () => signUp(api), 2);
  await inView('payments', () => paidSignup(mounted), 1);
  await inView('contracts', () => signUp(api), 1);
  await inView('customers', () => signUp(api), 1);
  await inView('orders', () => signUp(api), 1);
  await inView('invoices', () => signUp(api), 1);
  await inView('webhooks', () => api('POST', '/api/v1/webhooks', { Url: receiver.url }), 1);
  await inView('webhooks', () => api('POST', '/sandbox/events', { Event: 'PlanCreated' }), 1);
});

test('a decision on the next payment is shown, joined by others and gone also without a request', async () => {
  const { sandbox, visit } = await openInspector('overview');
  await visit('payments');
  const removes = () =>
    [...document.querySelectorAll('main button')]
      .map(({ textContent }) => /^Remove \d decisions?/.exec(textContent ?? '')?.[0])
      .filter((text) => text !== undefined);
  const { Id } = sandbox.payments.next({ Outcome: { Code: 'BearerExpired' } });
  await expect.poll(removes).toEqual(['Remove 1 decision']);
  sandbox.payments.next({ Outcome: { Lose: true } });
  await expect.poll(removes).toEqual(['Remove 2 decisions']);
  sandbox.payments.remove(Id);
  await expect.poll(removes).toEqual(['Remove 1 decision']);
  sandbox.payments.clear();
  await expect.poll(removes).toEqual([]);
});
