import { z } from 'zod';
import { timingSafeEqual } from '../constant-time.ts';
import { route, type Route } from '../route.ts';
import type { OAuthClient } from '../../domain/account.ts';

const tokenAnswer = z
  .object({
    access_token: z.string(),
    expires: z.number().meta({ description: 'Seconds of validity; 0 is unlimited.' }),
    token_type: z.literal('bearer'),
  })
  .meta({ id: 'AccessToken' });

/** The token endpoint (spec: Authentication 1 to 5; RFC 6749). */
export const oauthRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/oauth/token',
    credential: 'Public',
    tag: 'OAuth',
    summary: 'Get an access token',
    bodyType: 'form',
    body: z.object({
      grant_type: z.string().optional(),
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      username: z.string().optional(),
      password: z.string().optional(),
      scope: z.string().optional(),
    }),
    answers: { 200: tokenAnswer },
    handle: ({ core, request, body, warn }) => {
      const basic = basicCredentials(request);
      if (body.grant_type === undefined) return refusal(400, 'invalid_request', 'grant_type is missing.');
      if (body.grant_type !== 'client_credentials' && body.grant_type !== 'password') {
        return refusal(
          400,
          'unsupported_grant_type',
          `grant_type "${body.grant_type}" is not supported; use client_credentials or password.`,
        );
      }
      const { account } = core.tx;
      const clientId = basic?.id ?? body.client_id;
      const client = account.OAuthClients.find(({ ClientId }) => ClientId === clientId);
      if (body.grant_type === 'client_credentials') {
        if (basic === undefined && body.client_id !== undefined) {
          const text = 'client_id in the body; send id and secret as a Basic header (spec: Authentication 3)';
          if (core.strict) return refusal(400, 'invalid_request', `${text}.`);
          warn(text);
        }
        const secret = basic?.secret ?? body.client_secret ?? '';
        if (client?.ClientSecret === undefined || !timingSafeEqual(secret, client.ClientSecret)) return badClient();
      } else {
        if (client === undefined) return badClient();
        const user = account.ServiceUsers.find(({ Username }) => Username === body.username);
        if (user === undefined || !timingSafeEqual(body.password ?? '', user.Password)) {
          return refusal(400, 'invalid_grant', 'The user name or password is wrong.');
        }
      }
      if (!(client as OAuthClient).Grants.includes(body.grant_type)) {
        return refusal(400, 'unauthorized_client', `This client may not use the grant ${body.grant_type}.`);
      }
      const token = core.transaction((tx) =>
        tx.accessTokens.insert({
          Id: tx.random.base64url(32),
          ClientId: (client as OAuthClient).ClientId,
          ...(account.TokenLifetime > 0 ? { ExpiresAt: tx.now + account.TokenLifetime * 1000 } : {}),
        }),
      );
      return {
        status: 200,
        body: { access_token: token.Id, expires: account.TokenLifetime, token_type: 'bearer' },
        headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      };
    },
  }),
];

function basicCredentials(request: Request): { id: string; secret: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = atob(encoded);
    const colon = text.indexOf(':');
    return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  } catch {
    return { id: '', secret: '' };
  }
}

function badClient(): Response {
  return refusal(401, 'invalid_client', 'The client id or secret is wrong.', {
    'WWW-Authenticate': 'Basic realm="clientlib-sandbox"',
  });
}

/** RFC 6749, 5.2. */
function refusal(status: number, error: string, description: string, headers: { [name: string]: string } = {}): Response {
  return new Response(JSON.stringify({ error, error_description: description }), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', Pragma: 'no-cache', ...headers },
  });
}
