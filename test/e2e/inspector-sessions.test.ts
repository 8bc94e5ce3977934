import type { StartedSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { screenshot } from './browser.ts';
import { type Api, apiOf, counted, openInspector, paidSignup, signUp, start } from './inspector-page.ts';

/* Sessions, going back and two futures, as a browser shows them: in both themes, on a desktop and on a phone. */

let service: StartedSandbox;
let api: Api;

beforeAll(async () => {
  service = await start({ record: true });
  api = await apiOf(service.url);
});
afterAll(() => service.close());

const themes = ['light', 'dark'] as const;
const widths = [1440, 390] as const;

/** Looks at the page in each theme and width: nothing is wrong for axe, and nothing is wider than the screen. */
async function lookedAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of themes)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect([name, colorScheme, width, await accessibilityProblems(page)]).toEqual([
        name,
        colorScheme,
        width,
        [],
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await screenshot(page, `${name}-${colorScheme}-${width}`);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Drops a file onto an element, as a person does who drags it from a folder. */
async function drop(page: Page, selector: string, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: 'application/json' }));
      return transfer;
    },
    [name, text] as const,
  );
  await page.dispatchEvent(selector, 'dragover', { dataTransfer });
  await page.dispatchEvent(selector, 'drop', { dataTransfer });
}

describe('a session', () => {
  it('moves to another inspector: shared as a file, dropped, viewed, replayed, undone', async () => {
    await signUp(api, 'Shared');
    const theirs = await openInspector(service.url);
    await counted(theirs);
    await lookedAt(theirs, 'session-panel');
    const download = theirs.waitForEvent('download');
    await theirs.getByRole('button', { name: 'Share session' }).click();
    const path = await (await download).path();
    await theirs.getByText(/^Send session\.json to a colleague/).waitFor();

    const mine = await start();
    onTestFinished(() => mine.close());
    const myApi = await apiOf(mine.url);
    await signUp(myApi, 'Mine');
    const page = await openInspector(mine.url);
    await counted(page);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replay session…' }).press('Enter');
    await (await chooser).setFiles(path);
    const dialog = page.getByRole('dialog', { name: 'Replay session' });
    await dialog.getByText(/give the same results here\.$/).waitFor();
    await lookedAt(page, 'session-replay');
    await dialog.getByRole('button', { name: 'Replay here' }).click();
    await dialog.getByText('The state is now that of the session.').waitFor();
    const names = async () =>
      (await (await apiOf(mine.url))('GET', '/api/v1/customers')).map(
        ({ FirstName }: { FirstName: string }) => FirstName,
      );
    expect(await names()).toEqual(['Shared']);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Replay here' }).waitFor();
    expect(await names()).toEqual(['Mine']);
  });

  it('of another version can be dropped, and the dialog shows the differences', async () => {
    const session = await api('GET', '/sandbox/session');
    const row = session.Rows.find(
      ({ Request, Answer }: { Request?: { Path: string }; Answer?: { Status: number } }) =>
        Request?.Path === '/api/v1/orders' && Answer?.Status === 200,
    );
    row.Answer = { Status: 422, Body: '{"Message":"Cart: as it was"}', Digest: 'other' };
    const page = await openInspector(service.url, 'contracts');
    await drop(page, 'h1', 'theirs.json', JSON.stringify({ ...session, Service: '0.0.1' }));
    const dialog = page.getByRole('dialog', { name: 'Replay session' });
    await dialog.getByText('Recorded: 422').waitFor();
    await dialog.getByText('Here: 200').waitFor();
    await lookedAt(page, 'session-differs');
    await dialog.getByRole('button', { name: 'Replay in a new workspace' }).click();
    await dialog.getByRole('link', { name: /^Open the workspace session-/ }).click();
    await page.waitForURL(/\/w\/session-/);
  });
});

it('rejects a file that is not a session', async () => {
  const page = await openInspector(service.url, 'contracts');
  await drop(page, 'h1', 'picture.json', 'a picture');
  const dialog = page.getByRole('dialog', { name: 'Replay session' });
  await dialog
    .getByText(
      'picture.json is not a session. Choose a file created by “Share session” or GET /sandbox/session. Restore snapshots on the overview.',
    )
    .waitFor();
  expect(await dialog.getByRole('button', { name: 'Replay here' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
});

describe('the activity', () => {
  it('goes back to a row and forward again', async () => {
    const { Id } = await signUp(api, 'Back');
    const page = await openInspector(service.url, 'activity');
    await api('POST', `/api/v1/contracts/${Id}/end`, {});
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await api('GET', `/api/v1/contracts/${Id}`)).EndDate).toBeUndefined();
    await page.locator('li.row', { hasText: 'Contract canceled' }).first().click();
    await page.getByRole('button', { name: 'Return to here' }).waitFor();
    await page.getByText('undone').first().waitFor();
    await lookedAt(page, 'session-rewound');
    await page.getByRole('button', { name: 'Return to here' }).click();
    await expect.poll(async () => (await api('GET', `/api/v1/contracts/${Id}`)).EndDate).toBeDefined();
  });
});

describe('two futures', () => {
  it('are shown as two timelines, one above the other, with differences marked', async () => {
    const Id = await paidSignup(service.url, 'Future');
    const page = await openInspector(service.url, `contracts/${Id}`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'With the change' }).waitFor();
    const pictures = page.locator('.futures svg[role=group]');
    expect(await pictures.count()).toBe(2);
    const [above, below] = [await pictures.nth(0).boundingBox(), await pictures.nth(1).boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.locator('.futures tr.differs', { hasText: 'Event PaymentFailed' }).waitFor();
    await lookedAt(page, 'what-if');
  });
});
