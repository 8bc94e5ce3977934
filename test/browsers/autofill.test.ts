import { type Browser, type CDPSession, chromium, type Frame, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openWorld, type World } from './world.ts';

/*
 * What Chromium fills in when a customer picks a saved card or address: driven by its DevTools, as no page can. In a frame it
 * fills in only what it finds from the page's own tree, so a form in a shadow root would stay empty.
 */

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld();
  browser = await chromium.launch({
    executablePath: inject('browserPaths').autofill,
    args: ['--no-sandbox'],
  });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const card = {
  number: '4111111111111111',
  name: 'Ada Byron',
  expiryMonth: '12',
  expiryYear: '2039',
  cvc: '123',
};
const filledCard = {
  cardNumber: '4111 1111 1111 1111',
  expiry: '12 / 39',
  cvc: '123',
  cardHolder: 'Ada Byron',
};
const addressFields = {
  NAME_FIRST: 'Ada',
  NAME_LAST: 'Byron',
  EMAIL_ADDRESS: 'ada@shop.test',
  ADDRESS_HOME_STREET_ADDRESS: 'Main Street',
  ADDRESS_HOME_ZIP: '10117',
  ADDRESS_HOME_CITY: 'Berlin',
  ADDRESS_HOME_COUNTRY: 'DE',
};

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      document.querySelector('clientlib-signup')?.setAttribute('payment-methods', 'CreditCard:India'),
    );
  });
  await page.goto(`${world.examples.shop.url}/${path}`);
  return page;
}

/** The document in the payment form's frame, once the customer can type a card. */
async function formIn(page: Page): Promise<Frame> {
  const frame = page.locator('iframe[src*="/elements/payment-form"]');
  await frame.contentFrame().getByLabel('Card number').waitFor();
  return (await (await frame.elementHandle())?.contentFrame()) as Frame;
}

/** The session of a frame's process: of its own where it is of another site, else that of the page. */
const sessionOf = (frame: Frame): Promise<CDPSession> =>
  frame
    .page()
    .context()
    .newCDPSession(frame)
    .catch(() => frame.page().context().newCDPSession(frame.page()));

/** Fills in a form as if the customer had picked the card or address at the field of this name. */
async function autofill(frame: Frame, name: string, filling: object): Promise<void> {
  const session = await sessionOf(frame);
  await session.send('DOM.enable');
  await session.send('Autofill.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames = [frameTree, ...(frameTree.childFrames ?? [])].map((one) => one.frame);
  const frameId = frames.find(({ url }) => url === frame.url())?.id;
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const field = nodes.find(({ attributes = [] }) => attributes[attributes.indexOf('name') + 1] === name);
  const trigger = { fieldId: field?.backendNodeId, frameId, ...filling };
  // The browser reads forms some time after they have come.
  await expect
    .poll(() => session.send('Autofill.trigger', trigger as never).then(() => 'filled', String))
    .toBe('filled');
}

const valuesIn = (frame: Frame, selector: string): Promise<object> =>
  frame
    .locator(selector)
    .evaluateAll((fields) =>
      Object.fromEntries(
        fields.map((one) => [(one as HTMLInputElement).name, (one as HTMLInputElement).value]),
      ),
    );

describe('Chromium’s own autofill', () => {
  it.each(['payment-form/', 'drop-in/signup.html'])('fills in the card in the frame of %s', async (path) => {
    const page = await open(path);
    const form = await formIn(page);
    await autofill(form, 'cardNumber', { card });
    await expect.poll(() => valuesIn(form, 'input:not([type=radio])')).toEqual(filledCard);
    await page.close();
  });

  it('fills in the customer of the drop-in', async () => {
    const page = await open('drop-in/signup.html');
    await page.getByLabel('First name').click();
    const fields = Object.entries(addressFields).map(([name, value]) => ({ name, value }));
    await autofill(page.mainFrame(), 'FirstName', { address: { fields } });
    await expect
      .poll(() => valuesIn(page.mainFrame(), 'clientlib-signup [part=details] :is(input, select)'))
      .toMatchObject({
        EmailAddress: 'ada@shop.test',
        FirstName: 'Ada',
        LastName: 'Byron',
        'Address.PostalCode': '10117',
        'Address.City': 'Berlin',
        'Address.Country': 'DE',
      });
    await page.close();
  });
});
