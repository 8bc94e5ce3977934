import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { some } from '../properties.ts';
import { newPage } from './browser.ts';
import {
  ada,
  goodCard,
  openTenLinePages,
  payAtProvider,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
  typeCustomer,
} from './ten-line-pages.ts';

/* The signup where it is not alone: in frames of other origins, in the web view of an app, and by the back button. */

let shop: TenLinePages;
/** A page that shows the address after its `?` in a frame. */
let host: { readonly port: number; close(): void };
beforeAll(async () => {
  shop = await openTenLinePages();
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '').replace(/^.*?\?/, '')).replaceAll('&', '&amp;');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <iframe title="Inner" style="width: 900px; max-width: 100%; height: 1600px" src="${address}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  host = { port, close };
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(async () => {
  host.close();
  await shop.close();
});

const challengeCard = { ...goodCard, cardNumber: '4000000000003220' };

/** The address of a page that shows another one in a frame. */
const around = (site: string, address: string) =>
  `http://${site}:${host.port}/?${encodeURIComponent(address)}`;

/** Signs up in a frame, with a card whose bank asks: where the customer looks, who does not have to scroll. */
async function signUpIn(page: Page, place: FrameLocator): Promise<void> {
  await typeCustomer(place);
  await fillPaymentForm(place.locator('clientlib-signup'), challengeCard);
  await subscribe(place);
  await expect.poll(() => isInSight(page, confirmButton(place))).toBe(true);
  await confirmAtBank(place);
  await place.getByRole('heading', { name: 'Thank you!' }).waitFor();
  expect(await shop.books()).toEqual(soldOnce);
}

const confirmButton = (place: Page | FrameLocator) =>
  place.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true });
const confirmAtBank = (place: Page | FrameLocator) => confirmButton(place).click();

/** Whether all of an element is in the window. Scrolls nothing. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}

describe('a page within a page of another origin', () => {
  it.each([
    ['one around it', (address: string) => around('127.0.0.1', address)],
    ['two around it', (address: string) => around('127.0.0.1', around('shop.localhost', address))],
  ])('%s: 3-D Secure works there', async (_, wrapped) => {
    const page = await newPage();
    await page.addInitScript(offerBravo);
    await page.goto(wrapped(`${shop.url}/drop-in/signup.html`));
    let place: FrameLocator = page.frameLocator('iframe');
    if (wrapped('x').includes('shop.localhost')) place = place.frameLocator('iframe');
    await signUpIn(page, place);
  });

  it.each([
    ['phone', { width: 390, height: 844 }],
    ['phone in landscape', { width: 844, height: 390 }],
    ['window', { width: 1280, height: 800 }],
  ])('taller than the %s: the bank asks where the customer has paid', async (_, viewport) => {
    const page = await newPage({ viewport });
    await page.addInitScript(offerBravo);
    await page.goto(around('127.0.0.1', `${shop.url}/drop-in/signup.html`));
    await signUpIn(page, page.frameLocator('iframe'));
  });

  it('the hosted signup in a frame of the merchant: 3-D Secure works there', async () => {
    const page = await newPage();
    await page.addInitScript(offerBravo);
    const hosted = `${shop.service.url}/portal/signup.html#/b00000000000000000000001?language=en&country=DE`;
    await page.goto(around('127.0.0.1', hosted));
    const place = page.frameLocator('iframe');
    await signUpIn(page, place);
  });

  it('a payment provider opens in the whole window, and the signup completes there', async () => {
    const page = await newPage();
    await page.addInitScript(offerBravo, 'November');
    await page.goto(around('127.0.0.1', `${shop.url}/drop-in/signup.html`));
    const place = page.frameLocator('iframe');
    await typeCustomer(place);
    await subscribe(place);
    await payAtProvider(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});

/** As the merchant's page would: one payment method. Runs in every frame, before its scripts. */
function offerBravo(methods = 'CreditCard:Bravo'): void {
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('clientlib-signup')?.setAttribute('payment-methods', methods);
  });
}

describe('a sandboxed frame', () => {
  const warning =
    'ClientLib: the page is in a frame that ignores forms. Add allow-forms to its sandbox attribute.';
  /** The warnings of a page that has another one in a frame, once this shows something. */
  const warningsIn = async (path: string, sandbox: string, shown: string) => {
    // Chromium names the attempt, but not what to do.
    const page = await newPage({ allowErrors: ['Blocked form submission', 'Failed to load resource'] });
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('allow-forms to')) warnings.push(message.text());
    });
    await page.goto(around('localhost', 'about:blank'));
    await page.locator('iframe').evaluate(
      (frame, [tokens, src]) => {
        frame.setAttribute('sandbox', tokens);
        frame.setAttribute('src', src);
      },
      [sandbox, `${shop.url}${path}`] as const,
    );
    await page.frameLocator('iframe').locator(shown).first().waitFor();
    return warnings;
  };

  it.each([
    ['/drop-in/signup.html', 'clientlib-signup iframe[title="Payment details"]'],
    ['/payment-form/', '#payment iframe[title="Payment details"]'],
    ['/drop-in/portal.html?account=nobody', 'clientlib-portal [role=alert]'],
  ])('%s says that it needs allow-forms, and nothing where it has it', async (path, shown) => {
    const allowed = 'allow-scripts allow-same-origin';
    expect(await warningsIn(path, allowed, shown)).toEqual([warning]);
    expect(await warningsIn(path, `${allowed} allow-forms`, shown)).toEqual([]);
  });
});

describe('the web view of an app', () => {
  /** No window opens, and storage is refused, as in the strictest of them. */
  const asWebView = () => {
    Object.assign(window, { open: () => null });
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  };
  const open = async (bearer: string) => {
    const page = await newPage({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.addInitScript(asWebView);
    await page.addInitScript(offerBravo, bearer);
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await typeCustomer(page);
    return page;
  };

  it('completes 3-D Secure without a window of its own', async () => {
    const page = await open('CreditCard:Bravo');
    await fillPaymentForm(page, challengeCard);
    await subscribe(page);
    await confirmAtBank(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('goes to a payment provider and returns, without storage', async () => {
    const page = await open('November');
    await subscribe(page);
    await payAtProvider(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
    expect(page.url()).toBe(`${shop.url}/drop-in/signup.html`);
  });

  it('completes 3-D Secure in a frame of another origin, where storage is partitioned', async () => {
    const page = await newPage();
    await page.addInitScript(asWebView);
    await page.addInitScript(offerBravo);
    await page.goto(around('127.0.0.1', `${shop.url}/drop-in/signup.html`));
    const place = page.frameLocator('iframe');
    await signUpIn(page, place);
  });
});

describe('the back button, and forward again', () => {
  const there = async (page: Page) => {
    await page.goBack();
    await page.goForward();
  };
  const confirmed = async (page: Page) => {
    await page.locator('#due').waitFor();
    await fillPaymentForm(page, challengeCard);
    await subscribe(page);
    await confirmAtBank(page);
  };
  /** What the customer has done before going back, and what is left to do afterwards. */
  const steps: Record<string, { before(page: Page): Promise<void>; after(page: Page): Promise<void> }> = {
    'before anything is typed': { before: async () => {}, after: confirmed },
    'with a card typed': { before: (page) => fillPaymentForm(page, challengeCard), after: confirmed },
    'after a declined card': {
      async before(page) {
        await fillPaymentForm(page, { ...goodCard, cardNumber: '4000000000000002' });
        await subscribe(page);
        await page.getByText('The payment was declined.').waitFor();
      },
      after: confirmed,
    },
    'while the bank asks': {
      async before(page) {
        await fillPaymentForm(page, challengeCard);
        await subscribe(page);
        await page.getByRole('dialog').waitFor();
      },
      after: confirmed,
    },
    'after a canceled challenge': {
      async before(page) {
        await fillPaymentForm(page, challengeCard);
        await subscribe(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('The payment was canceled.').waitFor();
      },
      after: confirmed,
    },
    'after the thanks': {
      async before(page) {
        await confirmed(page);
        await thanks(page);
      },
      after: async () => {},
    },
  };

  it.each(some(Object.entries(steps), 2))('%s: one order, charged once', async (_, { before, after }) => {
    const page = await newPage();
    await page.addInitScript((customer) => {
      addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector('clientlib-signup');
        element?.setAttribute('payment-methods', 'CreditCard:Bravo');
        Object.assign(element ?? {}, { customer });
      });
    }, ada);
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await page.locator('#due').waitFor();
    await before(page);
    await there(page);
    await after(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});
