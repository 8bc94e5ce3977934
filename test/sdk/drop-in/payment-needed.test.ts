// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { Payment, Signup } from 'clientlib';
import { describe, expect, it } from 'vitest';
import { basic, card, free, key, pagesForEachTest, trial } from './page.ts';

/* When a customer is asked how to pay, and when not. */

const newPage = pagesForEachTest();

describe('a signup that is free today', () => {
  it.each([
    { fee: 29, allowed: true, asks: true },
    { fee: 0, allowed: true, asks: false },
    { fee: 0, allowed: false, asks: true },
  ])('asks for a payment method: $asks, where it costs $fee later', async ({ fee, allowed, asks }) => {
    const PlanVariants = [{ Id: trial, AllowWithoutPaymentData: allowed, RecurringFee: fee }];
    const page = newPage({ config: { Catalogue: { PlanVariants } } });
    await page.ready('clientlib-signup', { 'public-api-key': key, 'plan-variant-id': trial, locale: 'en' });
    await page.untilText('Due today€0.00');
    expect(page.find('.pay').hidden).toBe(!asks);
  });
});

it('a signup that costs something today alone asks for a payment method', async () => {
  const PlanVariants = [{ Id: free, AllowWithoutPaymentData: true, SetupFee: 10 }];
  const page = newPage({ config: { Catalogue: { PlanVariants } } });
  await page.ready('clientlib-signup', { 'public-api-key': key, 'plan-variant-id': free, locale: 'en' });
  await page.untilText('Due today€11.90');
  expect(page.find('.pay').hidden).toBe(false);
});

describe('the portal of a contract that has ended', () => {
  it.each([true, false])('offers to change how it is paid while it owes something: %s', async (owes) => {
    const page = newPage();
    const { expiry: _, ...data } = { ...card, expiryMonth: 12, expiryYear: 2039 };
    const payment = new Payment({ publicApiKey: key });
    const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
    const { ContractId } = await new Signup().subscribe(payment, { PlanVariantId: basic }, customer, {
      bearer: 'CreditCard:India',
      ...data,
    });
    const contract = `contracts/${ContractId}`;
    const send = (path: string, method: string, body: object) =>
      page.rest(path, { method, body: JSON.stringify(body) });
    if (owes) await send(contract, 'PATCH', { RecurringPaymentsPaused: true });
    await send(`${contract}/end`, 'POST', { EndDate: '2026-01-20T10:00:00Z' });
    await page.sandbox.clock.set('2026-01-21T10:00:00Z');
    expect(await page.rest(contract)).toMatchObject({ LifecycleStatus: 'Ended' });
    const { Token } = await page.rest<{ Token: string }>(`${contract}/selfServiceToken`);
    await page.ready('clientlib-portal', { token: Token, locale: 'en' });
    const buttons = page.root.querySelectorAll('[part="section payment"] button');
    expect(buttons.length > 0).toBe(owes);
  });
});
