import * as z from 'zod';
import { issueSelfServiceToken } from '../../domain/access/self-service-tokens.ts';
import {
  annulContract,
  contractOf,
  contractView,
  deleteContract,
  endContract,
  moveTrialEnd,
  patchContract,
  pauseContract,
  cancellationPreview as previewCancellation,
  replaceContract,
  resumeContract,
  revokeCancellation,
} from '../../domain/contracts/contracts.ts';
import { payOutCredit } from '../../domain/payments/payment-reversals.ts';
import { contractWords, searchQuery } from '../../domain/records/search.ts';
import { instant, timestamp } from '../../domain/time.ts';
import type { Tx } from '../../domain/tx.ts';
import {
  contract,
  contractInput,
  endInput,
  lifecycleStatuses,
  pauseInput,
  trialEndInput,
} from '../../model/contract.ts';
import { cancellationPreview, endResult } from '../../model/contract-end.ts';
import { customFields, timestamp as timestampField } from '../../model/fields.ts';
import { paymentRefund } from '../../model/payment.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { warn } from '../env.ts';
import { accessToken } from '../middleware/access.ts';
import { day, searching } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { section } from '../section.ts';
import { addContractItems } from './contract-items.ts';

const tag = 'Contracts';

const selfServiceToken = z
  .object({
    Expiry: timestampField('When the token ends.'),
    Token: z.string(),
    Purpose: z.literal('CustomerPortal'),
    Url: z.string(),
  })
  .meta({ id: 'SelfServiceToken' });

export const contracts = section('/api/v1/contracts');
addContractItems(contracts);

contracts.get(
  '/',
  describe({
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
  }),
  accessToken,
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
);

contracts.get(
  '/:id',
  describe({ tag, summary: 'Get a contract', answers: { 200: contract } }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    return answer(c, contractView(tx, contractOf(tx, c.req.param('id'))));
  },
);

const changes = [
  {
    method: 'patch',
    summary: 'Change named fields of a contract',
    description: 'A custom field named with `null` is removed.',
    change: patchContract,
  },
  {
    method: 'put',
    summary: 'Replace what may be changed of a contract',
    description: 'Fields that are not named become unset. Plan and dates are changed by orders and by `end`.',
    change: replaceContract,
  },
] as const;

for (const { method, summary, description, change } of changes) {
  contracts[method](
    '/:id',
    describe({
      tag,
      summary,
      description,
      json: contractInput,
      ignores: contract,
      answers: { 200: contract },
      refusals: [409, 412],
    }),
    accessToken,
    (c) => {
      const { core } = c.env;
      const id = c.req.param('id');
      const changed = core.transaction((tx) => {
        checkPreconditions(c, () => contractView(tx, contractOf(tx, id)));
        return change(tx, id, c.req.valid('json'));
      });
      return answer(c, contractView(core.tx, changed));
    },
  );
}

contracts.delete(
  '/:id',
  describe({
    tag,
    summary: 'Delete a contract that has no invoices and no bookings',
    answers: { 204: undefined },
    refusals: [409, 412],
  }),
  accessToken,
  (c) => {
    const id = c.req.param('id');
    c.env.core.transaction((tx) => {
      checkPreconditions(c, () => contractView(tx, contractOf(tx, id)));
      deleteContract(tx, id);
    });
    return c.body(null, 204);
  },
);

contracts.get(
  '/:id/cancellationPreview',
  describe({
    tag,
    summary: 'What a cancellation would do',
    query: z.object({ cancellationTime: day('When the cancellation is given; now without it.') }),
    answers: { 200: cancellationPreview },
  }),
  accessToken,
  (c) => {
    const { cancellationTime } = c.req.valid('query');
    const at = cancellationTime === undefined ? undefined : instant(cancellationTime);
    return answer(c, previewCancellation(c.env.core.tx, c.req.param('id'), at));
  },
);

contracts.post(
  '/:id/end',
  describe({
    tag,
    summary: 'End a contract at a date, without notice',
    json: endInput,
    answers: { 200: endResult },
    refusals: [409],
  }),
  accessToken,
  (c) =>
    answer(
      c,
      c.env.core.transaction((tx) => endContract(tx, c.req.param('id'), c.req.valid('json').EndDate)),
    ),
);

const actions = [
  {
    path: '/:id/annulate',
    summary: 'Annul a contract',
    description: 'Annuls the contract from its start: every invoice gets a credit note.',
    act: annulContract,
  },
  {
    path: '/:id/revokeCancellation',
    summary: 'Revoke the cancellation of a contract',
    description: 'The contract goes on as if it was never canceled. What the end credited is charged again.',
    act: (tx: Tx, id: string) => revokeCancellation(tx, id, 'Merchant'),
  },
  { path: '/:id/resume', summary: 'Resume a paused contract', act: resumeContract },
] as const;

for (const { path, act, ...words } of actions) {
  contracts.post(
    path,
    describe({
      tag,
      ...words,
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: contract },
      refusals: [409],
    }),
    accessToken,
    (c) => {
      const { core } = c.env;
      const changed = core.transaction((tx) => act(tx, c.req.param('id')));
      return answer(c, contractView(core.tx, changed));
    },
  );
}

contracts.post(
  '/:id/pause',
  describe({
    tag,
    summary: 'Pause a contract, now or later, for a time or until it is resumed',
    description: 'What was paid in advance is credited by the day. `NextPause` shows a planned pause.',
    json: pauseInput,
    bodyOptional: true,
    answers: { 200: contract },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const { core } = c.env;
    const dates = c.req.valid('json');
    const { StartDate } = dates;
    if (StartDate !== undefined && instant(StartDate) < core.tx.now)
      warn(c, 'property StartDate has passed: the pause begins now');
    const changed = core.transaction((tx) => pauseContract(tx, c.req.param('id'), dates));
    return answer(c, contractView(core.tx, changed));
  },
);

contracts.put(
  '/:id/trialend',
  describe({
    tag,
    summary: 'Move the end of a trial',
    description: 'The paid time, its discounts and an end that the plan has set from there move along.',
    json: trialEndInput,
    answers: { 200: contract },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const { core } = c.env;
    const { TrialEndDate } = c.req.valid('json');
    const changed = core.transaction((tx) => moveTrialEnd(tx, c.req.param('id'), TrialEndDate));
    return answer(c, contractView(core.tx, changed));
  },
);

contracts.get(
  '/:id/customFields',
  describe({ tag, summary: 'Get the custom fields of a contract', answers: { 200: customFields } }),
  accessToken,
  (c) => answer(c, contractOf(c.env.core.tx, c.req.param('id')).CustomFields),
);

contracts.patch(
  '/:id/customFields',
  describe({
    tag,
    summary: 'Change named custom fields of a contract',
    description: 'A field named with `null` is removed. `ContractId` may come along; it is no field.',
    json: customFields,
    answers: { 200: customFields },
  }),
  accessToken,
  (c) => {
    const id = c.req.param('id');
    const fields = Object.entries(c.req.valid('json')).filter(([key]) => key.toLowerCase() !== 'contractid');
    const changed = c.env.core.transaction((tx) =>
      patchContract(tx, id, { CustomFields: Object.fromEntries(fields) }),
    );
    return answer(c, changed.CustomFields);
  },
);

contracts.post(
  '/:id/payOut',
  describe({
    tag,
    summary: 'Pay the credit of a contract out',
    description: "By refunds of the contract's payments, newest first.",
    json: z.object({}),
    bodyOptional: true,
    answers: { 200: z.array(paymentRefund) },
    refusals: [409],
  }),
  accessToken,
  async (c) => answer(c, await payOutCredit(c.env.core.flow(), c.req.param('id'))),
);

contracts.get(
  '/:id/selfServiceToken',
  describe({
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
  }),
  accessToken,
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
        Url: `${c.env.pagesUrl}/portal?selfServiceToken=${token.Id}`,
      },
      200,
      { 'Cache-Control': 'no-store' },
    );
  },
);
