import * as z from 'zod';
import { type ChangeIncludes, contractChangeView } from '../../../domain/contracts/contract-change-view.ts';
import { toSubscriptionRow } from '../../../domain/contracts/subscription-rows.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import { contractWords, searchQuery } from '../../../domain/records/search.ts';
import { contractChange, subscriptionRow } from '../../../model/contract.ts';
import { lifecycleStatuses } from '../../../model/statuses.ts';
import { answer } from '../../answers/answer.ts';
import { found } from '../../answers/found.ts';
import { day, LAST_DAY, paging, searching } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Contracts';

const extent = (what: string) =>
  z
    .enum(['All', 'Changed', 'None'])
    .optional()
    .meta({ description: `How much to show of the contract's ${what}; none without it.` });

const including = {
  includeContract: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Include the phases before and after the change.' }),
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

export const subscriptions = rest('/api/v1')
  .get(
    '/subscriptions',
    {
      tag,
      summary: 'List contracts with their customers, one row each',
      description: 'By start, newest first.',
      query: searching.extend({
        planId: z.string().optional(),
        contractStatus: z
          .enum(lifecycleStatuses)
          .optional()
          .meta({ description: 'LifecycleStatus of the contract.' }),
        contractStartFrom: day('First day or instant of the start.'),
        contractStartTo: day(LAST_DAY),
      }),
      answers: { 200: z.array(subscriptionRow) },
    },
    (c) => {
      const { contractStartFrom, contractStartTo, planId, contractStatus, search, ...page } =
        c.req.valid('query');
      const { tx } = c.env.core;
      const { where, match } = searchQuery(search, contractWords);
      return answer(
        c,
        tx.contracts
          .list({
            where: { PlanId: planId, LifecycleStatus: contractStatus, ...where },
            match,
            ...page,
            ...toDateWindow(tx, contractStartFrom, contractStartTo),
            newestFirst: true,
          })
          .map((entry) => toSubscriptionRow(tx, entry)),
      );
    },
  )
  .get(
    '/contractChanges',
    {
      tag,
      summary: 'List changes of contracts, newest first',
      query: paging.extend({ contractId: z.string().optional(), ...including }),
      answers: { 200: z.array(contractChange) },
    },
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
  )
  .get(
    '/contractChanges/:id',
    {
      tag,
      summary: 'Get a change of a contract with its details',
      query: z.object(including),
      answers: { 200: contractChange },
    },
    (c) => {
      const { tx } = c.env.core;
      const change = found(tx.contractChanges.get(c.req.param('id')), 'contract change', c.req.param('id'));
      return answer(c, contractChangeView(tx, change, included(c.req.valid('query'))));
    },
  );
