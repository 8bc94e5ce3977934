import { afterEach, expect, it, vi } from 'vitest';
import { runMcp } from '../../../../sandbox/src/hosts/command/mcp-command.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // What was loaded with a stand-in is not for the tests of other files.
  vi.resetModules();
});

it.each(['http://sandbox.example.com', 'http://10.0.0.7:4400', 'http://localhost.example.com'])(
  'sends no control token over http to %s',
  async (url) => {
    vi.stubEnv('CLIENTLIB_SANDBOX_CONTROL_TOKEN', 'a-control-token');
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(runMcp({ url, port: 4400 })).rejects.toThrow(
      `mcp with a control token: ${new URL(url).host} is another machine and requires https.`,
    );
    expect(fetched).not.toHaveBeenCalled();
  },
);

const source = '../../../../sandbox/src';

/** Runs the command between stand-ins. @returns what it has handed over, and the order in which it ends */
async function runBetweenStandIns(options: object, health: () => Promise<Response>) {
  const started: unknown[] = [];
  const served: unknown[][] = [];
  const ended: unknown[] = [];
  const onEnd: { readonly [event: string]: () => void } = {};
  const keep = (name: string, work: () => void) => void Object.assign(onEnd, { [name]: work }) as never;
  vi.spyOn(process, 'once').mockImplementation(keep as never);
  vi.spyOn(process.stdin, 'once').mockImplementation(keep as never);
  vi.spyOn(process, 'exit').mockImplementation((code) => void ended.push(code) as never);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(health);
  vi.resetModules();
  vi.doMock('@modelcontextprotocol/server/stdio', () => ({
    StdioServerTransport: class {},
    serveStdio(make: () => void) {
      make();
      return { close: async () => void ended.push('tools') };
    },
  }));
  vi.doMock(`${source}/served/agents/server.ts`, () => ({
    agentServer: (...given: unknown[]) => void served.push(given),
  }));
  vi.doMock(`${source}/hosts/node/node.ts`, () => ({
    startSandbox: async (given: object) => {
      started.push(given);
      return { url: 'http://localhost:4444', close: async () => void ended.push('sandbox') };
    },
  }));
  const { runMcp: run } = await import(`${source}/hosts/command/mcp-command.ts`);
  await run({ port: 4444, ...options });
  for (const path of ['served/agents/server.ts', 'hosts/node/node.ts']) vi.doUnmock(`${source}/${path}`);
  vi.doUnmock('@modelcontextprotocol/server/stdio');
  const [[host = {}, , isReadOnly] = []] = served as [Record<string, unknown>, string, boolean][];
  return { started, host, isReadOnly, ended, onEnd, asked };
}

const nobody = () => Promise.reject(new TypeError('fetch failed'));

it('starts a sandbox with the options of the command line where none runs', async () => {
  const options = { clock: '2026-01-15T10:00:00Z', seed: 's' };
  const { started, host, isReadOnly } = await runBetweenStandIns(options, nobody);
  expect(started).toEqual([{ port: 4444, ...options }]);
  expect([host['baseUrl'], isReadOnly]).toEqual(['http://localhost:4444', false]);
});

it.each([
  ['a sandbox', 0, async () => Response.json({ Status: 'ok' })],
  ['a sandbox behind a control token', 0, async () => new Response(null, { status: 401 })],
  ['another program', 1, async () => new Response('<html>')],
  ['a server of another kind', 1, async () => Response.json({ Status: 'up' })],
])('where %s answers at the port, it starts %i of its own', async (_who, starts, health) => {
  const { started, host } = await runBetweenStandIns({}, health);
  expect([started.length, host['baseUrl']]).toEqual([starts, 'http://localhost:4444']);
});

it('serves the tools that read alone if it is told so, with the control token of the environment', async () => {
  vi.stubEnv('CLIENTLIB_SANDBOX_CONTROL_TOKEN', 'token');
  const url = 'http://localhost:4500/w/team/';
  const { started, host, isReadOnly, asked } = await runBetweenStandIns({ url, readonly: true }, nobody);
  expect([started, isReadOnly, host['controlToken'], host['baseUrl']]).toEqual([
    ...[[], true, 'token'],
    'http://localhost:4500/w/team',
  ]);
  expect(asked).not.toHaveBeenCalled();
});

it.each(['end', 'SIGINT', 'SIGTERM'])(
  'at %s it ends the tools, the sandbox that it started, and itself',
  async (event) => {
    const { ended, onEnd } = await runBetweenStandIns({}, nobody);
    onEnd[event]?.();
    await vi.waitFor(() => expect(ended).toEqual(['tools', 'sandbox', 0]));
  },
);
