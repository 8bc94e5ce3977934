import * as z from 'zod';
import { type ChangeIncludes, contractChangeView } from '../../domain/contracts/contract-change-view.ts';
import { subscriptionRowOf } from '../../domain/contracts/subscription-rows.ts';
import { contractChange, subscriptionRow } from '../../model/contract.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { found } from '../found.ts';
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

const extent = (what: string) =>
  z
    .enum(['All', 'Changed', 'None'])
    .optional()
    .meta({ description: `How much to show of the contract's ${what}; none without it.` });

const including = {
  includeContract: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Whether to show the phases before and after the change.' }),
  includeComponentSubscriptions: extent('component subscriptions'),
  includeDiscountSubscriptions: extent('discount subscriptions'),
  includePauses: extent('pauses'),
};

const included = (query: z.output<z.ZodObject<typeof including>>): ChangeIncludes => ({
  contract: query.includeContract === 'true',
  componentSubscriptions: query.includeComponentSubscriptions,
  discountSubscriptions: query.includeDiscountSubscriptions,
  pauses: query.includePauses,
});

subscriptions.get(
  '/contractChanges',
  describe({
    tag,
    summary: 'List changes of contracts, newest first',
    query: paging.extend({ contractId: z.string().optional(), ...including }),
    answers: { 200: z.array(contractChange) },
  }),
  accessToken,
  (c) => {
    const query = c.req.valid('query');
    const { contractId, take, skip, from } = query;
    const { tx } = c.env.core;
    const page = tx.contractChanges.list({
      where: { ContractId: contractId },
      take,
      skip,
      from,
      newestFirst: true,
    });
    return answer(
      c,
      page.map((change) => contractChangeView(tx, change, included(query))),
    );
  },
);

subscriptions.get(
  '/contractChanges/:id',
  describe({
    tag,
    summary: 'Get a change of a contract, with what it changed',
    query: z.object(including),
    answers: { 200: contractChange },
  }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    const change = found(tx.contractChanges.get(c.req.param('id')), 'contract change', c.req.param('id'));
    return answer(c, contractChangeView(tx, change, included(c.req.valid('query'))));
  },
);
