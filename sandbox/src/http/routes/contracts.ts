import * as z from 'zod';
import { issueSelfServiceToken } from '../../domain/access/self-service-tokens.ts';
import {
  annulContract,
  contractOf,
  contractView,
  deleteContract,
  endContract,
  patchContract,
  pauseContract,
  cancellationPreview as previewCancellation,
  replaceContract,
  resumeContract,
  revokeCancellation,
} from '../../domain/contracts/contracts.ts';
import type { ContractRecord } from '../../domain/records/contract-record.ts';
import { searchQuery } from '../../domain/records/search.ts';
import { contractWords } from '../../domain/records/searched-words.ts';
import { timestamp } from '../../domain/time.ts';
import type { Tx } from '../../domain/tx.ts';
import { contract, contractInput, endInput, lifecycleStatuses } from '../../model/contract.ts';
import { cancellationPreview, endResult } from '../../model/contract-end.ts';
import { timestamp as timestampField } from '../../model/fields.ts';
import { searching } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { type Route, route } from '../route.ts';

const tag = 'Contracts';

const selfServiceToken = z
  .object({
    Expiry: timestampField('When the token ends.'),
    Token: z.string(),
    Purpose: z.literal('CustomerPortal'),
    Url: z.string(),
  })
  .meta({ id: 'SelfServiceToken' });

/** A POST that does one thing to a contract and answers with the contract. */
const action = (
  name: string,
  summary: string,
  act: (tx: Tx, id: string) => ContractRecord,
  description?: string,
) =>
  route({
    method: 'POST',
    path: `/api/v1/contracts/{id}/${name}`,
    credential: 'AccessToken',
    tag,
    summary,
    ...(description === undefined ? {} : { description }),
    body: z.object({}),
    bodyOptional: true,
    answers: { 200: contract },
    refusals: [409],
    handle: ({ core, params }) => {
      const changed = core.transaction((tx) => act(tx, params['id'] as string));
      return { status: 200, body: contractView(core.tx, changed) };
    },
  });

export const contractRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/contracts',
    credential: 'AccessToken',
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
    handle: ({ core: { tx }, query }) => {
      const { externalId, customerId, planId, planVariantId, lifecycleStatus, search, ...page } = query;
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
      return { status: 200, body: contracts.map((entry) => contractView(tx, entry)) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a contract',
    answers: { 200: contract },
    handle: ({ core: { tx }, params }) => ({
      status: 200,
      body: contractView(tx, contractOf(tx, params['id'] as string)),
    }),
  }),
  ...(['PATCH', 'PUT'] as const).map((method) =>
    route({
      method,
      path: '/api/v1/contracts/{id}',
      credential: 'AccessToken',
      tag,
      summary:
        method === 'PATCH'
          ? 'Change named fields of a contract'
          : 'Replace what may be changed of a contract',
      description:
        method === 'PATCH'
          ? 'A custom field named with `null` is removed.'
          : 'Fields that are not named become unset. Plan and dates are changed by orders and by `end`.',
      body: contractInput,
      ignores: contract,
      answers: { 200: contract },
      refusals: [409, 412],
      handle: ({ core, params, body, c }) => {
        const id = params['id'] as string;
        const changed = core.transaction((tx) => {
          checkPreconditions(c, () => contractView(tx, contractOf(tx, id)));
          return method === 'PATCH' ? patchContract(tx, id, body) : replaceContract(tx, id, body);
        });
        return { status: 200, body: contractView(core.tx, changed) };
      },
    }),
  ),
  route({
    method: 'DELETE',
    path: '/api/v1/contracts/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete a contract that has no invoices and no bookings',
    answers: { 204: undefined },
    refusals: [409],
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteContract(tx, params['id'] as string));
      return { status: 204 };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}/cancellationPreview',
    credential: 'AccessToken',
    tag,
    summary: 'What a cancellation would do now',
    answers: { 200: cancellationPreview },
    handle: ({ core, params }) => ({
      status: 200,
      body: previewCancellation(core.tx, params['id'] as string),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/end',
    credential: 'AccessToken',
    tag,
    summary: 'End a contract at a date, without notice',
    body: endInput,
    answers: { 200: endResult },
    refusals: [409],
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) => endContract(tx, params['id'] as string, body.EndDate)),
    }),
  }),
  action(
    'annulate',
    'Annul a contract',
    annulContract,
    'As if it had never been: every invoice gets a credit note.',
  ),
  action(
    'revokeCancellation',
    'Take the cancellation of a contract back',
    (tx, id) => revokeCancellation(tx, id, 'Merchant'),
    'The contract goes on as it would have without: what the end gave back is charged again.',
  ),
  action('pause', 'Pause a contract', pauseContract),
  action('resume', 'Resume a paused contract', resumeContract),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}/selfServiceToken',
    credential: 'AccessToken',
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
    handle: ({ core, params, query, pagesUrl }) => {
      const token = core.transaction((tx) =>
        issueSelfServiceToken(tx, params['id'] as string, query.tokenValidity),
      );
      return {
        status: 200,
        body: {
          Expiry: timestamp(token.ExpiresAt),
          Token: token.Id,
          Purpose: token.Purpose,
          Url: `${pagesUrl}/portal?selfServiceToken=${token.Id}`,
        },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];
