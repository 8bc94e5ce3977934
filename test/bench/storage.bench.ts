// What keeping the state costs: signups per second in memory and with a data folder, one write in states of three sizes in
// Node and in Chromium, and the start with 100,000 documents.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Level } from 'level';
import { chromium } from 'playwright';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { openData } from '../../sandbox/src/hosts/node/data-folder.ts';
import { median, report, startServer } from './servers/processes.mjs';
import { timesOfWrites } from './servers/writes.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = 5;
const connections = 10;
const sizes = [100, 10_000, 100_000] as const;
const folder = mkdtempSync(join(tmpdir(), 'storage-bench-'));

/** Signups per second at ten connections. */
async function signups(url: string): Promise<number> {
  const json = { 'Content-Type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/v1/CustomerSelfService/signup/${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { OrderId: string };
  };
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const customer = async () => {
    while (performance.now() < end) {
      const { OrderId } = await post('order', {
        PublicApiKey: 'a00000000000000000000001',
        Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
        Cart: { PlanVariantId: 'b00000000000000000000001' },
      });
      await post('pay', {
        PublicApiKey: 'a00000000000000000000001',
        OrderId,
        TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
      });
      count += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, customer));
  return count / ((performance.now() - started) / 1000);
}

async function measureSignups(): Promise<void> {
  const config = join(folder, 'config.json');
  const limit = { Requests: 10_000_000, TokenRequests: 10_000_000, WindowSeconds: 60 };
  writeFileSync(config, JSON.stringify({ Account: { RateLimit: limit } }));
  const start = (...args: string[]) =>
    startServer(['sandbox/dist/cli.js', '--port', '0', '--config', config, ...args]);
  const servers = [
    await start(),
    await start('--data', join(folder, 'commit')),
    await start('--data', join(folder, 'none'), '--data-sync', 'none'),
  ];
  const rates = servers.map((): number[] => []);
  for (const { url } of servers) await signups(url);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { url }] of servers.entries()) rates[at]?.push(await signups(url));
  for (const { stop } of servers) await stop();
  const [memory, commit, none] = rates.map((all) => median(all)) as [number, number, number];
  const unit = 'signups/s';
  report({ name: 'signups, --data, of those in memory', ours: commit, baseline: memory, unit, aim: '≥ 0.7' });
  report({
    name: 'signups, --data-sync none, of those in memory',
    ours: none,
    baseline: memory,
    unit,
    aim: '≥ 0.7',
  });
}

function reportWrites(where: string, times: readonly (readonly number[])[]): void {
  const [small, ...larger] = times.map(median);
  for (const [at, ours] of larger.entries()) {
    const name = `one write at ${sizes[at + 1]} documents, of one at ${sizes[0]}, ${where}`;
    report({ name, ours, baseline: small, unit: 'ms', aim: '≤ 1.2' });
  }
}

async function measureWritesInNode(): Promise<void> {
  const times: number[][] = [];
  for (const size of sizes)
    times.push(await timesOfWrites(new Level(join(folder, `writes-${size}`)), size, 300));
  reportWrites('Node', times);
}

async function measureWritesInChromium(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['test/bench/servers/indexed-db-writes.ts'],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const times: number[][] = [];
    for (const size of sizes)
      times.push(
        await page.evaluate(
          (documents) =>
            (globalThis as unknown as { timesOfWrites: typeof Chromium }).timesOfWrites(documents, 300),
          size,
        ),
      );
    reportWrites('Chromium', times);
  } finally {
    await browser.close();
    server.close();
  }
}

declare function Chromium(documents: number, writes: number): Promise<number[]>;

async function measureStart(): Promise<void> {
  const data = join(folder, 'start');
  await timesOfWrites(new Level(join(data, 'state')), 100_000, 1);
  const started = performance.now();
  const opened = await openData(data, true);
  const ours = performance.now() - started;
  await opened.close();
  report({ name: 'start with 100,000 documents, of 3 s', ours, baseline: 3_000, unit: 'ms', aim: '≤ 1' });
}

try {
  await measureSignups();
  await measureWritesInNode();
  await measureStart();
  await measureWritesInChromium();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
