import type { FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePages } from '../../examples/serve.mjs';
import { type StartedSandbox, startSandbox } from '../../sandbox/src/host/node.ts';
import { fillPaymentForm } from '../../sandbox/src/kit/fill-payment-form.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';

/* The ten-line pages and the hosted ones: in happy-dom most is tested (test/sdk/drop-in); here are frames and providers. */

let service: StartedSandbox;
let shop: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  service = await startSandbox({ port: 0, seed: 'drop-in', clock: '2026-01-15T10:00:00Z' });
  shop = await servePages({ port: 0, sandboxUrl: service.url });
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

const api = async (path: string) => {
  const login = await fetch(`${service.url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = await login.json();
  const headers = { Authorization: `Bearer ${access_token}` };
  return (await fetch(`${service.url}/api/v1/${path}`, { headers })).json();
};

const form = (page: Page | FrameLocator): FrameLocator =>
  page.frameLocator('clientlib-signup iframe, clientlib-portal iframe');

async function fillCustomer(page: Page | FrameLocator, emailAddress = 'ada@shop.test'): Promise<void> {
  await page.getByLabel('E-mail address').first().fill(emailAddress);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Street').fill('Hauptstraße');
  await page.getByLabel('House number').fill('5');
  await page.getByLabel('Postal code').fill('10117');
  await page.getByLabel('City').fill('Berlin');
}

const fillCard = (page: Page, cardNumber = '4111111111111111') =>
  fillPaymentForm(page, { cardNumber, expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });

const subscribe = (page: Page | FrameLocator) =>
  page.getByRole('button', { name: 'Subscribe and pay' }).click();

/** The ten-line page, with one payment method. */
async function openSignup(bearer: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(`${shop.url}/drop-in/signup.html`);
  await page
    .locator('clientlib-signup')
    .evaluate((element, methods) => element.setAttribute('payment-methods', methods), bearer);
  await page.getByText('€11.78').first().waitFor();
  return page;
}

/** Contracts of the customer with this address. */
const contractsOf = async (emailAddress: string): Promise<unknown[]> => {
  const customers: { Id: string; EmailAddress: string }[] = await api('customers?take=500');
  const ids = customers.filter((one) => one.EmailAddress === emailAddress).map(({ Id }) => Id);
  return (await Promise.all(ids.map((id) => api(`customers/${id}/contracts`)))).flat();
};

const cards = ['FakePSP', 'Alpha', 'Bravo', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'India'];
const ibans = ['FakePSP', 'Bravo', 'Delta', 'Echo', 'Golf', 'Hotel', 'India'];
const redirects = [
  'CreditCard:Charlie',
  'iDEAL:Charlie',
  'CreditCard:Juliett',
  'Debit:Foxtrot',
  'Kilo',
  'Lima',
  'Mike',
  'November',
  'Oscar',
];

describe('the ten-line signup page', () => {
  it.each(cards)('takes a card by %s, after one that is declined', async (provider) => {
    const page = await openSignup(`CreditCard:${provider}`);
    const emailAddress = `${provider}@card.test`;
    await fillCustomer(page, emailAddress);
    if (provider !== 'FakePSP' && provider !== 'Golf') {
      await fillCard(page, '4000000000000002');
      await subscribe(page);
      await page.getByText('The payment was declined.').waitFor();
      expect(await contractsOf(emailAddress)).toEqual([]);
    }
    await fillCard(page);
    await subscribe(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    // Golf answers later.
    if (provider === 'Golf') await service.sandbox.clock.advance('PT10M');
    expect(await contractsOf(emailAddress)).toHaveLength(1);
  });

  it.each(ibans)('takes a direct debit by %s', async (provider) => {
    const page = await openSignup(`Debit:${provider}`);
    const emailAddress = `${provider}@debit.test`;
    await fillCustomer(page, emailAddress);
    await fillPaymentForm(page, { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' });
    await subscribe(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    // Golf answers later.
    if (provider === 'Golf') await service.sandbox.clock.advance('PT10M');
    expect(await contractsOf(emailAddress)).toHaveLength(1);
  });

  it.each(redirects)(
    'goes to the page of %s, and comes back to the same page with the same order',
    async (bearer) => {
      const page = await openSignup(bearer);
      const emailAddress = `${bearer.replace(/\W/g, '-')}@redirect.test`;
      await fillCustomer(page, emailAddress);
      if (bearer === 'Oscar') await form(page).getByLabel('E-mail address').fill('payer@wallet.test');
      await subscribe(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The payment was canceled.').waitFor();
      expect(page.url()).toBe(`${shop.url}/drop-in/signup.html`);
    },
  );

  it('shows the bank’s challenge, canceled once, failed once, then passed', async () => {
    const page = await openSignup('CreditCard:Bravo');
    await fillCustomer(page, 'bravo@challenge.test');
    const challenge = page.frameLocator('dialog iframe');
    await fillCard(page, '4000000000003220');
    await subscribe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The payment was canceled.').waitFor();
    await subscribe(page);
    await challenge.getByRole('button', { name: 'Fail the confirmation' }).click();
    await page.getByText('Your bank could not confirm that it is you.').waitFor();
    await subscribe(page);
    await challenge.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(await contractsOf('bravo@challenge.test')).toHaveLength(1);
    await page.reload();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  });

  it('pays on invoice', async () => {
    const page = await openSignup('InvoicePayment');
    await fillCustomer(page, 'ada@invoice.test');
    await subscribe(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(await contractsOf('ada@invoice.test')).toHaveLength(1);
  });
});

describe.each([
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const)('the hosted pages, $name', ({ name, colorScheme, viewport }) => {
  const look = async (page: Page, what: string) => {
    await screenshot(page, `drop-in-${what}-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([...(await accessibilityProblems(page)), wide > 0 ? `${wide} px too wide` : '']).toEqual(['']);
  };

  it('sign up, and show the contract', { timeout: 120_000 }, async () => {
    const page = await newPage({ colorScheme, viewport });
    await page.goto(`${service.url}/portal/signup.html#/b00000000000000000000001?language=en&country=AT`);
    await page
      .locator('clientlib-signup')
      .evaluate((element) =>
        element.setAttribute('payment-methods', 'CreditCard:India Debit:Delta November'),
      );
    await page.getByText('€11.88').first().waitFor();
    await form(page).getByLabel('Card number').waitFor();
    await look(page, 'signup');
    await subscribe(page);
    await page.getByText('Please fill this in.').first().waitFor();
    await look(page, 'missing');
    const emailAddress = `${name}@hosted.test`;
    await fillCustomer(page, emailAddress);
    await fillCard(page, '4000000000000002');
    await subscribe(page);
    await page.getByText('The payment was declined.').waitFor();
    await look(page, 'declined');
    await fillCard(page);
    await subscribe(page);
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    await look(page, 'thanks');

    const [contract] = (await contractsOf(emailAddress)) as { Id: string }[];
    const { Token } = await api(`contracts/${contract?.Id}/selfServiceToken`);
    await page.goto(`${service.url}/portal/account.html#/${Token}?language=en`);
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await look(page, 'portal');
    const section = (heading: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
    await section('Plan').getByRole('button', { name: 'Change' }).click();
    await page.getByText('Basic yearly').click();
    await page.getByText(/Due today: .* Then/).waitFor();
    await look(page, 'portal-plan');
    await section('Your details').getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Last name').waitFor();
    await section('Payment').getByRole('button', { name: 'Change' }).click();
    await form(page).getByText('Payment method').waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).first().click();
    await page.getByText(/will end on/).waitFor();
    await look(page, 'portal-open');
  });
});

describe('hosted pages in a frame', () => {
  it('sign up in the frame of an allowed page', async () => {
    const page = await newPage();
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      frame.id = 'hosted';
      document.body.replaceChildren(frame);
    }, `${service.url}/portal/signup.html#/b00000000000000000000001?language=de&country=DE`);
    const hosted = page.frameLocator('#hosted');
    await hosted.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).waitFor();
  });
});
