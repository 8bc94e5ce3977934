// The rules of the control API hold for the tools of coding agents: credentials × tools, foreign origins, workspaces.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent } from '../sandbox/served/agents/agent.ts';
import { accessToken, backEnd, client, newContract, newSandbox } from '../sandbox/service/http/service.ts';

const controlToken = 'the-control-token';
type Headers = Readonly<Record<string, string>>;
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

const inputs: Readonly<Record<string, object>> = {
  catalog: {},
  price: {},
  why: { customer: 'ada@example.com' },
  certify: { receiver: 'https://shop.example.com/webhooks' },
  fault: { status: 503 },
  store: { type: 'AppleIap' },
  forecast: { months: 1 },
  fork: { name: 'copy' },
  snapshot: {},
  restore: {},
  sign_up: {},
  contract: {},
  next_payment: { code: 'BearerInvalid' },
  change_payment: { contractId: 'b00000000000000000000001' },
  clock: { advance: 'P1M' },
  events: {},
  explain: { what: 'PaymentFailed' },
  webhooks: { register: 'https://shop.example.com/webhooks' },
  find_operation: { query: 'orders' },
  call_api: { method: 'POST', path: '/customers', body: { FirstName: 'Eve' } },
  search_docs: { query: 'clock' },
  read_docs: {},
  compare: { variants: [{ name: 'one', steps: [] }] },
  write_test: {},
  reset: {},
};

let sandbox: Sandbox;
let credentials: Record<string, Headers>;

beforeAll(async () => {
  sandbox = newSandbox({ controlToken, workspaces: { onFirstUse: true } });
  const other = sandbox.workspace('other');
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  credentials = {
    nothing: {},
    'a wrong token': bearer('wrong'),
    'an access token': bearer(await accessToken(sandbox)),
    'an access token of another workspace': bearer(await accessToken(other)),
    'a self-service token': bearer(
      (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body.Token,
    ),
    'client id and secret': { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    'the public API key': bearer('a00000000000000000000001'),
  };
});
afterAll(() => sandbox.close());

const state = () =>
  [sandbox, sandbox.workspace('other')].flatMap((one) => {
    const { Collections, Clock } = one.snapshot();
    return [...Object.values(Collections).flat(), Clock.Now];
  });

const agentWith = (headers: Headers, path = '/mcp') =>
  new ScriptedAgent(`http://sandbox${path}`, (request) => sandbox.fetch(request), headers);

async function expectRefused(headers: Headers, status: number, path?: string): Promise<void> {
  const before = state();
  const agent = agentWith(headers, path);
  await expect(agent.request('tools/list')).rejects.toThrow(`tools/list: ${status}`);
  await expect(agent.request('initialize', {})).rejects.toThrow(`initialize: ${status}`);
  for (const [name, input] of Object.entries(inputs))
    await expect(agent.call(name, input)).rejects.toThrow(`tools/call: ${status}`);
  const after = state();
  expect(after.length).toBe(before.length);
  expect(after.filter((one, at) => one !== before[at])).toEqual([]);
}

it('every tool is tested here', async () => {
  const { tools } = await agentWith(bearer(controlToken)).request('tools/list');
  expect(tools.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(inputs).sort());
});

describe('all tools', () => {
  it.each([
    'nothing',
    'a wrong token',
    'an access token',
    'an access token of another workspace',
    'a self-service token',
    'client id and secret',
    'the public API key',
  ])('reject %s with 401', async (what) => {
    await expectRefused(credentials[what] ?? {}, 401);
    await expectRefused(credentials[what] ?? {}, 401, '/w/other/mcp');
  });

  it.each([
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:8080' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('reject pages of other origins, whatever they know: %o', async (headers) => {
    await expectRefused({ ...headers, ...bearer(controlToken) }, 403);
  });

  it('prevent pages from reading a response', async () => {
    const response = await sandbox.fetch('http://sandbox/mcp', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('another workspace', () => {
  it('is neither read nor changed by any tool', async () => {
    const open = newSandbox({ workspaces: { onFirstUse: true } });
    const agentIn = (path: string) =>
      new ScriptedAgent(`http://sandbox${path}`, (request) => open.fetch(request));
    const foreign = /Contract (\w{24})/.exec(await agentIn('/w/theirs/mcp').text('sign_up'))?.[1] ?? '';
    const theirs = open.workspace('theirs').snapshot();
    const agent = agentIn('/w/mine/mcp');
    await agent.text('sign_up');
    expect(await agent.text('contract')).not.toContain(foreign);
    for (const path of [
      `/contracts/${foreign}`,
      `/../../../w/theirs/api/v1/contracts/${foreign}`,
      `/%2e%2e/%2e%2e/w/theirs/api/v1/contracts/${foreign}`,
      `//w/theirs/api/v1/contracts/${foreign}`,
      `/w/theirs/api/v1/contracts/${foreign}`,
      `http://sandbox/w/theirs/api/v1/contracts/${foreign}`,
      '/../../sandbox/workspaces',
      '/../../sandbox/snapshot.ndjson?workspaces=all',
      '\\..\\..\\w\\theirs\\sandbox\\catalog',
    ]) {
      for (const method of ['GET', 'DELETE']) {
        const { text } = await agent.call('call_api', { method, path });
        expect([path, text]).toEqual([path, expect.stringMatching(/^4\d\d /)]);
      }
    }
    for (const id of [foreign, `../../w/theirs/api/v1/contracts/${foreign}`]) {
      for (const [name, input] of [
        ['contract', { contractId: id }],
        ['contract', { customer: id }],
        ['why', { contractId: id }],
        ['price', { contractId: id }],
        ['forecast', { contractId: id, months: 1 }],
      ] as const)
        expect((await agent.call(name, input)).text).not.toMatch(/Contract |invoice /);
      expect((await agent.call('explain', { what: id })).text).not.toContain('Request ');
      await agent.call('webhooks', { resend: id });
    }
    const compared = await agent.call('compare', {
      variants: [
        {
          name: 'x',
          steps: [{ call: { method: 'DELETE', path: `/../../w/theirs/api/v1/contracts/${foreign}` } }],
        },
      ],
    });
    expect(compared.text).toContain('Refused: x 404');
    await agent.text('clock', { advance: 'P1M' });
    await agent.text('reset');
    expect(open.workspace('theirs').snapshot()).toEqual(theirs);
    expect(open.workspaces().sort()).toEqual(['mine', 'theirs']);
    open.close();
  });
});

it('no response and no log has a secret that was not requested', async () => {
  const agent = agentWith(bearer(controlToken));
  const texts: string[] = [];
  for (const [name, input] of Object.entries(inputs)) texts.push((await agent.call(name, input)).text);
  const log = await (
    await sandbox.fetch('http://sandbox/sandbox/requests', { headers: bearer(controlToken) })
  ).text();
  for (const secret of [controlToken, '4111111111111111'])
    expect(
      texts.filter((text, at) => Object.keys(inputs)[at] !== 'write_test' && text.includes(secret)),
    ).toEqual([]);
  expect(log).not.toContain(controlToken);
});

describe('work without end', () => {
  const agent = () => agentWith(bearer(controlToken));

  it.each([
    ['search_docs', { query: 'a b c d '.repeat(100_000) }, 'query'],
    ['explain', { what: 'ab'.repeat(400_000) }, 'what'],
    ['find_operation', { query: 'order '.repeat(100_000) }, 'query'],
    ['compare', { variants: [{ name: 'x'.repeat(2_001), steps: [] }] }, 'name'],
    ['write_test', { title: 'x'.repeat(2_001) }, 'title'],
    ['call_api', { method: 'GET', path: '/orders', fields: ['Id', 'x'.repeat(2_001)] }, 'fields'],
    ['webhooks', { onlyEvents: ['x'.repeat(2_001)] }, 'onlyEvents'],
  ])('%s takes no text that nobody means', async (name, input, field) => {
    const { text, isError } = await agent().call(name, input);
    expect([text, isError]).toEqual([`${field}: expected at most 2000 characters.\nNext: send less.`, true]);
  });

  it('the body of a request is limited by the service alone', async () => {
    const FirstName = 'x'.repeat(2_001);
    const input = { method: 'POST', path: '/customers', body: { FirstName, LastName: 'B' } };
    expect((await agent().call('call_api', input)).text).toMatch(/^(200|201|422) /);
  });

  it('a message of more than 1,000,000 characters is not read', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const ask = async (length: number) => {
      const body = JSON.stringify(message);
      const response = await sandbox.fetch('http://sandbox/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...bearer(controlToken),
        },
        body: body + ' '.repeat(length - body.length),
      });
      return response.status;
    };
    expect([await ask(1_000_000), await ask(1_000_001)]).toEqual([200, 413]);
  });

  it.each([
    ['levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested deeper than 32 levels/],
    ['values', `[${'1,'.repeat(60_000)}1]`, /more than 50000 values/],
  ])('a message of too many %s is refused before a tool sees it', async (_, value, message) => {
    const response = await sandbox.fetch('http://sandbox/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...bearer(controlToken) },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"catalog","arguments":{"a":${value}}}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringMatching(message) },
    });
  });
});
