import type { FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { focusedId, newPage, screenshot } from './browser.ts';
import { eventsOf, openShop, type Shop, signUp } from './shop.ts';

/* 3-D Secure: a frame of the provider's, in the library's dialog or one of the page's own making. */

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ clock: new Date() });
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

const cards = {
  asks: '4000 0000 0000 3220',
  fails: '4000 0000 0000 1331',
  hangs: '4000 0000 0000 1349',
  declined: '4000 0000 0000 1356',
};

const data = (cardNumber: string) => ({
  bearer: 'CreditCard:Bravo',
  cardNumber,
  expiryMonth: '12',
  expiryYear: '2032',
  cardHolder: 'Ada',
  cvc: '123',
});

const frameOf = (page: Page): FrameLocator => page.frameLocator('dialog iframe');

async function challenged(cardNumber: string, answer: (page: Page, frame: FrameLocator) => Promise<void>) {
  const page = await newPage();
  await page.goto(shop.url);
  const outcome = signUp(page, shop, data(cardNumber));
  await frameOf(page).getByRole('heading', { name: 'Is it you?' }).waitFor();
  await answer(page, frameOf(page));
  const result = await outcome;
  expect(await page.locator('dialog').count()).toBe(0);
  return result;
}

const press = (name: string) => async (_page: Page, frame: FrameLocator) =>
  frame.getByRole('button', { name, exact: true }).click();

/** There is one Cancel: the dialog's, which also works when the bank's page does not. */
async function cancel(page: Page): Promise<void> {
  expect(await frameOf(page).getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
}

it('the page of the bank leaves the corner free where dialogs of shops have their close button, on a phone', async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(shop.url);
  const outcome = signUp(page, shop, data(cards.asks));
  const notice = frameOf(page).locator('.notice');
  // Once its style is there.
  await expect.poll(() => notice.evaluate(() => document.readyState), { timeout: 10_000 }).toBe('complete');
  const free = await notice.evaluate((header) => {
    const text = document.createRange();
    text.selectNodeContents(header);
    return innerWidth - Math.max(...[...text.getClientRects()].map(({ right }) => right));
  });
  expect(free).toBeGreaterThanOrEqual(48);
  await cancel(page);
  await outcome;
});

it('a passed challenge pays', async () => {
  const { result } = await challenged(cards.asks, press('Confirm'));
  expect(result?.OrderStatus).toBe('PaymentPending');
  expect((await eventsOf(shop)).map(({ Event }) => Event)).toContain('OrderSucceeded');
});

it.each([
  ['that the customer fails', cards.asks, press('Fail the confirmation'), ['3DsProblem']],
  ['that fails whatever one does', cards.fails, press('Confirm'), ['3DsProblem']],
  ['that is canceled', cards.asks, cancel, ['Aborted', 'Canceled']],
  [
    'that is closed',
    cards.asks,
    async (page: Page) => page.keyboard.press('Escape'),
    ['Aborted', 'Canceled'],
  ],
  ['that is passed with a declined card', cards.declined, press('Confirm'), ['BearerInvalid']],
  [
    'that the bank never ends',
    cards.hangs,
    async (page: Page, frame: FrameLocator) => {
      await press('Confirm')(page, frame);
      await frame.getByText('does not respond').waitFor();
      await cancel(page);
    },
    ['Aborted', 'Canceled'],
  ],
])('a challenge %s ends in the error callback', async (_what, cardNumber, answer, errorCode) => {
  expect((await challenged(cardNumber, answer)).errorCode).toEqual(errorCode);
  const events = (await eventsOf(shop)).map(({ Event }) => Event);
  expect(events).not.toContain('OrderSucceeded');
});

it('the dialog keeps the focus, and returns it when it closes', async () => {
  const page = await newPage();
  await page.goto(shop.url);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'outside';
    document.body.append(button);
    button.focus();
  });
  const outcome = signUp(page, shop, data(cards.asks));
  await frameOf(page).getByRole('heading', { name: 'Is it you?' }).waitFor();
  // The focus moves between the processes of two pages, some time after the key: what gets it is noted when it does.
  const focused = await page.evaluateHandle(() => {
    const elements: string[] = [];
    document.addEventListener('focusin', ({ target }) => {
      const { id, tagName } = target as Element;
      elements.push(id || tagName);
    });
    return elements;
  });
  const pressTab = async () => {
    await page.keyboard.press('Tab');
    return page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
  };
  // Twice round the button, the two of the bank's page and the browser's own controls.
  const active = new Set<string | undefined>();
  const rounds = async () => {
    active.add(await pressTab());
    const buttons = (await focused.jsonValue()).filter((name) => name === 'BUTTON');
    return active.has('IFRAME') ? buttons.length : 0;
  };
  await expect.poll(rounds, { interval: 20 }).toBeGreaterThanOrEqual(2);
  expect([...active, ...(await focused.jsonValue())]).not.toContain('outside');
  await cancel(page);
  expect((await outcome).errorCode).toEqual(['Aborted', 'Canceled']);
  await expect.poll(() => focusedId(page)).toBe('outside');
});

it('spec: paymentConfig popupCreate, popupClose — a page may show the challenge itself', async () => {
  const page = await newPage();
  await page.goto(shop.url);
  const outcome = page.evaluate(
    async ({ secret }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page has ClientLib as its global
      const { ClientLib } = window as any;
      const log: string[] = [];
      const payment = new ClientLib.Payment({
        publicApiKey: 'a00000000000000000000001',
        popupCreate({ url, params }: { url: string; params: Record<string, string> }) {
          log.push('create');
          const frame = document.createElement('iframe');
          frame.name = 'popup';
          document.body.append(frame);
          // As a form: the parameters are in no address.
          const form = document.createElement('form');
          form.method = 'post';
          form.action = url;
          form.target = 'popup';
          for (const [name, value] of Object.entries(params)) {
            const input = document.createElement('input');
            Object.assign(input, { type: 'hidden', name, value });
            form.append(input);
          }
          document.body.append(form);
          form.submit();
        },
        popupClose() {
          log.push('close');
          document.querySelector('iframe')?.remove();
        },
      });
      await payment.ready;
      const processed = await payment.processPaymentData(secret);
      return { log, bearer: processed.TetheredPaymentInformation.Bearer };
    },
    { secret: data(cards.asks) },
  );
  await page.frameLocator('iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
  expect(await outcome).toEqual({ log: ['create', 'close'], bearer: 'CreditCard:Bravo' });
});

it('only the page that asked may show the challenge and receive its result', async () => {
  const page = await newPage({ allowErrors: [/frame-ancestors/i, 'Failed to load', 'postMessage'] });
  await page.goto(shop.url);
  const outcome = signUp(page, shop, data(cards.asks));
  await frameOf(page).getByRole('heading', { name: 'Is it you?' }).waitFor();
  const address = (await page.locator('dialog iframe').getAttribute('src')) as string;

  const other = await newPage({ allowErrors: [/frame-ancestors/i, 'chrome-error'] });
  // The same shop under another name is another origin.
  await other.goto(shop.url.replace('127.0.0.1', 'localhost'));
  const refused = other.waitForEvent('console', (message) => /frame-ancestors/i.test(message.text()));
  await other.evaluate((url) => {
    // biome-ignore lint/suspicious/noExplicitAny: what comes by messages
    (window as any).heard = [];
    // biome-ignore lint/suspicious/noExplicitAny: what comes by messages
    window.addEventListener('message', ({ data: heard }) => (window as any).heard.push(heard));
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, address);
  await refused;
  await press('Confirm')(page, frameOf(page));
  expect((await outcome).result?.OrderStatus).toBe('PaymentPending');
  // biome-ignore lint/suspicious/noExplicitAny: what came by messages
  expect(await other.evaluate(() => (window as any).heard)).toEqual([]);
});

it.each([
  ['phone', { width: 390, height: 844 }, 'light'],
  ['desktop', { width: 1280, height: 800 }, 'dark'],
] as const)('the challenge can be read and used by everybody (%s)', async (name, viewport, colorScheme) => {
  const page = await newPage({ viewport, colorScheme });
  await page.goto(shop.url);
  const outcome = signUp(page, shop, data(cards.asks));
  await frameOf(page).getByRole('heading', { name: 'Is it you?' }).waitFor();
  const inside = page.frames()[1];
  expect(inside && (await accessibilityProblems(inside))).toEqual([]);
  await screenshot(page, `challenge-${name}`);
  // No strip of another color above the bank's page, although this shop has no color scheme.
  const ground = await page.locator('dialog').evaluate((dialog) => getComputedStyle(dialog).backgroundColor);
  expect(ground === 'rgb(255, 255, 255)').toBe(colorScheme === 'light');
  await cancel(page);
  await outcome;
});
