import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, it } from 'vitest';
import { tools } from '../../sandbox/src/served/agents/tools/index.ts';
import { startedSandbox } from './node.ts';

/* `clientlib-sandbox mcp`, as an editor starts it: the protocol on standard input and output, and nothing else there. */

const command = join(inject('consumer'), 'node_modules', '.bin', 'clientlib-sandbox');

/** Starts the command; `request` sends a message and resolves with its answer. */
function start(...args: string[]) {
  const child = spawn(command, ['mcp', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  let last = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (method: string, params: object = {}) => {
    last += 1;
    send({ id: last, method, params });
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The command ended: ${said}`);
    const answer = JSON.parse(value);
    expect(answer.id).toBe(last);
    return answer.result;
  };
  return {
    request,
    notify: (method: string) => send({ method }),
    call: async (name: string, input: object = {}): Promise<string> =>
      (await request('tools/call', { name, arguments: input })).content[0].text,
    /** Ends as an editor does: it closes the input. @returns exit code, and what stood on standard error */
    async end() {
      child.stdin.end();
      const [code] = await once(child, 'exit');
      const { done } = await lines.next();
      return { code, said, isSilent: done };
    },
  };
}

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

describe('clientlib-sandbox mcp', () => {
  it('starts a sandbox, and serves its tools and guides', async () => {
    const agent = start('--port', '0', '--clock', '2026-01-15T10:00:00Z');
    expect((await agent.request('initialize', initialize)).serverInfo.name).toBe('clientlib-sandbox');
    agent.notify('notifications/initialized');
    const listed: { name: string }[] = (await agent.request('tools/list')).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const signedUp = await agent.call('sign_up');
    expect(signedUp).toContain('Next billing 2026-02-15');
    expect(await agent.call('compare', { variants: [{ name: 'a', steps: [{ advance: 'P1M' }] }] })).toContain(
      'Contracts: a Active 1',
    );
    expect(await agent.call('clock', { advance: 'P1M' })).toContain('PaymentSucceeded 1');
    expect(await agent.call('search_docs', { query: 'verify webhook' })).toContain('webhooks#');
    expect(await agent.call('explain', { what: 'InsufficientBalance' })).toContain('insufficient funds');
    const { code, said, isSilent } = await agent.end();
    expect([code, isSilent]).toEqual([0, true]);
    expect(said).toMatch(
      /^clientlib-sandbox mcp: tools for the sandbox started at http:\/\/localhost:\d+\n$/,
    );
  });

  it('uses a running sandbox, and leaves it running', async () => {
    const { url, end } = await startedSandbox('--quiet', '-t', '2026-01-15T10:00:00Z');
    const agent = start(url);
    await agent.request('initialize', initialize);
    await agent.call('sign_up');
    const events = await (await fetch(`${url}/sandbox/events?event=ContractCreated`)).json();
    expect(events).toHaveLength(1);
    const other = start('--port', new URL(url).port);
    await other.request('initialize', initialize);
    expect(await other.call('contract')).toContain('"Ada Lovelace": Active');
    expect((await other.end()).said).toContain('running at');
    expect((await agent.end()).code).toBe(0);
    expect((await fetch(`${url}/sandbox/health`, { headers: { Connection: 'close' } })).status).toBe(200);
    await end('SIGTERM');
  });
});
