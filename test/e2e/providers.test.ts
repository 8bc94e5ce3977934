import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { newPage, sharedPage } from './browser.ts';
import { eventsOf, finalize, type Outcome, openShop, type Shop, signUp } from './shop.ts';

/*
 * Bearers in a browser: from the shop's page, whose policy allows the service alone, to the provider and back. A few
 * in `npm test`, all in CI.
 */

let shop: Shop;

beforeAll(async () => {
  // The sandbox's clock stands, so that slow providers are not, and notifications come when a test asks for them.
  shop = await openShop({ clock: new Date() });
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

const sharedTab = sharedPage();

/** The shop's page, newly loaded. */
async function openedShop(): Promise<Page> {
  await sharedTab().goto(shop.url);
  return sharedTab();
}

const card = {
  cardNumber: '4111 1111 1111 1111',
  expiryMonth: 12,
  expiryYear: '32',
  cardHolder: 'Ada',
  cvc: '123',
};
const declinedCard = { ...card, cardNumber: '4000 0000 0000 0002' };
const debit = {
  accountHolder: 'Ada Byron',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: '',
  mandateReference: 'M-1',
  mandateSignatureDate: '2026-01-15T10:00:00Z',
  cardNumber: null,
};
const closedAccount = { ...debit, iban: 'DE78 3704 0044 0532 0130 04' };
const account = { accountHolder: 'Ada', bankAccountNumber: '0532013000', bankRoutingCode: '37040044' };

const byCard = ['FakePSP', 'Alpha', 'Bravo', 'Delta', 'Echo', 'Foxtrot', 'Hotel', 'India'];
const byIban = ['FakePSP', 'Bravo', 'Delta', 'Echo', 'Hotel', 'India'];
const inPage: [string, Record<string, unknown>, Record<string, unknown> | undefined][] = [
  ...byCard.map((name) => [`CreditCard:${name}`, card, declinedCard] as [string, object, object]),
  ...byIban.map((name) => [`Debit:${name}`, debit, closedAccount] as [string, object, object]),
  ['Debit:Alpha', account, { ...account, bankAccountNumber: '0532013004' }],
  ['OnAccount:Alpha', {}, undefined],
  ['InvoicePayment', {}, undefined],
] as [string, Record<string, unknown>, Record<string, unknown> | undefined][];

const paid = {
  OrderStatus: 'PaymentPending',
  OrderId: expect.stringMatching(/^[0-9a-f]{24}$/),
  ContractId: expect.stringMatching(/^[0-9a-f]{24}$/),
};

const names = async () => (await eventsOf(shop)).map(({ Event }) => Event);

describe('providers without a page of their own', () => {
  it.each(some(inPage, 6))('%s pays and declines', async (bearer, good, bad) => {
    const page = await openedShop();
    expect(await signUp(page, shop, { bearer, ...good })).toMatchObject({ result: paid });
    expect(await names()).toContain('OrderSucceeded');
    if (bad === undefined) return;
    const declined = await signUp(page, shop, { bearer, ...bad });
    expect(declined.errorCode).toEqual(['BearerInvalid']);
    expect(await names()).toContain('PaymentFailed');
  });

  it.each([
    ['CreditCard:Golf', card, declinedCard],
    ['Debit:Golf', debit, closedAccount],
  ])('%s reports the outcome later, by webhook', async (bearer, good, bad) => {
    const page = await openedShop();
    expect(await signUp(page, shop, { bearer, ...good })).toMatchObject({ result: paid });
    expect(await signUp(page, shop, { bearer, ...bad })).toMatchObject({ result: paid });
    expect(await names()).toEqual([]);
    await shop.service.sandbox.clock.advance('PT2M');
    expect(await names()).toEqual(expect.arrayContaining(['OrderSucceeded', 'PaymentFailed']));
  });

  it('None:None signs up where the plan variant allows it', async () => {
    const page = await openedShop();
    const free = { planVariantId: 'b00000000000000000000006' };
    expect(await signUp(page, shop, { bearer: 'None:None' }, free)).toMatchObject({ result: paid });
  });
});

/** What the customer enters at each redirecting provider. */
const atProvider: [string, Record<string, string>, Record<string, string> | undefined, string][] = [
  ['FakePSP', {}, { alwaysFail: 'check' }, 'InsufficientBalance'],
  [
    'CreditCard:Charlie',
    { number: '4111111111111111', expiry: '12/32', cvc: '123', holder: 'Ada' },
    { number: '4000000000000002', expiry: '12/32', cvc: '123', holder: 'Ada' },
    'BearerInvalid',
  ],
  [
    'CreditCard:Juliett',
    { number: '378282246310005', expiry: '1232', cvc: '1234', holder: 'Ada' },
    { number: '4000000000009995', expiry: '12/32', cvc: '123', holder: 'Ada' },
    'InsufficientBalance',
  ],
  [
    'Debit:Charlie',
    { holder: 'Ada', iban: 'DE89370400440532013000' },
    { holder: 'Ada', iban: 'DE51370400440532013005' },
    'InvalidIban',
  ],
  [
    'Debit:Foxtrot',
    { holder: 'Ada', iban: 'NL91ABNA0417164300' },
    { holder: 'Ada', iban: 'DE08370400440532013003' },
    'InsufficientBalance',
  ],
  ['iDEAL:Charlie', { bank: 'Grachtenbank' }, { bank: 'Polderbank' }, 'Rejected'],
  ['Kilo', { phone: '0151 0000001' }, { phone: '0151 0000002' }, 'Rejected'],
  ['Lima', {}, undefined, ''],
  ['Mike', {}, undefined, ''],
  [
    'November',
    { email: 'alias@wallet.test', password: 'x' },
    { email: 'empty@wallet.test', password: 'x' },
    'InsufficientBalance',
  ],
  ['Oscar', { password: 'x' }, undefined, ''],
];

/** From the shop to the provider's page, there to do what the customer does, and back. */
async function redirected(
  bearer: string,
  enter: Record<string, string>,
  button: 'pay' | 'decline' | 'cancel',
): Promise<Outcome> {
  const page = await openedShop();
  const { result } = await signUp(page, shop, {
    bearer,
    emailAddress: bearer === 'Oscar' ? 'payer@wallet.test' : '',
  });
  expect(result).toEqual({
    OrderId: expect.any(String),
    GrossTotal: 11.78,
    Currency: 'EUR',
    OrderStatus: 'PaymentPending',
    Url: expect.stringContaining('/checkout/'),
  });
  await page.goto(result?.Url ?? '');
  expect(await page.textContent('header')).toContain('Simulation');
  if (button === 'pay') {
    for (const [name, value] of Object.entries(enter)) {
      if (name === 'bank') await page.getByLabel(value).check();
      else if (value === 'check') await page.locator(`[name=${name}]`).check();
      else await page.locator(`[name=${name}]`).fill(value);
    }
  }
  await page.locator(`button[value=${button}]`).click();
  if (bearer === 'Kilo' && button === 'pay') await page.locator('button[value=confirm]').click();
  await page.waitForURL(`${shop.url}return?cart=42&transactionId=*`);
  return finalize(page);
}

describe('providers with a page of their own', () => {
  const tried = some(atProvider, 5);

  it.each(tried)('%s pays and returns', async (bearer, enter) => {
    expect(await redirected(bearer, enter, 'pay')).toMatchObject({ result: paid });
    expect(await names()).toContain('OrderSucceeded');
  });

  it.each(tried.filter(([, , bad]) => bad !== undefined))(
    '%s refuses what the test data says',
    async (bearer, _good, bad, code) => {
      const { errorCode } = await redirected(bearer, bad ?? {}, 'pay');
      expect(errorCode?.[0]).toBe(code);
    },
  );

  it.each(tried)('%s declines and is canceled by its buttons', async (bearer) => {
    expect((await redirected(bearer, {}, 'decline')).errorCode).toEqual(['Rejected']);
    expect((await redirected(bearer, {}, 'cancel')).errorCode).toEqual(['Aborted', 'Canceled']);
  });

  it('a customer who closes the browser has still paid: the webhook reports it', async () => {
    const page = await newPage();
    await page.goto(shop.url);
    const { result } = await signUp(page, shop, { bearer: 'Lima' });
    await page.goto(result?.Url ?? '');
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/return/);
    // Gone before the page has called ClientLib.finalize.
    await page.close();
    expect(await names()).not.toContain('OrderSucceeded');
    await shop.service.sandbox.clock.advance('PT1M');
    expect(await names()).toContain('OrderSucceeded');
  });

  it('going back, reloading and submitting twice charge once', async () => {
    const page = await newPage();
    await page.goto(shop.url);
    const { result } = await signUp(page, shop, { bearer: 'Mike' });
    await page.goto(result?.Url ?? '');
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/return/);
    await page.goBack();
    await page.getByRole('heading', { name: 'Payment done' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /Back to/ }).click();
    await page.waitForURL(/\/return/);
    expect(await finalize(page)).toMatchObject({ result: paid });
    await page.reload();
    expect(await finalize(page)).toMatchObject({ result: paid });
    const events = await names();
    expect(events.filter((event) => event === 'PaymentSucceeded')).toHaveLength(1);
  });

  it('an expired page says so and links back', async () => {
    const page = await newPage({ allowErrors: ['410'] });
    await page.goto(shop.url);
    const { result } = await signUp(page, shop, { bearer: 'Lima' });
    await page.goto(result?.Url ?? '');
    await shop.service.sandbox.clock.advance('PT31M');
    await page.locator('button[value=pay]').click();
    await page.getByRole('heading', { name: 'Page expired' }).waitFor();
    await page.getByRole('link', { name: /Back to/ }).click();
    await page.waitForURL(/pspStatus=expired/);
    expect((await finalize(page)).errorCode).toEqual(['Aborted', 'Canceled']);
  });

  it('a redirect without a return URL is rejected before anything is sent', async () => {
    const page = await newPage();
    await page.goto(shop.url);
    const outcome = await signUp(page, shop, { bearer: 'Lima' }, { noReturnUrl: true });
    expect(outcome.errorCode).toEqual(['InvalidConfiguration']);
    expect(outcome.message).toContain('providerReturnUrl');
  });

  it('the shop’s own server never sees card data', async () => {
    const page = await newPage();
    await page.goto(shop.url);
    await signUp(page, shop, { bearer: 'CreditCard:Delta', ...card });
    await redirected('CreditCard:Charlie', atProvider[1]?.[1] ?? {}, 'pay');
    expect(shop.received.length).toBeGreaterThan(2);
    expect(shop.received.join('\n').replace(/[\s-]/g, '')).not.toContain('4111111111111111');
  });
});
