import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import type { PaymentFormData } from '../../sandbox/src/clients/kit/payment-form-data.ts';
import { allOr } from '../properties.ts';
import { type Attempt, type BearerCase, bearerCases, oneOfEachWay } from './drop-in-outcomes.ts';
import { answerOf, goodCard, openTenLinePages, subscribe, type TenLinePages } from './ten-line-pages.ts';

/*
 * The ten-line signup page with every bearer and every outcome of the simulation. `npm run test:night` tries one bearer of
 * each way to pay with few outcomes, and `npm run test:examples` all of them.
 */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

const bearers = allOr(oneOfEachWay, bearerCases);
const timeout = 300_000;

/** Statuses with which providers refuse, which browsers log. */
const allowErrors = ['404', '409', '422', '429', '503'];

describe.each(bearers)('$bearer', (one) => {
  const { bearer, refused, accepted } = one;
  const open = () => shop.openSignup({ bearer, allowErrors });

  it('explains why a payment failed, and the same order can then be paid', { timeout }, async () => {
    const page = await open();
    const attempts = allOr(refused.slice(-1), refused);
    const answers: [string, string][] = [];
    for (const attempt of attempts) answers.push([attempt.id, await answerTo(page, one, attempt)]);
    expect(answers).toEqual(attempts.map(({ id, says }) => [id, says]));
    const [last] = accepted as [Attempt];
    expect(await answerTo(page, one, last)).toBe(last.says);
    expect(await books(one)).toEqual(soldBy(last));
  });

  // The first was the last one above.
  const others = allOr([], accepted.slice(1));
  if (others.length === 0) return;
  it('shows the thank-you page for every method, and sells once', { timeout }, async () => {
    for (const attempt of others) {
      shop.service.sandbox.reset();
      const page = await open();
      const answer = await answerTo(page, one, attempt);
      expect([attempt.id, answer, await books(one)]).toEqual([attempt.id, attempt.says, soldBy(attempt)]);
      await page.close();
    }
  });
});

const soldBy = ({ isSold, isCharged }: Attempt) => ({
  orders: [isSold ? 'Completed' : 'InProgress'],
  charged: isCharged ? [11.78] : [],
  contracts: isSold ? 1 : 0,
});

/** What the service has, once providers have answered and money has come. */
async function books({ definition }: BearerCase) {
  await shop.service.sandbox.clock.advance(definition.SettlesAfterDays ? 'P4D' : 'PT10M');
  return shop.books();
}

/** Pays, or tries to, and returns what the customer reads in the end. */
async function answerTo(page: Page, { definition, provider, bearer }: BearerCase, attempt: Attempt) {
  if (provider.RateLimit) await shop.service.sandbox.clock.advance(`PT${provider.RateLimit.Seconds}S`);
  const data = inForm(definition, attempt);
  if (Object.keys(data).length > 0) await fillPaymentForm(page, data);
  await subscribe(page);
  if (definition.Page) await atProvider(page, bearer, attempt);
  if (definition.Challenge && attempt.row?.Challenge) await atBank(page, attempt);
  return answerOf(page);
}

/** What the customer types into the payment form. */
function inForm({ Data, Page }: BearerCase['definition'], { row }: Attempt): PaymentFormData {
  const value = row?.Value ?? '';
  if (Page) return Data === 'WalletRequired' ? { emailAddress: value || 'payer@wallet.test' } : {};
  switch (Data) {
    case 'Card':
      return { ...goodCard, cardNumber: value, cvc: row?.Id === 'amex' ? '1234' : '123' };
    case 'DebitIban':
      return { accountHolder: 'Ada Byron', iban: value };
    case 'DebitAccount':
      return { accountHolder: 'Ada Byron', bankAccountNumber: value, bankRoutingCode: '37040044' };
    default:
      return {};
  }
}

/** What the customer does on the provider's page. */
async function atProvider(page: Page, bearer: string, { row, button }: Attempt): Promise<void> {
  await page.waitForURL(/\/checkout\//);
  const type = async (values: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`[name=${name}]`);
      if (await field.isEditable()) await field.fill(value);
    }
  };
  const value = row?.Value ?? '';
  if (row?.Kind === 'Card') {
    const cvc = row.Id === 'amex' ? '1234' : '123';
    await type({ number: value, expiry: '12/39', cvc, holder: 'Ada Byron' });
  }
  if (row?.Kind === 'Iban') await type({ holder: 'Ada Byron', iban: value });
  if (row?.Kind === 'Email') await type({ email: value, password: 'any' });
  if (row?.Kind === 'Phone') await type({ phone: value });
  if (row?.Kind === 'Bank') await page.getByLabel(value).check();
  await page.locator(`button[value=${button}]`).click();
  if (bearer === 'Kilo' && button === 'pay') await page.locator('button[value=confirm]').click();
  await page.waitForURL(/signup\.html/);
}

/** What the customer does in the bank's window. */
async function atBank(page: Page, { row }: Attempt): Promise<void> {
  const bank = page.getByRole('dialog');
  await bank.waitFor();
  if (row?.Challenge === 'Hangs') await bank.getByRole('button', { name: 'Cancel' }).click();
  else
    await bank
      .frameLocator('iframe')
      .getByRole('button', { name: /^Confirm$/ })
      .click();
}
