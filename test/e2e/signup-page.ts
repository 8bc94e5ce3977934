import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { startExamples } from '../../examples/start.mjs';
import { newPage } from './browser.ts';

/* The signup page of the examples, and what a customer does there. */

let examples: Awaited<ReturnType<typeof startExamples>>;

/** Serves the examples to the tests of a file. */
export function serveSignupPage(): void {
  beforeAll(async () => {
    examples = await startExamples({ sandboxPort: 0, shopPort: 0, backendPort: 0 });
  });
  afterAll(() => examples.close());
}

export const shopUrl = (): string => examples.shop.url;

export const control = async (path: string) =>
  (await fetch(`${examples.sandbox.url}/sandbox/${path}`)).json();

export async function openShop(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(examples.shop.url);
  await page.getByLabel('Card', { exact: true }).waitFor();
  return page;
}

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Street').fill('Hauptstraße');
  await page.getByLabel('Number', { exact: true }).fill('5');
  await page.getByLabel('Postal code').fill('10117');
  await page.getByLabel('City').fill('Berlin');
}

export async function fillCard(
  page: Page,
  card: { number?: string; expiry?: string; cvc?: string } = {},
): Promise<void> {
  await page.getByLabel('Card number').fill(card.number ?? '4111 1111 1111 1111');
  await page.getByLabel('Valid until').fill(card.expiry ?? '12/29');
  await page.getByLabel('Security code').fill(card.cvc ?? '123');
  await page.getByLabel('Name on the card').fill('Ada Lovelace');
}

export const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();

/** The page after a signup, once the back end has seen the webhook; the contract's events and documents. */
export async function thanked(page: Page) {
  await page.getByText('Your account is active.').waitFor();
  const tag = new URL(page.url()).searchParams.get('tag');
  const events: { Event: string; Tag?: string; CustomerId?: string }[] = await control('events?take=500');
  const created = events.find((event) => event.Event === 'ContractCreated' && event.Tag === tag);
  return {
    tag,
    events: events.filter((event) => event.CustomerId === created?.CustomerId).map(({ Event }) => Event),
  };
}
