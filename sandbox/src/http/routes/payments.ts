import * as z from 'zod';
import { refund } from '../../domain/payments/payment-reversals.ts';
import { searchQuery } from '../../domain/records/search.ts';
import { transactionWords } from '../../domain/records/searched-words.ts';
import { paymentRefund, paymentTransaction, paymentTransactionStatuses } from '../../model/payment.ts';
import { found } from '../found.ts';
import { boundsOf, dateWindow, paging, searching } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Payments';

export const paymentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/paymentTransactions',
    credential: 'AccessToken',
    tag,
    summary: 'List payment transactions, newest first',
    query: searching.extend(dateWindow.shape).extend({
      status: z.enum(paymentTransactionStatuses).optional(),
      contractId: z.string().optional(),
      customerId: z.string().optional(),
    }),
    answers: { 200: z.array(paymentTransaction) },
    handle: ({
      core: { tx },
      query: { status, contractId, customerId, search, dateFrom, dateTo, ...page },
    }) => {
      const { where, match } = searchQuery(search, transactionWords);
      return {
        status: 200,
        body: tx.paymentTransactions.list({
          where: { Status: status, ContractId: contractId, CustomerId: customerId, ...where },
          match,
          ...page,
          ...boundsOf({ dateFrom, dateTo }),
          newestFirst: true,
        }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/paymentTransactions/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a payment transaction',
    answers: { 200: paymentTransaction },
    handle: ({ core, params: { id } }) => ({
      status: 200,
      body: found(core.tx.paymentTransactions.get(id), 'payment transaction', id),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/paymentTransactions/{id}/refund',
    credential: 'AccessToken',
    tag,
    summary: 'Give a payment back',
    body: z
      .object({
        Amount: z
          .number()
          .min(0)
          .max(1e9)
          .optional()
          .meta({ description: 'A part; all that is left without it.' }),
      })
      .meta({ id: 'RefundInput' }),
    bodyOptional: true,
    answers: { 200: paymentRefund },
    refusals: [409],
    handle: async ({ core, params, body }) => ({
      status: 200,
      body: await refund(core, params['id'] as string, body.Amount),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/paymentRefunds',
    credential: 'AccessToken',
    tag,
    summary: 'List refunds, newest first',
    query: paging.extend({ paymentTransactionId: z.string().optional() }),
    answers: { 200: z.array(paymentRefund) },
    handle: ({ core, query: { paymentTransactionId, ...page } }) => ({
      status: 200,
      body: core.tx.paymentRefunds.list({
        where: { PaymentTransactionId: paymentTransactionId },
        ...page,
        newestFirst: true,
      }),
    }),
  }),
];
