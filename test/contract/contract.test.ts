import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, startSandbox } from 'clientlib-sandbox';
import { handlers } from 'clientlib-sandbox/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlling, startHosted } from '../hosted/hosted.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { inProcess, options, referenceLog } from './reference.ts';
import { streamed } from './streamed.ts';
import { caseNames, type EventLog, type Place, runCase } from './suite.ts';

/* The hosts that need no browser; those that do are in test/e2e/contract.test.ts. */

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

interface Host {
  readonly name: string;
  /** Whether it has the seed itself; a workspace has one of its own, so that ids of two workspaces differ. */
  readonly hasSeed: boolean;
  open(): Promise<Place & { close(): unknown }>;
}

const hosts: readonly Host[] = [
  { name: 'in process', hasSeed: true, open: async () => inProcess(receiver.url) },
  {
    name: 'a Node server',
    hasSeed: true,
    async open() {
      const { url, close } = await startSandbox({ ...options, port: 0 });
      return { baseUrl: url, receiverUrl: receiver.url, close };
    },
  },
  {
    name: 'a Node server that keeps its state',
    hasSeed: true,
    async open() {
      const data = await mkdtemp(join(tmpdir(), 'contract-data-'));
      const { url, close } = await startSandbox({ ...options, port: 0, data });
      const closeAndRemove = async () => {
        await close();
        await rm(data, { recursive: true });
      };
      return { baseUrl: url, receiverUrl: receiver.url, close: closeAndRemove };
    },
  },
  ...[
    { name: 'a Node server, each body chunked', bytes: 65_536 },
    { name: 'a Node server, each body in pieces of 7 bytes', bytes: 7 },
  ].map(
    ({ name, bytes }): Host => ({
      name,
      hasSeed: true,
      async open() {
        const { url, close } = await startSandbox({ ...options, port: 0 });
        const send = (request: Request) => streamed(request, bytes);
        return { baseUrl: url, fetch: send, receiverUrl: receiver.url, close };
      },
    }),
  ),
  {
    name: 'a workspace of a Node server',
    hasSeed: false,
    async open() {
      const { url, close } = await startSandbox({ ...options, port: 0 });
      return { baseUrl: `${url}/w/contract`, receiverUrl: receiver.url, close };
    },
  },
  {
    name: 'a workspace in process',
    hasSeed: false,
    async open() {
      const sandbox = createSandbox(options);
      return {
        baseUrl: 'http://sandbox',
        fetch: sandbox.workspace('contract').fetch,
        receiverUrl: receiver.url,
        close: () => sandbox.close(),
      };
    },
  },
  {
    name: 'a hosted workspace on workerd',
    hasSeed: true,
    async open() {
      const { make, close } = await startHosted({ PRIVATE_TARGETS: 'true' });
      const made = await make({ Seed: options.seed, Clock: options.clock });
      return { baseUrl: made.Url, fetch: controlling(made), receiverUrl: receiver.url, close };
    },
  },
  {
    name: 'MSW 2 in Node',
    hasSeed: true,
    async open() {
      const served = handlers({ ...options, baseUrl: 'https://billing.example' });
      const server = setupServer(...served);
      server.listen({ onUnhandledRequest: 'bypass' });
      const close = () => {
        server.close();
        served.sandbox.close();
      };
      return { baseUrl: 'https://billing.example', receiverUrl: receiver.url, close };
    },
  },
];

const namesOf = (log: EventLog) => log.map(({ Event }) => Event);

describe.each(hosts)('the contract, $name', ({ hasSeed, open }) => {
  let place: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place.close());

  it.each(caseNames)('%s', async (name) => {
    const log = await runCase(name, place);
    const reference = await referenceLog(name, receiver.url);
    if (hasSeed) expect(log).toEqual(reference);
    else expect(namesOf(log)).toEqual(namesOf(reference));
  });
});
