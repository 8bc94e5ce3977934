import type { AccessToken, SelfServiceToken } from '../../domain/records/access.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import { queryString } from '../wire/path.ts';
import type { ServiceContext } from './env.ts';

/** Checks the OAuth access token of a request (RFC 6750; spec: Authentication 6). */
export function authenticateBackEnd(c: ServiceContext): AccessToken {
  return requireAccessToken(readBearer(c, 'access_token'), c);
}

/** Checks the self-service token of a request (spec: Authentication 8). */
export function authenticateCustomer(c: ServiceContext): SelfServiceToken {
  return requireSelfServiceToken(readBearer(c, 'selfservicetoken'), c);
}

/** The token of the header or the query; both together are rejected (RFC 6750, 2). */
function readBearer(c: ServiceContext, parameter: string): string | undefined {
  const header = c.req.header('Authorization');
  const search = queryString(c.env.url);
  const inQuery: string[] = [];
  if (search.toLowerCase().includes(`${parameter}=`)) {
    for (const [name, value] of new URLSearchParams(search)) {
      if (name.toLowerCase() === parameter && value !== '') inQuery.push(value);
    }
  }
  if (inQuery.length > 1)
    throw invalidRequest(`${parameter} was sent ${inQuery.length} times; send it once.`);
  if (header === undefined || header === '') return inQuery[0];
  if (inQuery.length === 1) {
    throw invalidRequest(
      `A token was sent in the Authorization header and as ${parameter}; send it in one place.`,
    );
  }
  const [scheme = '', token, ...rest] = header.split(/\s+/);
  if (scheme.toLowerCase() === 'basic') {
    throw missing(
      'Got a Basic header. Send client id and secret to POST /oauth/token/, and the token that it returns here: "Authorization: Bearer <token>".',
    );
  }
  if (scheme.toLowerCase() !== 'bearer') {
    throw missing(
      `The Authorization header has the scheme "${scheme.slice(0, 20)}"; send "Authorization: Bearer <token>".`,
    );
  }
  if (token === undefined || rest.length > 0) {
    throw invalidRequest('The Authorization header is malformed; send "Authorization: Bearer <token>".');
  }
  return token;
}

function requireAccessToken(given: string | undefined, c: ServiceContext): AccessToken {
  if (given === undefined) {
    throw missing(
      'The access token is missing. Send "Authorization: Bearer <token>"; get one from POST /oauth/token/.',
    );
  }
  const { tx } = c.env.core;
  const token = tx.accessTokens.get(given);
  if (token === undefined) {
    if (tx.selfServiceTokens.has(given)) {
      throw invalidToken(
        'Got a self-service token. The REST API requires an OAuth access token from POST /oauth/token/.',
      );
    }
    if (given === tx.account.Id) {
      throw invalidToken(
        'Got the public API key. The REST API requires an OAuth access token from POST /oauth/token/.',
      );
    }
    const client = tx.account.OAuthClients.find(
      ({ ClientId, ClientSecret }) => given === ClientId || given === ClientSecret,
    );
    if (client !== undefined) {
      throw invalidToken(
        'Got a client id or secret. The REST API requires an access token; get one with them from POST /oauth/token/.',
      );
    }
    throw invalidToken(
      `The access token is unknown or was revoked.${workspaceHint(given, c)} Fetch a new one from POST /oauth/token/.`,
    );
  }
  if (token.ExpiresAt !== undefined && token.ExpiresAt <= tx.now) {
    throw invalidToken('The access token has expired. Fetch a new one from POST /oauth/token/.');
  }
  return token;
}

function requireSelfServiceToken(given: string | undefined, c: ServiceContext): SelfServiceToken {
  if (given === undefined) {
    throw missing(
      'The self-service token is missing. Get one from GET /api/v1/contracts/{id}/selfServiceToken.',
    );
  }
  const { tx } = c.env.core;
  const token = tx.selfServiceTokens.get(given);
  if (token === undefined) {
    if (tx.accessTokens.has(given)) {
      throw invalidToken(
        'Got an OAuth access token, which must not be in a browser. Portal requires a self-service token.',
      );
    }
    if (given === tx.account.Id) {
      throw invalidToken('Got the public API key. Portal requires a self-service token from your back end.');
    }
    throw invalidToken(
      `The self-service token is unknown.${workspaceHint(given, c)} Get one from GET /api/v1/contracts/{id}/selfServiceToken.`,
    );
  }
  if (token.ExpiresAt <= tx.now) {
    throw invalidToken('The self-service token has expired. Fetch a new one from your back end.');
  }
  return token;
}

/** Names the workspace of a token that is unknown here: a common mistake in parallel tests. */
function workspaceHint(token: string, { env: { core, traffic } }: ServiceContext): string {
  const workspace = traffic.workspaces.workspaceKnowing(token, core);
  return workspace === undefined ? '' : ` It is a token of ${workspace}.`;
}

const realm = 'Bearer realm="clientlib-sandbox"';

/** No token was sent: the challenge has no error in it (RFC 6750, 3.1). */
function missing(message: string): HttpProblem {
  return new HttpProblem(401, 'LoginError', message, { 'WWW-Authenticate': realm });
}

function invalidToken(message: string): HttpProblem {
  return new HttpProblem(401, 'LoginError', message, {
    'WWW-Authenticate': challenge('invalid_token', message),
  });
}

function invalidRequest(message: string): HttpProblem {
  return new HttpProblem(400, 'InvalidData', message, {
    'WWW-Authenticate': challenge('invalid_request', message),
  });
}

function challenge(error: string, description: string): string {
  // RFC 6750, 3: quotes, backslashes and non-printable or non-ASCII characters are not allowed in the description.
  return `${realm}, error="${error}", error_description="${description.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'")}"`;
}
