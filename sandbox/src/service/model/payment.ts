import * as z from 'zod';
import { currency, money, objectId, timestamp } from './fields.ts';
import { paymentTransactionStatuses } from './statuses.ts';

export const paymentProviderRole = z.enum([
  'BlackLabel',
  'CreditCard',
  'Debit',
  'OnAccount',
  'iDEAL',
  'None',
]);

/** The payment method as shown to customers and merchants, without data that could be used to pay. */
export const paymentBearer = z
  .object({
    Type: z
      .string()
      .meta({ description: 'CreditCard, BankAccount, InvoicePayment, or the name of a wallet.' }),
    CardType: z.string().optional(),
    Country: z.string().optional(),
    ExpiryMonth: z.number().optional(),
    ExpiryYear: z.number().optional(),
    Holder: z.string().optional(),
    Last4: z.string().optional(),
    MaskedCardPan: z.string().optional().meta({ example: '************1111' }),
    IBAN: z.string().optional().meta({ description: 'Masked but for the last digits.' }),
    BIC: z.string().optional(),
    MandateReference: z.string().optional(),
    MandateReferenceDate: timestamp('Date of the mandate.').optional(),
    Code: z.string().optional(),
    Account: z
      .string()
      .optional()
      .meta({ description: 'Masked but for the last digits.', example: '*****3123' }),
    EmailAddress: z.string().optional(),
    FirstName: z.string().optional(),
    LastName: z.string().optional(),
    CountryCode: z.string().optional(),
    BankName: z.string().optional(),
  })
  .meta({ id: 'PaymentBearer' });

export const paymentTransactionStatus = z
  .object({
    Status: z.enum(paymentTransactionStatuses),
    Timestamp: timestamp('When the status was reached.'),
    HttpCode: z.number().meta({ description: "HTTP status of a provider's refusal; otherwise 0." }),
    Amount: money('Amount'),
    Preauth: z.boolean(),
    ErrorCode: z.string().optional().meta({ description: 'Why it failed.' }),
    ErrorMessage: z.string().optional(),
  })
  .meta({ id: 'PaymentTransactionStatus' });

/** The purpose of a transaction: a payment, or only the verification of a method. */
export const paymentTransactionTypes = ['Payment', 'Preauthorization'] as const;

export const paymentTransaction = z
  .object({
    Id: objectId('payment transaction'),
    Type: z.enum(paymentTransactionTypes).meta({
      description:
        'A `Preauthorization` moves no money: it proves that the method works, is `PreliminarySucceeded` then and `Canceled` as soon as it is voided.',
    }),
    PaymentProvider: z.string(),
    PaymentProviderRole: paymentProviderRole,
    Trigger: z.enum([
      'Signup',
      'Recurring',
      'Payment',
      'Upgrade',
      'PaymentChange',
      'ContractActivation',
      'Unspecified',
    ]),
    CustomerId: objectId('customer'),
    CustomerName: z.string(),
    ContractId: objectId('contract'),
    InvoiceId: objectId('invoice').optional(),
    InvoiceReferenceCode: z
      .string()
      .optional()
      .meta({ description: 'Names the invoice in a bank transfer.', example: 'KTRQM-XPLDA-WZHBC' }),
    ProviderTransactionId: z.string().optional(),
    Amount: money('Amount'),
    Currency: currency,
    Preauth: z.boolean(),
    StatusTimestamp: timestamp('When the current status was reached.'),
    Status: paymentTransactionStatus,
    StatusHistory: z.array(paymentTransactionStatus).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'PaymentTransaction' });

export const paymentRefund = z
  .object({
    Id: objectId('refund'),
    PaymentTransactionId: objectId('payment transaction'),
    Status: z.enum(['Created', 'Succeeded', 'Failed']),
    Amount: money('Refunded amount'),
    CreditNoteId: objectId('credit note, where one was asked for').optional(),
    Currency: currency,
    TimeStamp: timestamp('When it was created.'),
  })
  .meta({ id: 'PaymentRefund' });

export type PaymentProviderRole = z.infer<typeof paymentProviderRole>;
export type PaymentBearer = z.infer<typeof paymentBearer>;
export type PaymentTransaction = z.infer<typeof paymentTransaction>;
export type PaymentTransactionStatus = z.infer<typeof paymentTransactionStatus>;
export type PaymentRefund = z.infer<typeof paymentRefund>;
