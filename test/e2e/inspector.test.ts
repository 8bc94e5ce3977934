import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedSandbox } from 'clientlib-sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, screenshot } from './browser.ts';
import {
  type Api,
  apiOf,
  counted,
  openInspector,
  type Receiver,
  signUp,
  start,
  startReceiver,
} from './inspector-page.ts';

/* The inspector's frame: clock, stream, overview and activity. What its actions did is read from the API afterwards. */

let service: StartedSandbox;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await start({ webhooks: [receiver.url] });
  api = await apiOf(service.url);
});
afterEach(async () => {
  receiver.status = 200;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const now = async (): Promise<string> => (await api('GET', '/sandbox/clock')).Now.slice(0, 10);

describe('the clock bar', () => {
  it('moves the clock by a day, a month, a year, to the next task and to a date', async () => {
    await signUp(api);
    const page = await openInspector(service.url);
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByText('2026-02-16').first().waitFor();
    expect(await now()).toBe('2026-02-16');
    await page.getByRole('button', { name: /^next: Renewal notice/ }).click();
    await page.locator('.clock').getByText('2026-03-08').waitFor();
    expect(await now()).toBe('2026-03-08');
    await page.getByRole('button', { name: '+1 month' }).click();
    await page.locator('.clock').getByText('2026-04-08').waitFor();
    await page.getByRole('button', { name: 'Go to a date…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to a date' });
    await dialog.getByLabel('Date and time (Europe/Berlin)').fill('2026-05-01 02:00');
    await dialog.getByText('"Now": "2026-05-01T00:00:00.000Z"').waitFor();
    await dialog.getByRole('button', { name: 'Go to a date' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await now()).toBe('2026-05-01');
    await page.getByRole('button', { name: '+1 year' }).click();
    await page.locator('.clock').getByText('2027-05-01').waitFor();
    expect(await now()).toBe('2027-05-01');
  });

  it('shows the request that it sent, to copy as curl and as test code', async () => {
    const page = await openInspector(service.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: '+1 day' }).click();
    const sent = page.getByRole('region', { name: 'Sent requests' });
    await sent.getByText('POST /sandbox/clock {"Advance":"P1D"}').waitFor();
    await sent.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => copiedText(page))
      .toBe(
        `curl -X POST '${service.url}/sandbox/clock' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"Advance":"P1D"}'`,
      );
    await sent.getByRole('button', { name: 'Copy as test code' }).click();
    await expect.poll(() => copiedText(page)).toContain('sandbox.baseUrl}/sandbox/clock`, {');
    await expect.poll(() => copiedText(page)).toContain("body: JSON.stringify({ Advance: 'P1D' })");
  });
});

describe('the request that was sent', () => {
  it.each([
    { place: 'desktop', viewport: { width: 1440, height: 900 } },
    { place: 'phone', viewport: { width: 390, height: 844 } },
  ])('is shown below the view without covering it on the $place', async ({ viewport }) => {
    const { Id } = await signUp(api);
    const page = await openInspector(service.url, `contracts/${Id}`, { viewport });
    const button = page.getByRole('button', { name: 'Go to this contract’s next task', exact: true });
    await button.click();
    const shown = page.locator('.sent article');
    await shown.getByText('Go to this contract’s next task 200').waitFor();
    const [view, strip] = await Promise.all([page.locator('main').boundingBox(), shown.boundingBox()]);
    expect((view?.y ?? 0) + (view?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 0.5);
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await button.click();
  });
});

describe('on a phone', () => {
  it('the header is one line, and a list shows at least seven rows', async () => {
    for (let at = 0; at < 8; at += 1) await signUp(api, `Row ${at}`);
    const page = await openInspector(service.url, 'contracts', { viewport: { width: 390, height: 844 } });
    const rows = page.locator('.list tbody tr');
    await rows.nth(7).waitFor();
    const tops = await page
      .locator('.bar > *')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
    expect(Math.max(...tops)).toBeLessThan(24);
    const isWhole = (row: Element) => row.getBoundingClientRect().bottom <= window.innerHeight;
    expect(await rows.nth(6).evaluate(isWhole)).toBe(true);
  });
});

describe('the overview', () => {
  it('saves the state to a file, resets, and restores the file', async () => {
    const page = await openInspector(service.url, '', { allowErrors: ['/sandbox/snapshot'] });
    const contracts = async () => (await api('GET', '/api/v1/contracts?take=500')).length;
    const before = await contracts();
    expect(before).toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    const folder = await mkdtemp(join(tmpdir(), 'inspector-'));
    const file = join(folder, 'state.ndjson');
    await (await download).saveAs(file);

    await page.getByRole('button', { name: 'Reset…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset' });
    await dialog.getByLabel('Keep access tokens').check();
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await contracts()).toBe(0);

    await page.getByLabel('Snapshot file').setInputFiles(file);
    const question = page.getByRole('dialog', { name: 'Restore snapshot' });
    await question.getByText('Replaces the state').waitFor();
    expect(await contracts()).toBe(0);
    const restore = async () => {
      await question.getByRole('button', { name: 'Restore snapshot' }).click();
      await page.getByText('Restored state.ndjson.').waitFor();
    };
    await restore();
    expect(await contracts()).toBe(before);

    // One click undoes it.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The previous state is back.').waitFor();
    expect(await contracts()).toBe(0);
    await page.getByLabel('Snapshot file').setInputFiles(file);
    await restore();

    await writeFile(join(folder, 'broken.json'), '{"Version": 7}');
    await page.getByLabel('Snapshot file').setInputFiles(join(folder, 'broken.json'));
    await question.getByRole('button', { name: 'Restore snapshot' }).click();
    await question.getByRole('alert').waitFor();
    expect(await contracts()).toBe(before);
    await rm(folder, { recursive: true });
  });

  it('restores a snapshot that is dropped on it', async () => {
    const page = await openInspector(service.url);
    await counted(page);
    const snapshot = JSON.stringify(await api('GET', '/sandbox/snapshot'));
    await api('POST', '/sandbox/clock', { Advance: 'P1D' });
    const files = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      return transfer;
    }, snapshot);
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: files });
    const question = page.getByRole('dialog', { name: 'Restore snapshot' });
    await question.getByRole('button', { name: 'Restore snapshot' }).click();
    await page.getByText('Restored dropped.json.').waitFor();
    expect((await api('GET', '/sandbox/snapshot')).Clock).toEqual(JSON.parse(snapshot).Clock);
  });

  it('opens a workspace of its own, with its own clock', async () => {
    const page = await openInspector(service.url);
    await page.getByLabel('Name of a workspace').fill('checkout-1');
    await page.getByRole('button', { name: 'Open workspace' }).click();
    await page.waitForURL(`${service.url}/w/checkout-1/`);
    await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
    const main = await now();
    await page.getByRole('button', { name: '+1 year' }).click();
    await page.locator('.clock').getByText('2027-02-15').waitFor();
    expect((await api('GET', '/w/checkout-1/sandbox/clock')).Now).toMatch(/^2027-02-15/);
    expect(await now()).toBe(main);
    await page.getByLabel('Workspace', { exact: true }).selectOption('main');
    await page.waitForURL(`${service.url}/#/overview`.replace('#/overview', ''));
  });
});

describe('the activity', () => {
  it("groups request, change, events and the receiver's 500", async () => {
    const page = await openInspector(service.url, 'activity');
    receiver.status = 500;
    const { Id } = await signUp(api, 'Grace');
    // An attempt that is still under way would be answered with the 200 below, and its delivery need no retry.
    await api('POST', '/sandbox/deliveries/settle');
    const row = page.locator('li.row.group', { hasText: ' signed up for ' }).first();
    await row.getByText(/webhooks, \d failed/).waitFor();
    await row.getByRole('button', { name: 'Show what it caused' }).click();
    await page.locator('li.row.event', { hasText: 'ContractCreated' }).waitFor();
    await page.locator('li.row.delivery', { hasText: 'answered 500' }).first().waitFor();
    await row.getByRole('link').click();
    const detail = page.getByRole('region', { name: 'Details' });
    await detail.getByText('"PaymentMethod": "InvoicePayment"').waitFor();
    await detail.getByText('OAuth client c00000000000000000000001').waitFor();
    await detail.getByText('Created contracts').first().waitFor();
    expect(await detail.getByTitle(Id).count()).toBeGreaterThan(0);

    receiver.status = 200;
    const deliveries = await api('GET', '/sandbox/deliveries?status=Pending');
    await detail.getByRole('button', { name: 'Retry now' }).first().click();
    await detail.getByRole('button', { name: 'Resend' }).first().waitFor();
    const after = await api('GET', '/sandbox/deliveries?status=Pending');
    expect(after.length).toBeLessThan(deliveries.length);
    expect(await accessibilityProblems(page)).toEqual([]);
    await screenshot(page, 'inspector-activity');
  });

  it('shows why a request was rejected, and filters by it', async () => {
    await api('GET', '/api/v1/contracts/nowhere');
    const page = await openInspector(service.url, 'activity?failures=yes&status=4&method=GET');
    await page.locator('li.row.group').first().getByText('404').waitFor();
    expect(await page.locator('li.row.group').count()).toBe(1);
    await page.locator('li.row.group a').click();
    await page.getByRole('link', { name: 'API reference of this path' }).waitFor();
    await page.goBack();
    await page.getByLabel('Filter').fill('nothing like it');
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('li.row.group').nth(3).waitFor();
  });

  it('neither loses nor duplicates any of 1,000 requests in two tabs, and waits while paused', async () => {
    const first = await openInspector(service.url, 'activity?q=customers');
    const second = await first.context().newPage();
    await second.goto(`${service.url}/#/activity?q=customers`);
    await second.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
    for (let sent = 0; sent < 1_000; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => api('GET', `/api/v1/customers?search=n${sent + at}`)),
      );
    }
    for (const page of [first, second]) {
      // A tab in the background draws nothing.
      await page.bringToFront();
      await page.locator('.count[data-count="1000"]').waitFor();
    }
    await first.bringToFront();
    await first.getByRole('button', { name: 'Pause' }).click();
    for (let at = 0; at < 5; at += 1) await api('GET', '/api/v1/customers');
    await first.getByRole('button', { name: '5 new' }).waitFor();
    expect(await first.locator('.count').getAttribute('data-count')).toBe('1000');
    await first.getByRole('button', { name: '5 new' }).click();
    await first.locator('.count[data-count="1005"]').waitFor();
    await second.bringToFront();
    await second.locator('.count[data-count="1005"]').waitFor();
  });

  it('does not render in a hidden tab, and shows everything when the tab is visible again', async () => {
    const unseen = await openInspector(service.url, 'activity?q=unseen');
    const seen = await openInspector(service.url, 'activity?q=unseen');
    const hide = (isHidden: boolean) =>
      unseen.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    const countOf = (count: number) => `.count[data-count="${count}"]`;
    await api('GET', '/api/v1/customers?search=unseen1');
    for (const page of [unseen, seen]) await page.locator(countOf(1)).waitFor();
    await hide(true);
    for (let at = 2; at <= 5; at += 1) {
      await api('GET', `/api/v1/customers?search=unseen${at}`);
      await seen.locator(countOf(at)).waitFor();
    }
    expect(await unseen.locator(countOf(1)).count()).toBe(1);
    await hide(false);
    await unseen.locator(countOf(5)).waitFor();
  });
});
