import * as z from 'zod';
import { address, bearerMedium } from './customer.ts';
import { currency, day, money, objectId, period, timestamp } from './fields.ts';
import { paymentTransactionStatuses } from './statuses.ts';

export const productTypes = ['RecurringFee', 'SetupFee', 'Component', 'MeteredUsage', 'RatedItem'] as const;

/** spec: Line item */
export const lineItem = z
  .object({
    Id: z.string().optional(),
    Description: z.string(),
    Quantity: z.number(),
    PricePerUnit: z.number(),
    VatPercentage: z.number().meta({ description: 'Percent.', example: 19 }),
    PeriodStart: timestamp('Start of the period that the line is for.').optional(),
    PeriodEnd: timestamp('End of that period, exclusive.').optional(),
    PeriodMultiplier: z.number().optional().meta({ description: 'Fee periods in the billed period.' }),
    ScaleAmount: z.number().optional().meta({ description: 'Units that decide the price scale.' }),
    ProductId: z.string().optional(),
    Unit: z.string().optional().meta({ description: 'That of the component.' }),
    TotalNet: money('Net'),
    TotalVat: money('VAT'),
    TotalGross: money('Net and VAT'),
    ProductDescription: z.string().optional(),
    ProductType: z.enum(productTypes).optional().meta({ description: 'The kind of product of the line.' }),
    ComponentSubscriptionId: objectId('component subscription').optional(),
    CreditedLineItemId: z
      .string()
      .optional()
      .meta({ description: 'The line whose unused part this line credits.' }),
  })
  .meta({ id: 'LineItem' });

export const vatDescriptor = z
  .object({
    VatPercentage: z.number(),
    TotalNet: money('Net at this rate'),
    TotalVat: money('VAT at this rate'),
    TotalGross: money('Gross at this rate'),
  })
  .meta({ id: 'VatDescriptor' });

/** An invoice in lists. */
export const invoiceSummary = z.object({
  Id: objectId('invoice'),
  InvoiceNumber: z.string().meta({ description: 'Numbers have no gaps.', example: '2026-000001' }),
  CustomerId: objectId('customer'),
  ContractId: objectId('contract'),
  ExternalCustomerId: z.string().optional(),
  DebitorAccount: z.string().optional(),
  SentAt: timestamp('When it was sent.').optional(),
  DueDate: timestamp('Due date.'),
  Created: timestamp('When it was created.'),
  DocumentDate: day('Date on the document.'),
  RecipientName: z.string(),
  RecipientSubName: z.string().optional(),
  RecipientAddress: address.optional(),
  Currency: currency,
  TotalNet: money('Net'),
  TotalVat: money('VAT'),
  TotalGross: money('Gross'),
  IsInvoice: z.boolean().meta({ description: 'false: a credit note.' }),
});

/** The common fields of letters; they follow from the account and the customer. */
export const letter = z.object({
  SenderName: z.string(),
  SenderVatId: z.string().optional(),
  SenderTaxNumber: z.string().optional(),
  SenderAddress: address,
  Prologue: z.string().meta({ description: 'Text before the lines; empty if there is none.' }),
  Epilogue: z.string().meta({ description: 'Text after the lines; empty if there is none.' }),
  BearerMedium: bearerMedium,
});

const deliveryPeriod = {
  DeliveryPeriodStart: timestamp('Start of the first period on the document.'),
  DeliveryPeriodEnd: timestamp('End of the last one, exclusive.'),
};

export const storedInvoice = invoiceSummary.extend({
  ItemList: z.array(lineItem),
  VatDescriptors: z.array(vatDescriptor),
  ReverseCharge: z.boolean(),
  RecipientVatId: z.string().optional(),
  OriginalInvoiceId: objectId('corrected invoice').optional(),
});

export const invoice = storedInvoice
  .extend({ ...letter.shape, ...deliveryPeriod })
  .meta({ id: 'Invoice', description: 'An invoice or a credit note.' });

const withoutNumber = { InvoiceNumber: true, SentAt: true } as const;

/** A draft in lists. */
export const invoiceDraftSummary = invoiceSummary
  .pick({
    Id: true,
    CustomerId: true,
    ContractId: true,
    RecipientName: true,
    RecipientSubName: true,
    ExternalCustomerId: true,
    Currency: true,
    Created: true,
    TotalNet: true,
    TotalVat: true,
    TotalGross: true,
    IsInvoice: true,
  })
  .meta({ id: 'InvoiceDraftSummary' });

export const invoiceDraft = invoice
  .omit(withoutNumber)
  .extend({
    Language: z.string().meta({ description: 'Language of its texts.', example: 'de-DE' }),
    InvoiceTemplateId: objectId('template of invoices'),
    SequenceId: objectId('sequence of invoice numbers'),
  })
  .meta({ id: 'InvoiceDraft', description: 'An invoice that is not sent yet: it has no number.' });

/** The preview of a document that is not created. */
export const plannedInvoice = storedInvoice.omit(withoutNumber).meta({ id: 'PlannedInvoice' });

/** The final credit or charge of a contract; all zero if there is none. */
export const invoicePreview = storedInvoice
  .pick({
    CustomerId: true,
    ContractId: true,
    ExternalCustomerId: true,
    RecipientName: true,
    RecipientSubName: true,
    Currency: true,
    TotalNet: true,
    TotalVat: true,
    TotalGross: true,
    ReverseCharge: true,
    ItemList: true,
    VatDescriptors: true,
  })
  .extend({ RecipientAddress: address })
  .meta({ id: 'InvoicePreview' });

const dunningItem = z
  .object({
    InvoiceId: objectId('open invoice'),
    InvoiceNumber: z.string(),
    DueDate: timestamp('Due date.'),
    Total: money('Total of the invoice'),
    Remaining: money('What is open of it'),
  })
  .meta({ id: 'DunningItem' });

export const dunning = z
  .object({
    Id: objectId('dunning document'),
    DunningNumber: z.string(),
    CustomerId: objectId('customer'),
    ContractId: objectId('contract'),
    CreationTime: timestamp('When it was created.'),
    SentAt: timestamp('When it was sent.'),
    DocumentDate: day('Date on the document.'),
    DueDate: timestamp('Due date of the open amount.'),
    RecipientName: z.string(),
    RecipientSubName: z.string().optional(),
    RecipientAddress: address.optional(),
    RecipientVatId: z.string().optional(),
    Currency: currency,
    Total: money('Open amount'),
    Items: z.array(dunningItem),
    TriggerDays: z.number().meta({ description: 'Of the step that made it.' }),
    ...letter.shape,
  })
  .meta({ id: 'Dunning', description: 'A reminder of open receivables.' });

export const ledgerAmountTypes = [
  'TaxableNetAmount',
  'TaxAmount',
  'ReverseChargeNetAmount',
  'GrossAmount',
] as const;

export const ledgerEntry = z
  .object({
    Id: objectId('ledger entry'),
    Type: z.enum(['Receivable', 'Credit', 'Payment', 'Refund', 'Chargeback']),
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    Description: z.string(),
    Currency: currency,
    AmountType: z.enum(ledgerAmountTypes),
    Amount: money('Amount; payments are negative'),
    Balance: money('Balance of the contract after the entry'),
    VatPercentage: z.number().meta({ description: 'Rate of the document where it has one rate, else 0.' }),
    InvoiceId: objectId('invoice').optional(),
    PaymentTransactionId: objectId('payment transaction').optional(),
    PaymentTransactionStatus: z.enum(paymentTransactionStatuses).optional(),
    PaymentStatus: z.enum(['Confirmed']).optional().meta({ description: 'Of a payment that has arrived.' }),
    DueDate: timestamp('Due date.').optional(),
    Timestamp: timestamp('When it was booked.'),
  })
  .meta({ id: 'LedgerEntry' });

/** spec: Component (of a preview) */
export const previewComponent = z
  .object({
    ComponentType: z.enum(['QuantityBased', 'OnOff', 'Metered']),
    PreventModification: z.boolean(),
    Name: z.string(),
    Description: z.string(),
    PricePerUnit: z.number(),
    VatPercentage: z.number(),
    LineItems: z.array(lineItem),
    TotalNet: money('Net'),
    TotalVat: money('VAT'),
    ExternalId: z.string(),
    IsQuantityBased: z.boolean(),
    ComponentId: z.string(),
    Quantity: z.number(),
    StartDate: timestamp('The start, if the order specifies one.').optional(),
    FeePeriod: period('Recurring fee only').optional(),
    VariantName: z.string().optional(),
    VariantDescription: z.string().optional(),
  })
  .partial({
    ComponentType: true,
    PreventModification: true,
    Name: true,
    Description: true,
    ExternalId: true,
    IsQuantityBased: true,
    ComponentId: true,
  })
  .meta({ id: 'PreviewComponent' });

/** spec: Component, recurring fee */
export const previewRecurringFee = previewComponent
  .required({ FeePeriod: true })
  .meta({ id: 'PreviewRecurringFee' });

export type LineItem = z.infer<typeof lineItem>;
export type VatDescriptor = z.infer<typeof vatDescriptor>;
export type InvoiceSummary = z.infer<typeof invoiceSummary>;
export type Letter = z.infer<typeof letter>;
export type InvoiceDraftSummary = z.infer<typeof invoiceDraftSummary>;
export type InvoicePreview = z.infer<typeof invoicePreview>;

/** Stored without the fields that are derived from the account, the customer and the lines. */
export type Invoice = z.infer<typeof storedInvoice>;
export type InvoiceDraft = z.infer<typeof plannedInvoice>;
export type Dunning = Omit<z.infer<typeof dunning>, keyof Letter>;
export type LedgerEntry = Omit<
  z.infer<typeof ledgerEntry>,
  'AmountType' | 'VatPercentage' | 'PaymentTransactionStatus' | 'PaymentStatus'
>;

/** Invoices in API responses. */
export type ShownInvoice = z.infer<typeof invoice>;
export type ShownInvoiceDraft = z.infer<typeof invoiceDraft>;
export type ShownDunning = z.infer<typeof dunning>;
export type ShownLedgerEntry = z.infer<typeof ledgerEntry>;
export type PreviewComponent = z.infer<typeof previewComponent>;
export type PreviewRecurringFee = z.infer<typeof previewRecurringFee>;
