import { auth } from 'hono/utils/basic-auth';
import { timingSafeEqual } from '../../../domain/basics/constant-time.ts';
import type { OAuthClient } from '../../../domain/records/account.ts';
import { OAuthProblem } from '../../answers/problem-answer.ts';
import { countTokenRequest } from '../../middleware/limit-requests.ts';
import { type ServiceContext, warn } from '../../zones/env.ts';

interface ClientFields {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/**
 * Authenticates the client by Basic header or body (RFC 6749, 2.3.1; spec: Authentication 3 and 4). A confidential client
 * must send its secret; a public one has none. Each attempt counts as a request for a token.
 *
 * @param grant the requested grant, for token requests
 * @throws OAuthProblem invalid_request if both ways are used, invalid_client if the credentials are wrong
 */
export function authenticateClient(c: ServiceContext, body: ClientFields, grant?: string): OAuthClient {
  const { core } = c.env;
  const header = c.req.header('Authorization');
  const basic = header === undefined || header === '' ? undefined : basicCredentials(c.req.raw);
  if (basic !== undefined) refuseBothWays(basic.id, body, grant);
  else if (body.client_id !== undefined && grant === 'client_credentials') {
    const text =
      'client_id was sent in the body; send id and secret as a Basic header (spec: Authentication 3)';
    if (core.strict) throw new OAuthProblem(400, 'invalid_request', `${text}.`);
    warn(c, text);
  }
  const id = basic?.id ?? body.client_id;
  if (id === undefined) {
    const how = grant === 'password' ? 'client_id in the body' : 'a Basic header with its id and secret';
    throw badClient(`The client credentials are missing. Send ${how}.`);
  }
  const client = core.tx.account.OAuthClients.find(({ ClientId }) => ClientId === id);
  countTokenRequest(c, client?.ClientId ?? 'unknown client');
  const secrets = basic?.secrets ?? [body.client_secret ?? ''];
  // An unknown client is compared too, so that the response time does not reveal whether it exists.
  const right = secrets.map((secret) => timingSafeEqual(secret, client?.ClientSecret ?? '')).includes(true);
  if (client !== undefined && right) return client;
  if (id === core.tx.account.Id) {
    throw badClient(
      'Got the public API key as client id. It is for ClientLib; clients are listed at GET /sandbox/catalog.',
    );
  }
  throw badClient(
    'The client id or secret is wrong. Those of this sandbox are listed at GET /sandbox/catalog.',
  );
}

/** RFC 6749, 2.3: one way to authenticate in a request. An app may name itself beside its own header in other grants. */
function refuseBothWays(id: string, body: ClientFields, grant: string | undefined): void {
  if (body.client_secret !== undefined) {
    throw new OAuthProblem(
      400,
      'invalid_request',
      'Credentials were sent as Basic header and in the body; send them in the header only.',
    );
  }
  if (body.client_id !== undefined && (grant === 'client_credentials' || body.client_id !== id)) {
    throw new OAuthProblem(
      400,
      'invalid_request',
      'client_id was sent in addition to a Basic header; remove it from the body.',
    );
  }
}

/** RFC 7617: the secret unencoded; and RFC 6749, 2.3.1: id and secret form-encoded first. */
function basicCredentials(request: Request): { readonly id: string; readonly secrets: readonly string[] } {
  const given = auth(request);
  if (given === undefined) {
    throw badClient('The Authorization header is not "Basic <base64 of client_id:client_secret>".');
  }
  return { id: formDecoded(given.username), secrets: [given.password, formDecoded(given.password)] };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function badClient(message: string): OAuthProblem {
  return new OAuthProblem(401, 'invalid_client', message, {
    'WWW-Authenticate': 'Basic realm="clientlib-sandbox"',
  });
}
