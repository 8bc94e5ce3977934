import type { StartedSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText } from './browser.ts';
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

/* Actions of the inspector that need a browser's progress, files or clipboard. The others: test/sandbox/inspector. */

let service: StartedSandbox;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await start({
    webhooks: [receiver.url],
    config: { Account: { OrderApproval: true } },
  });
  api = await apiOf(service.url);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

describe('a long advance', () => {
  it('shows its progress, and stops where it is canceled', async () => {
    const long = await start();
    try {
      const own = await apiOf(long.url);
      for (let at = 0; at < 60; at += 1) await signUp(own, `No ${at}`);
      const page = await openInspector(long.url, '', { allowErrors: ['409'] });
      await page.getByRole('button', { name: 'Go to a date…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Go to a date' });
      await dialog.getByLabel(/^Date and time/).fill('2126-01-01T00:00:00Z');
      await dialog.getByRole('button', { name: 'Go to a date' }).click();
      await dialog.locator('progress[max]').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
      await dialog
        .getByRole('alert')
        .getByText(/was canceled/)
        .waitFor();
      const state = await own('GET', '/sandbox/clock');
      expect(state.Target).toBeUndefined();
      expect([state.Now > '2026-02-15T09', state.Now < '2126']).toEqual([true, true]);
      await dialog.getByRole('button', { name: 'Back' }).click();
      await page.locator('.clock').getByText(state.Now.slice(0, 4)).waitFor();
      // The bar shows an advance too.
      await page.getByRole('button', { name: '+1 year' }).click();
      await page.getByRole('region', { name: 'Sent requests' }).getByText('Advance 1 year 200').waitFor();
      await page.close();
    } finally {
      await long.close();
    }
  }, 120_000);
});

describe('a snapshot', () => {
  it('shows its request, with the file name instead of its content', async () => {
    const page = await openInspector(service.url);
    await counted(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const snapshot = JSON.stringify(await api('GET', '/sandbox/snapshot'));
    await page.getByLabel('Snapshot file').setInputFiles({
      name: 'state.json',
      mimeType: 'application/json',
      buffer: Buffer.from(snapshot),
    });
    const question = page.getByRole('dialog', { name: 'Restore snapshot' });
    await question.getByRole('button', { name: 'Restore snapshot' }).click();
    const sent = page.getByRole('region', { name: 'Sent requests' });
    await sent.getByText('PUT /sandbox/snapshot < state.json').waitFor();
    await sent.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => copiedText(page))
      .toBe(
        `curl -X PUT '${service.url}/sandbox/snapshot' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary '@state.json'`,
      );
  });
});
