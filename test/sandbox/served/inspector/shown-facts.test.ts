// @vitest-environment happy-dom
// What the views say of what they show: the facts of documents, and rules in words. More documents: shown-views.test.ts.
import { screen, waitFor } from '@testing-library/dom';
import type { Sandbox } from 'clientlib-sandbox';
import { expect, test } from 'vitest';
import { newReceiver, openInspector, paidSignup, press, signUp } from './mounted.ts';

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** The facts of the open document, without its id. */
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.detail dt')]
      .map((name) => [textOf(name), textOf(name.nextElementSibling)] as const)
      .filter(([name]) => name !== 'Id'),
  );

const made = '2026-02-15 10:00';

/** By view; `{name}` stands for an id or the reference of a contract. */
const documents: { readonly [view: string]: { readonly [fact: string]: string } } = {
  'contracts/{canceled}': {
    Customer: 'Ada Lovelace',
    Plan: 'Basic monthly',
    Start: made,
    End: '2026-03-15 10:00',
    'Next billing': '2026-03-15 10:00',
    'Payment method': 'InvoicePayment',
    Provider: 'InvoicePayment',
  },
  'payments/{payment}': {
    Customer: 'Paid Lovelace',
    Contract: '{reference} · Paid Lovelace',
    Invoice: '2026-000002',
    Trigger: 'Signup',
  },
  'webhooks/{all}': {
    Events: 'all',
    Secret: expect.stringMatching(/^whsec_.{4}… Copy secret$/),
    Registered: made,
    Timeout: '10000 ms',
    Pending: '0',
  },
  'webhooks/{some}': {
    Events: 'PaymentFailed, CustomerCreated',
    Secret: expect.stringMatching(/^whsec_.{4}… Copy secret$/),
    Registered: made,
    Timeout: '10000 ms',
    Pending: '0',
    'Simulated problems': 'duplicates 50 %, loses 25 %, delays by PT1M, shuffles the order',
  },
};

test('a document shows the facts that it has, and no empty ones', async () => {
  const mounted = await openInspector('overview', { deliver: newReceiver().deliver });
  const { api, visit } = mounted;
  const { Id: canceled } = await signUp(api);
  await api('POST', `/api/v1/contracts/${canceled}/end`, { EndDate: '2026-03-15T09:00:00Z' });
  const contract = await paidSignup(mounted);
  const { ReferenceCode: reference } = await api('GET', `/api/v1/contracts/${contract}`);
  const [{ Id: payment }] = await api('GET', `/api/v1/paymentTransactions?contractId=${contract}`);
  const Url = 'https://shop.test/webhooks';
  const { Id: all } = await api('POST', '/api/v1/webhooks', { Url });
  const { Id: some } = await api('POST', '/api/v1/webhooks', {
    Url: `${Url}/2`,
    Events: ['PaymentFailed', 'CustomerCreated'],
  });
  await api('PATCH', `/sandbox/webhooks/${some}`, {
    Rehearsal: { Duplicate: 0.5, Drop: 0.25, Delay: 'PT1M', Reorder: true },
  });
  const ids: Record<string, string> = { canceled, payment, all, some, reference };
  const named = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name) => ids[name] ?? whole);
  for (const [view, expected] of Object.entries(documents)) {
    await visit(named(view));
    const values = Object.entries(expected).map(([name, value]) => [
      name,
      typeof value === 'string' ? named(value) : value,
    ]);
    await expect.poll(() => ({ view, ...facts() })).toEqual({ view, ...Object.fromEntries(values) });
  }
});

/** Each rule with its row: what it is about, what happens, how often, and for how long. */
const rules: readonly (readonly [rule: Parameters<Sandbox['faults']['add']>[0], row: readonly string[]])[] = [
  [{ Fault: { Status: 503 } }, ['any *', 'answered with 503', '100 %', '∞']],
  [
    {
      Method: 'POST',
      Path: '/api/v1/orders',
      Probability: 0.1,
      Times: 3,
      Fault: { DelayMs: 2000, Drop: true },
    },
    ['POST /api/v1/orders', 'delayed by 2000 ms, connection breaks', '10 %', '3'],
  ],
  [
    { Path: '/a', Probability: 0, Fault: { DelayMs: { Min: 100, Max: 2000 } } },
    ['any /a', 'delayed by 100 to 2000 ms', '0 %', '∞'],
  ],
  [
    { Path: '/b', Fault: { DelayMs: { Mean: 500, Deviation: 100 } } },
    ['any /b', 'delayed by about 500 ms (deviation 100)', '100 %', '∞'],
  ],
  [{ Path: '/c', Fault: { DropResponse: true } }, ['any /c', 'done, but the response is lost', '100 %', '∞']],
  [{ Path: '/d', Fault: { Truncate: true } }, ['any /d', 'response is cut off', '100 %', '∞']],
];

test('each fault rule says what happens to which requests, how often and how many times', async () => {
  const { sandbox, visit } = await openInspector('overview');
  for (const [rule] of rules) sandbox.faults.add(rule);
  await visit('faults');
  const rows = () =>
    [...document.querySelectorAll('main tbody tr')].map((row) => [...row.children].slice(0, 4).map(textOf));
  await waitFor(() => expect(rows()).toEqual(rules.map(([, row]) => row)));
});

/** Each decision on a payment, in words. */
const decisions: readonly (readonly [decision: object, text: string])[] = [
  [{ Outcome: { Code: 'BearerInvalid' } }, 'declined (bearer invalid)'],
  [{ Times: 2, Outcome: { Code: 'Rejected' } }, 'declined (rejected), 2 attempts'],
  [{ Times: 1000, Outcome: { Code: 'Rejected' } }, 'declined (rejected), every attempt'],
  [{ Outcome: { ReturnAfter: 'P3D' } }, 'returned after P3D'],
  [{ Outcome: { Pending: true } }, 'stays pending'],
  [{ Outcome: { Pending: 'P1D' } }, 'pending for P1D'],
  [{ Outcome: { Challenge: true } }, 'requires 3-D Secure'],
  [{ Outcome: { Challenge: 'Failed' } }, '3-D Secure failed'],
  [{ Outcome: { Lose: true } }, 'response lost'],
  [{ Outcome: { DelayMs: 500 } }, 'delayed by 500 ms'],
];

test('each decision on a payment is told in words, as soon as a program makes it', async () => {
  const { api } = await openInspector('payments');
  for (const [decision] of decisions) await api('POST', '/sandbox/payments/next', decision);
  press(await screen.findByText(`Remove ${decisions.length} decisions…`));
  const dialog = await screen.findByLabelText(`Remove ${decisions.length} decisions`);
  expect(textOf(dialog.querySelector('h2 + p'))).toBe(
    `Payments are processed as usual again. Decided: ${decisions.map(([, text]) => `Next payment: ${text}`).join('; ')}.`,
  );
});
