import { describe, expect, test } from 'vitest';
import {
  annulContract,
  changePaymentMethod,
  endContract,
  patchContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { patchCustomer } from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { amountDue, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { registerPayment } from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import {
  applyPaymentOutcome,
  scheduleCollection,
} from '../../../../sandbox/src/service/domain/payments/collection-of-payments.ts';
import { failedCollections } from '../../../../sandbox/src/service/domain/payments/failed-collections.ts';
import type { PaymentMethod } from '../../../../sandbox/src/service/domain/records/payments.ts';
import { payOutCredit } from '../../../../sandbox/src/service/domain/reversals/credit-payout.ts';
import { chargeback, refund } from '../../../../sandbox/src/service/domain/reversals/payment-reversals.ts';
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

const waits = (shop: Shop, task: string, id: string) => shop.core.schedule.get(task, id) !== undefined;

describe('collection', () => {
  test('each renewal is charged, booked and linked to its invoice', async () => {
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
    expect(transactions[1]?.StatusHistory.map((one) => one.Status)).toEqual(['InProgress', 'Succeeded']);
  });

  test('nothing is charged while the customer is locked, and the open amount when they are unlocked', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(succeeded);
    const lock = async (IsLocked: boolean) => {
      shop.core.transaction((tx) => patchCustomer(tx, shop.contract(id).CustomerId, { IsLocked }));
      await shop.settle();
    };
    await lock(true);
    await shop.advanceTo('2026-02-20T00:00:00Z');
    expect([asked.length, shop.contract(id).Balance]).toEqual([0, 11.78]);
    await lock(false);
    expect([asked.length, shop.contract(id).Balance]).toEqual([1, 0]);
  });

  test('a minor failure is retried after 2, 4 and 18 hours, then recurring payments pause', async () => {
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

  test('a medium failure is retried twice a day, a severe one never', async () => {
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

  test('a success in between restarts the count', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const twice = [failing('Minor'), failing('Minor'), succeeded];
    shop.answering(...twice, ...twice, ...twice);
    await shop.advanceTo('2026-04-20T00:00:00Z');
    expect(shop.contract(id)).toMatchObject({ Balance: 0, RecurringPaymentsPaused: false });
    expect([...shop.tx.paymentTransactions]).toHaveLength(1 + 9);
  });

  test('the next attempt stays while a part is open, and is dropped once all is paid', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Minor'));
    await shop.advanceTo('2026-02-15T12:00:00Z');
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 5 }));
    // Failed at 9:00 and 11:00; the third attempt follows four hours later.
    await shop.advanceTo('2026-02-15T15:00:00Z');
    expect(hours(shop, '2026-02-15T09:00:00Z')).toEqual([0, 2, 6]);
    const last = [...shop.tx.paymentTransactions].at(-1);
    expect([last?.Amount, last?.Trigger]).toEqual([6.78, 'Recurring']);
    expect(waits(shop, 'payment-retry', id)).toBe(true);
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 6.78 }));
    expect(waits(shop, 'payment-retry', id)).toBe(false);
    expect(shop.tx.contracts.get(id)).not.toHaveProperty('PaymentAttempts');
  });

  test('a debit that settles keeps the next attempt for a later month only', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending, failing('Minor'), succeeded);
    await shop.advanceTo('2026-03-15T10:00:00Z');
    shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', succeeded));
    expect(shop.contract(id).Balance).toBe(11.78);
    await shop.advanceTo('2026-03-15T12:00:00Z');
    expect(asked.map((one) => one.Amount)).toEqual([11.78, 11.78, 11.78]);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('a debit that is returned while payments are paused is not retried', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    shop.core.transaction((tx) => patchContract(tx, id, { RecurringPaymentsPaused: true }));
    shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', failing('Minor')));
    expect(waits(shop, 'payment-retry', id)).toBe(false);
    expect(shop.tx.contracts.get(id)).not.toHaveProperty('PaymentAttempts');
  });

  test.each([
    ['Redirect', { Outcome: 'Redirect', ProviderTransactionId: 'p3', Url: '/page' }],
    ['Challenge', { Outcome: 'Challenge', ProviderTransactionId: 'p3' }],
  ] as const)('a %s cannot be followed without the customer: it fails for good', async (_, answer) => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(answer);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect([...shop.tx.paymentTransactions].at(-1)).toMatchObject({
      ProviderTransactionId: 'p3',
      Status: {
        Status: 'Failed',
        ErrorCode: 'InvalidPreconditions',
        ErrorMessage:
          'The provider requires the customer to be present, but this payment is made without the customer.',
      },
    });
    expect(shop.contract(id).RecurringPaymentsPaused).toBe(true);
  });

  test('charges the token that the provider returned with the last payment', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(
      { Outcome: 'Succeeded', ProviderTransactionId: 'p1', Token: 'tok_better' },
      succeeded,
    );
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(asked.map((one) => one.Method.Token)).toEqual(['tok_kit', 'tok_better', 'tok_better']);
    expect(shop.contract(id).PaymentBearer).toEqual(card.Shown);
  });

  test('names the newest document of the contract, if it has one', async () => {
    const shop = new Shop(now);
    const [id, free] = [await paidByCard(shop), shop.signup(ids.free, {}, undefined, card).Id];
    const other = await paidByCard(shop);
    shop.answering(succeeded);
    for (const contract of [id, free]) {
      shop.core.transaction((tx) => registerPayment(tx, contract, { Amount: -5 }));
      shop.core.transaction((tx) => scheduleCollection(tx, contract));
      await shop.settle();
    }
    const [invoice] = shop.invoices(id);
    expect(shop.invoices(other)).toHaveLength(1);
    const last = [...shop.tx.paymentTransactions].slice(-2);
    expect(last.map((one) => [one.ContractId, one.InvoiceId, one.Amount])).toEqual([
      [id, invoice?.Id, 5],
      [free, undefined, 5],
    ]);
  });

  test.each([
    ['on account', onAccount],
    ['with nothing', { ...onAccount, Bearer: 'None:None', Provider: 'None', Role: 'None' }],
    ['with a method that lacks data', { ...card, LacksData: true }],
  ] as const)('who pays %s is not charged', async (_, method) => {
    const shop = new Shop(now);
    const asked = shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, method);
    await shop.advanceTo('2026-03-01T00:00:00Z');
    expect([asked, [...shop.tx.paymentTransactions], shop.contract(Id).Balance]).toEqual([[], [], 23.56]);
  });

  test('ignores the outcome of an unknown payment', () => {
    const shop = new Shop(now);
    expect(shop.refusal(() => applyPaymentOutcome(shop.tx, 'nobody', succeeded)).kind).toBe('NotFound');
  });

  test('new payment data resumes collecting and collects the open balance at once', async () => {
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

  test('new payment data cancels the next attempt, even if it is not charged', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(failing('Minor'));
    await shop.advanceTo('2026-02-15T10:00:00Z');
    expect(waits(shop, 'payment-retry', id)).toBe(true);
    shop.core.transaction((tx) => changePaymentMethod(tx, id, onAccount));
    expect(waits(shop, 'payment-retry', id)).toBe(false);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect([asked.length, shop.contract(id).Balance]).toEqual([1, 11.78]);
  });

  test('the merchant can do so by resuming recurring payments', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Severe'));
    await shop.advanceTo('2026-02-16T00:00:00Z');
    shop.answering(succeeded);
    shop.core.transaction((tx) => patchContract(tx, id, { RecurringPaymentsPaused: false }));
    await shop.settle();
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('a pending debit is not charged twice, and is booked when it settles', async () => {
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

  test('a debit that is returned days later is retried', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending, succeeded);
    await shop.advanceTo('2026-02-18T09:00:00Z');
    shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', failing('Minor')));
    await shop.advanceTo('2026-02-18T12:00:00Z');
    expect(asked).toHaveLength(2);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('an outcome reported twice is booked once', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const asked = shop.answering(pending);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    for (let times = 0; times < 2; times += 1) {
      shop.core.transaction((tx) => applyPaymentOutcome(tx, asked[0]?.TransactionId ?? '', succeeded));
    }
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('nothing is charged on account, and the invoice is due later', () => {
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

  test('a free signup authorizes an amount; a change with a credit does not', () => {
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

describe('returned payments', () => {
  test('a chargeback reopens the debt and pauses recurring payments', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const [transaction] = [...shop.tx.paymentTransactions];
    shop.core.transaction((tx) => chargeback(tx, transaction?.Id ?? '', 5));
    expect(shop.contract(id)).toMatchObject({ Balance: 5, RecurringPaymentsPaused: true });
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Status).toBe('PartialChargeback');
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Amount).toBe(5);
    const failed = () => failedCollections(shop.tx, () => undefined).map(({ contract }) => contract.Id);
    expect(failed()).toEqual([id]);
    shop.core.transaction((tx) => chargeback(tx, transaction?.Id ?? ''));
    expect([shop.contract(id).Balance, failed()]).toEqual([11.78, [id]]);
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status).toMatchObject({
      Status: 'Chargeback',
      Amount: 6.78,
    });
    expect(shop.refusal(() => chargeback(shop.tx, transaction?.Id ?? '')).kind).toBe('Conflict');
    expect(shop.refusal(() => chargeback(shop.tx, 'ff0000000000000000000001')).kind).toBe('NotFound');
    const [invoice] = shop.invoices(id);
    const booked = shop.tx.ledgerEntries.where('ContractId', id).filter(({ Type }) => Type === 'Chargeback');
    expect(booked).toMatchObject(
      [5, 6.78].map((Amount) => ({
        Amount,
        InvoiceId: invoice?.Id,
        PaymentTransactionId: transaction?.Id,
        DueDate: '2026-01-15T09:00:00.0000000Z',
      })),
    );
    const ids = { EntityId: shop.tx.account.Id, ContractId: id, CustomerId: shop.contract(id).CustomerId };
    const payment = { PaymentTransactionId: transaction?.Id, PaymentTransactionType: 'Payment' };
    // Paused once, however often money is taken back.
    expect([...shop.tx.events].slice(-3).map(({ Payload }) => Payload)).toEqual([
      { Event: 'PaymentFailed', ...ids, ...payment },
      { Event: 'PaymentProcessStatusChanged', ...ids },
      { Event: 'PaymentFailed', ...ids, ...payment },
    ]);
  });

  test('a chargeback cancels the next attempt to collect', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    shop.answering(failing('Minor'));
    await shop.advanceTo('2026-02-15T10:00:00Z');
    expect(waits(shop, 'payment-retry', id)).toBe(true);
    shop.core.transaction((tx) => chargeback(tx, tx.paymentTransactions.first()?.Id ?? ''));
    expect(waits(shop, 'payment-retry', id)).toBe(false);
    expect(shop.tx.contracts.get(id)).not.toHaveProperty('PaymentAttempts');
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

  test('a refund goes through the provider, and never exceeds what was paid', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const [transaction] = [...shop.tx.paymentTransactions];
    const asked: unknown[] = [];
    Object.assign(shop.core.providers, {
      refund: (request: unknown) => {
        asked.push(request);
        return { Outcome: 'Succeeded' };
      },
    });
    for (const amount of [11.79, 0, -1, 1.234, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(refund(shop.core, transaction?.Id ?? '', amount)).rejects.toMatchObject({
        kind: 'Invalid',
        fields: [{ Field: 'Amount' }],
      });
    }
    expect(asked).toEqual([]);
    expect(await refund(shop.core, transaction?.Id ?? '', 1.78)).toMatchObject({
      Status: 'Succeeded',
      Amount: 1.78,
    });
    expect(asked).toEqual([
      { Provider: 'FakePSP', ProviderTransactionId: 'p1', Amount: 1.78, Currency: 'EUR' },
    ]);
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
    // What the method of before has paid, its provider gives back.
    shop.core.transaction((tx) => changePaymentMethod(tx, id, onAccount));
    expect((await refund(shop.core, transaction?.Id ?? '')).Status).toBe('Succeeded');
  });

  test('a refund rejected by the provider books nothing', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    Object.assign(shop.core.providers, { refund: () => ({ Outcome: 'Failed' }) });
    const [transaction] = [...shop.tx.paymentTransactions];
    expect(await refund(shop.core, transaction?.Id ?? '', 5)).toMatchObject({ Status: 'Failed', Amount: 5 });
    expect(shop.contract(id).Balance).toBe(0);
    expect(shop.tx.paymentTransactions.get(transaction?.Id)?.Status.Status).toBe('Succeeded');
    expect(shop.tx.ledgerEntries.where('ContractId', id)).toHaveLength(2);
  });

  test('two refunds at once never refund more than was paid', async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    const [transaction] = [...shop.tx.paymentTransactions];
    const answers = await Promise.allSettled(
      [10, 10].map((amount) => refund(shop.core, transaction?.Id ?? '', amount)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(shop.contract(id).Balance).toBe(10);
  });

  test("a credit is paid out through the contract's refundable payments, newest first", async () => {
    const shop = new Shop(now);
    const id = await paidByCard(shop);
    await paidByCard(shop);
    shop.answering(succeeded, failing('Minor'), succeeded);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    const payments = shop.tx.paymentTransactions.where('ContractId', id);
    expect(payments.map(({ Status }) => Status.Status)).toEqual(['Succeeded', 'Succeeded']);
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 15 }));
    const refunds = await payOutCredit(shop.core, id);
    expect(refunds.map((one) => [one.PaymentTransactionId, one.Amount])).toEqual([
      [payments[1]?.Id, 11.78],
      [payments[0]?.Id, 3.22],
    ]);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test.each([
    ['on account', onAccount, false],
    ['by a provider that gives nothing back', { ...card, SupportsRefunds: false }, false],
    ['by another provider now', { ...card, Provider: 'Delta', SupportsRefunds: false }, true],
  ] as const)('a credit of a contract that is paid %s', async (_, method, paidOut) => {
    const shop = new Shop(now, { account: { PayOutCredit: 'AtEnd' } });
    const id = method === onAccount ? shop.signup(ids.basicYearly).Id : (await yearlyByCard(shop)).Id;
    if (method === onAccount) shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 117.81 }));
    else shop.core.transaction((tx) => tx.paymentMethods.update(id, { ...method, Id: id }));
    shop.core.transaction((tx) => endContract(tx, id, '2026-03-01T09:00:00Z'));
    const credit = shop.contract(id).Balance;
    expect(credit).toBeLessThan(0);
    // What no provider can refund stays as credit.
    await shop.advanceTo('2026-03-02T00:00:00Z');
    expect(shop.contract(id).Balance).toBe(paidOut ? 0 : credit);
    if (!paidOut) {
      await expect(payOutCredit(shop.core, id)).rejects.toMatchObject({
        kind: 'Conflict',
        message: `Contract ${id} has a credit of ${-credit} EUR, but no payment that a provider can refund.`,
      });
    }
  });
});

/** A contract that is paid by card for a year. */
async function yearlyByCard(shop: Shop) {
  shop.answering(succeeded);
  const contract = shop.signup(ids.basicYearly, {}, undefined, card);
  await shop.settle();
  return contract;
}

describe('an expiring card', () => {
  const expiring = (ExpiryMonth: number, ExpiryYear: number) => ({
    ...card,
    Shown: { ...card.Shown, Type: 'CreditCard', ExpiryMonth, ExpiryYear },
  });
  const told = (shop: Shop) =>
    [...shop.tx.events]
      .filter((event) => event.Payload.Event.startsWith('PaymentBearer'))
      .map((event) => [event.Payload.Event, new Date(event.At).toISOString()]);
  const signup = (method: PaymentMethod, at = now) => {
    const shop = new Shop(at);
    shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, method);
    return { shop, Id };
  };

  test.each([2026, 26])('in 4/%d is announced a month before and at its end', async (year) => {
    const { shop, Id } = signup(expiring(4, year));
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(told(shop)).toEqual([
      ['PaymentBearerExpiring', '2026-03-31T22:00:00.000Z'],
      ['PaymentBearerExpired', '2026-04-30T22:00:00.000Z'],
    ]);
    expect([...shop.tx.events].map(({ Payload }) => Payload)).toContainEqual({
      Event: 'PaymentBearerExpiring',
      EntityId: shop.tx.account.Id,
      ContractId: Id,
      CustomerId: shop.contract(Id).CustomerId,
      ExpiryDate: '2026-04-30T22:00:00.0000000Z',
    });
  });

  test('within the month is announced at once; an expired one never', async () => {
    const soon = signup(expiring(1, 2026));
    await soon.shop.advanceTo('2026-02-02T00:00:00Z');
    expect(told(soon.shop)).toEqual([
      ['PaymentBearerExpiring', '2026-01-15T09:00:00.000Z'],
      ['PaymentBearerExpired', '2026-01-31T23:00:00.000Z'],
    ]);
    for (const late of [signup(expiring(12, 2025)), signup(expiring(1, 2026), '2026-01-31T23:00:00Z')]) {
      await late.shop.advanceTo('2026-03-02T00:00:00Z');
      expect(told(late.shop)).toEqual([]);
    }
  });

  test('is not announced once the contract is paid otherwise, or annulled', async () => {
    const [otherwise, annulled] = [signup(expiring(4, 2026)), signup(expiring(4, 2026))];
    const account = { ...onAccount, Shown: { Type: 'BankAccount' } };
    otherwise.shop.core.transaction((tx) => changePaymentMethod(tx, otherwise.Id, account));
    annulled.shop.core.transaction((tx) => annulContract(tx, annulled.Id));
    for (const { shop } of [otherwise, annulled]) {
      await shop.advanceTo('2026-05-02T00:00:00Z');
      expect(told(shop)).toEqual([]);
    }
    expect(waits(otherwise.shop, 'card-expiring', otherwise.Id)).toBe(false);
    expect(waits(otherwise.shop, 'card-expired', otherwise.Id)).toBe(false);
  });
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

  test('sends one event for the steps of one day', async () => {
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
