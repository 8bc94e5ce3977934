import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, fillPaymentForm, routeToSandbox, test } from 'clientlib-sandbox/playwright';

test.use({ sandboxOptions: { clock: '2026-01-15T10:00:00Z' } });

// Served and not made up by `page.route`: the browser lets a page of this machine alone ask this machine.
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>');
});
let shop = '';
test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop = `http://localhost:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** The global object of a page with the script. */
interface WithClientLib {
  readonly ClientLib: typeof import('clientlib');
}

/** What a page does that has ClientLib at the address. */
const signUp = async (returnUrl: string) => {
  const { ClientLib } = globalThis as unknown as WithClientLib;
  const payment = new ClientLib.Payment({
    publicApiKey: 'a00000000000000000000001',
    providerReturnUrl: returnUrl,
  });
  await payment.ready;
  const cart = { planVariantId: 'b00000000000000000000001' };
  const bearer = returnUrl === '' ? 'InvoicePayment' : 'CreditCard:Charlie';
  const customer = { firstName: 'Ada', lastName: 'Byron' };
  const result = await new ClientLib.Signup().subscribe(payment, cart, customer, { bearer });
  return { ...result, Url: result.Url ?? '' };
};

for (const round of [1, 2, 3]) {
  test(`has a workspace for each test, ${round}`, async ({ page, sandbox }) => {
    expect(sandbox.baseUrl).toMatch(/^http:\/\/localhost:\d+\/w\/[\w-]+$/);
    await page.goto(shop);
    await page.addScriptTag({ url: `${sandbox.baseUrl}/clientlib.js` });
    const { ContractId } = await page.evaluate(signUp, '');
    expect(await sandbox.webhooks.next('OrderSucceeded')).toMatchObject({ ContractId });
    await sandbox.clock.advance('P1M');
    await sandbox.webhooks.next('InvoiceCreated');
    expect(await sandbox.rest('GET', '/invoices')).toHaveLength(2);
  });
}

test('serves the address of the real service in process, including pages and faults', async ({
  page,
  sandbox,
}) => {
  await routeToSandbox(page, sandbox, 'https://billing.example');
  await page.goto(shop);
  await page.addScriptTag({ url: 'https://billing.example/clientlib.js' });
  sandbox.faults.add({ Path: '*/signup/order', Times: 1, Fault: { Drop: true } });
  const { Url } = await page.evaluate(signUp, `${shop}return`);
  expect(Url).toMatch(/^https:\/\/billing\.example\/providers\/Charlie\/checkout\//);
  await page.goto(Url);
  await page.getByRole('button', { name: /cancel/i }).click();
  await page.waitForURL(`${shop}return?*`);
  await expect(routeToSandbox(page, sandbox, 'https://billing.example/path')).rejects.toThrow(/an origin/);
});

test('returns from a provider to a page that the test serves by page.route', async ({ page, sandbox }) => {
  await page.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title><h1>Shop</h1>' }),
  );
  await routeToSandbox(page, sandbox, 'https://billing.example');
  await page.goto('https://shop.example/');
  await page.addScriptTag({ url: 'https://billing.example/clientlib.js' });
  const { Url } = await page.evaluate(signUp, 'https://shop.example/return');
  await page.goto(Url);
  await page.getByRole('button', { name: /cancel/i }).click();
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  expect(page.url()).toMatch(/^https:\/\/shop\.example\/return\?/);
});

test('fills the payment form where another method than the card is selected first', async ({
  page,
  sandbox,
}) => {
  await page.goto(shop);
  await page.addScriptTag({ url: `${sandbox.baseUrl}/clientlib.js` });
  await page.evaluate(() => {
    document.body.innerHTML = '<div id="form"></div>';
    const { ClientLib } = globalThis as unknown as WithClientLib;
    ClientLib.createElement('paymentForm', document.querySelector('#form') as Element, {
      publicApiKey: 'a00000000000000000000001',
      paymentMethods: ['InvoicePayment', 'Debit:Delta', 'CreditCard:Delta'],
    });
  });
  const form = page.locator('#form iframe').contentFrame();
  await expect(form.locator('input[value="InvoicePayment"]')).toBeChecked();
  await fillPaymentForm(page, { cardNumber: '4111111111111111', cardHolder: 'Ada Byron' });
  await expect(form.locator('input[value="CreditCard:Delta"]')).toBeChecked();
  await expect(form.locator('input[name="cardNumber"]')).toHaveValue('4111 1111 1111 1111');
  await fillPaymentForm(page, { iban: 'DE89370400440532013000' });
  await expect(form.locator('input[value="Debit:Delta"]')).toBeChecked();
});
