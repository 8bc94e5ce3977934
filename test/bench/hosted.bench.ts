// The hosted sandbox on one workerd: many workspaces at once, their memory, requests to workspaces in memory and not,
// throughput against bare Hono in the same engine, and kills of the engine. HOSTED_WORKSPACES and HOSTED_KILLS make it
// smaller; 0 leaves that part out.
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startEngine } from '../../examples/hosted/engine/engine.mjs';
import { crash, nothingAcknowledged, openMerchant, violations } from '../package/crash.ts';
import { type HostedWorkspace, registerWebhook, startedHosted } from '../package/hosted-process.ts';
import { installPeers, peer, report } from './servers/processes.mjs';

const workspaces = Number(process.env['HOSTED_WORKSPACES'] ?? 1_000);
const kills = Number(process.env['HOSTED_KILLS'] ?? 50);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);

/** Workspaces that are worked on at the same time. */
const PARALLEL = 50;

/** The engine drops an object that nobody has used for 10 seconds. */
const EVICTED_AFTER_MS = 15_000;

/** Measurements of each of two that are compared. */
const ROUNDS = 5;

/** Kills after which a new folder is begun: a state of years would slow each run down. */
const KILLS_PER_FOLDER = 10;

const unlimited = { MAX_DOCUMENTS: '0', MAX_BYTES: '0', REQUESTS_PER_MINUTE: '0', WEBHOOKS_PER_MINUTE: '0' };

/** Without the limit of requests of the account, which the throughput of one workspace reaches. */
const Config = {
  Account: { RateLimit: { Requests: 10_000_000, TokenRequests: 10_000_000, WindowSeconds: 60 } },
};

interface Made {
  readonly Name: string;
  readonly Url: string;
  readonly ControlToken: string;
  token?: string;
  contract?: string;
}

installPeers();
const autocannon = peer('autocannon');

/** What the worker must be held against: Hono in an object of the same engine, which answers a document of the same size. */
const bareHono = (document: string) => `
import { DurableObject } from 'cloudflare:workers';
import { Hono } from 'hono';
const document = ${document};
const inner = new Hono();
inner.get('/w/:name/api/v1/contracts/:id', (c) => c.json(document));
export class Workspace extends DurableObject {
  fetch(request) { return inner.fetch(request); }
}
const app = new Hono();
app.all('/w/:name/*', (c) => c.env.WORKSPACES.get(c.env.WORKSPACES.idFromName(c.req.param('name'))).fetch(c.req.raw));
export default app;`;

/** Runs the work for each of them, so many at a time. */
async function forEach<T>(all: readonly T[], work: (one: T, at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

const post = (body: object, token?: string): RequestInit => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});

/** A customer with an order and a contract, named as the workspace. */
async function signUp(made: Made): Promise<void> {
  const api = `${made.Url}/api/v1`;
  made.token ??= (
    await json<{ access_token: string }>(`${made.Url}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  ).access_token;
  const Customer = { FirstName: 'Ada', LastName: 'Byron', Tag: made.Name, Address: { Country: 'DE' } };
  const Cart = { PlanVariantId: 'b00000000000000000000001' };
  const order = await json<{ Id: string }>(`${api}/orders`, post({ Customer, Cart }, made.token));
  const contract = await json<{ Id: string }>(
    `${api}/orders/${order.Id}/commit`,
    post({ PaymentMethod: 'InvoicePayment' }, made.token),
  );
  made.contract = contract.Id;
}

/** Milliseconds that each took: the middle one, and that which 99 of 100 keep to. */
function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Bytes of memory of the engine, which is a child of this process. */
async function engineMemory(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  let bytes = 0;
  for (const pid of children.trim().split(/\s+/)) {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('workerd')) continue;
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    bytes += Number(kilobytes) * 1024;
  }
  return bytes;
}

/** Bytes of all files of a folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const ms = ({ p50, p99 }: { p50: number; p99: number }) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

async function throughput(url: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  await autocannon({ url, headers, connections: 10, duration: 1 });
  const result = await autocannon({ url, headers, connections: 10, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
}

async function manyWorkspaces(data: string): Promise<void> {
  const engine = await startEngine({ data, variables: { ...unlimited, OPEN_SIGN_UP: 'true' } });
  const made: Made[] = [];
  try {
    await json(`${engine.url}/sandbox/health`);
    const empty = await engineMemory();
    const making: number[] = [];
    await forEach(Array.from({ length: workspaces }), async () => {
      making.push(
        await timed(async () =>
          made.push(await json<Made>(`${engine.url}/sandbox/workspaces`, post({ Config }))),
        ),
      );
    });
    console.log(`${workspaces} workspaces made, ${PARALLEL} at a time: ${ms(percentiles(making))} each`);
    const signingUp: number[] = [];
    const took = await timed(() =>
      forEach(made, async (one) => {
        signingUp.push(await timed(() => signUp(one)));
      }),
    );
    console.log(
      `a signup in each (token, order, commit), ${PARALLEL} at a time: ${((workspaces / took) * 1000).toFixed(0)}/s, ${ms(percentiles(signingUp))}`,
    );
    const full = await engineMemory();
    await pause(EVICTED_AFTER_MS);
    const evicted = await engineMemory();
    console.log(
      `memory of the engine: ${mb(empty)} empty, ${mb(full)} with all in memory, ${mb(evicted)} when nobody uses one`,
    );
    console.log(
      `memory of a workspace: ${mb((full - empty) / workspaces)} in use, ${mb(Math.max(0, evicted - empty) / workspaces)} idle`,
    );

    const contract = (one: Made) => () =>
      json(`${one.Url}/api/v1/contracts/${one.contract}`, {
        headers: { Authorization: `Bearer ${one.token}` },
      });
    const cold: number[] = [];
    for (const one of made.slice(0, 200)) cold.push(await timed(contract(one)));
    const hot: number[] = [];
    const [first] = made as [Made];
    for (let at = 0; at < 1_000; at += 1) hot.push(await timed(contract(first)));
    console.log(
      `GET a contract, workspace in memory: ${ms(percentiles(hot))}; not in memory: ${ms(percentiles(cold))}`,
    );
    report({
      name: 'GET contract cold, against hot, p50',
      ours: percentiles(cold).p50,
      baseline: percentiles(hot).p50,
      unit: 'ms',
    });

    let crossed = 0;
    await forEach(made, async ({ Name, Url, token }) => {
      const headers = { Authorization: `Bearer ${token}` };
      const customers = await json<{ Tag: string }[]>(`${Url}/api/v1/customers`, { headers });
      if (customers.length !== 1 || customers[0]?.Tag !== Name) crossed += 1;
      const other = made[(made.findIndex((one) => one.Name === Name) + 1) % made.length] as Made;
      const answer = await fetch(`${other.Url}/api/v1/customers`, { headers });
      await answer.body?.cancel();
      if (made.length > 1 && answer.status !== 401) crossed += 1;
    });
    console.log(`${crossed} of ${workspaces} workspaces saw something of another`);
    report({ name: 'workspaces that saw another + 1', ours: crossed + 1, baseline: 1, aim: '≤ 1' });
    if (crossed > 0) process.exitCode = 1;

    const path = `/w/${first.Name}/api/v1/contracts/${first.contract}`;
    const ours: number[] = [];
    const bare: number[] = [];
    const other = await bareEngine(JSON.stringify(await contract(first)()));
    try {
      // By turns: what else the machine does meets both.
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await throughput(engine.url + path, first.token as string));
        bare.push(await throughput(other.url + path, 'any'));
      }
    } finally {
      await other.close();
    }
    report({
      name: `GET contract, one object, median of ${ROUNDS}`,
      ours: percentiles(ours).p50,
      baseline: percentiles(bare).p50,
      unit: 'requests/s',
      aim: '≥ 0.5',
    });
  } finally {
    await engine.close();
  }
  await idleWorkspaces(data, made.length);
}

/** Starts the engine anew with workspaces that nobody uses: what they cost is on disk. */
async function idleWorkspaces(data: string, count: number): Promise<void> {
  const bytes = await bytesIn(data);
  const engine = await startEngine({ data, variables: unlimited });
  try {
    await json(`${engine.url}/sandbox/health`);
    console.log(
      `the engine started anew with ${count} idle workspaces: ${mb(await engineMemory())} of memory, ${mb(bytes)} on disk, ${(bytes / count / 1000).toFixed(0)} kB each`,
    );
  } finally {
    await engine.close();
  }
}

async function bareEngine(document: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hosted-bare-'));
  const script = join(folder, 'bare.js');
  await build({
    stdin: { contents: bareHono(document), resolveDir: process.cwd() },
    outfile: script,
    bundle: true,
    format: 'esm',
    external: ['cloudflare:workers'],
  });
  const { url, close } = await startEngine({ script });
  return {
    url,
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds from the kill within which a renewal must come that fell due meanwhile: the engine starts in between. */
const ALARM_MS = 60_000;

/** A workspace in which a contract is renewed by the wall clock, without a request: its alarm must ring after each kill. */
async function openAlarm({ url, controlToken }: HostedWorkspace) {
  const invoices = new Set<string>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    response.writeHead(204).end();
    const { Event, InvoiceId } = JSON.parse(text) as { Event: string; InvoiceId?: string };
    if (Event === 'InvoiceCreated' && InvoiceId !== undefined) invoices.add(InvoiceId);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await registerWebhook({ url, controlToken }, target);
  const made: Made = { Name: 'alarm', Url: url, ControlToken: controlToken };
  await signUp(made);
  const control = (path: string, body: object) => json(`${url}/sandbox/${path}`, post(body, controlToken));
  await control('deliveries/settle', {});
  let before = invoices.size;
  return {
    /** The next renewal falls due soon by the wall clock. */
    async set(): Promise<void> {
      const { NextBillingDate } = await json<{ NextBillingDate: string }>(
        `${url}/api/v1/contracts/${made.contract}`,
        { headers: { Authorization: `Bearer ${made.token}` } },
      );
      before = invoices.size;
      await control('clock', { Now: new Date(Date.parse(NextBillingDate) - 1_500).toISOString() });
      await control('clock', { Mode: 'WallClock' });
    },
    /** @returns whether the renewal came by itself */
    async rings(): Promise<boolean> {
      for (const end = performance.now() + ALARM_MS; performance.now() < end; await pause(50))
        if (invoices.size > before) return true;
      return false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function killAtRandom(): Promise<void> {
  const found: string[] = [];
  let orders = 0;
  let alarms = 0;
  for (let begun = 0; begun < kills; begun += KILLS_PER_FOLDER) {
    const data = mkdtempSync(join(tmpdir(), 'hosted-kill-'));
    const merchant = await openMerchant();
    const acknowledged = nothingAcknowledged();
    let engine = await startedHosted(data);
    const workspace = await engine.make({ Clock: '2026-01-15T10:00:00Z' });
    await registerWebhook(workspace, merchant.url);
    const alarm = await openAlarm(await engine.make({ Clock: '2026-01-15T10:00:00Z' }));
    for (let run = begun; run < Math.min(begun + KILLS_PER_FOLDER, kills); run += 1) {
      await alarm.set();
      await crash({ ...workspace, kill: engine.kill }, acknowledged, `run${run}`, Math.random() * 500);
      engine = await startedHosted(data, engine.port);
      // Before any request to a workspace of this process.
      const rang = await alarm.rings();
      if (rang) alarms += 1;
      const wrong = await violations(workspace, acknowledged, merchant.delivered);
      if (!rang) wrong.push('no renewal came by the wall clock');
      for (const one of wrong) console.log(`run ${run}: ${one}`);
      found.push(...wrong);
    }
    await engine.kill();
    orders += acknowledged.orders.size;
    await merchant.close();
    await alarm.close();
    rmSync(data, { recursive: true, force: true });
  }
  console.log(
    `${kills} kills of the engine, ${orders} acknowledged orders, ${alarms} alarms after a kill, ${found.length} violations`,
  );
  report({ name: 'violations + 1', ours: found.length + 1, baseline: 1, aim: '≤ 1' });
  if (found.length > 0) process.exitCode = 1;
}

if (workspaces > 0) {
  const data = mkdtempSync(join(tmpdir(), 'hosted-bench-'));
  try {
    await manyWorkspaces(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
if (kills > 0) await killAtRandom();
