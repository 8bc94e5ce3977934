// Ten jobs by the tools of `/mcp`, with the client of the protocol that editors are built on.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { type Agent, furtherJobs } from '../sandbox/served/agents/further-jobs.ts';

function agentOf(client: Client): Agent & { readonly calls: string[] } {
  const calls: string[] = [];
  const call: Agent['call'] = async (name, input = {}) => {
    calls.push(name);
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), isError };
  };
  const text: Agent['text'] = async (name, input) => {
    const answer = await call(name, input);
    if (answer.isError) throw new Error(`${name}: ${answer.text}`);
    return answer.text;
  };
  return { call, text, calls };
}

it.each(furtherJobs)('$name', async ({ options, before, run }) => {
  const { url, sandbox, close } = await startSandbox({
    ...{ port: 0, seed: 'jobs', clock: '2026-01-15T10:00:00Z' },
    ...options,
  });
  await before?.(sandbox);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const agent = agentOf(client);
  await run(agent, sandbox);
  expect(agent.calls.length).toBeLessThanOrEqual(6);
  await client.close();
  await close();
});
