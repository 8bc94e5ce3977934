import * as z from 'zod';
import { issueSelfServiceToken } from '../../../domain/access/self-service-tokens.ts';
import { instant, timestamp } from '../../../domain/basics/time.ts';
import {
  annulContract,
  contractView,
  deleteContract,
  endContract,
  getContract,
  moveTrialEnd,
  patchContract,
  pauseContract,
  cancellationPreview as previewCancellation,
  replaceContract,
  resumeContract,
  revokeCancellation,
} from '../../../domain/contracts/contracts.ts';
import { contractWords, searchQuery } from '../../../domain/records/search.ts';
import type { Tx } from '../../../domain/records/tx.ts';
import { payOutCredit } from '../../../domain/reversals/credit-payout.ts';
import {
  type Contract,
  contract,
  contractInput,
  endInput,
  pauseInput,
  trialEndInput,
} from '../../../model/contract.ts';
import { cancellationPreview, endResult } from '../../../model/contract-end.ts';
import { customFields, timestamp as timestampField } from '../../../model/fields.ts';
import { paymentRefund } from '../../../model/payment.ts';
import { lifecycleStatuses } from '../../../model/statuses.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import { day, searching } from '../../wire/paging.ts';
import { type ServiceContext, warn } from '../../zones/env.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Contracts';

const selfServiceToken = z
  .object({
    Expiry: timestampField('When the token ends.'),
    Token: z.string(),
    Purpose: z.literal('CustomerPortal'),
    Url: z.string(),
  })
  .meta({ id: 'SelfServiceToken' });

/** Reading, changing and deleting a contract. */
const one = resource(getContract, contractView);

const changed = (c: ServiceContext, change: (tx: Tx) => Contract) =>
  answerChange(c, (tx) => contractView(tx, change(tx)));

const action = {
  tag,
  json: z.object({}),
  bodyOptional: true,
  answers: { 200: contract },
  refusals: [409],
} as const;

export const contracts = rest('/api/v1/contracts')
  .get(
    '/',
    {
      tag,
      summary: 'List contracts',
      description: 'By start, oldest first.',
      query: searching.extend({
        externalId: z.string().optional().meta({ description: 'ExternalId of the contract.' }),
        customerId: z.string().optional(),
        planId: z.string().optional(),
        planVariantId: z.string().optional(),
        lifecycleStatus: z.enum(lifecycleStatuses).optional(),
      }),
      answers: { 200: z.array(contract) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { externalId, customerId, planId, planVariantId, lifecycleStatus, search, ...page } =
        c.req.valid('query');
      const { where, match } = searchQuery(search, contractWords);
      const wanted = {
        ExternalId: externalId,
        CustomerId: customerId,
        PlanId: planId,
        PlanVariantId: planVariantId,
        LifecycleStatus: lifecycleStatus,
        ...where,
      };
      const contracts = tx.contracts.list({ where: wanted, match, ...page });
      return answer(
        c,
        contracts.map((entry) => contractView(tx, entry)),
      );
    },
  )
  .get('/:id', { tag, summary: 'Get a contract', answers: { 200: contract } }, (c) =>
    answer(c, one.shown(c.env.core.tx, c.req.param('id'))),
  )
  .patch(
    '/:id',
    {
      tag,
      summary: 'Change named fields of a contract',
      description: 'A custom field named with `null` is removed.',
      json: contractInput,
      ignores: contract,
      answers: { 200: contract },
      refusals: [409, 412],
    },
    (c) => one.change(c, c.req.param('id'), (tx, id) => patchContract(tx, id, c.req.valid('json'))),
  )
  .put(
    '/:id',
    {
      tag,
      summary: 'Replace the editable fields of a contract',
      description:
        'Fields that are not named become unset. Plan and dates are changed by orders and by `end`.',
      json: contractInput,
      ignores: contract,
      answers: { 200: contract },
      refusals: [409, 412],
    },
    (c) => one.change(c, c.req.param('id'), (tx, id) => replaceContract(tx, id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    {
      tag,
      summary: 'Delete a contract that has no invoices and no bookings',
      answers: { 204: undefined },
      refusals: [409, 412],
    },
    (c) => one.remove(c, c.req.param('id'), deleteContract),
  )
  .get(
    '/:id/cancellationPreview',
    {
      tag,
      summary: 'Preview a cancellation',
      query: z.object({ cancellationTime: day('When the contract is canceled; by default now.') }),
      answers: { 200: cancellationPreview },
    },
    (c) => {
      const { cancellationTime } = c.req.valid('query');
      const at = cancellationTime === undefined ? undefined : instant(cancellationTime);
      return answer(c, previewCancellation(c.env.core.tx, c.req.param('id'), at));
    },
  )
  .post(
    '/:id/end',
    {
      tag,
      summary: 'Cancel a contract, or end it at a date',
      description:
        'Without a date it ends at the next possible one, as if the customer canceled it; with a date it ends then, without notice.',
      json: endInput,
      bodyOptional: true,
      answers: { 200: endResult },
      refusals: [409],
    },
    (c) => answerChange(c, (tx) => endContract(tx, c.req.param('id'), c.req.valid('json').EndDate)),
  )
  .post(
    '/:id/annulate',
    {
      ...action,
      summary: 'Annul a contract',
      description: 'Annuls the contract from its start: every invoice gets a credit note.',
    },
    (c) => changed(c, (tx) => annulContract(tx, c.req.param('id'))),
  )
  .post(
    '/:id/revokeCancellation',
    {
      ...action,
      summary: 'Revoke the cancellation of a contract',
      description:
        'The contract continues as if it had never been canceled. Amounts credited for the end are charged again.',
    },
    (c) => changed(c, (tx) => revokeCancellation(tx, c.req.param('id'), 'Merchant')),
  )
  .post('/:id/resume', { ...action, summary: 'Resume a paused contract' }, (c) =>
    changed(c, (tx) => resumeContract(tx, c.req.param('id'))),
  )
  .post(
    '/:id/pause',
    {
      tag,
      summary: 'Pause a contract, now or later, for a time or until it is resumed',
      description: 'What was paid in advance is credited by the day. `NextPause` shows a planned pause.',
      json: pauseInput,
      bodyOptional: true,
      answers: { 200: contract },
      refusals: [409],
    },
    (c) => {
      const { core } = c.env;
      const dates = c.req.valid('json');
      const { StartDate } = dates;
      if (StartDate !== undefined && instant(StartDate) < core.tx.now)
        warn(c, 'property StartDate has passed: the pause begins now');
      const changed = core.transaction((tx) => pauseContract(tx, c.req.param('id'), dates));
      return answer(c, contractView(core.tx, changed));
    },
  )
  .put(
    '/:id/trialend',
    {
      tag,
      summary: 'Move the end of a trial',
      description: 'The paid time, its discounts and an end that the plan has set from there move along.',
      json: trialEndInput,
      answers: { 200: contract },
      refusals: [409],
    },
    (c) => {
      const { core } = c.env;
      const { TrialEndDate } = c.req.valid('json');
      const changed = core.transaction((tx) => moveTrialEnd(tx, c.req.param('id'), TrialEndDate));
      return answer(c, contractView(core.tx, changed));
    },
  )
  .get(
    '/:id/customFields',
    { tag, summary: 'Get the custom fields of a contract', answers: { 200: customFields } },
    (c) => answer(c, getContract(c.env.core.tx, c.req.param('id')).CustomFields),
  )
  .patch(
    '/:id/customFields',
    {
      tag,
      summary: 'Change named custom fields of a contract',
      description: '`null` removes a field. `ContractId` is allowed in the body and ignored.',
      json: customFields,
      answers: { 200: customFields },
    },
    (c) => {
      const id = c.req.param('id');
      const fields = Object.entries(c.req.valid('json')).filter(
        ([key]) => key.toLowerCase() !== 'contractid',
      );
      const changed = c.env.core.transaction((tx) =>
        patchContract(tx, id, { CustomFields: Object.fromEntries(fields) }),
      );
      return answer(c, changed.CustomFields);
    },
  )
  .post(
    '/:id/payOut',
    {
      tag,
      summary: 'Pay the credit of a contract out',
      description: "By refunds of the contract's payments, newest first.",
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: z.array(paymentRefund) },
      refusals: [409],
    },
    async (c) => answer(c, await payOutCredit(c.env.core.flow(), c.req.param('id'))),
  )
  .get(
    '/:id/selfServiceToken',
    {
      tag,
      summary: "Get a self-service token for the contract's customer",
      description: 'For ClientLib.Portal. It reaches this contract and its customer, nothing else.',
      query: z.object({
        tokenValidity: z.coerce
          .number()
          .optional()
          .meta({ description: 'Minutes, at most 10080; 1440 without it.', example: 60 }),
      }),
      answers: { 200: selfServiceToken },
    },
    (c) => {
      const token = c.env.core.transaction((tx) =>
        issueSelfServiceToken(tx, c.req.param('id'), c.req.valid('query').tokenValidity),
      );
      return answer(
        c,
        {
          Expiry: timestamp(token.ExpiresAt),
          Token: token.Id,
          Purpose: token.Purpose,
          Url: `${c.env.pagesUrl}/portal/account.html#/${token.Id}`,
        },
        200,
        { 'Cache-Control': 'no-store' },
      );
    },
  );
