import * as z from 'zod';
import { address } from './customer.ts';
import { currency, money, objectId, period, timestamp } from './fields.ts';

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
    TotalNet: money('Net'),
    TotalVat: money('VAT'),
    TotalGross: money('Net and VAT'),
    ProductDescription: z.string().optional(),
    ProductType: z
      .enum(productTypes)
      .optional()
      .meta({ description: 'What kind of product the line is for.' }),
    ComponentSubscriptionId: objectId('component subscription').optional(),
    CreditedLineItemId: z
      .string()
      .optional()
      .meta({ description: 'The line whose unused part this line gives back.' }),
  })
  .meta({ id: 'LineItem' });

export const vatDescriptor = z
  .object({
    VatPercentage: z.number(),
    TotalNet: money('Net at this rate'),
    TotalVat: money('VAT at this rate'),
  })
  .meta({ id: 'VatDescriptor' });

/** What a list of invoices carries. */
export const invoiceSummary = z.object({
  Id: objectId('invoice'),
  InvoiceNumber: z.string().meta({ description: 'Numbers have no gaps.', example: '2026-000001' }),
  CustomerId: objectId('customer'),
  ContractId: objectId('contract'),
  ExternalCustomerId: z.string().optional(),
  DebitorAccount: z.string().optional(),
  SentAt: timestamp('When it was sent.').optional(),
  DueDate: timestamp('When it is to be paid.'),
  Created: timestamp('When it was made.'),
  DocumentDate: timestamp('Date on the document.'),
  RecipientName: z.string(),
  RecipientSubName: z.string().optional(),
  RecipientAddress: address.optional(),
  Currency: currency,
  TotalNet: money('Net'),
  TotalVat: money('VAT'),
  TotalGross: money('Gross'),
  IsInvoice: z.boolean().meta({ description: 'false: a credit note.' }),
});

export const invoice = invoiceSummary
  .extend({
    ItemList: z.array(lineItem),
    VatDescriptors: z.array(vatDescriptor),
    ReverseCharge: z.boolean(),
    VatId: z.string().optional(),
    OriginalInvoiceId: objectId('corrected invoice').optional(),
  })
  .meta({ id: 'Invoice', description: 'An invoice or a credit note.' });

export const invoiceDraft = invoice
  .omit({ InvoiceNumber: true, SentAt: true })
  .meta({ id: 'InvoiceDraft', description: 'An invoice that is not sent yet: it has no number.' });

export const dunning = z
  .object({
    Id: objectId('dunning document'),
    DunningNumber: z.string(),
    CustomerId: objectId('customer'),
    ContractId: objectId('contract'),
    Created: timestamp('When it was made.'),
    DueDate: timestamp('When the open amount is to be paid.'),
    RecipientName: z.string(),
    RecipientAddress: address.optional(),
    Currency: currency,
    TotalGross: money('Open amount'),
    InvoiceIds: z.array(objectId('open invoice')),
    TriggerDays: z.number(),
  })
  .meta({ id: 'Dunning', description: 'A reminder of open receivables.' });

export const ledgerEntry = z
  .object({
    Id: objectId('ledger entry'),
    Type: z.enum(['Receivable', 'Credit', 'Payment', 'Refund', 'Chargeback']),
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    Description: z.string(),
    Currency: currency,
    Amount: money('Amount; payments are negative'),
    InvoiceId: objectId('invoice').optional(),
    PaymentTransactionId: objectId('payment transaction').optional(),
    DueDate: timestamp('When it is to be paid.').optional(),
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
export type Invoice = z.infer<typeof invoice>;
export type InvoiceDraft = z.infer<typeof invoiceDraft>;
export type Dunning = z.infer<typeof dunning>;
export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type PreviewComponent = z.infer<typeof previewComponent>;
export type PreviewRecurringFee = z.infer<typeof previewRecurringFee>;
