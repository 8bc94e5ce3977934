// `npm run hosted`, as a developer runs it: the example shop, unchanged, against a hosted workspace on workerd, and the
// inspector of that workspace. In Chromium.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';

let command: ChildProcess;
let data: string;

/** What the command prints: the addresses and tokens by their labels. */
const printed: Record<string, string> = {};

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'hosted-e2e-'));
  // In a process group of its own: npm starts a shell, which starts the command, which starts the engine.
  command = spawn('npm', ['run', '--silent', 'hosted', '--', '--port', '0', '--data', data], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: command.stdout as NodeJS.ReadableStream })) {
    const [, label, value] = /^ {2}(Shop|Its workspace|Control token|Admin token) +(\S+)/.exec(line) ?? [];
    if (label !== undefined && value !== undefined) printed[label] = value;
    if (line.includes('Ctrl+C ends it.')) break;
  }
}, 120_000);
afterAll(async () => {
  const ended = once(command, 'exit');
  process.kill(-(command.pid as number), 'SIGTERM');
  await ended;
  await rm(data, { recursive: true, force: true });
});

const control = (path: string) =>
  fetch(`${printed['Its workspace']}/sandbox/${path}`, {
    headers: { Authorization: `Bearer ${printed['Control token']}` },
  });

it('takes a card signup in the example shop to an active account', async () => {
  const page = await newPage();
  await page.goto(printed['Shop'] as string);
  await page.getByLabel('Card', { exact: true }).waitFor();
  const details = {
    'E-mail': 'ada@example.com',
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Street: 'Hauptstraße',
    'Postal code': '10117',
    City: 'Berlin',
    'Card number': '4111 1111 1111 1111',
    'Valid until': '12/29',
    'Security code': '123',
    'Name on the card': 'Ada Lovelace',
  };
  for (const [label, value] of Object.entries(details)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Number', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Your account is active.').waitFor();
  const events = (await (await control('events')).json()) as { Event: string }[];
  expect(events.map(({ Event }) => Event)).toEqual(
    expect.arrayContaining(['OrderSucceeded', 'ContractCreated', 'PaymentSucceeded']),
  );
});

it('shows the inspector of the workspace, live, to users with its control token', async () => {
  const page = await newPage({ allowErrors: ['401', '/sandbox/stream'] });
  await page.goto(`${printed['Its workspace']}/#/activity?reads=yes`);
  await page.getByLabel('Control token').fill(printed['Control token'] as string);
  await page.getByRole('button', { name: 'Open the inspector' }).click();
  await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
  await control('requests?take=7');
  await page.locator('li.row', { hasText: '/sandbox/requests?take=7' }).waitFor();
  const now = async () => Date.parse(((await (await control('clock')).json()) as { Now: string }).Now);
  const before = await now();
  const moved = page.waitForResponse(
    (response) => response.url().endsWith('/sandbox/clock') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: '+1 month' }).click();
  expect((await moved).status()).toBe(200);
  expect((await now()) - before).toBeGreaterThan(27 * 86_400_000);
});
