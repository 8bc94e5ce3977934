import * as z from 'zod';
import { contractView } from '../../domain/contracts.ts';
import { notFound } from '../../domain/problem.ts';
import { issueSelfServiceToken } from '../../domain/self-service-tokens.ts';
import { timestamp } from '../../domain/time.ts';
import { contract } from '../../model/contract.ts';
import { timestamp as timestampField } from '../../model/fields.ts';
import { paging } from '../paging.ts';
import { route, type Route } from '../route.ts';

const tag = 'Contracts';

const selfServiceToken = z
  .object({
    Expiry: timestampField('When the token ends.'),
    Token: z.string(),
    Purpose: z.literal('CustomerPortal'),
    Url: z.string(),
  })
  .meta({ id: 'SelfServiceToken' });

export const contractRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/contracts',
    credential: 'AccessToken',
    tag,
    summary: 'List contracts',
    query: paging.extend({ externalId: z.string().optional() }),
    answers: { 200: z.array(contract) },
    handle: ({ core, query: { externalId, ...page } }) => ({
      status: 200,
      body: core.tx.contracts
        .list({ where: { ExternalId: externalId }, ...page })
        .map((entry) => contractView(core.tx, entry)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a contract',
    answers: { 200: contract },
    handle: ({ core, params }) => {
      const found = core.tx.contracts.get(params['id']);
      if (found === undefined) throw notFound('contract', params['id'] as string);
      return { status: 200, body: contractView(core.tx, found) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}/selfServiceToken',
    credential: 'AccessToken',
    tag,
    summary: "Get a self-service token for the contract's customer",
    query: z.object({ tokenValidity: z.coerce.number().optional().meta({ description: 'Minutes, at most 10080.' }) }),
    answers: { 200: selfServiceToken },
    handle: ({ core, params, query, baseUrl }) => {
      const token = core.transaction((tx) => issueSelfServiceToken(tx, params['id'] as string, query.tokenValidity));
      return {
        status: 200,
        body: {
          Expiry: timestamp(token.ExpiresAt),
          Token: token.Id,
          Purpose: token.Purpose,
          Url: `${baseUrl}/portal?token=${token.Id}`,
        },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];
