import * as z from 'zod';
import { subscriptionRowOf } from '../../domain/contracts/subscription-rows.ts';
import { contractChange, subscriptionRow } from '../../model/contract.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { accessToken } from '../middleware/access.ts';
import { boundsOf, day, paging } from '../paging.ts';
import { section } from '../section.ts';

const tag = 'Contracts';

export const subscriptions = section('/api/v1');

subscriptions.get(
  '/subscriptions',
  describe({
    tag,
    summary: 'List contracts with their customers, one row each',
    description: 'By start, newest first.',
    query: paging.extend({
      contractStartFrom: day('First day or instant of the start.'),
      contractStartTo: day('Last day or instant of the start; a bare date is the whole day, UTC.'),
    }),
    answers: { 200: z.array(subscriptionRow) },
  }),
  accessToken,
  (c) => {
    const { contractStartFrom, contractStartTo, ...page } = c.req.valid('query');
    const { tx } = c.env.core;
    return answer(
      c,
      tx.contracts
        .list({
          ...page,
          ...boundsOf({ dateFrom: contractStartFrom, dateTo: contractStartTo }),
          newestFirst: true,
        })
        .map((entry) => subscriptionRowOf(tx, entry)),
    );
  },
);

subscriptions.get(
  '/contractChanges',
  describe({
    tag,
    summary: 'List changes of contracts, newest first',
    query: paging.extend({ contractId: z.string().optional() }),
    answers: { 200: z.array(contractChange) },
  }),
  accessToken,
  (c) => {
    const { contractId, ...page } = c.req.valid('query');
    return answer(
      c,
      c.env.core.tx.contractChanges.list({ where: { ContractId: contractId }, ...page, newestFirst: true }),
    );
  },
);
