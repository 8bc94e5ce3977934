import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { serviceUrl } from '../../clients/account/service-url.ts';
import { createSandbox } from '../../sandbox/sandbox.ts';
import { newMemory } from '../../served/agents/agent-host.ts';
import { agentServer } from '../../served/agents/server.ts';
import { openFork } from '../../service/http/traffic/fork.ts';
import { version } from '../../service/http/wire/version.ts';
import { certifyingWith } from '../node/certify-receiver.ts';
import { startSandbox } from '../node/node.ts';
import type { McpOptions } from './agent-options.ts';
import { printError } from './output.ts';

/** Timeout in milliseconds for a sandbox on this machine to respond. */
const PATIENCE_MS = 1_000;

/** Serves the tools over standard input and output, which belong to the protocol: messages for people go to standard error. */
export async function runMcp({ url, port, clock, seed, readonly }: McpOptions): Promise<void> {
  const controlToken = process.env['CLIENTLIB_SANDBOX_CONTROL_TOKEN'] || undefined;
  // The token is sent with each request, unencrypted only to this machine.
  if (url !== undefined && controlToken !== undefined) serviceUrl(url, 'mcp with a control token');
  const running = url ?? (await runningAt(port));
  const started =
    running === undefined
      ? await startSandbox({
          port,
          ...(clock === undefined ? {} : { clock }),
          ...(seed === undefined ? {} : { seed }),
        })
      : undefined;
  const baseUrl = (running ?? started?.url ?? '').replace(/\/+$/, '');
  const host = {
    baseUrl,
    fetch: (path: string, init?: RequestInit) => fetch(baseUrl + path, init),
    controlToken,
    memory: newMemory(),
    fork: (snapshot: unknown) => openFork(createSandbox, snapshot),
    certify: certifyingWith(startSandbox),
  };
  const served = serveStdio(() => agentServer(host, version, readonly === true), {
    transport: new StdioServerTransport(process.stdin, process.stdout),
  });
  const what = started === undefined ? 'running' : 'started';
  printError(`clientlib-sandbox mcp: tools for the sandbox ${what} at ${baseUrl}\n`);
  const end = async () => {
    await served.close();
    await started?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.stdin.once('end', end);
}

/** A running sandbox on this machine: editors start the command for each window. */
async function runningAt(port: number): Promise<string | undefined> {
  if (port === 0) return undefined;
  const url = `http://localhost:${port}`;
  try {
    const response = await fetch(`${url}/sandbox/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    // With a control token, it responds to requests without one with 401.
    if (response.status === 401) return url;
    const { Status } = (await response.json()) as { readonly Status?: string };
    return Status === 'ok' ? url : undefined;
  } catch {
    return undefined;
  }
}
