import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { allOr } from '../properties.ts';
import { THANKS } from './drop-in-outcomes.ts';
import {
  answerOf,
  goodCard,
  openTenLinePages,
  payAtProvider,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
} from './ten-line-pages.ts';

/* Whatever happens at whichever step of a signup: the order is charged once, and it is not lost. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

/** What browsers log of answers that are lost or refused. */
const allowErrors = ['Failed to load resource', 'ERR_', '409', '410'];

const open = (bearer: string) => shop.openSignup({ bearer, allowErrors });
const fillCard = (page: Page, cardNumber = goodCard.cardNumber) =>
  fillPaymentForm(page, { ...goodCard, cardNumber });

/** Each request of a signup, in order; the last one after the return from a provider. */
const steps = {
  'the order': '**/signup/order',
  'the payment data': '**/providers/*/tokens',
  'the payment': '**/signup/pay',
  'the return': '**/Finalize',
} as const;

/** What can happen while the answer to a request is awaited. */
const disturbances = {
  'a second click': async (page: Page, route: Route) => {
    await submitAgain(page);
    await route.continue();
  },
  'a lost request': (_page: Page, route: Route) => route.abort(),
  'a lost answer': async (_page: Page, route: Route) => {
    await route.fetch();
    await route.abort();
  },
  'a reload': async (page: Page, route: Route) => {
    await route.fetch();
    await page.reload();
  },
  'the back button': async (page: Page, route: Route) => {
    await route.fetch();
    await page.goBack();
    // The page that comes may change its address while it loads, which Playwright's own `goForward` takes for a failure. Where
    // that has ended the call, it is made once more: at the end of the history it does nothing.
    const forward = () => page.evaluate(() => history.forward());
    await forward().catch(async () => {
      await page.waitForLoadState();
      await forward();
    });
    await page.waitForURL(/signup\.html/);
  },
} as const;

/** As Enter in a field, where the button is disabled. */
const submitAgain = (page: Page): Promise<void> =>
  page
    .locator('clientlib-signup')
    .evaluate((element) => element.shadowRoot?.querySelector('form')?.requestSubmit());

const cells = (
  Object.keys(steps).flatMap((step) =>
    Object.keys(disturbances).map((disturbance) => ({ step, disturbance })),
  ) as { step: keyof typeof steps; disturbance: keyof typeof disturbances }[]
)
  // There is nothing to click then.
  .filter(({ step, disturbance }) => step !== 'the return' || disturbance !== 'a second click');

/** In `npm test` each step once and each disturbance once. */
const few = cells.filter((_cell, at) => at % 6 === 0 || at === 4);

describe.each(allOr(few, cells))('$disturbance at $step', ({ step, disturbance }) => {
  it('sells exactly once', async () => {
    const page = await open(step === 'the return' ? 'November' : 'CreditCard:India');
    const disturbed = await once(page, steps[step], (route) => disturbances[disturbance](page, route));
    if (step === 'the return') {
      await subscribe(page);
      await payAtProvider(page);
    } else {
      await fillCard(page);
      await subscribe(page);
    }
    await disturbed.end;
    await buyUntilThanks(page, step !== 'the return');
    expect(await shop.books()).toEqual(soldOnce);
    await page.reload();
    await thanks(page);
  });
});

/** Handles the first such request; `end` resolves when that is done. */
async function once(
  page: Page,
  url: string,
  handle: (route: Route) => Promise<unknown>,
): Promise<{ end: Promise<unknown> }> {
  let asked: (route: Route) => void = () => {};
  const end = new Promise<Route>((resolve) => {
    asked = resolve;
  }).then(handle);
  await page.route(url, (route) => asked(route), { times: 1 });
  return { end };
}

/** Does what the page says until it says thanks: types what is asked for, and presses the button. */
async function buyUntilThanks(page: Page, byCard = true): Promise<void> {
  const bought = page.getByRole('heading', { name: THANKS });
  const again = page.getByRole('button', { name: /^(Subscribe and pay|Try again)$/, disabled: false });
  for (let tries = 0; tries < 3; tries++) {
    await bought.or(again).waitFor();
    if (await bought.isVisible()) return;
    if (byCard) await fillCard(page);
    await again.click();
    await answerOf(page);
  }
  await thanks(page);
}

describe('on the provider’s page', () => {
  const atProvider = async (): Promise<Page> => {
    const page = await open('November');
    await subscribe(page);
    await page.waitForURL(/\/checkout\//);
    return page;
  };

  it('the back button leads to the form, and the same order can be paid', async () => {
    const page = await atProvider();
    await page.goBack();
    await page.getByRole('button', { name: 'Subscribe and pay' }).waitFor();
    await subscribe(page);
    await payAtProvider(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('a reload and a second click change nothing', async () => {
    const page = await atProvider();
    await page.reload();
    await page.locator('[name=email]').fill('payer@wallet.test');
    await page.locator('[name=password]').fill('any');
    await page.locator('button[value=pay]').dblclick();
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('the back button after the thank-you page shows that the order is paid, and forward returns to it', async () => {
    const page = await atProvider();
    await payAtProvider(page);
    await thanks(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Payment done' }).waitFor();
    await page.goForward();
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('an expired page leads back to the form, and the same order can be paid', async () => {
    const page = await atProvider();
    await shop.service.sandbox.clock.advance('PT31M');
    await page.locator('button[value=pay]').click();
    await page.getByRole('link', { name: /Back to/ }).click();
    await page.getByText('The payment was canceled.').waitFor();
    await subscribe(page);
    await payAtProvider(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});

describe('while the bank asks', () => {
  const challenged = async (): Promise<Page> => {
    const page = await open('CreditCard:Bravo');
    await fillCard(page, '4000000000003220');
    await subscribe(page);
    await page.getByRole('dialog').waitFor();
    return page;
  };
  const confirm = (page: Page) =>
    page.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();

  it.each([
    ['a reload', (page: Page) => page.reload()],
    [
      'the back button',
      async (page: Page) => {
        await page.goBack();
        await page.goForward();
      },
    ],
    ['a second submission', submitAgain],
  ] as const)('%s loses nothing', async (what, disturb) => {
    const page = await challenged();
    await disturb(page);
    if (what !== 'a second submission') {
      await page.locator('#due').waitFor();
      await fillCard(page, '4000000000003220');
      await subscribe(page);
    }
    await confirm(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('the response after a passed challenge is lost: the order is paid once', async () => {
    const page = await challenged();
    const disturbed = await once(page, steps['the payment'], (route) =>
      disturbances['a lost answer'](page, route),
    );
    await confirm(page);
    await disturbed.end;
    await buyUntilThanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});
