import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import { createComponentSubscription } from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  annulContract,
  cancelContract,
  endContract,
  pauseContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { changePaymentMethod } from '../../../../sandbox/src/service/domain/payments/payment-methods.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type { PaymentMethod } from '../../../../sandbox/src/service/domain/records/payments.ts';
import { payOutCredit } from '../../../../sandbox/src/service/domain/reversals/credit-payout.ts';
import { refund } from '../../../../sandbox/src/service/domain/reversals/payment-reversals.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';

async function paid(variant: string = ids.proMonthly, account: Partial<Account> = {}) {
  const shop = new Shop(now, { account });
  const asked = shop.answering(succeeded);
  const { Id } = shop.signup(variant, {}, undefined, card);
  await shop.settle();
  const payment = [...shop.tx.paymentTransactions][0]?.Id as string;
  return { shop, asked, id: Id, payment };
}

describe('a refund', () => {
  test('without a credit note reopens the invoice, and the next renewal collects it', async () => {
    const { shop, asked, id, payment } = await paid();
    await refund(shop.core, payment, 5);
    expect(shop.contract(id).Balance).toBe(5);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(asked.map((one) => one.Amount)).toEqual([92.82, 39.51]);
  });

  test('is collected with the next bill, which may be the credit of a pause', async () => {
    const { shop, asked, id, payment } = await paid(ids.basicMonthly);
    await refund(shop.core, payment, 11.78);
    await shop.advanceTo('2026-01-20T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.settle();
    // 26 of 31 days are credited: 9.90 − 1.60 = 8.30 and 1.58.
    expect(asked.map((one) => one.Amount)).toEqual([11.78, 1.9]);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('with a credit note returns the money for good', async () => {
    const { shop, asked, id, payment } = await paid();
    const made = await refund(shop.core, payment, 5, 'Goodwill');
    const [invoice, note] = shop.invoices(id);
    expect(made).toMatchObject({ Status: 'Succeeded', Amount: 5, CreditNoteId: note?.Id });
    // 5.00 × 34.51 / 92.82 = 1.86, and the rest.
    expect(note?.ItemList.map((line) => [line.Description, line.TotalNet, line.TotalVat])).toEqual([
      ['Goodwill: Pro', -1.56, -0.3],
      ['Goodwill: Pro Einrichtung', -2.64, -0.5],
    ]);
    expect(note).toMatchObject({ IsInvoice: false, TotalGross: -5, OriginalInvoiceId: invoice?.Id });
    expect(note?.ItemList[0]?.CreditedLineItemId).toBe(invoice?.ItemList[0]?.Id);
    const EntityId = shop.tx.account.Id;
    expect([...shop.tx.events].at(-1)?.Payload).toEqual({
      Event: 'InvoiceCorrected',
      EntityId,
      ContractId: id,
      CustomerId: shop.contract(id).CustomerId,
      InvoiceId: invoice?.Id,
      OldInvoiceId: invoice?.Id,
      OldInvoiceDraftId: invoice?.Id,
      NewInvoiceId: note?.Id,
      NewInvoiceDraftId: note?.Id,
      NewInvoiceDraftIds: [note?.Id],
    });
    expect(shop.contract(id).Balance).toBe(0);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(asked.map((one) => one.Amount)).toEqual([92.82, 34.51]);
  });

  test('and its credit note are never more than the rest of the invoice', async () => {
    const { shop, id, payment } = await paid(ids.basicYearly);
    shop.core.transaction((tx) => endContract(tx, id, '2026-03-01T09:00:00Z'));
    await shop.settle();
    const before = JSON.stringify(shop.core.snapshot());
    await expect(refund(shop.core, payment, 20, 'Goodwill')).rejects.toMatchObject({
      kind: 'Invalid',
      code: 'InvalidData',
      fields: [{ Field: 'Amount', Code: 'InvalidData' }],
    });
    expect(JSON.stringify(shop.core.snapshot())).toBe(before);
    await refund(shop.core, payment, 14.53, 'Goodwill');
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(shop.invoices(id).reduce((sum, one) => sum + Math.round(one.TotalGross * 100), 0)).toBe(0);
  });
});

describe('a credit note without a refund', () => {
  test('leaves a credit, which the next renewal uses', async () => {
    const { shop, asked, id } = await paid();
    const invoice = shop.invoices(id)[0]?.Id as string;
    const note = shop.core.transaction((tx) => issueCreditNote(tx, invoice, 5, 'Goodwill'));
    expect(note).toMatchObject({ IsInvoice: false, TotalGross: -5, OriginalInvoiceId: invoice });
    expect(shop.contract(id).Balance).toBe(-5);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(asked.map((one) => one.Amount)).toEqual([92.82, 29.51]);
  });

  test('of cents leaves each rounding to the last of them: net and VAT end at nothing too', () => {
    const shop = new Shop('2026-01-15T09:00:00Z');
    const { Id } = shop.signup(ids.basicMonthly);
    const invoice = shop.invoices(Id)[0]?.Id as string;
    for (const amount of [0.01, 0.01, 0.01, 0.01, 0.01, undefined])
      shop.core.transaction((tx) => issueCreditNote(tx, invoice, amount, 'Goodwill'));
    const sum = (field: 'TotalNet' | 'TotalVat' | 'TotalGross') =>
      shop.invoices(Id).reduce((cents, one) => cents + Math.round(one[field] * 100), 0);
    expect([sum('TotalNet'), sum('TotalVat'), sum('TotalGross')]).toEqual([0, 0, 0]);
  });

  test.each([
    [0.29, 10, -0.15, -0.14],
    [1.15, 10, -0.58, -0.57],
    [19.99, 10, -10, -9.99],
    [0.03, 0.46, -0.02, -0.01],
  ])(
    'of %d over two equal lines of %d gives the odd cent to the first',
    (amount, PricePerUnit, first, second) => {
      const shop = new Shop(now);
      const help = { Description: 'Help', Quantity: 1, PricePerUnit };
      const { Id } = shop.signup(ids.free, { RatedItems: [help, help] });
      const invoice = shop.invoices(Id)[0]?.Id as string;
      const note = shop.core.transaction((tx) => issueCreditNote(tx, invoice, amount, 'Goodwill'));
      expect(note.ItemList.map((line) => line.TotalGross)).toEqual([first, second]);
    },
  );

  test.each([
    ['everything', undefined, [1, 0.51612903, 1], [-1, -2, -2]],
    ['an amount', 1, [undefined, undefined, undefined], [-1, -1, -1]],
  ])('of %s takes back whole lines only, with their shares of a period', async (_, amount, shares, units) => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    await shop.advanceTo('2026-01-30T09:00:00Z');
    shop.core.transaction((tx) =>
      createComponentSubscription(tx, Id, { ComponentId: ids.seat, Quantity: 2 }),
    );
    await shop.advanceTo('2026-02-16T09:00:00Z');
    const invoice = shop.invoices(Id)[1]?.Id as string;
    const { ItemList } = shop.core.transaction((tx) => issueCreditNote(tx, invoice, amount, 'Goodwill'));
    expect(ItemList.map(({ PeriodMultiplier }) => PeriodMultiplier)).toEqual(shares);
    expect(ItemList.map(({ Quantity }) => Quantity)).toEqual(units);
  });

  test('covers the whole rest without an amount; then nothing remains', async () => {
    const { shop, id } = await paid();
    const invoice = shop.invoices(id)[0]?.Id as string;
    const give = (amount?: number) =>
      shop.core.transaction((tx) => issueCreditNote(tx, invoice, amount, 'Goodwill'));
    for (const amount of [0, 0.001, 92.83]) {
      expect(shop.refusal(() => give(amount))).toMatchObject({
        kind: 'Invalid',
        code: 'InvalidData',
        fields: [{ Field: 'Amount' }],
      });
    }
    give(2.82);
    expect(give().TotalGross).toBe(-90);
    expect(shop.contract(id).Balance).toBe(-92.82);
    expect(shop.refusal(() => give())).toMatchObject({ kind: 'Conflict', code: 'InvalidPreconditions' });
  });

  test('that was a draft is paid out once it is sent, if the contract is over and credit is paid out', async () => {
    const account = { InvoiceDrafts: true, PayOutCredit: 'AtEnd' } as const;
    const { shop, id } = await paid(ids.basicMonthly, account);
    const [draft] = [...shop.tx.invoiceDrafts];
    const invoice = shop.core.transaction((tx) => sendDraft(tx, draft?.Id as string));
    await shop.settle();
    shop.core.transaction((tx) => endContract(tx, id, '2026-02-15T09:00:00Z'));
    await shop.advanceTo('2026-02-20T09:00:00Z');
    const note = shop.core.transaction((tx) => issueCreditNote(tx, invoice.Id, 5, 'Goodwill'));
    await shop.settle();
    const paidOut = () =>
      [...shop.tx.ledgerEntries].filter(({ Amount }) => Amount === 5).map(({ Type }) => Type);
    expect([shop.contract(id).LifecycleStatus, shop.contract(id).Balance, paidOut()]).toEqual([
      'Ended',
      0,
      [],
    ]);
    shop.core.transaction((tx) => sendDraft(tx, note.Id));
    expect(shop.contract(id).Balance).toBe(-5);
    await shop.settle();
    expect([shop.contract(id).Balance, paidOut()]).toEqual([0, ['Refund']]);
  });

  test('is a draft if invoices are, and counts from the start', async () => {
    const { shop, id } = await paid(ids.proMonthly, { InvoiceDrafts: true });
    const [draft] = [...shop.tx.invoiceDrafts];
    const invoice = shop.core.transaction((tx) => sendDraft(tx, draft?.Id as string));
    const before = shop.contract(id).Balance;
    const note = shop.core.transaction((tx) => issueCreditNote(tx, invoice.Id, 90, 'Goodwill'));
    expect([shop.invoices(id).length, shop.contract(id).Balance]).toEqual([1, before]);
    expect(shop.refusal(() => issueCreditNote(shop.tx, invoice.Id, 3, 'Goodwill')).kind).toBe('Invalid');
    const sent = shop.core.transaction((tx) => sendDraft(tx, note.Id));
    expect(sent).toMatchObject({
      InvoiceNumber: '2026-000002',
      TotalGross: -90,
      OriginalInvoiceId: invoice.Id,
    });
    expect(shop.contract(id).Balance).toBeCloseTo(before - 90, 10);
    expect([...shop.tx.events].at(-1)?.Payload).toMatchObject({
      Event: 'InvoiceCorrected',
      InvoiceId: invoice.Id,
      NewInvoiceId: note.Id,
    });
  });
});

describe('the credit of a contract', () => {
  test('is paid out on request, through its payments', async () => {
    const { shop, id, payment } = await paid(ids.basicYearly);
    shop.core.transaction((tx) => endContract(tx, id, '2026-03-01T09:00:00Z'));
    expect(await payOutCredit(shop.core, id)).toMatchObject([
      { PaymentTransactionId: payment, Status: 'Succeeded', Amount: 103.28 },
    ]);
    expect(shop.contract(id).Balance).toBe(0);
    await expect(payOutCredit(shop.core, id)).rejects.toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message: `Contract ${id} has no credit to pay out.`,
    });
  });

  test('is paid out of older payments where the provider of newer ones refunds nothing', async () => {
    const { shop, id, payment } = await paid(ids.basicYearly);
    const pays = (method: PaymentMethod) =>
      shop.core.transaction((tx) => changePaymentMethod(tx, id, method));
    Object.assign(shop.core.providers, {
      refund: ({ Provider }: { readonly Provider: string }) => ({
        Outcome: Provider === 'India' ? 'Failed' : 'Succeeded',
      }),
    });
    pays({ ...card, Provider: 'India', Bearer: 'CreditCard:India', SupportsRefunds: false });
    shop.change(id, { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] });
    await shop.settle();
    pays(card);
    shop.core.transaction((tx) => endContract(tx, id, '2026-03-01T09:00:00Z'));
    const credit = -shop.contract(id).Balance;
    const newer = [...shop.tx.paymentTransactions].find(({ Id }) => Id !== payment);
    expect(credit).toBeGreaterThan(100);
    expect(await payOutCredit(shop.core, id)).toMatchObject([
      { PaymentTransactionId: newer?.Id, Status: 'Failed', Amount: newer?.Amount },
      { PaymentTransactionId: payment, Status: 'Succeeded', Amount: 117.81 },
    ]);
    // Amounts that no provider can refund remain as credit.
    expect(shop.contract(id).Balance).toBeCloseTo(117.81 - credit, 10);
  });

  test.each([
    ['AtEnd', 0],
    ['Manual', -103.28],
  ] as const)('%s: at the end it is %d', async (PayOutCredit, balance) => {
    const { shop, id } = await paid(ids.basicYearly, { PayOutCredit });
    shop.core.transaction((tx) => endContract(tx, id, '2026-03-01T09:00:00Z'));
    await shop.advanceTo('2026-02-28T00:00:00Z');
    expect(shop.contract(id).Balance).toBe(-103.28);
    await shop.advanceTo('2026-03-02T00:00:00Z');
    expect(shop.contract(id).Balance).toBe(balance);
  });

  test.each([
    ['AtEnd', 0],
    ['Manual', -5],
  ] as const)(
    '%s: after a credit note for a contract that is over it is %d',
    async (PayOutCredit, balance) => {
      const { shop, id } = await paid(ids.basicMonthly, { PayOutCredit });
      await shop.advanceTo('2026-01-20T00:00:00Z');
      shop.core.transaction((tx) => cancelContract(tx, id));
      await shop.advanceTo('2026-02-16T00:00:00Z');
      expect(shop.contract(id)).toMatchObject({ LifecycleStatus: 'Ended', Balance: 0 });
      const [invoice] = shop.invoices(id);
      shop.core.transaction((tx) => issueCreditNote(tx, invoice?.Id as string, 5, 'Goodwill'));
      await shop.advanceTo('2026-02-17T00:00:00Z');
      expect(shop.contract(id).Balance).toBe(balance);
    },
  );

  test('AtEnd: a credit note for an active contract stays as its credit', async () => {
    const { shop, id } = await paid(ids.basicMonthly, { PayOutCredit: 'AtEnd' });
    const [invoice] = shop.invoices(id);
    shop.core.transaction((tx) => issueCreditNote(tx, invoice?.Id as string, 5, 'Goodwill'));
    await shop.advanceTo('2026-01-20T00:00:00Z');
    expect(shop.contract(id).Balance).toBe(-5);
  });
});
