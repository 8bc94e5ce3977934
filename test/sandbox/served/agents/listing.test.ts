import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent, tokensOf } from './agent.ts';

/* What every conversation pays for: the listing of the tools. Tokens are counted as four characters each. */

const sandbox = createSandbox({ seed: 'listing', clock: '2026-01-15T10:00:00Z' });
const agent = ScriptedAgent.of(sandbox);
afterAll(() => sandbox.close());

it('the listing has at most 4,000 tokens, also by three characters each', async () => {
  const listing = JSON.stringify(await agent.request('tools/list'));
  expect(tokensOf(listing)).toBeLessThanOrEqual(3_000);
  expect(Math.ceil(listing.length / 3)).toBeLessThanOrEqual(4_000);
});

it('has about fifteen tools, each with a description and described input', async () => {
  const { tools } = await agent.request('tools/list');
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    'catalog',
    'sign_up',
    'contract',
    'next_payment',
    'clock',
    'events',
    'explain',
    'webhooks',
    'find_operation',
    'call_api',
    'search_docs',
    'read_docs',
    'compare',
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
    compare: { variants: [{ name: 'a year', steps: [{ advance: 'P1Y' }] }] },
  };
  await agent.text('sign_up');
  const state = () => {
    const { accessTokens: _, ...collections } = sandbox.snapshot().Collections;
    return collections;
  };
  const before = state();
  const readOnly = tools.filter(
    ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint,
  );
  expect(readOnly.length).toBe(9);
  for (const { name } of readOnly) await agent.text(name, inputs[name] ?? {});
  expect(state()).toEqual(before);
});

it.each([
  ['sign_up', {}],
  ['clock', { advance: 'P2Y' }],
  ['contract', {}],
  ['contract', { id: 'ada@example.com' }],
  ['events', {}],
  ['webhooks', { register: 'http://localhost:9/webhooks' }],
  ['catalog', { about: 'test_data' }],
  ['find_operation', { query: 'POST /orders' }],
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

it('tools that can delete say so', async () => {
  const { tools } = await agent.request('tools/list');
  const destructive = tools.filter(
    ({ annotations }: { annotations: { destructiveHint: boolean } }) => annotations.destructiveHint,
  );
  expect(destructive.map(({ name }: { name: string }) => name)).toEqual(['call_api', 'reset']);
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
  expect([response.status, (await response.json()).result?.tools.length]).toEqual([200, 15]);
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
