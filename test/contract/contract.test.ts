import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, startSandbox } from 'clientlib-sandbox';
import { handlers } from 'clientlib-sandbox/msw';
import { setupServer } from 'msw/node';
import { contractIn, type Host } from './host.ts';
import { inProcess, options } from './reference.ts';
import { streamed } from './streamed.ts';

/* The hosts that need neither a browser (test/e2e/contract.test.ts) nor an engine (test/hosted/contract.test.ts). */

const hosts: readonly Host[] = [
  { name: 'in process', hasSeed: true, open: async (receiverUrl) => inProcess(receiverUrl) },
  {
    name: 'a Node server',
    hasSeed: true,
    async open(receiverUrl) {
      const { url, close } = await startSandbox({ ...options, port: 0 });
      return { baseUrl: url, receiverUrl, close };
    },
  },
  {
    name: 'a Node server that keeps its state',
    hasSeed: true,
    async open(receiverUrl) {
      const data = await mkdtemp(join(tmpdir(), 'contract-data-'));
      const { url, close } = await startSandbox({ ...options, port: 0, data });
      const closeAndRemove = async () => {
        await close();
        await rm(data, { recursive: true });
      };
      return { baseUrl: url, receiverUrl, close: closeAndRemove };
    },
  },
  ...[
    { name: 'a Node server, each body chunked', bytes: 65_536 },
    { name: 'a Node server, each body in pieces of 7 bytes', bytes: 7 },
  ].map(
    ({ name, bytes }): Host => ({
      name,
      hasSeed: true,
      async open(receiverUrl) {
        const { url, close } = await startSandbox({ ...options, port: 0 });
        const send = (request: Request) => streamed(request, bytes);
        return { baseUrl: url, fetch: send, receiverUrl, close };
      },
    }),
  ),
  {
    name: 'a workspace of a Node server',
    hasSeed: false,
    async open(receiverUrl) {
      const { url, close } = await startSandbox({ ...options, port: 0 });
      return { baseUrl: `${url}/w/contract`, receiverUrl, close };
    },
  },
  {
    name: 'a workspace in process',
    hasSeed: false,
    async open(receiverUrl) {
      const sandbox = createSandbox(options);
      return {
        baseUrl: 'http://sandbox',
        fetch: sandbox.workspace('contract').fetch,
        receiverUrl,
        close: () => sandbox.close(),
      };
    },
  },
  {
    name: 'MSW 2 in Node',
    hasSeed: true,
    async open(receiverUrl) {
      const served = handlers({ ...options, baseUrl: 'https://billing.example' });
      const server = setupServer(...served);
      server.listen({ onUnhandledRequest: 'bypass' });
      const close = () => {
        server.close();
        served.sandbox.close();
      };
      return { baseUrl: 'https://billing.example', receiverUrl, close };
    },
  },
];

for (const host of hosts) contractIn(host);
