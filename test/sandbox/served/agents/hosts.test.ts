import { handlers } from 'clientlib-sandbox/msw';
import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { answerInWorkspace } from '../../../../sandbox/src/served/agents/no-agents.ts';
import { tools } from '../../../../sandbox/src/served/agents/tools/index.ts';
import { ScriptedAgent } from './agent.ts';

/* `/mcp` where the sandbox is no server of its own. */

it('MSW serves agents as the server does', async () => {
  const service = handlers({ baseUrl: 'http://shop.test', seed: 'msw', clock: '2026-01-15T10:00:00Z' });
  const agent = new ScriptedAgent('http://shop.test/mcp', async (request) => {
    const response = await getResponse(service, request);
    if (response === undefined) throw new Error('no handler answers');
    return response;
  });
  const listed: { name: string }[] = (await agent.request('tools/list')).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(await agent.text('sign_up')).toContain('Next billing 2026-02-15');
});

it('a service worker responds with where the tools are', async () => {
  const response = await answerInWorkspace();
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32_601,
        message:
          'This sandbox runs in a service worker, which no agent reaches. Use: npx clientlib-sandbox mcp',
      },
    },
  ]);
});
