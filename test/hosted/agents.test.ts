import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptedAgent } from '../sandbox/served/agents/agent.ts';
import { type MadeWorkspace, startHosted } from './hosted.ts';

/* The tools for coding agents on the engine: with the control token of the workspace, and in it alone. */

let hosted: Awaited<ReturnType<typeof startHosted>>;
let mine: MadeWorkspace;
let theirs: MadeWorkspace;

beforeAll(async () => {
  hosted = await startHosted();
  [mine, theirs] = [await hosted.make({ Clock: '2026-01-15T10:00:00Z' }), await hosted.make()];
});
afterAll(() => hosted.close());

const agentIn = ({ Url }: MadeWorkspace, token: string) =>
  new ScriptedAgent(`${Url}/mcp`, (request) => fetch(request), {
    Authorization: `Bearer ${token}`,
    Connection: 'close',
  });

it('the tools work on a contract, whose state outlives the object', async () => {
  const agent = agentIn(mine, mine.ControlToken);
  const contractId = /Contract (\w{24})/.exec(await agent.text('sign_up'))?.[1];
  await agent.text('next_payment', { contractId, code: 'InsufficientBalance' });
  await agent.text('clock', { advance: 'P1M' });
  const compared = await agent.text('compare', {
    contractId,
    variants: [{ name: 'a', steps: [{ advance: 'P1M' }] }],
  });
  expect(compared).toContain('Owed: a 0.00');
  await hosted.evict(mine.Name);
  expect(await agent.text('contract', { contractId })).toContain('Owed 11.78 EUR');
  expect(await agent.text('explain', { what: 'InsufficientBalance' })).toContain('insufficient funds');
  expect(await agent.text('search_docs', { query: 'verify webhook signature' })).toContain('webhooks#');
});

it('another token, no token, and a page of another origin are rejected', async () => {
  for (const token of [theirs.ControlToken, 'wrong', ''])
    await expect(agentIn(mine, token).request('tools/list')).rejects.toThrow('tools/list: 401');
  const response = await fetch(`${mine.Url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${mine.ControlToken}`,
      Origin: 'https://evil.example',
      'Content-Type': 'application/json',
      Connection: 'close',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  expect(response.status).toBe(403);
});

it('no other workspace is accessible', async () => {
  const agent = agentIn(mine, mine.ControlToken);
  for (const path of [`/../../../w/${theirs.Name}/api/v1/contracts`, `//w/${theirs.Name}/api/v1/contracts`])
    expect((await agent.call('call_api', { method: 'GET', path })).text).toMatch(/^404 /);
});
