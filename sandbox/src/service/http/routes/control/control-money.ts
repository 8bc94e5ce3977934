import * as z from 'zod';
import type { Core } from '../../../core/core.ts';
import { timestamp } from '../../../domain/basics/time.ts';
import { toInvoiceSummary } from '../../../domain/billing/document-views.ts';
import { monthlyTurnover } from '../../../domain/billing/turnover.ts';
import { failedCollections } from '../../../domain/payments/failed-collections.ts';
import { invoiceStatuses } from '../../../domain/payments/invoice-status.ts';
import { dayBounds } from '../../../domain/pricing/date-window.ts';
import { invoiceWords, searchQuery } from '../../../domain/records/search.ts';
import { invoiceSummary, storedInvoice } from '../../../model/invoice.ts';
import { answer } from '../../answers/answer.ts';
import { day, searching } from '../../wire/paging.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const statusedInvoice = invoiceSummary
  .extend({
    PaymentStatus: z.enum(['Paid', 'Open', 'Overdue', 'Credit']).meta({
      description: '`Overdue`: open after its due date. `Credit`: a credit note.',
    }),
    Open: z.number().meta({ description: 'The open amount, gross.' }),
    ItemList: storedInvoice.shape.ItemList.optional().meta({ description: 'With `items=true`.' }),
  })
  .meta({ id: 'InvoiceWithStatus' });

/** Invoices with their paid amounts. */
export const invoiceList = control('/sandbox/invoices').get(
  '/',
  {
    tag,
    summary: 'Invoices with their payment status, newest first',
    query: searching.extend({
      paymentStatus: z.enum(['Paid', 'Open', 'Overdue', 'Credit']).optional(),
      contractId: z.string().optional(),
      items: z.enum(['true', 'false']).optional(),
    }),
    answers: { 200: z.array(statusedInvoice) },
  },
  (c) => {
    const { contractId, search, paymentStatus, items, ...page } = c.req.valid('query');
    const { tx } = c.env.core;
    const { where, match } = searchQuery(search, invoiceWords);
    const invoiceStatus = invoiceStatuses(tx);
    const invoices = tx.invoices.list({
      where: { ContractId: contractId, ...where },
      match: (invoice) =>
        (match === undefined || match(invoice)) &&
        (paymentStatus === undefined || invoiceStatus(invoice).PaymentStatus === paymentStatus),
      ...page,
      newestFirst: true,
    });
    return answer(
      c,
      invoices.map((invoice) => ({
        ...toInvoiceSummary(invoice),
        ...invoiceStatus(invoice),
        ...(items === 'true' ? { ItemList: invoice.ItemList } : {}),
      })),
    );
  },
);

const failedPayment = z.object({
  ContractId: z.string(),
  ReferenceCode: z.string(),
  CustomerName: z.string(),
  PaymentTransactionId: z.string(),
  ErrorCode: z.string().optional(),
  Amount: z.number().meta({ description: 'The balance of the contract.' }),
  Currency: z.string(),
  Retry: z
    .object({ Attempt: z.number(), Of: z.number(), At: z.string() })
    .optional()
    .meta({ description: 'Absent when the retries are used up: recurring payments are paused.' }),
});

const endpointTrouble = z.object({
  WebhookId: z.string(),
  Url: z.string(),
  GivenUp: z.number().meta({ description: 'Deliveries that are not attempted any more.' }),
});

/** Maximum number of entries listed per kind. */
const MAX_LISTED = 500;

export const attention = control('/sandbox/attention').get(
  '/',
  {
    tag,
    summary: 'List what needs attention: failed payments, overdue invoices, undelivered webhooks',
    description: 'At most 500 of each.',
    answers: {
      200: z
        .object({
          FailedPayments: z.array(failedPayment),
          OverdueInvoices: z.array(statusedInvoice),
          Endpoints: z.array(endpointTrouble),
        })
        .meta({ id: 'Attention' }),
    },
  },
  (c) => {
    const { core } = c.env;
    return answer(c, {
      FailedPayments: failedPayments(core),
      OverdueInvoices: overdueInvoices(core),
      Endpoints: endpoints(core),
    });
  },
);

function failedPayments({ tx, schedule }: Core): z.infer<typeof failedPayment>[] {
  return failedCollections(tx, (contractId) => schedule.get('payment-retry', contractId))
    .slice(0, MAX_LISTED)
    .map(({ contract, transaction, retry }) => ({
      ContractId: contract.Id,
      ReferenceCode: contract.ReferenceCode,
      CustomerName: contract.CustomerName,
      PaymentTransactionId: transaction.Id,
      ...(transaction.Status.ErrorCode === undefined ? {} : { ErrorCode: transaction.Status.ErrorCode }),
      Amount: contract.Balance,
      Currency: contract.Currency,
      ...(retry === undefined
        ? {}
        : { Retry: { Attempt: retry.attempt, Of: retry.of, At: timestamp(retry.at) } }),
    }));
}

/** Oldest due date first. Only contracts with a balance have open invoices. */
function overdueInvoices({ tx }: Core): z.infer<typeof statusedInvoice>[] {
  const invoiceStatus = invoiceStatuses(tx);
  const overdue: z.infer<typeof statusedInvoice>[] = [];
  for (const contract of tx.contracts) {
    if (contract.Balance <= 0) continue;
    for (const invoice of tx.invoices.where('ContractId', contract.Id)) {
      const status = invoiceStatus(invoice);
      if (status.PaymentStatus === 'Overdue') overdue.push({ ...toInvoiceSummary(invoice), ...status });
    }
  }
  return overdue.sort((a, b) => (a.DueDate < b.DueDate ? -1 : 1)).slice(0, MAX_LISTED);
}

function endpoints({ tx }: Core): z.infer<typeof endpointTrouble>[] {
  return [...tx.webhooks]
    .map(({ Id, Url }) => ({
      WebhookId: Id,
      Url,
      GivenUp: tx.deliveries.where('WebhookId', Id).filter(({ Status }) => Status === 'Failed').length,
    }))
    .filter(({ GivenUp }) => GivenUp > 0);
}

/** Billed and paid amounts over time. */
export const turnover = control('/sandbox/turnover').get(
  '/',
  {
    tag,
    summary: 'Billed and paid by month',
    description:
      'Months in the time zone of the account, oldest first, up to the current one, in each currency that has any.',
    query: z.object({ months: z.coerce.number().int().min(1).max(60).default(12) }),
    answers: {
      200: z.array(
        z.object({
          Month: z.string().meta({ example: '2026-02' }),
          Currency: z.string(),
          Billed: z.number().meta({ description: 'Invoices less credit notes, gross.' }),
          Paid: z.number().meta({ description: 'Payments less refunds and chargebacks.' }),
        }),
      ),
    },
  },
  (c) => answer(c, monthlyTurnover(c.env.core.tx, c.req.valid('query').months)),
);

const task = z.object({
  Type: z.string(),
  Key: z.string().meta({ description: 'The subject, usually the id of a contract.' }),
  DueAt: z.string(),
  ReferenceCode: z.string().optional().meta({ description: 'Id of the contract that it is about.' }),
  CustomerName: z.string().optional(),
  Attempt: z.number().optional().meta({ description: 'Of a payment retry, counted from 1.' }),
  Of: z.number().optional().meta({ description: 'Number of retries.' }),
});

export const tasks = control('/sandbox/tasks').get(
  '/',
  {
    tag,
    summary: 'List scheduled tasks, soonest first',
    query: z.object({
      until: day('Only until this instant.'),
      contractId: z.string().optional(),
      take: z.coerce.number().int().min(0).max(500).default(20),
    }),
    answers: { 200: z.array(task) },
    whileClockMoves: true,
  },
  (c) => {
    const { until, contractId, take } = c.req.valid('query');
    const { schedule, tx } = c.env.core;
    const last = until === undefined ? Number.POSITIVE_INFINITY : dayBounds(tx, until)[1];
    return answer(
      c,
      schedule.upcoming(last, take, contractId).map(({ Type, Key, DueAt, Data }) => {
        const contract = tx.contracts.get(Key.replace(/\/.*$/, ''));
        return {
          Type,
          Key,
          DueAt: timestamp(DueAt),
          ...(contract && { ReferenceCode: contract.ReferenceCode, CustomerName: contract.CustomerName }),
          ...(Type === 'payment-retry' && Data !== undefined
            ? { Attempt: Number(Data['attempt']), Of: Number(Data['of']) }
            : {}),
        };
      }),
    );
  },
);
