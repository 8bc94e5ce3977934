import { describe, expect, it } from 'vitest';
import { accessToken, backEnd, newContract, newSandbox } from '../sandbox/service/http/service.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const basic = { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` };

async function token(
  sandbox: ReturnType<typeof newSandbox>,
  body: string,
  headers: object = {},
  path = '/oauth/token/',
) {
  const response = await sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    headers: { ...form, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('Authentication', () => {
  it('spec: Authentication 1 — two two-legged grants, and no three-legged flow', async () => {
    const sandbox = newSandbox();
    expect((await token(sandbox, 'grant_type=client_credentials', basic)).status).toBe(200);
    const password = 'grant_type=password&username=api@merchant.test&password=sandbox-password';
    expect((await token(sandbox, `${password}&client_id=c00000000000000000000002`)).status).toBe(200);
    for (const grant of ['authorization_code', 'implicit', 'refresh_token']) {
      expect((await token(sandbox, `grant_type=${grant}`, basic)).body['error']).toBe(
        'unsupported_grant_type',
      );
    }
  });

  it('spec: Authentication 2, REST POST oauth/token — the token endpoint takes a form', async () => {
    const sandbox = newSandbox();
    const answer = await token(sandbox, 'grant_type=client_credentials', basic);
    expect(answer.body).toEqual({ access_token: expect.any(String), expires: 0, token_type: 'bearer' });
    const json = await token(sandbox, '{"grant_type":"client_credentials"}', {
      ...basic,
      'Content-Type': 'application/json',
    });
    expect([json.status, json.body['error']]).toEqual([400, 'invalid_request']);
  });

  it('spec: Authentication 3 — client credentials by Basic header; client_id must not be in the body', async () => {
    const sandbox = newSandbox({ strict: true });
    expect((await token(sandbox, 'grant_type=client_credentials', basic)).status).toBe(200);
    const inBody = 'grant_type=client_credentials&client_id=c00000000000000000000001';
    expect((await token(sandbox, inBody, basic)).body['error']).toBe('invalid_request');
    expect((await token(sandbox, `${inBody}&client_secret=sandbox-secret`)).body['error']).toBe(
      'invalid_request',
    );
  });

  it('spec: Authentication 3, REST POST oauth/token — each wrong way to send the credentials, with its refusal', async () => {
    const sandbox = newSandbox();
    const ask = async (body: string, headers: object = {}, path?: string) => {
      const answer = await token(sandbox, body, headers, path);
      return [answer.status, answer.body['error'], answer.body['error_description']];
    };
    const grant = 'grant_type=client_credentials';
    const id = 'c00000000000000000000001';
    expect(await ask(grant)).toEqual([
      401,
      'invalid_client',
      'The client credentials are missing. Send a Basic header with its id and secret.',
    ]);
    expect(await ask(grant, { Authorization: '' })).toEqual(await ask(grant));
    expect(await ask('grant_type=password')).toEqual([
      401,
      'invalid_client',
      'The client credentials are missing. Send client_id in the body.',
    ]);
    const wrong = [
      401,
      'invalid_client',
      'The client id or secret is wrong. Those of this sandbox are listed at GET /sandbox/catalog.',
    ];
    const header = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
    expect(await ask(grant, header(`${id}:another`))).toEqual(wrong);
    expect(await ask(grant, header('c00000000000000000000099:'))).toEqual(wrong);
    expect(await ask(grant, header('a00000000000000000000001:sandbox-secret'))).toEqual([
      401,
      'invalid_client',
      'Got the public API key as client id. It is for ClientLib; clients are listed at GET /sandbox/catalog.',
    ]);
    expect(await ask(grant, { Authorization: 'Basic !' })).toEqual([
      401,
      'invalid_client',
      'The Authorization header is not "Basic <base64 of client_id:client_secret>".',
    ]);
    expect(await ask(`${grant}&client_secret=sandbox-secret`, basic)).toEqual([
      400,
      'invalid_request',
      'Credentials were sent as Basic header and in the body; send them in the header only.',
    ]);
    const beside = [
      400,
      'invalid_request',
      'client_id was sent in addition to a Basic header; remove it from the body.',
    ];
    expect(await ask(`${grant}&client_id=${id}`, basic)).toEqual(beside);
    // An app may name itself beside its own header in another grant, and nobody else.
    const user = 'grant_type=password&username=api@merchant.test&password=sandbox-password';
    const app = 'c00000000000000000000002';
    expect((await ask(`${user}&client_id=${app}`, header(`${app}:`)))[0]).toBe(200);
    expect(await ask(`${user}&client_id=${id}`, header(`${app}:`))).toEqual(beside);
    // In the body alone it is taken with a warning; a strict sandbox refuses it.
    const inBody = `${grant}&client_id=${id}&client_secret=sandbox-secret`;
    const response = await sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: form,
      body: inBody,
    });
    expect([response.status, response.headers.get('X-Sandbox-Warnings')]).toEqual([
      200,
      expect.stringContaining('client_id was sent in the body'),
    ]);
    const strict = await token(newSandbox({ strict: true }), inBody);
    expect([strict.status, strict.body['error'], strict.body['error_description']]).toEqual([
      400,
      'invalid_request',
      'client_id was sent in the body; send id and secret as a Basic header (spec: Authentication 3).',
    ]);
    // In other grants an app has no other way.
    expect((await token(newSandbox({ strict: true }), `${user}&client_id=${app}`)).status).toBe(200);
  });

  it('spec: Authentication 2, Authentication 1 — nothing of it in the address, a grant, and one that the client may use', async () => {
    const sandbox = newSandbox();
    const ask = async (body: string, path = '/oauth/token/') => {
      const answer = await token(sandbox, body, basic, path);
      return [answer.status, answer.body['error'], answer.body['error_description']];
    };
    for (const name of ['client_id', 'CLIENT_SECRET', 'username', 'password', 'token', 'grant_type'])
      expect(await ask('grant_type=client_credentials', `/oauth/token/?${name}=x`)).toEqual([
        400,
        'invalid_request',
        `${name.toLowerCase()} was sent in the URL; send parameters in the form body.`,
      ]);
    expect((await ask('grant_type=client_credentials', '/oauth/token/?trace=1'))[0]).toBe(200);
    expect(await ask('')).toEqual([400, 'invalid_request', 'grant_type is missing.']);
    expect(await ask('grant_type=implicit')).toEqual([
      400,
      'unsupported_grant_type',
      'grant_type "implicit" is not supported; use client_credentials or password.',
    ]);
    const app = { Authorization: `Basic ${btoa('c00000000000000000000002:')}` };
    const other = await token(sandbox, 'grant_type=client_credentials', app);
    expect([other.status, other.body['error'], other.body['error_description']]).toEqual([
      400,
      'unauthorized_client',
      'The client c00000000000000000000002 may not use the grant client_credentials, but password.',
    ]);
  });

  it('spec: Authentication 4 — name and password of a service user, which must be there and right', async () => {
    const sandbox = newSandbox();
    const ask = async (body: string) => {
      const answer = await token(sandbox, `grant_type=password&client_id=c00000000000000000000002&${body}`);
      return [answer.status, answer.body['error'], answer.body['error_description']];
    };
    expect(await ask('password=sandbox-password')).toEqual([400, 'invalid_request', 'username is missing.']);
    expect(await ask('username=api@merchant.test')).toEqual([400, 'invalid_request', 'password is missing.']);
    const wrong = [400, 'invalid_grant', 'The user name or password is wrong.'];
    expect(await ask('username=api@merchant.test&password=another')).toEqual(wrong);
    expect(await ask('username=api@merchant.test&password=')).toEqual([
      400,
      'invalid_request',
      'password is missing.',
    ]);
    expect(await ask('username=eve@merchant.test&password=sandbox-password')).toEqual(wrong);
    expect(await ask('username=eve@merchant.test&password=no such user')).toEqual(wrong);
    expect((await ask('username=API@Merchant.Test&password=sandbox-password'))[0]).toBe(200);
    const [made] = sandbox.snapshot().Collections['accessTokens'] as unknown as { Username?: string }[];
    expect(made?.Username).toBe('api@merchant.test');
  });

  it('spec: Authentication 4 — password grant; a changed password breaks the app', async () => {
    const body =
      'grant_type=password&username=api@merchant.test&password=sandbox-password&client_id=c00000000000000000000002';
    expect((await token(newSandbox(), body)).status).toBe(200);
    const changed = newSandbox({
      config: { Account: { ServiceUsers: [{ Username: 'api@merchant.test', Password: 'another' }] } },
    });
    expect((await token(changed, body)).body['error']).toBe('invalid_grant');
  });

  it('spec: Authentication 5 — the header is the Base64 of client_id:client_secret', async () => {
    const sandbox = newSandbox();
    const header = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
    const body = 'grant_type=client_credentials';
    expect((await token(sandbox, body, header('c00000000000000000000001:sandbox-secret'))).status).toBe(200);
    for (const text of ['c00000000000000000000001', 'c00000000000000000000001:', ':sandbox-secret']) {
      expect((await token(sandbox, body, header(text))).body['error']).toBe('invalid_client');
    }
  });

  it('spec: Authentication 6, What the service does 2 — every request carries a token, in header or query', async () => {
    const sandbox = newSandbox();
    const given = await accessToken(sandbox);
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await sandbox.fetch(`http://sandbox/api/v1/${path}`, { headers })).status;
    for (const path of ['customers', 'contracts', 'orders', 'invoices', 'productInfo', 'webhooks']) {
      expect(await status(path)).toBe(401);
      expect(await status(path, { Authorization: `Bearer ${given}` })).toBe(200);
      expect(await status(`${path}?access_token=${given}`)).toBe(200);
    }
    expect(given).not.toContain('.');
  });

  it('spec: Authentication 6, What the service does 2 — each wrong way to send the token, with its refusal', async () => {
    const sandbox = newSandbox({ config: { Account: { TokenLifetime: 60 } } });
    const given = await accessToken(sandbox);
    const ask = async (headers: Record<string, string> = {}, query = '') => {
      const response = await sandbox.fetch(`http://sandbox/api/v1/customers${query}`, { headers });
      const body = response.status === 200 ? undefined : ((await response.json()) as { Message: string });
      return [response.status, body?.Message, response.headers.get('WWW-Authenticate')];
    };
    const realm = 'Bearer realm="clientlib-sandbox"';
    const none = [
      401,
      'The access token is missing. Send "Authorization: Bearer <token>"; get one from POST /oauth/token/.',
      realm,
    ];
    expect(await ask()).toEqual(none);
    expect(await ask({ Authorization: '' })).toEqual(none);
    expect(await ask({}, '?access_token=')).toEqual(none);
    expect(await ask(basic)).toEqual([
      401,
      'Got a Basic header. Send client id and secret to POST /oauth/token/, and the token that it returns here: "Authorization: Bearer <token>".',
      realm,
    ]);
    expect(await ask({ Authorization: `Token ${given}` })).toEqual([
      401,
      'The Authorization header has the scheme "Token"; send "Authorization: Bearer <token>".',
      realm,
    ]);
    const request = (text: string) => [
      400,
      text,
      `${realm}, error="invalid_request", error_description="${text.replaceAll('"', "'")}"`,
    ];
    for (const header of ['Bearer', `Bearer ${given} ${given}`])
      expect(await ask({ Authorization: header })).toEqual(
        request('The Authorization header is malformed; send "Authorization: Bearer <token>".'),
      );
    expect(await ask({ Authorization: `Bearer ${given}` }, `?access_token=${given}`)).toEqual(
      request('A token was sent in the Authorization header and as access_token; send it in one place.'),
    );
    expect(await ask({}, `?access_token=${given}&ACCESS_TOKEN=${given}`)).toEqual(
      request('access_token was sent 2 times; send it once.'),
    );
    expect((await ask({ Authorization: `bearer ${given}` }))[0]).toBe(200);
    expect((await ask({}, `?take=1&Access_Token=${given}`))[0]).toBe(200);
    const token401 = (text: string) => [
      401,
      text,
      `${realm}, error="invalid_token", error_description="${text.replaceAll('"', "'")}"`,
    ];
    const bearer = (text: string) => ask({ Authorization: `Bearer ${text}` });
    expect(await bearer('nobody')).toEqual(
      token401('The access token is unknown or was revoked. Fetch a new one from POST /oauth/token/.'),
    );
    expect(await bearer('a00000000000000000000001')).toEqual(
      token401(
        'Got the public API key. The REST API requires an OAuth access token from POST /oauth/token/.',
      ),
    );
    for (const secret of ['c00000000000000000000001', 'sandbox-secret'])
      expect(await bearer(secret)).toEqual(
        token401(
          'Got a client id or secret. The REST API requires an access token; get one with them from POST /oauth/token/.',
        ),
      );
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    expect(await bearer(Token)).toEqual(
      token401(
        'Got a self-service token. The REST API requires an OAuth access token from POST /oauth/token/.',
      ),
    );
    await sandbox.clock.advance('PT59S');
    expect((await bearer(given))[0]).toBe(200);
    await sandbox.clock.advance('PT1S');
    expect(await bearer(given)).toEqual(
      token401('The access token has expired. Fetch a new one from POST /oauth/token/.'),
    );
  });

  it('spec: Authentication 8 — each wrong way to send a self-service token, with its refusal', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken?tokenValidity=1`)).body;
    const ask = async (headers: Record<string, string>, query = '') => {
      const response = await sandbox.fetch(`http://sandbox/api/v1/CustomerSelfService/contract${query}`, {
        headers,
      });
      return [response.status, ((await response.json()) as { Message?: string }).Message];
    };
    const bearer = (text: string) => ask({ Authorization: `Bearer ${text}` });
    expect(await ask({})).toEqual([
      401,
      'The self-service token is missing. Get one from GET /api/v1/contracts/{id}/selfServiceToken.',
    ]);
    expect(await bearer('nobody')).toEqual([
      401,
      'The self-service token is unknown. Get one from GET /api/v1/contracts/{id}/selfServiceToken.',
    ]);
    expect(await bearer(await accessToken(sandbox))).toEqual([
      401,
      'Got an OAuth access token, which must not be in a browser. Portal requires a self-service token.',
    ]);
    expect(await bearer('a00000000000000000000001')).toEqual([
      401,
      'Got the public API key. Portal requires a self-service token from your back end.',
    ]);
    expect((await bearer(Token))[0]).toBe(200);
    expect((await ask({}, `?selfServiceToken=${Token}`))[0]).toBe(200);
    await sandbox.clock.advance('PT59.999S');
    expect((await bearer(Token))[0]).toBe(200);
    await sandbox.clock.advance('PT0.001S');
    expect(await bearer(Token)).toEqual([
      401,
      'The self-service token has expired. Fetch a new one from your back end.',
    ]);
  });

  it('spec: Authentication 7, Limits 3 — a token is used again and again; one per request runs into the limit', async () => {
    const sandbox = newSandbox({ config: { Account: { RateLimit: { TokenRequests: 10 } } } });
    const api = await backEnd(sandbox);
    for (let at = 0; at < 50; at += 1) expect((await api('GET', 'customers')).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push((await token(sandbox, 'grant_type=client_credentials', basic)).status);
    expect(statuses).toEqual([...Array(9).fill(200), 429, 429, 429]);
    expect((await api('GET', 'customers')).status).toBe(200);
  });

  it('spec: Authentication 8 — the public key identifies the account, the self-service token one customer', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const [mine, other] = [await newContract(api), await newContract(api)];
    const methods = (key: string) => api('GET', `CustomerSelfService/paymentMethods?publicApiKey=${key}`);
    expect((await methods('a00000000000000000000001')).status).toBe(200);
    const unknown = await methods('a00000000000000000000009');
    expect([unknown.status, unknown.body.Code]).toEqual([401, 'InvalidKey']);
    const { body } = await api('GET', `contracts/${mine.Id}/selfServiceToken`);
    const details = await api('GET', 'CustomerSelfService/contract', undefined, {
      Authorization: `Bearer ${body.Token}`,
    });
    expect([details.body.Contract.Id, details.body.Customer.Id]).toEqual([mine.Id, mine.CustomerId]);
    expect(details.body.Contract.Id).not.toBe(other.Id);
  });

  it('spec: Limits 4 — a token lives without limit by default, and its lifetime can be set', async () => {
    const lasting = newSandbox();
    const api = await backEnd(lasting);
    await lasting.clock.advance('P50Y');
    expect((await api('GET', 'customers')).status).toBe(200);
    const short = newSandbox({ config: { Account: { TokenLifetime: 60 } } });
    const shortApi = await backEnd(short);
    await short.clock.advance('PT1M');
    expect((await shortApi('GET', 'customers')).status).toBe(401);
  });
});

describe('spec: REST GET contracts/{contractId}/selfservicetoken', () => {
  it('gives a token for the customer of one contract, which ends', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const answer = await api('GET', `/api/v1/contracts/${Id}/selfservicetoken?tokenValidity=30`);
    expect(answer.body).toEqual({
      Expiry: '2026-01-15T10:30:00.0000000Z',
      Token: expect.any(String),
      Purpose: 'CustomerPortal',
      Url: expect.stringContaining(answer.body.Token),
    });
    const headers = { Authorization: `Bearer ${answer.body.Token}` };
    expect((await api('GET', 'CustomerSelfService/contract', undefined, headers)).status).toBe(200);
    await sandbox.clock.advance('PT30M');
    expect((await api('GET', 'CustomerSelfService/contract', undefined, headers)).status).toBe(401);
    const validity = async (minutes: string) => {
      const { status, body } = await api('GET', `contracts/${Id}/selfServiceToken${minutes}`);
      return status === 200 ? body.Expiry : [status, body.Errors[0].Field];
    };
    // It is 10:30: a day where nothing is said, a week at most.
    expect(await validity('')).toBe('2026-01-16T10:30:00.0000000Z');
    expect(await validity('?tokenValidity=10080')).toBe('2026-01-22T10:30:00.0000000Z');
    expect(await validity('?tokenValidity=10081')).toEqual([422, 'tokenValidity']);
    expect(await validity('?tokenValidity=1')).toBe('2026-01-15T10:31:00.0000000Z');
    expect(await validity('?tokenValidity=0')).toEqual([422, 'tokenValidity']);
    expect((await api('GET', 'contracts/000000000000000000000000/selfServiceToken')).status).toBe(404);
    expect(sandbox.snapshot().Collections['selfServiceTokens']?.[0]).toEqual({
      Id: answer.body.Token,
      ContractId: Id,
      CustomerId: (await api('GET', `contracts/${Id}`)).body.CustomerId,
      Purpose: 'CustomerPortal',
      ExpiresAt: Date.parse('2026-01-15T10:30:00Z'),
    });
  });
});

describe('Versioning', () => {
  it('spec: Versioning 1 — the paths carry v1, and there is no other version', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('GET', '/api/v1/customers')).status).toBe(200);
    for (const path of ['/api/v2/customers', '/api/customers']) {
      const answer = await api('GET', path);
      expect([answer.status, answer.body.Message]).toEqual([
        404,
        expect.stringContaining('/api/v1/customers'),
      ]);
    }
    const message = async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
      const answer = await api(method, path, undefined, headers);
      return [answer.status, answer.body.Message ?? answer.headers.get('Content-Type')];
    };
    expect(await message('/api/v2/customers')).toEqual([
      404,
      'There is no path /api/v2/customers. Did you mean /api/v1/customers?',
    ]);
    expect(await message('/quite/another/thing')).toEqual([
      404,
      'There is no path /quite/another/thing. All paths are at /docs, for programs at /openapi.json.',
    ]);
    expect(await message('/api/v2/cards/4111111111111111')).toEqual([
      404,
      expect.not.stringContaining('4111111111111111'),
    ]);
    // A browser that asks first is let through.
    const preflight = { Origin: 'https://shop.test', 'Access-Control-Request-Method': 'GET' };
    expect((await message('/api/v2/customers', 'OPTIONS', preflight))[0]).toBe(204);
    expect((await message('/api/v2/customers', 'OPTIONS'))[0]).toBe(404);
  });

  it('spec: Versioning 2 — the path that was meant, with the ids of the request', async () => {
    const api = await backEnd(newSandbox());
    const meant = async (path: string) =>
      /Did you mean (\S+)\?$/.exec((await api('GET', path)).body.Message)?.[1];
    const id = 'c00000000000000000000001';
    expect(await meant('/customers')).toBe('/api/v1/customers');
    expect(await meant(`/api/v1/custommers/${id}`)).toBe('/api/v1/customers/{id}');
    expect(await meant(`/api/v1/contracts/${id}/selfservicetokn`)).toBe(
      '/api/v1/contracts/{id}/selfServiceToken',
    );
    expect(await meant('/api/v1/contracts/any/selfservicetokn')).toBe(
      '/api/v1/contracts/{id}/selfServiceToken',
    );
    expect(await meant(`/api/v1/${'customers'.padEnd(200, 's')}`)).toBeUndefined();
  });
});

describe('What the service does', () => {
  it('spec: What the service does 1 — customers, contracts, plan variants, components, coupons, orders, invoices', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api);
    for (const path of [
      'customers',
      'contracts',
      'planVariants',
      'components',
      'coupons',
      'orders',
      'invoices',
    ]) {
      const list = await api('GET', path);
      expect(list.body.length, path).toBeGreaterThan(0);
      const one = await api('GET', `${path}/${list.body[0].Id}`);
      expect(one.body.Id, path).toBe(list.body[0].Id);
    }
  });
});
