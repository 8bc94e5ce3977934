import { describe, expect, test } from 'vitest';
import {
  issueCreditNote,
  standingOfInvoice,
} from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  draftView,
  dunningView,
  invoiceView,
  letterIds,
  toDraftSummary,
  toInvoicePreview,
  toInvoiceSummary,
} from '../../../../sandbox/src/service/domain/billing/document-views.ts';
import {
  billContract,
  previewNextRecurring,
} from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import {
  annulContract,
  changePaymentMethod,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import {
  createRatedItem,
  type RatedItemInput,
} from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type { Dunning, Invoice } from '../../../../sandbox/src/service/model/invoice.ts';
import { type CatalogueChange, card, ids, Shop, succeeded } from './billing-kit.ts';

const time = (day: string) => `${day}T09:00:00.0000000Z`;
const vienna = { Street: 'Gasse 1', City: 'Wien', Country: 'AT' };
const company = {
  CompanyName: 'Wiener GmbH',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  VatId: 'ATU12345678',
  ExternalCustomerId: 'crm-1',
  DebitorAccount: '10001',
  Address: vienna,
};

/** A contract of 9.90 a month since 1 April, on account. */
function since1April(
  customer: object | undefined = undefined,
  account: Partial<Account> = {},
  catalogue: CatalogueChange = {},
  cart = {},
) {
  const shop = new Shop('2026-04-01T09:00:00Z', { account, catalogue });
  const { Id, CustomerId } = shop.signup(ids.basicMonthly, cart, customer);
  const item = (input: Partial<RatedItemInput> = {}) =>
    shop.core.transaction((tx) =>
      createRatedItem(tx, Id, { Description: 'Training', Quantity: 1, PricePerUnit: 100, ...input }),
    );
  const bill = () => shop.core.transaction((tx) => billContract(tx, Id));
  const note = (invoice: string, amount?: number) =>
    shop.core.transaction((tx) => issueCreditNote(tx, invoice, amount, 'Goodwill')) as Invoice;
  const ledger = () => shop.tx.ledgerEntries.where('ContractId', Id);
  return { shop, id: Id, customer: CustomerId, item, bill, note, ledger };
}

describe('an invoice', () => {
  test('states who owes what, since when and until when', () => {
    const { shop, id, customer } = since1April(company);
    const [invoice] = shop.invoices(id);
    expect(invoice).toEqual({
      Id: expect.any(String),
      InvoiceNumber: '2026-000001',
      CustomerId: customer,
      ContractId: id,
      SentAt: time('2026-04-01'),
      Created: expect.stringMatching(/^2026-04-01T09:00:00/),
      // 14 days on account.
      DueDate: time('2026-04-15'),
      DocumentDate: '2026-04-01',
      RecipientName: 'Wiener GmbH',
      RecipientSubName: 'Ada Lovelace',
      RecipientAddress: vienna,
      RecipientVatId: 'ATU12345678',
      ExternalCustomerId: 'crm-1',
      DebitorAccount: '10001',
      Currency: 'EUR',
      IsInvoice: true,
      ItemList: [expect.objectContaining({ Id: expect.any(String), Description: 'Basic', TotalNet: 9.9 })],
      // A company of another country of the tax area owes the VAT itself.
      VatDescriptors: [{ VatPercentage: 0, TotalNet: 9.9, TotalVat: 0, TotalGross: 9.9 }],
      ReverseCharge: true,
      TotalNet: 9.9,
      TotalVat: 0,
      TotalGross: 9.9,
    });
  });

  test("is due on account after the contract's term, and with another method at once", async () => {
    const { shop, id, item, bill } = since1April();
    shop.answering(succeeded);
    shop.core.transaction((tx) =>
      tx.contracts.update(id, { OnAccountDueAfter: { Unit: 'Month', Quantity: 1 } }),
    );
    item();
    expect(bill()?.DueDate).toBe(time('2026-05-01'));
    shop.core.transaction((tx) => changePaymentMethod(tx, id, card));
    await shop.settle();
    item();
    expect(bill()?.DueDate).toBe(time('2026-04-01'));
  });

  test('is booked as a receivable, a credit note as a credit, and both send an event', () => {
    const { shop, id, customer, item, bill, ledger } = since1April();
    item({ PricePerUnit: -20 });
    const credit = bill() as Invoice;
    const [invoice] = shop.invoices(id);
    // 9.90 + 1.88 VAT; −20.00 − 3.80.
    expect(ledger()).toMatchObject([
      {
        Type: 'Receivable',
        ContractId: id,
        CustomerId: customer,
        Description: 'Invoice: 2026-000001',
        Currency: 'EUR',
        Amount: 11.78,
        Balance: 11.78,
        InvoiceId: invoice?.Id,
        DueDate: time('2026-04-15'),
      },
      {
        Type: 'Credit',
        ContractId: id,
        CustomerId: customer,
        Description: 'Credit note: 2026-000002',
        Currency: 'EUR',
        Amount: -23.8,
        Balance: -12.02,
        InvoiceId: credit.Id,
      },
    ]);
    expect(credit.IsInvoice).toBe(false);
    expect(
      [...shop.tx.events].map(({ Payload }) => Payload).filter(({ Event }) => Event === 'InvoiceCreated'),
    ).toMatchObject(
      [invoice?.Id, credit.Id].map((InvoiceId) => ({
        EntityId: shop.tx.account.Id,
        ContractId: id,
        CustomerId: customer,
        InvoiceId,
      })),
    );
  });

  test('is not created if no line has an amount', () => {
    const { shop, id, item, bill } = since1April();
    item({ PricePerUnit: 0 });
    expect(bill()).toBeUndefined();
    expect(shop.invoices(id)).toHaveLength(1);
    item({ PricePerUnit: 5 });
    item({ PricePerUnit: -5 });
    expect(bill()).toMatchObject({ TotalGross: 0, IsInvoice: true });
  });

  test("has the number and the day of the year in the account's time zone", async () => {
    const { shop, id, item, bill } = since1April();
    await shop.advanceTo('2026-12-31T22:59:59Z');
    item();
    expect(bill()).toMatchObject({ InvoiceNumber: '2026-000010', DocumentDate: '2026-12-31' });
    await shop.advanceTo('2026-12-31T23:00:00Z');
    item();
    expect(bill()).toMatchObject({ InvoiceNumber: '2027-000001', DocumentDate: '2027-01-01' });
    expect(shop.invoices(id)).toHaveLength(11);
  });

  test("is collected at once by the contract's method", async () => {
    const { shop, id, item, bill } = since1April();
    const asked = shop.answering(succeeded);
    shop.core.transaction((tx) => changePaymentMethod(tx, id, card));
    await shop.settle();
    item();
    bill();
    await shop.settle();
    expect(asked.at(-1)?.Amount).toBe(119);
    expect(shop.contract(id).Balance).toBe(0);
  });

  test('is not created here for a contract of a store, or an annulled one', () => {
    const { shop, id } = since1April();
    const record = shop.tx.contracts.get(id);
    if (record === undefined) throw new Error('no contract');
    shop.core.transaction((tx) => tx.contracts.replace({ ...record, Store: 'AmazonIap' }));
    expect(shop.refusal(() => billContract(shop.tx, id)).message).toBe(
      `Contract ${id} is billed by its store.`,
    );
    expect(previewNextRecurring(shop.tx, id)).toEqual({});
    shop.core.transaction((tx) => tx.contracts.replace(record));
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(shop.refusal(() => billContract(shop.tx, id)).message).toBe(`Contract ${id} is annulled.`);
  });
});

describe('a draft', () => {
  test('becomes an invoice with the dates of the day on which it is sent', async () => {
    const { shop, id, ledger } = since1April(undefined, { InvoiceDrafts: true });
    const [draft] = [...shop.tx.invoiceDrafts];
    expect(draft).toMatchObject({ DocumentDate: '2026-04-01', DueDate: time('2026-04-15') });
    for (const field of ['InvoiceNumber', 'SentAt']) expect(draft).not.toHaveProperty(field);
    expect([ledger(), shop.events().includes('InvoiceCreated')]).toEqual([[], false]);
    await shop.advanceTo('2026-04-10T09:00:00Z');
    const sent = shop.core.transaction((tx) => sendDraft(tx, draft?.Id as string));
    expect(sent).toEqual({
      ...draft,
      InvoiceNumber: '2026-000001',
      SentAt: time('2026-04-10'),
      DocumentDate: '2026-04-10',
      DueDate: time('2026-04-24'),
    });
    expect(shop.tx.invoiceDrafts.size).toBe(0);
    expect(shop.contract(id).Balance).toBe(11.78);
    expect(shop.events()).not.toContain('InvoiceCorrected');
  });

  test("is collected by the contract's method when it is sent", async () => {
    const shop = new Shop('2026-04-01T09:00:00Z', { account: { InvoiceDrafts: true } });
    const asked = shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, card);
    await shop.advanceTo('2026-04-10T09:00:00Z');
    expect(asked).toEqual([]);
    const invoice = shop.core.transaction((tx) => sendDraft(tx, [...tx.invoiceDrafts][0]?.Id as string));
    await shop.settle();
    expect(asked.map(({ Amount }) => Amount)).toEqual([11.78]);
    expect([...shop.tx.paymentTransactions]).toMatchObject([{ InvoiceId: invoice.Id, Trigger: 'Recurring' }]);
    expect(shop.contract(Id).Balance).toBe(0);
  });

  test('is shown with its sender, language, template and delivery period, and in a list in short', () => {
    const { shop, id, customer } = since1April(company, { InvoiceDrafts: true });
    const draft = [...shop.tx.invoiceDrafts][0] as Invoice;
    const { Name, Address, Country } = shop.tx.account;
    expect(draftView(shop.tx, draft)).toMatchObject({
      ...draft,
      SenderName: Name,
      SenderAddress: { ...Address, Country },
      Prologue: '',
      BearerMedium: 'SnailMail',
      DeliveryPeriodStart: time('2026-04-01'),
      DeliveryPeriodEnd: time('2026-05-01'),
      Language: shop.tx.account.Locale,
      InvoiceTemplateId: letterIds.InvoiceTemplateId,
      SequenceId: letterIds.SequenceId,
    });
    shop.core.transaction((tx) => tx.customers.update(customer, { Locale: 'fr-FR' }));
    expect(draftView(shop.tx, draft).Language).toBe('fr-FR');
    shop.core.transaction((tx) => tx.customers.update(customer, { Language: 'en-GB' }));
    expect(draftView(shop.tx, draft).Language).toBe('en-GB');
    expect(toDraftSummary(draft)).toEqual({
      Id: draft.Id,
      CustomerId: customer,
      ContractId: id,
      ExternalCustomerId: 'crm-1',
      RecipientName: 'Wiener GmbH',
      RecipientSubName: 'Ada Lovelace',
      Currency: 'EUR',
      Created: draft.Created,
      TotalNet: 9.9,
      TotalVat: 0,
      TotalGross: 9.9,
      IsInvoice: true,
    });
  });
});

describe('a document in the API', () => {
  test('covers the time from the first to the last day of its lines, or its own day', async () => {
    const { shop, id, item, bill } = since1April();
    await shop.advanceTo('2026-04-11T09:00:00Z');
    item();
    const plain = bill() as Invoice;
    expect(invoiceView(shop.tx, plain)).toMatchObject({
      DeliveryPeriodStart: time('2026-04-11'),
      DeliveryPeriodEnd: time('2026-04-11'),
    });
    item({ PeriodStart: time('2026-04-05'), PeriodEnd: time('2026-04-20') });
    item({ PeriodStart: time('2026-04-02'), PeriodEnd: time('2026-04-09') });
    item();
    expect(invoiceView(shop.tx, bill() as Invoice)).toMatchObject({
      DeliveryPeriodStart: time('2026-04-02'),
      DeliveryPeriodEnd: time('2026-04-20'),
    });
    expect(shop.invoices(id)).toHaveLength(3);
  });

  test("shows the sender's numbers, and explains missing VAT in the language of the customer", () => {
    const sender = { VatId: 'DE999999999', TaxNumber: '12/345' };
    const charged = (Language: string | undefined) => {
      const { shop, id, customer } = since1April(company, sender);
      shop.core.transaction((tx) => tx.customers.update(customer, { Language }));
      return invoiceView(shop.tx, shop.invoices(id)[0] as Invoice);
    };
    expect(charged('de')).toMatchObject({ SenderVatId: 'DE999999999', SenderTaxNumber: '12/345' });
    expect(charged('de').Epilogue).toMatch(/Steuerschuldnerschaft/);
    expect(charged('en').Epilogue).toMatch(/reverse charge/i);
    const plain = since1April();
    expect(invoiceView(plain.shop.tx, plain.shop.invoices(plain.id)[0] as Invoice).Epilogue).toBe('');
  });

  test('omits details in a list', () => {
    const { shop, id } = since1April(company);
    const invoice = shop.invoices(id)[0] as Invoice;
    const summary = toInvoiceSummary(invoice);
    expect(Object.keys(invoice).filter((field) => !(field in summary))).toEqual(
      expect.arrayContaining(['ItemList', 'VatDescriptors', 'ReverseCharge', 'RecipientVatId']),
    );
    expect(summary).toMatchObject({ Id: invoice.Id, InvoiceNumber: '2026-000001', TotalGross: 9.9 });
  });

  test('as a preview has no number and no date, and may have an empty address', () => {
    const { shop, id, customer } = since1April(company);
    const invoice = shop.invoices(id)[0] as Invoice;
    const preview = toInvoicePreview(invoice);
    expect(preview).toEqual({
      CustomerId: customer,
      ContractId: id,
      ExternalCustomerId: 'crm-1',
      RecipientName: 'Wiener GmbH',
      RecipientSubName: 'Ada Lovelace',
      RecipientAddress: vienna,
      Currency: 'EUR',
      TotalNet: 9.9,
      TotalVat: 0,
      TotalGross: 9.9,
      ReverseCharge: true,
      ItemList: invoice.ItemList,
      VatDescriptors: invoice.VatDescriptors,
    });
    const { RecipientAddress, ...nowhere } = invoice;
    expect(toInvoicePreview(nowhere).RecipientAddress).toEqual({});
  });

  test('as a reminder asks in words', () => {
    const { shop, customer } = since1April();
    const dunning = { CustomerId: customer } as Dunning;
    shop.core.transaction((tx) => tx.customers.update(customer, { Language: 'en' }));
    const english = dunningView(shop.tx, dunning).Prologue;
    shop.core.transaction((tx) => tx.customers.update(customer, { Language: 'de' }));
    const german = dunningView(shop.tx, dunning).Prologue;
    expect([english, german].map((text) => text.length > 10)).toEqual([true, true]);
    expect(english).not.toBe(german);
  });
});

describe('a credit note for an amount', () => {
  const twoSeats = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };
  const nets = ({ ItemList }: Invoice) =>
    ItemList.map((line) => [line.Description, line.TotalNet, line.TotalVat, line.TotalGross]);

  test('credits a share of each line, so that the shares add up to the amount', () => {
    const { shop, id, note } = since1April(undefined, {}, {}, twoSeats);
    const invoice = shop.invoices(id)[0] as Invoice;
    // Basic 9.90 + 1.88 = 11.78; Seat 9.00 + 1.71 = 10.71; together 22.49.
    expect(standingOfInvoice(shop.tx, invoice)).toBe(22.49);
    // Of 10.00: 10 × 11.78 / 22.49 = 5.2379, so 5.24; the rest of 10.00 is 4.76.
    // VAT inside: 5.24 × 19 / 119 = 0.8366; 4.76 × 19 / 119 = 0.76.
    const first = note(invoice.Id, 10);
    expect(nets(first)).toEqual([
      ['Goodwill: Basic', -4.4, -0.84, -5.24],
      ['Goodwill: Seat', -4, -0.76, -4.76],
    ]);
    expect(first.ItemList.map((line) => line.CreditedLineItemId)).toEqual(
      invoice.ItemList.map((line) => line.Id),
    );
    expect(first.ItemList).toMatchObject([
      { Quantity: -1, PricePerUnit: 4.4 },
      { Quantity: -1, PricePerUnit: 4 },
    ]);
    expect(standingOfInvoice(shop.tx, invoice)).toBe(12.49);
    // All that is left: 9.90 − 4.40 and 1.88 − 0.84; 9.00 − 4.00 and 1.71 − 0.76.
    expect(nets(note(invoice.Id))).toEqual([
      ['Goodwill: Basic', -5.5, -1.04, -6.54],
      ['Goodwill: Seat', -5, -0.95, -5.95],
    ]);
    expect(standingOfInvoice(shop.tx, invoice)).toBe(0);
  });

  test('of a cent is one line: zero amounts are omitted', () => {
    const { shop, id, note } = since1April(undefined, {}, {}, twoSeats);
    const invoice = shop.invoices(id)[0] as Invoice;
    // 0.01 × 11.78 / 22.49 = 0.0052, half up 0.01; nothing is left for the seats.
    expect(nets(note(invoice.Id, 0.01))).toEqual([['Goodwill: Basic', -0.01, 0, -0.01]]);
  });

  test('can cover the whole remainder of the invoice, and not a cent more', () => {
    const { shop, id, note } = since1April();
    const invoice = shop.invoices(id)[0] as Invoice;
    const problem = shop.refusal(() => issueCreditNote(shop.tx, invoice.Id, 11.79, 'Goodwill'));
    expect(problem.fields).toMatchObject([
      { Field: 'Amount', Message: '11.78 EUR of invoice 2026-000001 can be credited; got 11.79.' },
    ]);
    expect(note(invoice.Id, 11.78).TotalGross).toBe(-11.78);
  });

  test('does not credit credits: lines that were negative from the start count unchanged', () => {
    const { item, bill, note } = since1April();
    item({ PricePerUnit: 100 });
    item({ PricePerUnit: -40, Description: 'Discount' });
    const invoice = bill() as Invoice;
    // 119.00 − 47.60 = 71.40, of which half: 59.50 and −23.80.
    expect(nets(note(invoice.Id, 35.7))).toEqual([
      ['Goodwill: Training', -50, -9.5, -59.5],
      ['Goodwill: Discount', 20, 3.8, 23.8],
    ]);
  });

  test('of a change covers its charges, not its credits', async () => {
    const { shop, id, note } = since1April();
    await shop.advanceTo('2026-04-16T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.proMonthly });
    const changed = shop.invoices(id)[1] as Invoice;
    // 15 of 30 days of 9.90 are credited.
    expect(nets(changed)).toEqual([
      ['Credit: Basic', -4.95, -0.94, -5.89],
      ['Pro', 29, 5.51, 34.51],
    ]);
    expect(standingOfInvoice(shop.tx, changed)).toBe(34.51);
    expect(nets(note(changed.Id))).toEqual([['Goodwill: Pro', -29, -5.51, -34.51]]);
  });

  test('in yen is a whole number', () => {
    const { shop, id } = since1April(
      undefined,
      {},
      { planGroup: { Currency: 'JPY' }, variants: { [ids.basicMonthly]: { RecurringFee: 985 } } },
    );
    const invoice = shop.invoices(id)[0] as Invoice;
    // 985 + 187 VAT.
    expect(standingOfInvoice(shop.tx, invoice)).toBe(1172);
    expect(shop.refusal(() => issueCreditNote(shop.tx, invoice.Id, 0.5, 'x')).fields[0]?.Field).toBe(
      'Amount',
    );
    const note = shop.core.transaction((tx) => issueCreditNote(tx, invoice.Id, 586, 'Half')) as Invoice;
    // 586 × 19 / 119 = 93.56.
    expect(nets(note)).toEqual([['Half: Basic', -492, -94, -586]]);
  });
});
