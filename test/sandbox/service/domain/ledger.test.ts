import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  type BookingInput,
  registerPayment,
} from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import {
  ledgerEntryView,
  transactionView,
} from '../../../../sandbox/src/service/domain/payments/payment-views.ts';
import { openReceivables } from '../../../../sandbox/src/service/domain/payments/receivables.ts';
import { refund } from '../../../../sandbox/src/service/domain/reversals/payment-reversals.ts';
import type { PaymentTransaction } from '../../../../sandbox/src/service/model/payment.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';
import { policyOf } from './tax-policy.ts';

const now = '2026-01-15T09:00:00Z';

describe('money moved outside of any provider', () => {
  const booking = (input: BookingInput) => {
    const shop = new Shop(now);
    const { Id, CustomerId } = shop.signup(ids.basicMonthly);
    const InvoiceId = shop.invoices(Id)[0]?.Id as string;
    return {
      shop,
      Id,
      CustomerId,
      InvoiceId,
      book: () => shop.core.transaction((tx) => registerPayment(tx, Id, input)),
      refused: (of: Partial<BookingInput>) =>
        shop.refusal(() => registerPayment(shop.tx, Id, { ...input, ...of })),
    };
  };

  test('is booked with its day, its invoice and its purpose', () => {
    const { shop, Id, CustomerId, InvoiceId, ...made } = booking({ Amount: 5, BookingDate: '2026-01-12' });
    expect(made.book()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f]{24}$/),
      Type: 'Payment',
      ContractId: Id,
      CustomerId,
      Description: 'Payment',
      Currency: 'EUR',
      Amount: -5,
      Balance: 6.78,
      Timestamp: '2026-01-12T00:00:00.0000000Z',
    });
    const transfer = { Amount: 6.78, Description: 'Transfer', InvoiceId, Currency: 'EUR' };
    expect(shop.core.transaction((tx) => registerPayment(tx, Id, transfer))).toMatchObject({
      Type: 'Payment',
      Description: 'Transfer',
      InvoiceId,
      Balance: 0,
      Timestamp: expect.stringMatching(/^2026-01-15T09:00:00\.\d{7}Z$/),
    });
    expect([...shop.tx.events].at(-1)?.Payload).toEqual({
      Event: 'PaymentRegistered',
      EntityId: shop.tx.account.Id,
      ContractId: Id,
      CustomerId,
    });
    expect(shop.contract(Id).RecurringPaymentsPaused).toBe(false);
  });

  test.each([
    [undefined, now],
    ['2026-01-12', '2026-01-12T00:00:00Z'],
  ])('that was paid out is owed again from the day of its booking (%s)', (BookingDate, due) => {
    const { DueDate } = booking({ Amount: -2.5, BookingDate }).book();
    expect(new Date(DueDate ?? '')).toEqual(new Date(due));
  });

  test('that was paid out is a refund; it can stop the collecting', () => {
    const { shop, Id, book } = booking({ Amount: -2.5, RecurringPaymentsOff: true });
    expect(book()).toMatchObject({ Type: 'Refund', Description: 'Refund', Amount: 2.5, Balance: 14.28 });
    expect(shop.contract(Id)).toMatchObject({ RecurringPaymentsPaused: true, Balance: 14.28 });
  });

  test.each([
    [{ Amount: 0 }, 'Amount', 'InvalidData'],
    [{ Amount: 1.234 }, 'Amount', 'InvalidData'],
    [{ Amount: Number.NaN }, 'Amount', 'InvalidData'],
    [{ Amount: Number.POSITIVE_INFINITY }, 'Amount', 'InvalidData'],
    [{ Currency: 'USD' }, 'Currency', 'InvalidCurrency'],
    [{ InvoiceId: 'ff0000000000000000000001' }, 'InvoiceId', 'InvalidData'],
  ])('%j is rejected', (change, Field, Code) => {
    const { kind, fields } = booking({ Amount: 5 }).refused(change);
    expect([kind, fields]).toMatchObject(['Invalid', [{ Field, Code }]]);
  });

  test('belongs to an invoice of the same contract', () => {
    const { shop, refused } = booking({ Amount: 5 });
    const other = shop.signup(ids.basicMonthly);
    const InvoiceId = shop.invoices(other.Id)[0]?.Id as string;
    expect(refused({ InvoiceId }).fields.map(({ Field }) => Field)).toEqual(['InvoiceId']);
  });
});

describe('open items', () => {
  test('are the newest receivables of the contract, oldest first', async () => {
    const shop = new Shop(now);
    const [{ Id }, other] = [shop.signup(ids.basicMonthly), shop.signup(ids.basicMonthly)];
    await shop.advanceTo('2026-03-16T00:00:00Z');
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: 15 }));
    const [, second, third] = shop.invoices(Id).map((invoice) => invoice.Id);
    const open = openReceivables(shop.tx, shop.contract(Id));
    expect(open.map(({ entry, open }) => [entry.InvoiceId, open])).toEqual([
      [second, 8.56],
      [third, 11.78],
    ]);
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: 20.34 }));
    expect(openReceivables(shop.tx, shop.contract(Id))).toEqual([]);
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: 1 }));
    expect(openReceivables(shop.tx, shop.contract(Id))).toEqual([]);
    expect(openReceivables(shop.tx, shop.contract(other.Id))).toHaveLength(3);
  });

  test('are reduced by what was registered for the invoice; the rest settles the oldest', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    await shop.advanceTo('2026-04-20T00:00:00Z');
    const [, second] = shop.invoices(Id);
    const pay = (Amount: number) =>
      shop.core.transaction((tx) => registerPayment(tx, Id, { Amount, InvoiceId: second?.Id ?? '' }));
    const open = () => openReceivables(shop.tx, shop.contract(Id)).map(({ open }) => open);
    pay(5);
    expect(open()).toEqual([11.78, 6.78, 11.78, 11.78]);
    pay(6.78);
    expect(open()).toEqual([11.78, 11.78, 11.78]);
    pay(2);
    expect(open()).toEqual([9.78, 11.78, 11.78]);
  });
});

describe('a booking shows its document and its payment', () => {
  const shown = (shop: Shop, contractId: string) =>
    shop.tx.ledgerEntries
      .where('ContractId', contractId)
      .map((entry) => ledgerEntryView(shop.tx, entry))
      .map(({ Type, AmountType, VatPercentage, PaymentStatus, PaymentTransactionStatus }) => [
        Type,
        AmountType,
        VatPercentage,
        PaymentStatus,
        PaymentTransactionStatus,
      ]);

  test('by card, with reverse charge: documents are net amounts', async () => {
    const shop = new Shop(now);
    shop.answering(succeeded);
    const company = { CompanyName: 'Alpen GmbH', VatId: 'ATU12345678', Address: { Country: 'AT' } };
    const { Id } = shop.signup(ids.basicMonthly, {}, company, card);
    await shop.settle();
    const invoice = shop.invoices(Id)[0]?.Id as string;
    const [{ Id: payment }] = [...shop.tx.paymentTransactions] as [PaymentTransaction];
    await refund(shop.core, payment, 1);
    shop.core.transaction((tx) => issueCreditNote(tx, invoice, 2, 'Goodwill'));
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: -1, InvoiceId: invoice }));
    expect(shown(shop, Id)).toEqual([
      ['Receivable', 'ReverseChargeNetAmount', 0, undefined, undefined],
      ['Payment', 'GrossAmount', 0, 'Confirmed', 'PartiallyRefunded'],
      ['Refund', 'GrossAmount', 0, undefined, 'PartiallyRefunded'],
      ['Credit', 'ReverseChargeNetAmount', 0, undefined, undefined],
      ['Refund', 'GrossAmount', 0, undefined, undefined],
    ]);
  });

  test('with a single VAT rate; without one if its document has several', () => {
    const shop = new Shop(now);
    shop.core.transaction((tx) => tx.taxPolicies.insert({ ...policyOf([7]), Id: 'e7' }));
    const one = shop.signup(ids.basicMonthly);
    const several = shop.signup(ids.basicMonthly, {
      RatedItems: [{ Description: 'Book', Quantity: 1, PricePerUnit: 10, TaxPolicyId: 'e7' }],
    });
    shop.core.transaction((tx) => registerPayment(tx, one.Id, { Amount: 5 }));
    expect(shown(shop, one.Id)).toEqual([
      ['Receivable', 'GrossAmount', 19, undefined, undefined],
      ['Payment', 'GrossAmount', 0, 'Confirmed', undefined],
    ]);
    expect(shop.invoices(several.Id)[0]?.VatDescriptors.map((rate) => rate.VatPercentage)).toEqual([19, 7]);
    expect(shown(shop, several.Id)).toEqual([['Receivable', 'GrossAmount', 0, undefined, undefined]]);
  });

  test('and a payment the code with which a transfer names its invoice', async () => {
    const shop = new Shop(now);
    shop.answering(succeeded);
    for (const variant of [ids.basicMonthly, ids.proMonthly]) shop.signup(variant, {}, undefined, card);
    await shop.settle();
    const codes = [...shop.tx.paymentTransactions].map((one) => transactionView(one).InvoiceReferenceCode);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z]{5}-[A-HJ-NP-Z]{5}-[A-HJ-NP-Z]{5}$/);
    expect(new Set(codes).size).toBe(2);
    const [{ InvoiceId, ...without }] = [...shop.tx.paymentTransactions] as [PaymentTransaction];
    expect(transactionView(without)).toEqual(without);
    expect(transactionView({ ...without, InvoiceId: '0'.repeat(24) }).InvoiceReferenceCode).toBe(
      'AAAAA-AAAAA-AAAAA',
    );
    expect(transactionView({ ...without, InvoiceId: '19'.padStart(24, '0') }).InvoiceReferenceCode).toBe(
      'BBAAA-AAAAA-AAAAA',
    );
    expect(InvoiceId).toBe(shop.invoices()[0]?.Id);
  });
});
