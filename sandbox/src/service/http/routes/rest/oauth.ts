import * as z from 'zod';
import type { Core } from '../../../core/core.ts';
import { issueAccessToken, revokeAccessToken } from '../../../domain/access/access-tokens.ts';
import { timingSafeEqual } from '../../../domain/basics/constant-time.ts';
import { answer } from '../../answers/answer.ts';
import { OAuthProblem } from '../../answers/problem-answer.ts';
import { queryString } from '../../wire/path.ts';
import { type ServiceContext, warn } from '../../zones/env.ts';
import { oauth as zone } from '../../zones/zones.ts';
import { authenticateClient } from './client-authentication.ts';

const tag = 'OAuth';

const tokenRequest = z
  .object({
    grant_type: z
      .string()
      .optional()
      .meta({ description: '`client_credentials` or `password`.', example: 'client_credentials' }),
    client_id: z
      .string()
      .optional()
      .meta({ description: 'Password grant of an app. Not beside a Basic header.' }),
    client_secret: z.string().optional().meta({ description: 'A Basic header is the better place.' }),
    username: z
      .string()
      .optional()
      .meta({ description: 'Password grant: e-mail address of a service user.' }),
    password: z.string().optional().meta({ description: 'Password grant.' }),
    scope: z.string().optional().meta({ description: 'There are no scopes: it is ignored with a warning.' }),
  })
  .meta({ id: 'TokenRequest' });

const tokenAnswer = z
  .object({
    access_token: z.string().meta({ description: 'Opaque. Keep it and use it again.' }),
    expires: z.number().meta({ description: 'Seconds of validity; 0 is unlimited.', example: 0 }),
    token_type: z.literal('bearer'),
  })
  .meta({ id: 'AccessToken' });

const revocationRequest = z
  .object({
    token: z.string().optional(),
    token_type_hint: z.string().optional().meta({ description: 'Not needed: there is one kind of token.' }),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
  })
  .meta({ id: 'RevocationRequest' });

const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** The OAuth endpoints (spec: Authentication 1 to 5; RFC 6749 and RFC 7009). */
export const oauth = zone('/oauth')
  .post(
    '/token',
    {
      tag,
      summary: 'Get an access token',
      description:
        'Client credentials grant: Basic header with id and secret of a client. Password grant: name and password of a ' +
        'service user and the `client_id` of an app. Keep the token: fetching one per request runs into the limit.',
      form: tokenRequest,
      answers: { 200: tokenAnswer },
      refusals: [401, 429],
    },
    (c) => {
      refuseQueryCredentials(c);
      const { core } = c.env;
      const { grant_type: grant, username, password, scope, ...client } = c.req.valid('form');
      if (grant === undefined) throw new OAuthProblem(400, 'invalid_request', 'grant_type is missing.');
      const { ClientId, Grants } = authenticateClient(c, client, grant);
      if (grant !== 'client_credentials' && grant !== 'password') {
        throw new OAuthProblem(
          400,
          'unsupported_grant_type',
          `grant_type "${grant.slice(0, 60)}" is not supported; use client_credentials or password.`,
        );
      }
      if (!Grants.includes(grant)) {
        throw new OAuthProblem(
          400,
          'unauthorized_client',
          `The client ${ClientId} may not use the grant ${grant}, but ${Grants.join(', ')}.`,
        );
      }
      const user = grant === 'password' ? serviceUser(core, username, password) : undefined;
      if (scope !== undefined) {
        if (core.strict)
          throw new OAuthProblem(400, 'invalid_scope', 'There are no scopes. Leave scope out.');
        warn(c, 'scope is ignored: there are no scopes');
      }
      const token = core.transaction((tx) => issueAccessToken(tx, ClientId, user));
      const expires = core.tx.account.TokenLifetime;
      return answer(c, { access_token: token.Id, expires, token_type: 'bearer' }, 200, uncached);
    },
  )
  .post(
    '/revoke',
    {
      tag,
      summary: 'Revoke an access token',
      description:
        'The client authenticates as for a token. An unknown token is revoked already: 200 (RFC 7009).',
      form: revocationRequest,
      answers: { 200: undefined },
      refusals: [401, 429],
    },
    (c) => {
      refuseQueryCredentials(c);
      const { core } = c.env;
      const { token, token_type_hint, ...sent } = c.req.valid('form');
      const client = authenticateClient(c, sent);
      if (token === undefined) throw new OAuthProblem(400, 'invalid_request', 'token is missing.');
      const found = core.tx.accessTokens.get(token);
      if (found !== undefined && found.ClientId !== client.ClientId) {
        throw new OAuthProblem(400, 'invalid_grant', 'The token was issued to another client.');
      }
      core.transaction((tx) => revokeAccessToken(tx, token));
      return c.body(null, 200, uncached);
    },
  );

/** RFC 6749, 2.3.1: credentials must not be in the URL, which logs keep. */
function refuseQueryCredentials(c: ServiceContext): void {
  const names = [...new URLSearchParams(queryString(c.env.url)).keys()].map((name) => name.toLowerCase());
  const secret = names.find((name) =>
    ['client_id', 'client_secret', 'username', 'password', 'token', 'grant_type'].includes(name),
  );
  if (secret === undefined) return;
  throw new OAuthProblem(
    400,
    'invalid_request',
    `${secret} was sent in the URL; send parameters in the form body.`,
  );
}

/** @throws OAuthProblem invalid_grant, without naming which of the two is wrong */
function serviceUser(core: Core, username: string | undefined, password: string | undefined): string {
  for (const [name, value] of [
    ['username', username],
    ['password', password],
  ] as const) {
    if (value === undefined) throw new OAuthProblem(400, 'invalid_request', `${name} is missing.`);
  }
  const user = core.tx.account.ServiceUsers.find(
    ({ Username }) => Username.toLowerCase() === username?.toLowerCase(),
  );
  const right = timingSafeEqual(password ?? '', user?.Password ?? 'no such user');
  if (user === undefined || !right) {
    throw new OAuthProblem(400, 'invalid_grant', 'The user name or password is wrong.');
  }
  return user.Username;
}
