import * as z from 'zod';
import { revokeAccessToken, revokeAllAccessTokens } from '../../domain/access/access-tokens.ts';
import { type Route, route } from '../route.ts';

/** Rehearses the end of a token, which no back end may depend on not happening (spec: Limits 4). */
export const controlTokenRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/sandbox/tokens/revoke',
    credential: 'Control',
    tag: 'Control',
    summary: 'Revoke access tokens',
    description:
      'One token, or all where none is named. The next request with it gets 401, as after an expiry.',
    body: z.object({
      Token: z.string().optional().meta({ description: 'The access token; all without it.' }),
    }),
    bodyOptional: true,
    answers: {
      200: z.object({ Revoked: z.number().meta({ description: 'Tokens that were revoked.', example: 1 }) }),
    },
    handle: ({ core, body: { Token } }) => ({
      status: 200,
      body: {
        Revoked: core.transaction((tx) =>
          Token === undefined ? revokeAllAccessTokens(tx) : Number(revokeAccessToken(tx, Token)),
        ),
      },
    }),
  }),
];
