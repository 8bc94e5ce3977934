import { describe, expect, it } from 'vitest';
import { accessToken, backEnd, client, newContract, newSandbox } from './service.ts';

const realm = 'Bearer realm="clientlib-sandbox"';

/** Asks for something, and says how it was refused. */
async function refusal(
  sandbox: ReturnType<typeof newSandbox>,
  path: string,
  authorization?: string,
  query = '',
) {
  const response = await sandbox.fetch(`http://sandbox/api/v1/${path}${query}`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
  const challenge = response.headers.get('WWW-Authenticate');
  const body = (await response.json()) as { code?: string; Code?: string; Message?: string; detail?: string };
  return {
    status: response.status,
    error: challenge === null ? 'none' : (/error="(\w+)"/.exec(challenge)?.[1] ?? challenge),
    text: JSON.stringify(body),
  };
}

describe('the credential of a back end', () => {
  it.each([
    ['none', undefined, '', 401, realm, 'The access token is missing.'],
    ['an empty header', '', '', 401, realm, 'The access token is missing.'],
    ['a Basic header', `Basic ${btoa('a:b')}`, '', 401, realm, 'Got a Basic header.'],
    ['a Basic header in capitals', `BASIC ${btoa('a:b')}`, '', 401, realm, 'Got a Basic header.'],
    ['another scheme', 'Digest x', '', 401, realm, 'has the scheme \\"Digest\\"; send'],
    ['a long scheme', `${'s'.repeat(21)} x`, '', 401, realm, `the scheme \\"${'s'.repeat(20)}\\"; send`],
    ['a scheme alone', 'Bearer', '', 400, 'invalid_request', 'is malformed'],
    ['more than a token', 'Bearer a b', '', 400, 'invalid_request', 'is malformed'],
    ['an unknown token', 'Bearer nothing', '', 401, 'invalid_token', 'is unknown or was revoked. Fetch'],
    ['an unknown token in the query', undefined, '?access_token=no', 401, 'invalid_token', 'is unknown'],
    ['an empty token in the query', undefined, '?access_token=', 401, realm, 'is missing'],
    ['a token in another parameter', undefined, '?selfservicetoken=no', 401, realm, 'is missing'],
    [
      'two tokens in the query',
      undefined,
      '?access_token=a&ACCESS_TOKEN=b',
      400,
      'invalid_request',
      'access_token was sent 2 times; send it once.',
    ],
    [
      'a token in two places',
      'Bearer a',
      '?access_token=b',
      400,
      'invalid_request',
      'in the Authorization header and as access_token',
    ],
  ])('%s is rejected', async (_what, authorization, query, status, error, text) => {
    expect(await refusal(newSandbox(), 'customers', authorization, query)).toMatchObject({
      status,
      error,
      text: expect.stringContaining(text),
    });
  });

  it('is rejected with a challenge in printable characters, without quotes in its description', async () => {
    const challenge = async (path: string, Authorization: string) =>
      (await newSandbox().fetch(`http://sandbox/api/v1/${path}`, { headers: { Authorization } })).headers.get(
        'WWW-Authenticate',
      );
    expect(await challenge('customers', 'Bearer')).toBe(
      `${realm}, error="invalid_request", error_description="The Authorization header is malformed; send 'Authorization: Bearer <token>'."`,
    );
    expect(await challenge('CustomerSelfService/contract', 'Bearer x')).toBe(
      `${realm}, error="invalid_token", error_description="The self-service token is unknown. Get one from GET /api/v1/contracts/{id}/selfServiceToken."`,
    );
  });

  it('of another workspace is named as such', async () => {
    const sandbox = newSandbox();
    const token = await accessToken(sandbox.workspace('checkout'));
    expect((await refusal(sandbox, 'customers', `Bearer ${token}`)).text).toContain(
      'revoked. It is a token of the workspace \\"checkout\\" (/w/checkout/…). Fetch',
    );
  });

  it('is accepted in any case and with white space, and from the query', async () => {
    const sandbox = newSandbox();
    const token = await accessToken(sandbox);
    const ask = async (authorization: string | undefined, query = '') =>
      (
        await sandbox.fetch(`http://sandbox/api/v1/customers${query}`, {
          headers: authorization === undefined ? {} : { Authorization: authorization },
        })
      ).status;
    expect(await ask(`Bearer ${token}`)).toBe(200);
    expect(await ask(`  bearer   ${token} `)).toBe(200);
    expect(await ask(undefined, `?Access_Token=${token}`)).toBe(200);
    expect(await ask(undefined, `?access_token=&access_token=${token}`)).toBe(200);
    expect(await ask(`Bearer ${token}`, '?access_token=')).toBe(200);
    expect(await ask('', `?access_token=${token}`)).toBe(200);
    expect(await ask(undefined, `?take=1&access_token=${token}`)).toBe(200);
  });

  it('of another kind is named', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const account = sandbox.snapshot().Collections['accounts']?.[0] as unknown as { Id: string };
    const texts: string[] = [];
    for (const given of [Token, account.Id, client.id, client.secret, 'x'])
      texts.push((await refusal(sandbox, 'customers', `Bearer ${given}`)).text);
    expect(texts[0]).toContain('Got a self-service token.');
    expect(texts[1]).toContain('Got the public API key.');
    expect(texts[2]).toContain('Got a client id or secret.');
    expect(texts[3]).toContain('Got a client id or secret.');
    expect(texts[4]).toContain('is unknown or was revoked. Fetch');
  });

  it('expires at the instant in its response', async () => {
    const sandbox = newSandbox({
      config: { Account: { TokenLifetime: 3600 } },
    });
    const api = await backEnd(sandbox);
    await sandbox.clock.advance('PT59M59S');
    expect((await api('GET', 'customers')).status).toBe(200);
    await sandbox.clock.advance('PT1S');
    const { status, headers, body } = await api('GET', 'customers');
    expect([status, JSON.stringify(body).includes('has expired')]).toEqual([401, true]);
    expect(headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
  });
});

describe('the credential of a customer', () => {
  it('is a self-service token; others are named', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const path = 'CustomerSelfService/Contract';
    const own = await sandbox.fetch(`http://sandbox/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${Token}` },
    });
    expect(own.status).toBe(200);
    for (const name of ['selfservicetoken', 'SelfServiceToken'])
      expect((await sandbox.fetch(`http://sandbox/api/v1/${path}?${name}=${Token}`)).status).toBe(200);
    const account = sandbox.snapshot().Collections['accounts']?.[0] as unknown as { Id: string };
    const given = [await accessToken(sandbox), account.Id, 'x'];
    const refusals: Awaited<ReturnType<typeof refusal>>[] = [];
    for (const one of given) refusals.push(await refusal(sandbox, path, `Bearer ${one}`));
    expect(refusals.map(({ status, error }) => [status, error])).toEqual(
      given.map(() => [401, 'invalid_token']),
    );
    expect((await refusal(sandbox, path)).text).toContain('The self-service token is missing.');
    expect(refusals[0]?.text).toContain('Got an OAuth access token');
    expect(refusals[1]?.text).toContain('Got the public API key');
    expect(refusals[2]?.text).toContain('is unknown. Get one');
    expect(await refusal(sandbox, path)).toMatchObject({ status: 401, error: realm });
  });

  it('expires at its instant', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token, Expiry } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    await sandbox.clock.set(Expiry);
    const ended = await refusal(sandbox, 'CustomerSelfService/Contract', `Bearer ${Token}`);
    expect(ended).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(ended.text).toContain('has expired');
  });
});
