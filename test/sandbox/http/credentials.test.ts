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
    ['none', undefined, '', 401, realm],
    ['an empty header', '', '', 401, realm],
    ['a Basic header', `Basic ${btoa('a:b')}`, '', 401, realm],
    ['a Basic header in capitals', `BASIC ${btoa('a:b')}`, '', 401, realm],
    ['another scheme', 'Digest x', '', 401, realm],
    ['a scheme alone', 'Bearer', '', 400, 'invalid_request'],
    ['more than a token', 'Bearer a b', '', 400, 'invalid_request'],
    ['an unknown token', 'Bearer nothing', '', 401, 'invalid_token'],
    ['an unknown token in the query', undefined, '?access_token=nothing', 401, 'invalid_token'],
    ['an empty token in the query', undefined, '?access_token=', 401, realm],
    ['a token in another parameter', undefined, '?selfservicetoken=nothing', 401, realm],
    ['two tokens in the query', undefined, '?access_token=a&ACCESS_TOKEN=b', 400, 'invalid_request'],
    ['a token in two places', 'Bearer a', '?access_token=b', 400, 'invalid_request'],
  ])('%s is refused', async (_what, authorization, query, status, error) => {
    expect(await refusal(newSandbox(), 'customers', authorization, query)).toMatchObject({ status, error });
  });

  it('is taken with any case and white space, and from the query', async () => {
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
  });

  it('of another kind is told by its name', async () => {
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

  it('ends at the instant that its answer named', async () => {
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
  it('is a self-service token, and others are told by their name', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const path = 'CustomerSelfService/Contract';
    const own = await sandbox.fetch(`http://sandbox/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${Token}` },
    });
    expect(own.status).toBe(200);
    const account = sandbox.snapshot().Collections['accounts']?.[0] as unknown as { Id: string };
    const given = [await accessToken(sandbox), account.Id, 'x'];
    const refusals: Awaited<ReturnType<typeof refusal>>[] = [];
    for (const one of given) refusals.push(await refusal(sandbox, path, `Bearer ${one}`));
    expect(refusals.map(({ status, error }) => [status, error])).toEqual(
      given.map(() => [401, 'invalid_token']),
    );
    expect(refusals[0]?.text).toContain('Got an OAuth access token');
    expect(refusals[1]?.text).toContain('Got the public API key');
    expect(refusals[2]?.text).toContain('is unknown. Get one');
    expect(await refusal(sandbox, path)).toMatchObject({ status: 401, error: realm });
  });

  it('ends at its instant', async () => {
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
