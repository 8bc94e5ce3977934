// @vitest-environment happy-dom
// Each view follows what programs do: what is new is there without a reload.
import { expect, test } from 'vitest';
import { newReceiver, openInspector, paidSignup, signUp } from './mounted.ts';

const rows = () => document.querySelectorAll('main tbody tr[data-row]').length;

test('each list has what came after it was opened', async () => {
  const receiver = newReceiver();
  const mounted = await openInspector('overview', { deliver: receiver.deliver });
  const { api, visit } = mounted;
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
