import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExamples } from '../../examples/start.mjs';
import { newPage, screenshot } from './browser.ts';
import { signUp } from './sign-up.ts';

let examples: Awaited<ReturnType<typeof startExamples>>;

beforeAll(async () => {
  examples = await startExamples({
    sandboxPort: 0,
    shopPort: 0,
    backendPort: 0,
    clock: '2026-01-15T10:00:00Z',
  });
});
afterAll(() => examples.close());

async function openPortal(tag: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(`${examples.shop.url}/portal-page/?account=${tag}`);
  await page.getByRole('heading', { name: 'Your subscription' }).waitFor();
  await page.getByText('Next invoice').waitFor();
  return page;
}

describe('the portal page', () => {
  it('shows plan, payment method and invoices, and downloads an invoice as PDF', async () => {
    await signUp(examples, { tag: 'portal-shows' });
    const page = await openPortal('portal-shows');
    await page.getByText('Basic', { exact: true }).waitFor();
    await page.getByText('visa ending in 1111, valid until 12/2029').waitFor();
    await page.getByText('15 February 2026').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /Download invoice/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');
    await screenshot(page, 'portal-desktop');
  });

  it('shows a message instead of empty forms if there is nothing to show', async () => {
    const page = await newPage({ allowErrors: ['404'] });
    await page.goto(`${examples.shop.url}/portal-page/?account=nobody`);
    await page.getByRole('alert').getByText('Your subscription could not be loaded.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByText('Loading…').isVisible()).toBe(false);
  });

  it('changes customer data, and keeps what it does not show', async () => {
    const { CustomerId } = await signUp(examples, { tag: 'portal-changes' });
    const page = await openPortal('portal-changes');
    await page.getByLabel('Company').fill('Analytical Engines Ltd');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Your details are saved.').waitFor();
    const state = await (await fetch(`${examples.sandbox.url}/sandbox/snapshot`)).json();
    const saved = state.Collections.customers.find(({ Id }: { Id: string }) => Id === CustomerId);
    expect(saved).toMatchObject({
      CompanyName: 'Analytical Engines Ltd',
      CustomerName: 'Analytical Engines Ltd',
      CustomerSubName: 'Ada Lovelace',
      Tag: 'portal-changes',
      Address: { City: 'Berlin' },
      ExternalCustomerId: 'portal-changes',
    });
  });

  it('explains what is wrong with a VAT id', async () => {
    await signUp(examples, { tag: 'portal-vat' });
    const page = await openPortal('portal-vat', { allowErrors: ['422'] });
    await page.getByLabel('VAT id').fill('nonsense!');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByRole('alert').getByText('This VAT id does not look right.').waitFor();
  });

  it('changes the payment method', async () => {
    await signUp(examples, { tag: 'portal-card' });
    const page = await openPortal('portal-card');
    await page.getByText('Use another card').click();
    await page.getByLabel('Card number').fill('4111 1111 1111 1112');
    await page.getByLabel('Valid until').fill('11/30');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on the card').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByRole('alert').getByText('Please check the card number.').waitFor();
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText('The new card is saved.').waitFor();
    await page.getByText('mastercard ending in 4444, valid until 11/2030').waitFor();
  });

  it('upgrades with the active payment method', async () => {
    await signUp(examples, { tag: 'portal-upgrade' });
    const page = await openPortal('portal-upgrade');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByText('Welcome to Pro.').waitFor();
    await page.getByText('Pro', { exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
  });

  it('asks, then cancels at the next possible date', async () => {
    await signUp(examples, { tag: 'portal-cancel' });
    const page = await openPortal('portal-cancel', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('15 February 2026').waitFor();
    await screenshot(page, 'portal-cancel-phone');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Your subscription ends on 15 February 2026.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
