import * as z from 'zod';
import { subscriptionRowOf } from '../../domain/contracts/subscription-rows.ts';
import { contractChange, subscriptionRow } from '../../model/contract.ts';
import { boundsOf, day, paging } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Contracts';

export const subscriptionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/subscriptions',
    credential: 'AccessToken',
    tag,
    summary: 'List contracts with their customers, one row each',
    description: 'By start, newest first.',
    query: paging.extend({
      contractStartFrom: day('First day or instant of the start.'),
      contractStartTo: day('Last day or instant of the start; a bare date is the whole day, UTC.'),
    }),
    answers: { 200: z.array(subscriptionRow) },
    handle: ({ core: { tx }, query: { contractStartFrom, contractStartTo, ...page } }) => ({
      status: 200,
      body: tx.contracts
        .list({
          ...page,
          ...boundsOf({ dateFrom: contractStartFrom, dateTo: contractStartTo }),
          newestFirst: true,
        })
        .map((entry) => subscriptionRowOf(tx, entry)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/contractChanges',
    credential: 'AccessToken',
    tag,
    summary: 'List changes of contracts, newest first',
    query: paging.extend({ contractId: z.string().optional() }),
    answers: { 200: z.array(contractChange) },
    handle: ({ core: { tx }, query: { contractId, ...page } }) => ({
      status: 200,
      body: tx.contractChanges.list({ where: { ContractId: contractId }, ...page, newestFirst: true }),
    }),
  }),
];
