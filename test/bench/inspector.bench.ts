/*
 * What an open inspector costs: GETs per second of three equal sandboxes in turn. Nobody has ever looked on at the first one;
 * curl reads the stream of the second, which costs what the sandbox itself does for an inspector; Chromium shows the
 * activity of the third, and takes processor time of its own from a machine that the sandbox and its load fill already.
 */
import { spawn } from 'node:child_process';
import { chromium } from 'playwright';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { idOf } from './servers/contracts.mjs';
import { installPeers, median, peer, report, startServer } from './servers/processes.mjs';

interface Measured {
  readonly rate: number;
  /** Microseconds of the server's processor time for each request. */
  readonly processor: number;
}

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const contracts = 1_000;

installPeers();
const autocannon = peer('autocannon');

async function startSandbox() {
  const server = await startServer(['--expose-gc', 'test/bench/servers/sandbox.mjs', String(contracts)]);
  const login = await fetch(`${server.url}/oauth/token/`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const load = {
    url: `${server.url}/api/v1/contracts/${idOf('6a', contracts / 2)}`,
    connections: 10,
    headers: { authorization: `Bearer ${token}` },
  };
  return { ...server, load };
}

type Started = Awaited<ReturnType<typeof startSandbox>>;

async function measure({ load, processorTime }: Started): Promise<Measured> {
  const before = await processorTime();
  const result = await autocannon({ ...load, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.url}: ${result.non2xx} refused, ${result.errors} errors`);
  return {
    rate: result.requests.average,
    processor: ((await processorTime()) - before) / result['2xx'],
  };
}

const [alone, read, shown] = [await startSandbox(), await startSandbox(), await startSandbox()];
const reader = spawn('curl', ['--silent', '--no-buffer', `${read.url}/sandbox/stream`], { stdio: 'ignore' });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await page.goto(`${shown.url}/#/activity`);
  await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
  const servers = [alone, read, shown];
  for (const { load } of servers) await autocannon({ ...load, duration: 2 });
  const taken: Measured[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    // The order changes, so that none is always measured after the same other one.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const at = (round + turn) % servers.length;
      taken[at]?.push(await measure(servers[at] as Started));
    }
  }
  // Each round against its own neighbour: what else the machine does changes slowly.
  const against = (at: number, key: keyof Measured) => {
    const bare = taken[0]?.map((one) => one[key]) ?? [];
    const ratios = taken[at]?.map((one, round) => one[key] / (bare[round] as number)) ?? [];
    return { ours: median(ratios) * median(bare), baseline: median(bare) };
  };
  report({
    name: 'GET one contract while a program reads the stream, against nobody',
    ...against(1, 'rate'),
    unit: 'requests/s',
    aim: '≥ 0.95',
  });
  report({
    name: '…, processor time of the sandbox',
    ...against(1, 'processor'),
    unit: 'µs',
    aim: '≤ 1.05',
  });
  report({
    name: 'GET one contract while Chromium shows the activity, against nobody',
    ...against(2, 'rate'),
    unit: 'requests/s',
    aim: '≥ 0.95',
  });
  report({
    name: '…, processor time of the sandbox',
    ...against(2, 'processor'),
    unit: 'µs',
    aim: '≤ 1.05',
  });
  // The page itself, as a person opens it: from the request until it shows the clock, with nothing else to do.
  const views = ['overview', 'activity', 'contracts', 'invoices', 'payments', 'webhooks', 'catalogue'];
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const hasClock = /^20/.test(document.querySelector('.clock .now')?.textContent ?? '');
      if (!hasClock || document.querySelector('main h1') === null) return;
      document.documentElement.dataset['shownAt'] = String(performance.now());
      observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
  const opened: number[] = [];
  for (const view of views) {
    const loads: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      await page.goto(`${alone.url}/?turn=${turn}#/${view}`);
      await page.locator('html[data-shown-at]').waitFor({ state: 'attached' });
      loads.push(await page.evaluate(() => Number(document.documentElement.dataset['shownAt'])));
    }
    opened.push(median(loads));
  }
  report({
    name: `Opening any of ${views.length} views until it shows the clock and its heading, the slowest`,
    ours: Math.max(...opened),
    baseline: 300,
    unit: 'ms',
    aim: '≤ 1',
  });
} finally {
  await browser.close();
  reader.kill();
  for (const { stop } of [alone, read, shown]) await stop();
}
