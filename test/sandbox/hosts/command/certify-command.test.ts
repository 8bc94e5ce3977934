// `clientlib-sandbox certify` against a receiver that runs, over HTTP.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from 'clientlib/webhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCertify } from '../../../../sandbox/src/hosts/command/certify-command.ts';

const SECRET = `whsec_${btoa('the secret of a receiver on a port')}`;

let server: Server;
let folder: string;
let printed: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certify-'));
  printed = '';
  vi.stubEnv('CLIENTLIB_WEBHOOK_SECRET', SECRET);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** A receiver that reads the status of contracts. @param isHeard whether it works on an event */
async function startReceiver(isHeard: (event: string) => boolean): Promise<string> {
  const statuses = new Map<string, string>();
  let token: string | undefined;
  const read = async (path: string): Promise<{ LifecycleStatus?: string } | undefined> => {
    const service = /Sandbox at (\S+)\. /.exec(printed)?.[1];
    token ??= await fetch(`${service}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then(async (answer) => (await answer.json()).access_token as string);
    const answer = await fetch(`${service}/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return answer.ok ? ((await answer.json()) as { LifecycleStatus?: string }) : undefined;
  };
  const take = async (headers: Headers, body: string): Promise<number> => {
    const event = await verifyWebhook({ headers, text: async () => body }, SECRET).catch(() => undefined);
    if (event === undefined) return 401;
    if (!('ContractId' in event) || !isHeard(event.Event)) return 204;
    const contract = await read(`contracts/${event.ContractId}`);
    if (contract?.LifecycleStatus === undefined) return 503;
    statuses.set(String(event.ContractId), contract.LifecycleStatus);
    return 204;
  };
  server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const status = statuses.get(request.url?.slice(1) ?? '');
      response.writeHead(status === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ Status: status }));
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const headers = new Headers(request.headers as Record<string, string>);
    response.writeHead(await take(headers, Buffer.concat(pieces).toString()));
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const options = (receiver: string) => ({
  receiver,
  readBack: `${receiver}/{contract}`,
  port: 0,
  maxOrders: 2,
});
/** Every case over HTTP, with a second for each belief that stays wrong. */
const TIMEOUT_MS = 120_000;

it(
  'reports a correct receiver, and ends with 0',
  async () => {
    await runCertify(options(await startReceiver(() => true)));
    expect(printed).toMatch(
      /^Sandbox at http:\/\/localhost:\d+\. Messages are signed with the secret in CLIENTLIB_WEBHOOK_SECRET\./,
    );
    expect(printed).toMatch(/\n(\d+) of \1 passed; \d+ messages sent\.\n$/);
    expect([printed.includes(SECRET), process.exitCode]).toEqual([false, undefined]);
  },
  TIMEOUT_MS,
);

it('takes a free port where another sandbox runs on the usual one', async () => {
  const receiver = await startReceiver(() => true);
  const usual = createServer();
  await new Promise<void>((resolve) => usual.once('error', () => resolve()).listen(4400, resolve));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const { port: _, ...others } = options(receiver);
  // It has its sandbox, and learns then that nothing answers.
  await expect(runCertify(others)).rejects.toThrow('nothing answers');
  expect(/Sandbox at http:\/\/localhost:(\d+)\./.exec(printed)?.[1]).not.toBe('4400');
  await new Promise((resolve) => usual.close(resolve));
});

it('cannot judge a receiver that is not running', async () => {
  const receiver = await startReceiver(() => true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(runCertify(options(receiver))).rejects.toThrow(
    `certify: nothing answers at ${receiver} (ECONNREFUSED). Start the receiver first, and name its address.`,
  );
});

it(
  'reports what a receiver does wrong, writes it, and ends with 1',
  async () => {
    const receiver = await startReceiver((event) => event === 'ContractCreated');
    const junit = join(folder, 'result.xml');
    const html = join(folder, 'result.html');
    await runCertify({ ...options(receiver), junit, html });
    expect(printed).toContain(
      'WRONG  the events of a contract that is ended, as they happen: the receiver reports Status Active; it is Ended (sent last: Contract',
    );
    expect(process.exitCode).toBe(1);
    const finding =
      /the receiver reports Status Active; it is Ended \(sent last: \w+ of contract [0-9a-f]{24}\)/;
    expect(await readFile(junit, 'utf8')).toMatch(new RegExp(`<failure message="${finding.source}">`));
    expect(await readFile(html, 'utf8')).toMatch(finding);
  },
  TIMEOUT_MS,
);
