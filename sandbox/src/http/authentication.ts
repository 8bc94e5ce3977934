import type { Core } from '../core.ts';
import type { AccessToken, SelfServiceToken } from '../domain/credentials.ts';
import { Problem } from '../domain/problem.ts';
import type { Credential } from './route.ts';

/** Checks the credential that a route wants and says whose it is. */
export function authenticate(
  credential: Credential,
  request: Request,
  url: URL,
  core: Core,
): { accessToken?: AccessToken; selfServiceToken?: SelfServiceToken } {
  if (credential === 'AccessToken') return { accessToken: accessTokenOf(request, url, core) };
  if (credential === 'SelfServiceToken') return { selfServiceToken: selfServiceTokenOf(request, url, core) };
  return {};
}

function bearerOf(request: Request, url: URL, parameter: string): string | undefined {
  const header = /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]?.trim();
  if (header !== undefined) return header;
  for (const [name, value] of url.searchParams) if (name.toLowerCase() === parameter && value !== '') return value;
  return undefined;
}

function accessTokenOf(request: Request, url: URL, core: Core): AccessToken {
  const given = bearerOf(request, url, 'access_token');
  if (given === undefined) {
    throw unauthorized('No access token came. Send "Authorization: Bearer <token>"; POST /oauth/token/ gives one.');
  }
  const token = core.tx.accessTokens.get(given);
  if (token === undefined) {
    if (core.tx.selfServiceTokens.has(given)) {
      throw unauthorized('A self-service token came. The REST API wants an OAuth access token from POST /oauth/token/.');
    }
    if (given === core.tx.account.Id) {
      throw unauthorized('The public API key came. The REST API wants an OAuth access token from POST /oauth/token/.');
    }
    throw unauthorized('The access token is unknown or was revoked. Fetch a new one from POST /oauth/token/.');
  }
  if (token.ExpiresAt !== undefined && token.ExpiresAt <= core.tx.now) {
    throw unauthorized('The access token has expired. Fetch a new one from POST /oauth/token/.');
  }
  return token;
}

function selfServiceTokenOf(request: Request, url: URL, core: Core): SelfServiceToken {
  const given = bearerOf(request, url, 'selfservicetoken');
  if (given === undefined) {
    throw unauthorized('No self-service token came. GET /api/v1/contracts/{id}/selfServiceToken gives one.');
  }
  const token = core.tx.selfServiceTokens.get(given);
  if (token === undefined) {
    throw unauthorized(
      core.tx.accessTokens.has(given)
        ? 'An OAuth access token came; it must not be in a browser. Portal wants a self-service token.'
        : 'The self-service token is unknown. GET /api/v1/contracts/{id}/selfServiceToken gives one.',
    );
  }
  if (token.ExpiresAt <= core.tx.now) {
    throw unauthorized('The self-service token has expired. Fetch a new one from your back end.');
  }
  return token;
}

function unauthorized(message: string): Problem {
  return new Problem('Unauthorized', 'LoginError', message);
}
