import { describe, expect, it } from 'vitest';
import { accessToken, backEnd, newContract, newSandbox } from '../sandbox/http/service.ts';

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
    expect((await api('GET', `contracts/${Id}/selfServiceToken?tokenValidity=10081`)).status).toBe(422);
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
