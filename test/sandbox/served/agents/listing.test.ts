import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent, tokensOf } from './agent.ts';

/* What every conversation pays for: the listing of the tools. Tokens are counted as four characters each. */

const sandbox = createSandbox({ seed: 'listing', clock: '2026-01-15T10:00:00Z' });
const agent = ScriptedAgent.of(sandbox);
afterAll(() => sandbox.close());

it('the listing has at most 3,400 tokens of four characters, which is more than real vocabularies count', async () => {
  const listing = JSON.stringify(await agent.request('tools/list'));
  expect(tokensOf(listing)).toBeLessThanOrEqual(3_400);
});

it('has 25 tools, each with a description and described input', async () => {
  const { tools } = await agent.request('tools/list');
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    'catalog',
    'price',
    'sign_up',
    'contract',
    'why',
    'next_payment',
    'change_payment',
    'clock',
    'events',
    'explain',
    'webhooks',
    'certify',
    'fault',
    'store',
    'find_operation',
    'call_api',
    'search_docs',
    'read_docs',
    'compare',
    'forecast',
    'fork',
    'snapshot',
    'restore',
    'write_test',
    'reset',
  ]);
  for (const { name, description, inputSchema } of tools)
    expect([name, description.length > 20, inputSchema.type]).toEqual([name, true, 'object']);
});

it('read-only tools say so, and do not change the state', async () => {
  const { tools } = await agent.request('tools/list');
  const inputs: Record<string, object> = {
    explain: { what: 'PaymentFailed' },
    find_operation: { query: 'orders' },
    search_docs: { query: 'clock' },
    why: { customer: 'ada@example.com' },
    forecast: { months: 3 },
    compare: { variants: [{ name: 'a year', steps: [{ advance: 'P1Y' }] }] },
  };
  await agent.text('sign_up');
  const state = () => {
    const { accessTokens: _, ...collections } = sandbox.snapshot().Collections;
    return collections;
  };
  // Another test may have registered an endpoint: its delivery is tried first.
  await sandbox.settle();
  const before = state();
  const readOnly = tools.filter(
    ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint,
  );
  expect(readOnly.length).toBe(12);
  for (const { name } of readOnly) await agent.text(name, inputs[name] ?? {});
  expect(state()).toEqual(before);
});

it.each([
  ['sign_up', {}],
  ['clock', { advance: 'P2Y' }],
  ['contract', {}],
  ['contract', { customer: 'ada@example.com' }],
  ['why', { customer: 'ada@example.com' }],
  ['why', {}],
  ['price', { planVariantId: 'b00000000000000000000003', coupon: 'WELCOME20' }],
  ['forecast', { months: 12 }],
  ['fault', {}],
  ['store', { type: 'AppleIap' }],
  ['snapshot', {}],
  ['restore', { name: 'before' }],
  ['certify', { receiver: 'http://localhost:9/webhooks' }],
  ['events', {}],
  ['webhooks', { register: 'http://localhost:9/webhooks' }],
  ['catalog', { about: 'test_data' }],
  ['find_operation', { query: 'POST /orders' }],
  ['find_operation', { query: 'POST /orders#Cart' }],
  ['find_operation', { query: 'GET /orders' }],
  ['find_operation', { query: 'POST /planVariants' }],
  ['call_api', { method: 'GET', path: '/contracts', query: { take: 100 } }],
  ['call_api', { method: 'GET', path: '/productInfo' }],
  ['search_docs', { query: 'the' }],
  ['read_docs', {}],
  ['read_docs', { place: 'clientlib' }],
  ['read_docs', { place: 'errors#wrong-data' }],
  ['explain', { what: 'NotFound' }],
  ['write_test', {}],
])('%s %o responds briefly, and says what to do next', async (name, input) => {
  const { text } = await agent.call(name, input);
  expect(tokensOf(text)).toBeLessThanOrEqual(1_200);
  expect(text).toMatch(/^Next: \S/m);
});

it('an invalid input is rejected with the name of the field', async () => {
  const { text, isError } = await agent.call('clock', { advance: 3 });
  expect([isError, text]).toEqual([true, expect.stringContaining('advance')]);
  const wrong = await agent.call('clock', { advance: 'a month' });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('Next: explain')]);
});

it('every tool refuses an argument that it does not have, with the nearest name, and does nothing', async () => {
  const { tools } = await agent.request('tools/list');
  const before = sandbox.snapshot();
  const calls: readonly (readonly [string, string, string])[] = tools.flatMap(
    ({ name, inputSchema }: { name: string; inputSchema: { properties?: object } }) =>
      Object.keys(inputSchema.properties ?? {}).map((argument) => [name, `${argument}x`, argument]),
  );
  expect(calls.length).toBeGreaterThan(30);
  for (const [name, wrong, near] of calls) {
    const { text, isError } = await agent.call(name, { [wrong]: 1 });
    expect([name, isError, text]).toEqual([
      name,
      true,
      expect.stringContaining(`Unknown argument ${wrong}; did you mean ${near}?`),
    ]);
  }
  expect(sandbox.snapshot()).toEqual(before);
});

it('nested arguments are refused in the same way', async () => {
  const component = { ComponentId: 'd00000000000000000000001', Quantty: 3 };
  const step = { advnce: 'P1M' };
  for (const [name, input, message] of [
    ['sign_up', { components: [component] }, 'Unknown argument Quantty; did you mean Quantity?'],
    ['price', { components: [component] }, 'Unknown argument Quantty; did you mean Quantity?'],
    [
      'compare',
      { variants: [{ name: 'a', steps: [step] }] },
      'Unknown argument advnce; did you mean advance?',
    ],
    ['compare', { variants: [{ nme: 'a', steps: [] }] }, 'Unknown argument nme; did you mean name?'],
  ] as const) {
    const { text, isError } = await agent.call(name, input);
    expect([name, isError, text]).toEqual([name, true, expect.stringContaining(message)]);
  }
});

it('every tool says whether it reads, deletes, can be repeated and reaches other programs', async () => {
  const { tools } = await agent.request('tools/list');
  const named = (hint: string) =>
    tools
      .filter(({ annotations }: { annotations: Record<string, boolean> }) => annotations[hint])
      .map(({ name }: { name: string }) => name);
  for (const { name, annotations } of tools)
    expect([name, Object.values(annotations).every((value) => typeof value === 'boolean')]).toEqual([
      name,
      true,
    ]);
  expect(named('destructiveHint')).toEqual(['call_api', 'restore', 'reset']);
  expect(named('openWorldHint')).toEqual(['webhooks', 'certify']);
  expect(named('idempotentHint').filter((name: string) => !named('readOnlyHint').includes(name))).toEqual([
    'snapshot',
    'restore',
    'reset',
  ]);
});

it('one argument has one name in all tools, and a refusal of the service speaks of it', async () => {
  for (const [name, input, field] of [
    ['clock', { advance: 'a month' }, 'advance: '],
    ['clock', { to: 'tomorrow' }, 'to: '],
    ['sign_up', { planVariantId: 'b00000000000000000000099' }, 'planVariantId: '],
    ['sign_up', { coupon: 'NONE' }, 'coupon: '],
    ['next_payment', { code: 'Nothing' }, 'code: '],
    ['webhooks', { register: 'nowhere' }, 'register: '],
    ['fault', { status: 7 }, 'status: '],
    ['fork', { name: 'a/b' }, 'workspace'],
  ] as const) {
    const { text, isError } = await agent.call(name, input);
    expect([name, isError, text]).toEqual([name, true, expect.stringContaining(field)]);
  }
});

it('supports the protocol versions of 2025 and 2026', async () => {
  const old = await agent.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  expect(old).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'clientlib-sandbox' } });
  const version = '2026-07-28';
  const response = await sandbox.fetch('http://sandbox/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': version,
      'Mcp-Method': 'tools/list',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  expect([response.status, (await response.json()).result?.tools.length]).toEqual([200, 25]);
});

it('rejects other methods than POST, and invalid messages', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await sandbox.fetch('http://sandbox/mcp', { method });
    expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, 'POST, OPTIONS']);
  }
  const send = async (body: string) =>
    (
      await sandbox.fetch('http://sandbox/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body,
      })
    ).status;
  expect([await send('{'), await send('x'.repeat(1_000_001))]).toEqual([400, 413]);
});

it('all that an agent sees first is as the reviewed file has it: tools, prompts and guides', async () => {
  const sandbox = createSandbox();
  const agent = ScriptedAgent.of(sandbox);
  const { tools } = await agent.request('tools/list');
  const { prompts } = await agent.request('prompts/list');
  const asked = {
    why_was_it_not_charged: { customer: 'ada@example.com' },
    integrate_a_signup: { plan: 'Pro' },
  };
  const texts: unknown[] = [];
  for (const { name } of prompts)
    texts.push(
      await agent.request('prompts/get', { name, arguments: asked[name as keyof typeof asked] ?? {} }),
    );
  const { resources } = await agent.request('resources/list');
  sandbox.close();
  const whole = JSON.stringify({ tools, prompts, texts, resources }, undefined, 1);
  await expect(whole).toMatchFileSnapshot('./files/listing.txt');
});
