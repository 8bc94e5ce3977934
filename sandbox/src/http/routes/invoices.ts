import * as z from 'zod';
import { notFound } from '../../domain/problem.ts';
import { invoice, invoiceSummary } from '../../model/invoice.ts';
import { boundsOf, dateWindow, paging } from '../paging.ts';
import { route, type Route } from '../route.ts';

const tag = 'Invoices';

export const invoiceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/invoices',
    credential: 'AccessToken',
    tag,
    summary: 'List invoices, newest first',
    query: paging.extend(dateWindow.shape).extend({ customerId: z.string().optional(), contractId: z.string().optional() }),
    answers: { 200: z.array(invoiceSummary) },
    handle: ({ core, query: { customerId, contractId, dateFrom, dateTo, ...page } }) => ({
      status: 200,
      body: core.tx.invoices
        .list({
          where: { CustomerId: customerId, ContractId: contractId },
          ...page,
          ...boundsOf({ dateFrom, dateTo }),
          newestFirst: true,
        })
        .map(({ ItemList, VatDescriptors, ReverseCharge, ...summary }) => summary),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/invoices/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get an invoice',
    answers: { 200: invoice },
    handle: ({ core, params }) => {
      const found = core.tx.invoices.get(params['id']);
      if (found === undefined) throw notFound('invoice', params['id'] as string);
      return { status: 200, body: found };
    },
  }),
];
