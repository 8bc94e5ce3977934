import { describe, expect, inject, it } from 'vitest';
import { type StartedSandbox, startSandbox } from '../../sandbox/src/hosts/node/node.ts';
import { serveMerchantPage } from '../e2e/merchant-page.ts';
import type { Page } from './driver.ts';
import { startWebKit } from './drivers/webkit.ts';
import { button, field, heading } from './locators.ts';
import { createForm, type FormPage, formConfig, typeCard } from './steps/payment-form.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

/** Opens the page of an app shell: a program of a few lines gives WebKitGTK the scheme, as the shells of iOS do. */
async function inShell(
  scheme: string,
  Account: object,
  work: (page: Page, service: StartedSandbox) => Promise<void>,
): Promise<void> {
  const service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', config: { Account } });
  const merchant = await serveMerchantPage(service.url);
  const args = ['test/browsers/drivers/app-shell.py', scheme, merchant.url];
  const engine = await startWebKit(inject('browserPaths').webkit, { binary: '/usr/bin/python3', args });
  try {
    const page = await engine.newPage();
    await page.open(`${scheme}://localhost/`);
    await work(page, service);
    await page.close();
  } finally {
    await engine.close();
    await merchant.close();
    await service.close();
  }
}

const order = [
  { planVariantId: 'b00000000000000000000001' },
  { firstName: 'Ada', lastName: 'Byron', emailAddress: 'ada@example.com', address: { country: 'DE' } },
];

/** Contracts, and payments with their amounts. */
function books({ sandbox }: StartedSandbox): readonly unknown[] {
  const { contracts = [], paymentTransactions = [] } = sandbox.snapshot().Collections as unknown as {
    readonly [name: string]: readonly { readonly [field: string]: unknown }[];
  };
  return [
    contracts.map(({ LifecycleStatus }) => LifecycleStatus),
    paymentTransactions.map(({ Status, Amount }) => [(Status as { Status: string }).Status, Amount]),
  ];
}
const soldOnce = [['Active'], [['Succeeded', 11.78]]];

describe.each(['capacitor', 'ionic'])('a page at %s://localhost', (scheme) => {
  const origin = `${scheme}://localhost`;

  it('has no payment form while the account does not list it', () =>
    inShell(scheme, {}, async (page) => {
      expect(await page.evaluate(() => location.origin)).toBe(origin);
      const codes = await page.evaluate(
        (config) =>
          ClientLib.createElement(
            'paymentForm',
            document.querySelector('#payment'),
            config,
            {},
            () => {},
          ).ready.catch(({ errorCode }: { errorCode: string[] }) => errorCode),
        formConfig,
      );
      expect(codes).toEqual(['ServerError', 'FrameBlocked']);
    }));

  it('sells with a card whose bank asks, once the account lists it', () =>
    inShell(scheme, { AllowedOrigins: [origin], AllowedReturnUrls: [origin] }, async (page, service) => {
      await typeCard(await createForm(page), '4000000000003220');
      await page.evaluate((given) => {
        const here = window as unknown as FormPage & { paid: Promise<string> };
        const signup = new ClientLib.Signup();
        here.paid = signup
          .createOrder(...given)
          .then((made: unknown) => signup.paySignupInteractive(null, here.form, made))
          .then(
            ({ OrderStatus }: { OrderStatus: string }) => OrderStatus,
            (error: Error) => error.message,
          );
      }, order);
      await (await page.frame('dialog iframe')).click(button('Confirm'));
      expect(await page.evaluate(() => (window as unknown as { paid: Promise<string> }).paid)).toBe(
        'PaymentPending',
      );
      expect(books(service)).toEqual(soldOnce);
    }));

  it('comes back from a provider by a relative address', () =>
    inShell(scheme, { AllowedOrigins: [origin], AllowedReturnUrls: [origin] }, async (page, service) => {
      const url = await page.evaluate(async (given) => {
        const payment = new ClientLib.Payment({
          publicApiKey: 'a00000000000000000000001',
          providerReturnUrl: '/thanks?cart=42',
        });
        await payment.ready;
        const signup = new ClientLib.Signup();
        const made = await signup.createOrder(...given);
        return (await signup.paySignupInteractive(payment, { bearer: 'November' }, made)).Url as string;
      }, order);
      await page.open(url);
      await page.fill(field('E-mail address'), 'ada@example.com');
      await page.fill(field('Password'), 'secret');
      await page.click(button('Pay'));
      await page.see(heading('Checkout'));
      const status = await page.evaluate(async () => (await ClientLib.finalize()).OrderStatus as string);
      expect([(await page.url()).split('&')[0], status]).toEqual([
        `${origin}/thanks?cart=42`,
        'PaymentPending',
      ]);
      expect(books(service)).toEqual(soldOnce);
    }));
});
