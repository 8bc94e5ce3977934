/** What an OAuth endpoint is sent. */
export interface OAuthRequest {
  readonly path?: string;
  readonly method?: string;
  readonly type?: string;
  /** `id:secret` of a Basic header. */
  readonly basic?: string;
  readonly authorization?: string;
  readonly body?: string;
  readonly strict?: boolean;
}

/** One case of the conformance table. */
export interface OAuthCase {
  /** Where the rule stands. */
  readonly rule: string;
  /** What is tried, as the table says it. */
  readonly tried: string;
  readonly request: OAuthRequest;
  readonly status: number;
  /** `error` of the answer (RFC 6749, 5.2), or of the bearer challenge (RFC 6750, 3.1). */
  readonly error?: string;
  /** What `WWW-Authenticate` begins with. */
  readonly challenge?: string;
}

const client = 'c00000000000000000000001:sandbox-secret';
const app = 'c00000000000000000000002';
const user = 'username=api%40merchant.test&password=sandbox-password';
const grant = 'grant_type=client_credentials';
const contracts = '/api/v1/contracts';

/** `{token}` stands for a token that was fetched before, `{selfService}` for a self-service token. */
export const oauthCases: readonly OAuthCase[] = [
  {
    rule: 'RFC 6749, 4.4',
    tried: 'client credentials by Basic header',
    request: { basic: client, body: grant },
    status: 200,
  },
  {
    rule: 'RFC 6749, 4.3',
    tried: 'password grant of a public client',
    request: { body: `grant_type=password&${user}&client_id=${app}` },
    status: 200,
  },
  {
    rule: 'RFC 6749, 2.3.1',
    tried: 'password grant, the app named by a Basic header',
    request: { basic: `${app}:`, body: `grant_type=password&${user}` },
    status: 200,
  },
  {
    rule: 'RFC 6749, 2.3.1; field notes 2.2',
    tried: 'id and secret in the body',
    request: { body: `${grant}&client_id=c00000000000000000000001&client_secret=sandbox-secret` },
    status: 200,
  },
  {
    rule: 'Authentication 3',
    tried: 'id and secret in the body under --strict',
    request: {
      body: `${grant}&client_id=c00000000000000000000001&client_secret=sandbox-secret`,
      strict: true,
    },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 2.3',
    tried: 'Basic header and client_secret at once',
    request: { basic: client, body: `${grant}&client_secret=sandbox-secret` },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'Authentication 3',
    tried: 'client_id in the body beside a Basic header',
    request: { basic: client, body: `${grant}&client_id=c00000000000000000000001` },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'wrong secret',
    request: { basic: 'c00000000000000000000001:wrong', body: grant },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'unknown client',
    request: { basic: 'nobody:sandbox-secret', body: grant },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'no client at all',
    request: { body: grant },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'a secret for a client that has none',
    request: { basic: `${app}:anything`, body: `grant_type=password&${user}` },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 7617, 2',
    tried: 'Basic header that is no Base64 of id:secret',
    request: { authorization: 'Basic !!!', body: grant },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'another scheme than Basic',
    request: { authorization: 'Bearer abc', body: grant },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'grant_type missing',
    request: { basic: client, body: '' },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 3.1',
    tried: 'grant_type without a value, which counts as missing',
    request: { basic: client, body: 'grant_type=' },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 5.2; Authentication 1',
    tried: 'three-legged grant',
    request: { basic: client, body: 'grant_type=authorization_code&code=abc' },
    status: 400,
    error: 'unsupported_grant_type',
  },
  {
    rule: 'RFC 6749, 2.3.1; field notes 2.2',
    tried: 'password grant, with id and secret of an app as Basic header',
    request: { basic: client, body: `grant_type=password&${user}` },
    status: 200,
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'client credentials by a public client',
    request: { body: `${grant}&client_id=${app}` },
    status: 400,
    error: 'unauthorized_client',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'wrong password',
    request: { body: `grant_type=password&username=api%40merchant.test&password=wrong&client_id=${app}` },
    status: 400,
    error: 'invalid_grant',
  },
  {
    rule: 'RFC 6749, 5.2',
    tried: 'unknown user',
    request: { body: `grant_type=password&username=nobody&password=sandbox-password&client_id=${app}` },
    status: 400,
    error: 'invalid_grant',
  },
  {
    rule: 'RFC 6749, 4.3.2',
    tried: 'password grant without password',
    request: { body: `grant_type=password&username=api%40merchant.test&client_id=${app}` },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 3.2',
    tried: 'a parameter twice',
    request: { basic: client, body: `${grant}&${grant}` },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 3.2',
    tried: 'an unknown parameter, which is ignored',
    request: { basic: client, body: `${grant}&audience=x` },
    status: 200,
  },
  {
    rule: 'RFC 6749, 3.3',
    tried: 'a scope, of which there are none, which is ignored with a warning',
    request: { basic: client, body: `${grant}&scope=everything` },
    status: 200,
  },
  {
    rule: 'RFC 6749, 3.3',
    tried: 'a scope under --strict',
    request: { basic: client, body: `${grant}&scope=everything`, strict: true },
    status: 400,
    error: 'invalid_scope',
  },
  {
    rule: 'RFC 6749, 4.4.2; Authentication 2',
    tried: 'JSON in place of a form',
    request: { basic: client, type: 'application/json', body: '{"grant_type":"client_credentials"}' },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 2.3.1',
    tried: 'credentials in the URL',
    request: {
      path: '/oauth/token/?client_id=c00000000000000000000001&client_secret=sandbox-secret',
      body: grant,
    },
    status: 400,
    error: 'invalid_request',
  },
  {
    rule: 'RFC 6749, 3.2',
    tried: 'GET on the token endpoint',
    request: { method: 'GET', basic: client },
    status: 405,
  },
  {
    rule: 'RFC 6750, 2.1',
    tried: 'token in the header',
    request: { method: 'GET', path: contracts, authorization: 'Bearer {token}' },
    status: 200,
  },
  {
    rule: 'RFC 7235, 2.1',
    tried: 'scheme in lower case',
    request: { method: 'GET', path: contracts, authorization: 'bearer {token}' },
    status: 200,
  },
  {
    rule: 'RFC 6750, 2.3',
    tried: 'token in the query',
    request: { method: 'GET', path: `${contracts}?access_token={token}` },
    status: 200,
  },
  {
    rule: 'RFC 6750, 2',
    tried: 'token in header and query',
    request: { method: 'GET', path: `${contracts}?access_token={token}`, authorization: 'Bearer {token}' },
    status: 400,
    error: 'invalid_request',
    challenge: 'Bearer',
  },
  {
    rule: 'RFC 6750, 3.1',
    tried: 'token twice in the query',
    request: { method: 'GET', path: `${contracts}?access_token={token}&access_token={token}` },
    status: 400,
    error: 'invalid_request',
    challenge: 'Bearer',
  },
  {
    rule: 'RFC 6750, 3.1',
    tried: 'no token: a challenge without an error',
    request: { method: 'GET', path: contracts },
    status: 401,
    challenge: 'Bearer realm="clientlib-sandbox"',
  },
  {
    rule: 'RFC 6750, 3.1',
    tried: 'unknown token',
    request: { method: 'GET', path: contracts, authorization: 'Bearer abc' },
    status: 401,
    error: 'invalid_token',
    challenge: 'Bearer',
  },
  {
    rule: 'RFC 6750, 2.1',
    tried: 'header with more than a token',
    request: { method: 'GET', path: contracts, authorization: 'Bearer a b' },
    status: 400,
    error: 'invalid_request',
    challenge: 'Bearer',
  },
  {
    rule: 'RFC 6750, 3',
    tried: 'client id and secret in place of a token',
    request: { method: 'GET', path: contracts, basic: client },
    status: 401,
    challenge: 'Bearer',
  },
  {
    rule: 'Authentication 8',
    tried: 'public API key as token',
    request: { method: 'GET', path: contracts, authorization: 'Bearer a00000000000000000000001' },
    status: 401,
    error: 'invalid_token',
    challenge: 'Bearer',
  },
  {
    rule: 'Authentication 8',
    tried: 'self-service token as access token',
    request: { method: 'GET', path: contracts, authorization: 'Bearer {selfService}' },
    status: 401,
    error: 'invalid_token',
    challenge: 'Bearer',
  },
  {
    rule: 'RFC 7009, 2.1',
    tried: 'revocation of an own token',
    request: { path: '/oauth/revoke/', basic: client, body: 'token={token}' },
    status: 200,
  },
  {
    rule: 'RFC 7009, 2.2',
    tried: 'revocation of an unknown token',
    request: { path: '/oauth/revoke/', basic: client, body: 'token=unknown&token_type_hint=refresh_token' },
    status: 200,
  },
  {
    rule: 'RFC 7009, 2.1',
    tried: 'revocation of the token of another client',
    request: { path: '/oauth/revoke/', body: `token={token}&client_id=${app}` },
    status: 400,
    error: 'invalid_grant',
  },
  {
    rule: 'RFC 7009, 2.1',
    tried: 'revocation without a client',
    request: { path: '/oauth/revoke/', body: 'token={token}' },
    status: 401,
    error: 'invalid_client',
    challenge: 'Basic',
  },
  {
    rule: 'RFC 7009, 2.1',
    tried: 'revocation of no token',
    request: { path: '/oauth/revoke/', basic: client, body: '' },
    status: 400,
    error: 'invalid_request',
  },
];

/** The table as docs/oauth.md has it. */
export function oauthTable(): string {
  const rows = oauthCases.map(({ rule, tried, status, error, challenge }, at) => {
    const answer = [String(status), error === undefined ? '' : `\`${error}\``].filter(Boolean).join(' ');
    return `| ${at + 1} | ${rule} | ${tried} | ${answer}${challenge === undefined ? '' : `, \`WWW-Authenticate: ${challenge.split(' ')[0]}\``} |`;
  });
  return ['| | Rule | Tried | Answer |', '|---|---|---|---|', ...rows].join('\n');
}
