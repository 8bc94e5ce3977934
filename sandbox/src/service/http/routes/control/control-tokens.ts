import * as z from 'zod';
import { revokeAccessToken, revokeAllAccessTokens } from '../../../domain/access/access-tokens.ts';
import { answer } from '../../answers/answer.ts';
import { control } from '../../zones/zones.ts';

/** Simulates the expiry of a token, which every back end must handle (spec: Limits 4). */
export const tokens = control('/sandbox/tokens').post(
  '/revoke',
  {
    tag: 'Control',
    summary: 'Revoke access tokens',
    description:
      'Revokes one token, or all if none is specified. The next request with it gets 401, as after an expiry.',
    json: z.object({
      Token: z.string().optional().meta({ description: 'The access token; all without it.' }),
    }),
    bodyOptional: true,
    answers: {
      200: z.object({ Revoked: z.number().meta({ description: 'Tokens that were revoked.', example: 1 }) }),
    },
  },
  (c) => {
    const { Token } = c.req.valid('json');
    return answer(c, {
      Revoked: c.env.core.transaction((tx) =>
        Token === undefined ? revokeAllAccessTokens(tx) : Number(revokeAccessToken(tx, Token)),
      ),
    });
  },
);
