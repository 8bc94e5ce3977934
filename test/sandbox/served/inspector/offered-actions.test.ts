// @vitest-environment happy-dom
// What can be done with a document depends on its state: nothing is offered that the service would refuse, and nothing is missing.
import { expect, test } from 'vitest';
import { previewText } from '../../../../sandbox/src/served/inspector/views/contract-outlook.tsx';
import { bearerText } from '../../../../sandbox/src/served/inspector/views/contracts.tsx';
import { type Mounted, openInspector, paidSignup, signUp } from './mounted.ts';

const trial = 'b00000000000000000000005';
const decline = { Outcome: { Code: 'InsufficientBalance' } };

/** The buttons of the section of actions, or what it says instead. */
function offered(): readonly string[] {
  const heading = [...document.querySelectorAll('.detail h3, .detail h2')].find(
    ({ textContent }) => textContent === 'Actions',
  );
  const all = [...(heading?.parentElement?.querySelectorAll('.actions > *') ?? [])];
  return all.map(
    (one) =>
      `${one.textContent?.replace('…', '')}${(one as HTMLButtonElement).disabled ? ' (disabled)' : ''}`,
  );
}

const always = ['Decide next payment', 'Book a payment', 'Bill now', 'New self-service token'];

/** Makes a document in a state, and returns where its view is. */
type Make = (mounted: Mounted) => Promise<string>;

const order = async ({ api }: Mounted): Promise<string> => {
  const Customer = { FirstName: 'Wait', LastName: 'Ing', Address: { Country: 'DE' } };
  const { Id } = await api('POST', '/api/v1/orders', {
    Customer,
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  return Id;
};

const payment = async ({ api }: Mounted, contract: string): Promise<string> =>
  `payments/${(await api('GET', `/api/v1/paymentTransactions?contractId=${contract}`))[0].Id}`;

const states: readonly (readonly [state: string, make: Make, actions: readonly string[]])[] = [
  [
    'a contract that is active',
    async (mounted) => `contracts/${await paidSignup(mounted)}`,
    ['Cancel the contract', 'End the contract', 'Pause', 'Preview a change', ...always],
  ],
  [
    'a contract in its trial',
    async ({ api }) => `contracts/${(await signUp(api, 'Ada', trial)).Id}`,
    ['Cancel the contract', 'End the contract', 'Preview a change', ...always],
  ],
  [
    'a contract that is paused',
    async (mounted) => {
      const id = await paidSignup(mounted);
      await mounted.api('POST', `/api/v1/contracts/${id}/pause`, {});
      return `contracts/${id}`;
    },
    ['Cancel the contract', 'End the contract', 'Resume', 'Preview a change', ...always],
  ],
  [
    'a contract that is canceled',
    async (mounted) => {
      const id = await paidSignup(mounted);
      await mounted.api('POST', `/api/v1/contracts/${id}/end`, { EndDate: '2026-03-15T09:00:00Z' });
      return `contracts/${id}`;
    },
    ['Revoke cancellation', 'End the contract', 'Pause', 'Preview a change', ...always],
  ],
  ['an order that is open', async (mounted) => `orders/${await order(mounted)}`, ['Commit']],
  [
    'an order that is completed',
    async (mounted) => {
      const id = await order(mounted);
      await mounted.api('POST', `/api/v1/orders/${id}/commit`, { PaymentMethod: 'InvoicePayment' });
      return `orders/${id}`;
    },
    ['The order is closed.'],
  ],
  [
    'a payment that succeeded',
    async (mounted) => payment(mounted, await paidSignup(mounted)),
    ['Refund', 'Charge back'],
  ],
  [
    'a payment that was charged back',
    async (mounted) => {
      const view = await payment(mounted, await paidSignup(mounted));
      await mounted.api('POST', `/sandbox/${view}/chargeback`);
      return view;
    },
    ['Only a payment that succeeded can be refunded or charged back.'],
  ],
  [
    'a renewal that was declined',
    async (mounted) => {
      const ContractId = await paidSignup(mounted);
      await mounted.api('POST', '/sandbox/payments/next', { ContractId, ...decline });
      await mounted.api('POST', '/sandbox/clock', { Advance: 'P1M' });
      return payment(mounted, ContractId);
    },
    ['Retry now'],
  ],
  [
    'a contract that has ended',
    async ({ api }) => {
      const { Id } = await signUp(api);
      const { Now } = await api('POST', '/sandbox/clock', { Advance: 'P1D' });
      await api('POST', `/api/v1/contracts/${Id}/end`, { EndDate: Now });
      return `contracts/${Id}`;
    },
    always,
  ],
];

test('each document offers what its state allows', async () => {
  const mounted = await openInspector('overview');
  for (const [state, make, actions] of states) {
    await mounted.visit(await make(mounted));
    await expect.poll(() => [state, ...offered()]).toEqual([state, ...actions]);
  }
});

const EUR = { Currency: 'EUR', Total: 1 };
const monthly = { RecurringFee: { FeePeriod: { Quantity: 1, Unit: 'Month' } } };

test.each([
  [{ ...EUR, TotalGross: 22.73 }, 'Due today: 22.73 EUR.'],
  [{ ...EUR }, 'Due today: 1.00 EUR.'],
  [{ ...EUR, TotalGross: 0 }, 'Due today: 0.00 EUR.'],
  [{ ...EUR, TotalGross: -5 }, 'Credited today: 5.00 EUR.'],
  [{ ...EUR, TotalGross: 0, NextTotalGross: 9.9, ...monthly }, 'Due today: 0.00 EUR, then 9.90 EUR a month.'],
  [
    { ...EUR, TotalGross: 1, NextTotalGross: 0, NextTotalGrossDate: '2026-03-15T09:00:00Z', ...monthly },
    'Due today: 1.00 EUR, then 0.00 EUR a month from 2026-03-15.',
  ],
])('a change that costs %o is told as "%s"', (preview, sentence) => {
  expect(previewText({ Order: preview as Parameters<typeof previewText>[0]['Order'] })).toBe(sentence);
});

test.each([
  [undefined, 'None'],
  [
    { Type: 'CreditCard', CardType: 'visa', Last4: '1111', ExpiryMonth: 12, ExpiryYear: 2049 },
    'visa •••• 1111 until 12/2049',
  ],
  [{ Type: 'BankAccount', IBAN: 'DE**1234' }, 'BankAccount DE**1234'],
  [{ Type: 'PayPal', EmailAddress: 'ada@example.com' }, 'PayPal ada@example.com'],
  [{ Type: 'InvoicePayment' }, 'InvoicePayment'],
])('a payment method %o is shown as "%s"', (bearer, text) => {
  expect(bearerText(bearer as Parameters<typeof bearerText>[0])).toBe(text);
});
