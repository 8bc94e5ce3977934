import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newPage } from '../e2e/browser.ts';
import { filesOf } from '../kits/snippets.ts';
import { typeCard } from './built-app.ts';
import { linkPackages, startedSandbox } from './node.ts';

/*
 * The installed package in an app of Next: built for production, rendered on the server, taken over by the browser.
 */

const run = promisify(execFile);
let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
let app: { url: string; end(): Promise<void> };

/** Builds the app and starts its server on a free port. */
async function startedApp(): Promise<typeof app> {
  const cwd = await mkdtemp(join(inject('consumer'), 'next-'));
  await cp('test/package/programs/next', cwd, { recursive: true });
  await addSample(join(cwd, 'app/sample'));
  // Next brings its own React for what it renders; one copy serves all other tests.
  await linkPackages(['next', 'typescript'], 'test/compat/next', cwd);
  await linkPackages(['@types', 'csstype'], '.', cwd);
  await linkPackages(['react', 'react-dom']);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    SERVICE_URL: sandbox.url,
  };
  const next = join(cwd, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [next, 'build', '--webpack'], { cwd, env });
  const server = spawn(process.execPath, [next, 'start', '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: await addressOf(server), end: () => ended(server) };
}

/** The page of docs/frameworks.md with the component of its section on React, as it says. */
async function addSample(folder: string): Promise<void> {
  const samples = filesOf('docs/frameworks.md');
  await mkdir(folder);
  for (const [name, sample] of [
    ['page.jsx', samples['app/page.jsx']],
    ['Checkout.tsx', samples['src/Checkout.tsx']],
  ] as const)
    await writeFile(join(folder, name), (sample ?? '').replaceAll('http://localhost:4400', sandbox.url));
}

/** The address that the server prints once it is ready. */
async function addressOf(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
  for await (const line of lines) {
    const url = /Local:\s+(http:\/\/localhost:\d+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The server of Next ended before it was ready.');
}

async function ended(server: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await exit;
}

beforeAll(async () => {
  sandbox = await startedSandbox();
  app = await startedApp();
}, 240_000);
afterAll(async () => {
  await app?.end();
  await sandbox?.end('SIGTERM');
});

describe('the installed package in an app of Next', () => {
  it('loads a price on the server, and renders the placeholder of the form', async () => {
    const html = await (await fetch(app.url)).text();
    const text = html.replace(/<!-- -->/g, '');
    expect(text).toContain('Server: 11.78 EUR');
    expect(text).toContain('<div id="payment"></div>');
    expect(text).not.toContain('<iframe');
  });

  it('signs up in the browser, and continues to a page of the app', async () => {
    const page = await newPage();
    await page.goto(app.url);
    const form = page.frameLocator('iframe');
    await form.getByLabel(/card number/i).fill('4111 1111 1111 1111');
    await form.getByLabel(/expir/i).fill('12/39');
    await form.getByLabel(/security code|cvc/i).fill('123');
    await form.getByLabel(/name on/i).fill('Ada Lovelace');
    await page.getByLabel('Price').getByText('11.78 EUR').waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: /^Subscribed: [0-9a-f]{24}$/ }).waitFor();
    // The way back in the app makes the form anew.
    await page.goBack();
    await form.getByLabel(/card number/i).waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('runs the page of the docs: the price comes from the server, and the component takes a payment', async () => {
    const html = await (await fetch(`${app.url}/sample`)).text();
    expect(html.replace(/<!-- -->/g, '')).toContain('<p>11.78 EUR</p>');
    const page = await newPage();
    await page.goto(`${app.url}/sample`);
    await typeCard(page);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Thank you!').waitFor();
  });

  it('renders the drop-in as an empty tag on the server, and sells in the browser', async () => {
    const html = await (await fetch(`${app.url}/join`)).text();
    expect(html).toContain('<clientlib-signup></clientlib-signup><clientlib-portal></clientlib-portal>');
    const page = await newPage({ allowErrors: ['401'] });
    await page.goto(`${app.url}/join`);
    await page.getByText('€11.78').filter({ visible: true }).first().waitFor();
    await typeCard(page);
    await page.getByRole('button', { name: 'Subscribe and pay' }).click();
    await page.getByRole('heading', { name: /^Subscribed: [0-9a-f]{24}$/ }).waitFor();
    // The way back in the app makes the element anew: it thanks for the order that was paid there.
    await page.goBack();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  });
});
