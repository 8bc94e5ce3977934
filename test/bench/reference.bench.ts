/*
 * The API reference at /docs in Chromium, each time in a context of its own: until it can be used, and until an operation of it
 * is drawn with its schema.
 */
import { chromium } from 'playwright';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { median, report, startServer } from './servers/processes.mjs';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);

const { url, stop } = await startServer(['test/bench/servers/sandbox.mjs']);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const times: { ready: number; opened: number }[] = [];
try {
  for (let round = 0; round < rounds; round += 1) {
    const page = await (await browser.newContext()).newPage();
    const began = performance.now();
    await page.goto(`${url}/docs`);
    await page.getByText('Ready: requests carry an access token.').waitFor();
    const ready = performance.now();
    await page.evaluate(() => location.assign('#/Contracts/getContracts'));
    const operation = page.locator('.opblock.is-open');
    await operation.getByRole('button', { name: 'Execute' }).waitFor();
    await operation.locator('.model-box').first().waitFor();
    times.push({ ready: ready - began, opened: performance.now() - ready });
    await page.context().close();
  }
  const [ready, opened] = [median(times.map((one) => one.ready)), median(times.map((one) => one.opened))];
  report({
    name: 'Opening the page until it can be used',
    ours: ready,
    baseline: 2000,
    unit: 'ms',
    aim: '≤ 1',
  });
  report({
    name: 'Opening an operation until its schema is drawn',
    ours: opened,
    baseline: 2000,
    unit: 'ms',
    aim: '≤ 1',
  });
  const description = await (await fetch(`${url}/openapi.json`)).text();
  report({
    name: 'The description',
    ours: description.length / 1000,
    baseline: 1737,
    unit: 'kB',
    aim: '≤ 0.4',
  });
} finally {
  await browser.close();
  await stop();
}
