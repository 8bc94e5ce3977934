import * as z from 'zod';
import { transactionView } from '../../../domain/payments/payment-views.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import { searchQuery, transactionWords } from '../../../domain/records/search.ts';
import { refund } from '../../../domain/reversals/payment-reversals.ts';
import { paymentRefund, paymentTransaction } from '../../../model/payment.ts';
import { paymentTransactionStatuses } from '../../../model/statuses.ts';
import { answer } from '../../answers/answer.ts';
import { found } from '../../answers/found.ts';
import { dateWindow, paging, searching } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Payments';

export const payments = rest('/api/v1')
  .get(
    '/paymentTransactions',
    {
      tag,
      summary: 'List payment transactions, newest first',
      query: searching.extend(dateWindow.shape).extend({
        status: z.enum(paymentTransactionStatuses).optional(),
        contractId: z.string().optional(),
        customerId: z.string().optional(),
      }),
      answers: { 200: z.array(paymentTransaction) },
    },
    (c) => {
      const { status, contractId, customerId, search, dateFrom, dateTo, ...page } = c.req.valid('query');
      const { where, match } = searchQuery(search, transactionWords);
      const transactions = c.env.core.tx.paymentTransactions.list({
        where: { Status: status, ContractId: contractId, CustomerId: customerId, ...where },
        match,
        ...page,
        ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
        newestFirst: true,
      });
      return answer(c, transactions.map(transactionView));
    },
  )
  .get(
    '/paymentTransactions/:id',
    { tag, summary: 'Get a payment transaction', answers: { 200: paymentTransaction } },
    (c) => {
      const id = c.req.param('id');
      const transaction = found(c.env.core.tx.paymentTransactions.get(id), 'payment transaction', id);
      return answer(c, transactionView(transaction));
    },
  )
  .post(
    '/paymentTransactions/:id/refund',
    {
      tag,
      summary: 'Give a payment back',
      json: z
        .object({
          Amount: z
            .number()
            .min(0)
            .max(1e9)
            .optional()
            .meta({ description: 'A part; all that is left without it.' }),
          CreditNote: z.boolean().optional().meta({
            description:
              'Credits the same amount of the invoice with a credit note. Without it, the invoice becomes open again.',
          }),
          Reason: z.string().max(200).optional().meta({ description: 'Stands on the credit note.' }),
        })
        .meta({ id: 'RefundInput' }),
      bodyOptional: true,
      answers: { 200: paymentRefund },
      refusals: [409],
    },
    async (c) => {
      const { Amount, CreditNote, Reason } = c.req.valid('json');
      const note = CreditNote === true ? (Reason ?? 'Refund') : undefined;
      return answer(c, await refund(c.env.core.flow(), c.req.param('id'), Amount, note));
    },
  )
  .get(
    '/paymentRefunds',
    {
      tag,
      summary: 'List refunds, newest first',
      query: paging.extend(dateWindow.shape).extend({ paymentTransactionId: z.string().optional() }),
      answers: { 200: z.array(paymentRefund) },
    },
    (c) => {
      const { paymentTransactionId, dateFrom, dateTo, ...page } = c.req.valid('query');
      return answer(
        c,
        c.env.core.tx.paymentRefunds.list({
          where: { PaymentTransactionId: paymentTransactionId },
          ...page,
          ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
          newestFirst: true,
        }),
      );
    },
  );
