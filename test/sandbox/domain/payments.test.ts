import { describe, expect, test } from 'vitest';
import { changePaymentMethod, patchContract } from '../../../sandbox/src/domain/contracts/contracts.ts';
import { amountDue, createOrder } from '../../../sandbox/src/domain/orders/orders.ts';
import { registerPayment } from '../../../sandbox/src/domain/payments/bookings.ts';
import { applyPaymentOutcome } from '../../../sandbox/src/domain/payments/collection-of-payments.ts';
import { chargeback, refund } from '../../../sandbox/src/domain/payments/payment-reversals.ts';
import { card, failing, ids, onAccount, pending, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';

/** A contract that is paid by card, with its first month paid. */
async function paidByCard(shop: Shop): Promise<string> {
  shop.answering(succeeded);
  const { Id } = shop.signup(ids.basicMonthly, {}, undefined, card);
  await shop.settle();
  return Id;
}

const hours = (shop: Shop, since: string) =>
  shop.tx.paymentTransactions
    .list({ match: (one) => Date.parse(one.StatusTimestamp) >= Date.parse(since) })
    .map((one) => (Date.parse(one.StatusTimestamp) - Date.parse(since)) / 3_600_000);

describe('collection', () => {
  test('each renewal is charged, booked and linked with its invoice', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(succeeded);
    await shop.advanceTo('2026-03-20T00:00:00Z');
    expect(asked.map((one) => [one.Amount, one.Recurring, one.Preauth])).toEqual([
      [11.78, true, false],
      [11.78, true, false],
    ]);
    expect(shop.contract(id).Balance).toBe(0);
    const invoices = shop.invoices(id).map((invoice) => invoice.Id);
    const transactions = [...shop.tx.paymentTransactions];
    expect(transactions.map((one) => one.InvoiceId)).toEqual(invoices);
    expect(transactions[1]?.StatusHistory.map((one) => one.Status)).toEqual([
      'Created',
      'InProgress',
      'Succeeded',
    ]);
  });

  test('a minor failure is tried again after 2, 4 and 18 hours, then recurring payments pause', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Minor'));
    await shop.advanceTo('2026-03-01T00:00:00Z');
    expect(hours(shop, '2026-02-15T09:00:00Z')).toEqual([0, 2, 6, 24]);
    expect(shop.contract(id)).toMatchObject({ RecurringPaymentsPaused: true, Balance: 11.78 });
    expect(shop.events().filter((event) => event === 'PaymentFailed')).toHaveLength(4);
    expect(shop.events()).toContain('PaymentProcessStatusChanged');
    await shop.advanceTo('2026-03-20T00:00:00Z');
    expect(shop.contract(id).Balance).toBe(23.56);
    expect(hours(shop, '2026-02-15T09:00:00Z')).toHaveLength(4);
  });

  test('a medium failure is tried twice a day, a severe one never', async () => {
    const medium = new Shop(now);
    await paidByCard(medium);
    medium.answering(failing('Medium'), failing('Medium'), succeeded);
    await medium.advanceTo('2026-03-01T00:00:00Z');
    expect(hours(medium, '2026-02-15T09:00:00Z')).toEqual([0, 12, 24]);

    const severe = new Shop(now);
    const id = await paidByCard(severe);
    severe.answering(failing('Severe'));
    await severe.advanceTo('2026-03-01T00:00:00Z');
    expect(hours(severe, '2026-02-15T09:00:00Z')).toEqual([0]);
    expect(severe.contract(id).RecurringPaymentsPaused).toBe(true);
  });

  test('a success in between starts the count again', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const twice = [failing('Minor'), failing('Minor'), succeeded];
    shop.answering(...twice, ...twice, ...twice);
    await shop.advanceTo('2026-04-20T00:00:00Z');
    expect(shop.contract(id)).toMatchObject({ Balance: 0, RecurringPaymentsPaused: false });
    expect([...shop.tx.paymentTransactions]).toHaveLength(1 + 9);
  });

  test('new payment data lets it go on and collects the open balance at once', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Severe'));
    await shop.advanceTo('2026-02-16T00:00:00Z');
    const asked = shop.answering(succeeded);
    shop.core.transaction((tx) => changePaymentMethod(tx, id, { ...card, Token: 'tok_new' }));
    await shop.settle();
    expect(asked.map((one) => [one.Amount, one.Method.Token])).toEqual([[11.78, 'tok_new']]);
    expect(shop.contract(id)).toMatchObject({ Balance: 0, RecurringPaymentsPaused: false });
    expect([...shop.tx.paymentTransactions].at(-1)?.Trigger).toBe('Payment');
    expect(shop.events()).toContain('PaymentDataChanged');
  });

  test('so does the merchant, by letting recurring payments go on', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Severe'));
    await shop.advanceTo('2026-02-16T00:00:00Z');
    shop.answering(succeeded);
    shop.core.transaction((tx) => patchContract(tx, id, { RecurringPaymentsPaused: false }));
    await shop.settle();
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('a debit that is pending is not charged twice, and is booked when it settles', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending);
    await shop.advanceTo('2026-03-16T00:00:00Z');
    expect(asked.map((one) => one.Amount)).toEqual([11.78, 11.78]);
    expect(shop.contract(id).Balance).toBe(23.56);
    for (const { TransactionId } of asked) {
      shop.core.transaction((tx) => applyPaymentOutcome(tx, TransactionId, succeeded));
    }
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('a debit that is returned days later is tried again', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending, succeeded);
    await shop.advanceTo('2026-02-18T09:00:00Z');
    shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', failing('Minor')));
    await shop.advanceTo('2026-02-18T12:00:00Z');
    expect(asked).toHaveLength(2);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('an outcome that is told twice is booked once', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    for (let times = 0; times < 2; times += 1) {
      shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', succeeded));
    }
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('on account nothing is charged, and the invoice falls due later', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    expect(shop.invoices(Id)[0]?.DueDate).toBe('2026-01-29T09:00:00.0000000Z');
    expect([...shop.tx.paymentTransactions]).toEqual([]);
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: 11.78 }));
    expect(shop.contract(Id).Balance).toBe(0);
    expect(shop.events()).toContain('PaymentRegistered');
    for (const Amount of [0, 1.234, -1.234, Number.NaN]) {
      expect(shop.refusal(() => registerPayment(shop.tx, Id, { Amount })).fields[0]?.Field).toBe('Amount');
    }
  });

  test('a signup with nothing due reserves an amount; a change that gives back takes none', () => {
    const shop = new Shop(now, {
      account: { Providers: [{ Name: 'FakePSP', Like: 'FakePSP', DefaultPreauthAmount: { CreditCard: 1 } }] },
    });
    const due = (input: Parameters<typeof createOrder>[1]) =>
      shop.core.transaction((tx) => amountDue(tx, createOrder(tx, input, { bySelfService: false }), card));
    expect(due({ Customer: {}, Cart: { PlanVariantId: ids.proTrial } })).toEqual({
      amount: 1,
      preauth: true,
    });
    expect(due({ Customer: {}, Cart: { PlanVariantId: ids.basicMonthly } })).toEqual({
      amount: 11.78,
      preauth: false,
    });
    const { Id: ContractId } = shop.signup(ids.basicYearly);
    expect(due({ ContractId, Cart: { PlanVariantId: ids.basicMonthly } })).toEqual({
      amount: 0,
      preauth: false,
    });
  });
});

describe('payments that come back', () => {
  test('a chargeback opens the debt again and pauses recurring payments', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const [transaction] = [...shop.tx.paymentTransactions];
    shop.core.transaction((tx) => chargeback(tx, transaction?.Id ?? '', 5));
    expect(shop.contract(id)).toMatchObject({ Balance: 5, RecurringPaymentsPaused: true });
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Status).toBe('PartialChargeback');
    shop.core.transaction((tx) => chargeback(tx, transaction?.Id ?? ''));
    expect(shop.contract(id).Balance).toBe(11.78);
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Status).toBe('Chargeback');
    expect(shop.refusal(() => chargeback(shop.tx, transaction?.Id ?? '')).kind).toBe('Conflict');
  });

  test('a debit that is charged back ends its authorization, a card does not', async () => {
    const shop = new Shop(now);
    shop.answering(succeeded);
    const debit = {
      ...card,
      Bearer: 'Debit:FakePSP',
      Role: 'Debit',
      Shown: { Type: 'BankAccount' },
    } as const;
    for (const method of [card, debit]) shop.signup(ids.basicMonthly, {}, undefined, method);
    await shop.settle();
    const before = shop.events().length;
    for (const { Id } of [...shop.tx.paymentTransactions]) shop.core.transaction((tx) => chargeback(tx, Id));
    expect(shop.events().slice(before)).toEqual([
      'PaymentFailed',
      'PaymentProcessStatusChanged',
      'PaymentFailed',
      'DebitAuthCancelled',
      'PaymentProcessStatusChanged',
    ]);
  });

  test('a refund goes through the provider, never beyond what was paid', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const [transaction] = [...shop.tx.paymentTransactions];
    await expect(refund(shop.core, transaction?.Id ?? '', 11.79)).rejects.toMatchObject({ kind: 'Invalid' });
    expect(await refund(shop.core, transaction?.Id ?? '', 1.78)).toMatchObject({
      Status: 'Succeeded',
      Amount: 1.78,
    });
    expect(shop.contract(id).Balance).toBe(1.78);
    await refund(shop.core, transaction?.Id ?? '');
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Status).toBe('Refunded');
    expect(shop.tx.ledgerEntries.where('ContractId', id).map((entry) => [entry.Type, entry.Amount])).toEqual([
      ['Receivable', 11.78],
      ['Payment', -11.78],
      ['Refund', 1.78],
      ['Refund', 10],
    ]);
  });

  test('a provider that does not support refunds', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.core.transaction((tx) => tx.paymentMethods.update(id, { SupportsRefunds: false }));
    const [transaction] = [...shop.tx.paymentTransactions];
    await expect(refund(shop.core, transaction?.Id ?? '')).rejects.toMatchObject({ kind: 'Conflict' });
  });
});

test('a card that expires is told of a month before and at its end', async () => {
  const shop = new Shop(now);
  shop.answering(succeeded);
  const shown = { ...card.Shown, Type: 'CreditCard', ExpiryMonth: 4, ExpiryYear: 2026 };
  shop.signup(ids.basicMonthly, {}, undefined, { ...card, Shown: shown });
  await shop.advanceTo('2026-05-02T00:00:00Z');
  const told = [...shop.tx.events].filter((event) => event.Payload.Event.startsWith('PaymentBearer'));
  expect(told.map((event) => [event.Payload.Event, new Date(event.At).toISOString()])).toEqual([
    ['PaymentBearerExpiring', '2026-03-31T22:00:00.000Z'],
    ['PaymentBearerExpired', '2026-04-30T22:00:00.000Z'],
  ]);
});

describe('dunning', () => {
  const Escalation = [
    { TriggerDays: 3, Action: 'Notify' },
    { TriggerDays: 7, Action: 'Reminder' },
    { TriggerDays: 14, Action: 'Pause' },
    { TriggerDays: 30, Action: 'End' },
  ] as const;
  const dunned = () => {
    const shop = new Shop(now, { account: { Escalation } });
    return { shop, id: shop.signup(ids.basicMonthly, {}, undefined, onAccount).Id };
  };

  test('takes its steps by days after the due date, and ends', async () => {
    const { shop, id } = dunned();
    // Due on 29 January.
    await shop.advanceTo('2026-02-02T00:00:00Z');
    expect(shop.events().filter((event) => event === 'PaymentEscalated')).toHaveLength(1);
    await shop.advanceTo('2026-02-06T00:00:00Z');
    const [reminder] = [...shop.tx.dunnings];
    expect(reminder).toMatchObject({ DunningNumber: 'D-2026-000001', Total: 11.78, TriggerDays: 7 });
    expect(reminder?.Items.map(({ InvoiceId }) => InvoiceId)).toEqual(
      shop.invoices(id).map((invoice) => invoice.Id),
    );
    await shop.advanceTo('2026-02-13T00:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Paused');
    await shop.advanceTo('2026-03-02T00:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Ended');
    const steps = [...shop.tx.events].flatMap(({ Payload }) =>
      Payload.Event === 'PaymentEscalated' ? [Payload.TriggerDays] : [],
    );
    expect(steps).toEqual([3, 7, 14, 30]);
  });

  test('has one event for the steps of one day', async () => {
    const steps = [
      { TriggerDays: 3, Action: 'Notify' },
      { TriggerDays: 3, Action: 'Reminder' },
    ] as const;
    const shop = new Shop(now, { account: { Escalation: steps } });
    shop.signup(ids.basicMonthly, {}, undefined, onAccount);
    await shop.advanceTo('2026-02-02T00:00:00Z');
    const escalation = ['PaymentEscalated', 'DunningCreated'];
    expect(shop.events().filter((event) => escalation.includes(event))).toEqual(escalation);
  });

  test('is reset when the balance is cleared, and a paused contract goes on', async () => {
    const { shop, id } = dunned();
    await shop.advanceTo('2026-02-13T00:00:00Z');
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: shop.contract(id).Balance }));
    await shop.settle();
    expect(shop.events()).toContain('PaymentEscalationReset');
    expect(shop.contract(id).LifecycleStatus).toBe('Active');
  });

  test('waits while it is suspended', async () => {
    const { shop, id } = dunned();
    shop.core.transaction((tx) => patchContract(tx, id, { EscalationSuspended: true }));
    await shop.advanceTo('2026-03-20T00:00:00Z');
    expect(shop.events()).not.toContain('PaymentEscalated');
    shop.core.transaction((tx) => patchContract(tx, id, { EscalationSuspended: false }));
    await shop.settle();
    expect(shop.events()).toContain('PaymentEscalated');
  });
});
