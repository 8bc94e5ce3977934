import type { Page, Place } from '../driver.ts';
import { button, text } from '../locators.ts';
import type { Step, World } from '../world.ts';
import { beginChallenge } from './challenge.ts';
import { offer, payAtProvider, see, subscribe, typeCardIn, until } from './drop-in.ts';

/* The signup in frames of other origins, in the web view of an app, and with the back button. */

const CHALLENGE_CARD = '4000000000003220';

const signupUrl = ({ examples }: World): string => `${examples.shop.url}/drop-in/signup.html`;

/** A page of another site, with an address in a frame. */
async function openAround(page: Page, { stranger }: World, src: string, height = 500): Promise<Place> {
  await page.open(stranger.url.replace('localhost', '127.0.0.1'));
  await page.evaluate(
    (attributes) => {
      const frame = document.createElement('iframe');
      // All of a low one is in sight: browsers draw no frame of another site that is not.
      document.body.append(Object.assign(frame, attributes));
    },
    { src, id: 'inner', width: '900', height: `${height}` },
  );
  return page.frame('#inner');
}

/** One payment method, and a customer that the merchant's page knows. */
async function prepare(place: Place, bearer: string): Promise<void> {
  await offer(place, bearer);
  await place.evaluate(() => {
    const Address = { Street: 'Main', HouseNumber: '5', PostalCode: '10117', City: 'Berlin', Country: 'DE' };
    const customer = { EmailAddress: 'ada@example.com', FirstName: 'Ada', LastName: 'Lovelace', Address };
    const element = document.querySelector('clientlib-signup') as HTMLElement;
    const priced = new Promise<void>((done) => {
      element.addEventListener('change', () => done(), { once: true });
    });
    Object.assign(element, { customer });
    return priced;
  });
}

async function confirmAtBank(place: Place): Promise<void> {
  const bank = await place.frame('dialog iframe');
  await bank.click(button('Confirm'));
}

async function pay(place: Place): Promise<void> {
  await typeCardIn(place, CHALLENGE_CARD);
  await subscribe(place);
  await confirmAtBank(place);
  await see(place, 'Thank you!');
}

/** A page before the signup, so that there is one to go back to; then the signup. */
async function openAfterAnother(page: Page, world: World): Promise<void> {
  await page.open(world.stranger.url);
  await page.open(signupUrl(world));
  await prepare(page, 'CreditCard:Bravo');
}

const go = (page: Page, steps: number): Promise<void> =>
  page.evaluate((by) => {
    setTimeout(() => history.go(by));
  }, steps);

const isThere = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('clientlib-signup') !== null);

/** Goes back to the page before the signup, by one press. */
async function goBack(page: Page): Promise<void> {
  await go(page, -1);
  await until('the page before', async () => !(await isThere(page)));
}

async function goForward(page: Page): Promise<void> {
  await go(page, 1);
  await until('the signup', () => isThere(page));
}

const notIn = [
  {
    engine: 'WebKitGTK',
    because:
      'Not tried: WebKitWebDriver types nothing in a frame within a frame of another site, and then ends no session.',
  },
];

export const frameSteps: Step[] = [
  {
    subject: 'Frames',
    title: 'of another site: 3-D Secure is passed in the frame',
    notIn,
    async run(page, world) {
      const place = await openAround(page, world, signupUrl(world));
      await prepare(place, 'CreditCard:Bravo');
      await pay(place);
    },
  },
  {
    subject: 'Frames',
    title: 'of another site: the hosted signup passes 3-D Secure too',
    notIn,
    async run(page, world) {
      const plan = 'b00000000000000000000001';
      const hosted = `${world.examples.sandbox.url}/portal/signup.html#/${plan}?language=en&country=DE`;
      const place = await openAround(page, world, hosted);
      await prepare(place, 'CreditCard:Bravo');
      await pay(place);
    },
  },
  {
    subject: 'Frames',
    title: 'taller than the window: the bank asks where the customer looks',
    async run(page, world) {
      const place = await openAround(page, world, world.shop.url, 4000);
      await until('the page in the frame', () => place.evaluate(() => 'ClientLib' in window));
      await page.evaluate(() => scrollTo(0, 2800));
      await beginChallenge(place);
      await until('the dialog in sight', async () => {
        const dialog = await place.evaluate(() => {
          const box = document.querySelector('dialog iframe');
          return box && { top: box.getBoundingClientRect().top, is: getComputedStyle(box).visibility };
        });
        const window = await page.evaluate(() => ({
          top: -(document.querySelector('#inner')?.getBoundingClientRect().top ?? 0),
          height: innerHeight,
        }));
        // The bank's question is in the first 250 px of its page.
        const isAbove = dialog !== null && dialog.top + 250 <= window.top + window.height;
        return isAbove && dialog.top >= window.top && dialog.is === 'visible';
      });
    },
  },
  {
    subject: 'Frames',
    title: 'of another site: a payment provider opens in the whole window, and the signup is completed there',
    notIn: [
      ...notIn,
      {
        engine: 'Firefox',
        because:
          'Not tried: a click of the driver in a frame does not let Firefox leave with the whole window.',
      },
    ],
    async run(page, world) {
      const place = await openAround(page, world, signupUrl(world));
      await prepare(place, 'November');
      // Frames may leave with the whole window only after a click of the customer; `subscribe` clicks by script.
      const form = await place.frame('clientlib-signup iframe');
      await form.click(text('You will be taken to the payment provider'));
      await subscribe(place);
      await payAtProvider(page);
      await see(page, 'Thank you!');
    },
  },
  {
    subject: 'Frames',
    title: 'and web views that open no window and store nothing: 3-D Secure is passed',
    notIn,
    async run(page, world) {
      await page.open(signupUrl(world));
      await page.evaluate(() => {
        Object.assign(window, { open: () => null });
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
      });
      await prepare(page, 'CreditCard:Bravo');
      await pay(page);
    },
  },
  {
    subject: 'Back button',
    title: 'leads from a filled form to the page before, and forward to a form that sells',
    notIn,
    async run(page, world) {
      await openAfterAnother(page, world);
      await typeCardIn(page);
      await goBack(page);
      await goForward(page);
      await prepare(page, 'CreditCard:Bravo');
      await pay(page);
    },
  },
  {
    subject: 'Back button',
    title: 'leads from the bank’s challenge to the page before, and the same order is paid after it',
    notIn,
    async run(page, world) {
      await openAfterAnother(page, world);
      await typeCardIn(page, CHALLENGE_CARD);
      await subscribe(page);
      const bank = await page.frame('dialog iframe');
      await bank.see(button('Confirm'));
      await goBack(page);
      await goForward(page);
      // A browser that kept the page as it was still shows the challenge.
      if (await page.evaluate(() => document.querySelector('dialog') !== null)) {
        await confirmAtBank(page);
        return see(page, 'Thank you!');
      }
      await prepare(page, 'CreditCard:Bravo');
      await pay(page);
    },
  },
  {
    subject: 'Back button',
    title: 'needs one press after a challenge that was failed, then passed, and leads forward to the thanks',
    notIn,
    async run(page, world) {
      await openAfterAnother(page, world);
      await typeCardIn(page, CHALLENGE_CARD);
      await subscribe(page);
      const bank = await page.frame('dialog iframe');
      await bank.click(button('Fail the confirmation'));
      await see(page, 'Your bank could not confirm that it is you.');
      await pay(page);
      await goBack(page);
      await goForward(page);
      await see(page, 'Thank you!');
    },
  },
];
