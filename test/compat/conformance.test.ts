import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHosted } from '../hosted/hosted.ts';
import { newerNode } from './newer-node.ts';

/* The conformance suite of the Model Context Protocol against `/mcp`, with the scenarios that apply to a server without its samples. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** The other scenarios for servers, by what they need of the server. */
const inapplicable: Readonly<Record<string, RegExp>> = {
  'a tool, prompt or resource of the suite by its name': /^(tools-call|prompts|resources|json-schema)-/,
  'a capability that is not declared': /^(completion|logging|elicitation)-/,
  'streams and sessions, which a stateless endpoint has not': /^server-sse-/,
};

const node = newerNode();
const suite = 'test/compat/node_modules/@modelcontextprotocol/conformance/dist/index.js';
const run = promisify(execFile);

/** @returns what the suite prints @throws Error with it where a check fails */
async function conform(url: string, scenario: string): Promise<string> {
  if ('missing' in node) throw new Error(node.missing);
  const { stdout } = await run(node.path, [suite, 'server', '--url', url, '--scenario', scenario]);
  return stdout;
}

/** The suite sends no credentials: what stands before a hosted workspace adds its control token, as an editor does. */
async function startProxy(
  url: string,
  token: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host = '', origin } = request.headers;
    const isLocal = /^(localhost|127\.0\.0\.1)(:|$)/.test(host);
    const headers = new Headers({ Authorization: `Bearer ${token}`, Connection: 'close' });
    for (const name of ['accept', 'content-type', 'mcp-protocol-version'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]));
    // An origin of the proxy is one of the workspace; any other stays what it is.
    if (origin !== undefined)
      headers.set('Origin', isLocal && origin.endsWith(host) ? new URL(url).origin : origin);
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`, server };
}

describe('the conformance suite of the protocol, on Node', () => {
  let started: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    started = await startSandbox({ port: 0 });
  });
  afterAll(() => started.close());

  it.for(scenarios)('%s', async (scenario, context) => {
    if ('missing' in node) return context.skip(node.missing);
    expect(await conform(`${started.url}/mcp`, scenario)).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });

  it('every other server scenario requires a feature that this server does not have', async (context) => {
    if ('missing' in node) return context.skip(node.missing);
    const { stdout } = await run(node.path, [suite, 'list', '--server']);
    const names = [...stdout.matchAll(/^ +- ([a-z][a-z0-9-]+)/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(scenarios));
    const reasons = Object.values(inapplicable);
    const others = names.filter((name) => !scenarios.includes(name));
    expect(others.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
    const response = await fetch(`${started.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    });
    expect(Object.keys((await response.json()).result.capabilities).sort()).toEqual([
      'prompts',
      'resources',
      'tools',
    ]);
  });

  it.for(scenarios)('%s, in a workspace', async (scenario, context) => {
    if ('missing' in node) return context.skip(node.missing);
    expect(await conform(`${started.url}/w/one/mcp`, scenario)).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});

describe('the conformance suite of the protocol, hosted', () => {
  let hosted: Awaited<ReturnType<typeof startHosted>>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    hosted = await startHosted();
    const { Url, ControlToken } = await hosted.make();
    proxy = await startProxy(`${Url}/mcp`, ControlToken);
  });
  afterAll(async () => {
    await new Promise((resolve) => proxy.server.close(resolve));
    await hosted.close();
  });

  it.for(scenarios)('%s', async (scenario, context) => {
    if ('missing' in node) return context.skip(node.missing);
    expect(await conform(proxy.url, scenario)).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
