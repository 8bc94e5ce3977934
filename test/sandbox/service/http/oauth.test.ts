import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oauthCases, oauthTable } from './oauth-cases.ts';
import { accessToken, backEnd, newContract, newSandbox } from './service.ts';

describe('OAuth conformance', () => {
  it.each(oauthCases.map((one, at) => [at + 1, one.tried, one] as const))(
    '%i: %s',
    async (_number, _tried, one) => {
      const { request, status, error, challenge } = one;
      const sandbox = newSandbox({ strict: request.strict ?? false });
      const { method = 'POST', path = '/oauth/token/', type = 'application/x-www-form-urlencoded' } = request;
      const wants = JSON.stringify(request);
      const tokens: Record<string, string> = {};
      if (wants.includes('{token}')) tokens['{token}'] = await accessToken(sandbox);
      if (wants.includes('{selfService}')) {
        const api = await backEnd(sandbox);
        const contract = await newContract(api);
        tokens['{selfService}'] = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body.Token;
      }
      const filled = (text: string) => text.replace(/\{\w+\}/g, (name) => tokens[name] ?? name);
      const authorization =
        request.basic === undefined ? request.authorization : `Basic ${btoa(request.basic)}`;
      const response = await sandbox.fetch(`http://sandbox${filled(path)}`, {
        method,
        headers: {
          ...(authorization === undefined ? {} : { Authorization: filled(authorization) }),
          ...(method === 'POST' ? { 'Content-Type': type } : {}),
        },
        ...(method === 'POST' ? { body: filled(request.body ?? '') } : {}),
      });
      const text = await response.text();
      expect(response.status, text).toBe(status);
      const asked = response.headers.get('WWW-Authenticate');
      if (challenge !== undefined) expect(asked).toMatch(new RegExp(`^${challenge}`));
      else expect(asked).toBeNull();
      if (path.startsWith('/oauth/') && status !== 405) {
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(response.headers.get('Pragma')).toBe('no-cache');
        if (status !== 200) expect(JSON.parse(text).error).toBe(error);
      } else if (challenge !== undefined && error !== undefined) expect(asked).toContain(`error="${error}"`);
      else if (challenge !== undefined) expect(asked).not.toContain('error=');
    },
  );

  it('matches the table of docs/oauth.md', () => {
    expect(readFileSync('docs/oauth.md', 'utf8')).toContain(oauthTable());
  });
});

describe('access tokens', () => {
  it('have the documented form, are opaque and unique', async () => {
    const sandbox = newSandbox();
    const [first, second] = [await accessToken(sandbox), await accessToken(sandbox)];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^[\w-]{86}$/);
  });

  it('never expire by default, or after the configured time', async () => {
    const lasting = newSandbox();
    const api = await backEnd(lasting);
    await lasting.clock.advance('P20Y');
    expect((await api('GET', 'customers')).status).toBe(200);

    const short = newSandbox({ config: { Account: { TokenLifetime: 3600 } } });
    const shortApi = await backEnd(short);
    await short.clock.advance('PT59M59S');
    expect((await shortApi('GET', 'customers')).status).toBe(200);
    await short.clock.advance('PT1S');
    const expired = await shortApi('GET', 'customers');
    expect(expired.status).toBe(401);
    expect(expired.body.Message).toContain('expired');
    expect(expired.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
  });

  it('stop working when they are revoked, by their client or by the control API', async () => {
    const sandbox = newSandbox();
    const [own, other] = [await accessToken(sandbox), await accessToken(sandbox)];
    const works = async (token: string) =>
      (
        await sandbox.fetch('http://sandbox/api/v1/customers', {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).status;
    await sandbox.fetch('http://sandbox/oauth/revoke/', {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `token=${own}`,
    });
    expect([await works(own), await works(other)]).toEqual([401, 200]);
    const revoked = await sandbox.fetch('http://sandbox/sandbox/tokens/revoke', { method: 'POST' });
    expect(await revoked.json()).toEqual({ Revoked: 1 });
    expect(await works(other)).toBe(401);
  });

  it('are never listed or echoed: the request log hides those in a URL', async () => {
    const sandbox = newSandbox();
    const token = await accessToken(sandbox);
    await sandbox.fetch(`http://sandbox/api/v1/customers?access_token=${token}`);
    const response = await sandbox.fetch('http://sandbox/sandbox/requests');
    expect(await response.text()).not.toContain(token);
  });
});
