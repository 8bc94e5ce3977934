import { type Browser, type ElementHandle, type Frame, type KeyInput, launch } from 'puppeteer-core';
import { type Engine, type Page, type Place, type Target, TIMEOUT_MS } from '../driver.ts';

/** Firefox, over WebDriver BiDi by Puppeteer. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // A click counts until the payment has been begun, also on a busy machine.
      'dom.user_activation.transient.timeout': 60_000,
    },
  });
  return {
    version: (await browser.version()).replace(/^firefox\/(\d+).*$/i, 'Firefox $1'),
    newPage: () => newPage(browser),
    close: () => browser.close(),
  };
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(`${error}`));
  return {
    ...placeOf(page.mainFrame(), async () => [0, 0]),
    errors,
    open: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    press: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    close: () => context.close(),
  };
}

type Point = readonly [x: number, y: number];

/**
 * @param origin Where the document is in the page. Firefox 140 does not tell Puppeteer, whose own click therefore does not
 * work in a frame of another origin.
 */
function placeOf(frame: Frame, origin: () => Promise<Point>): Place {
  const at = async (target: Target): Promise<ElementHandle<Element>> => {
    const element = await frame.waitForSelector(`xpath/${target}`, { visible: true });
    if (element === null) throw new Error(`There is no ${target}.`);
    return element as ElementHandle<Element>;
  };
  const click = async (target: Target): Promise<ElementHandle<Element>> => {
    const element = await at(target);
    for (let isClicked = false; !isClicked; ) {
      const [x, y] = await element.evaluate(middleAtRest);
      const [left, top] = await origin();
      const isInWindow = await frame
        .page()
        .mouse.click(left + x, top + y)
        .then(() => true, isOutsideWindow);
      // Something that came meanwhile may have moved it. A page that has gone was left by the click.
      isClicked =
        isInWindow && (await element.evaluate((node) => node.hasAttribute('data-clicked')).catch(() => true));
    }
    return element;
  };
  return {
    click: async (target) => void (await click(target)),
    fill: async (target, text) => {
      // By a click: a script alone does not take the focus from the page into a frame of another origin.
      const element = await click(target);
      await element.evaluate((input) => (input as HTMLInputElement).select());
      await frame.page().keyboard.type(text);
    },
    select: async (target, value) => void (await (await at(target)).select(value)),
    see: async (target) => void (await at(target)),
    frame: async (css) => {
      const element = (await frame.waitForSelector(`pierce/${css}`)) as ElementHandle<HTMLIFrameElement>;
      return placeOf(await element.contentFrame(), async () => {
        const [x, y] = await element.evaluate((node) => {
          const { left, top } = node.getBoundingClientRect();
          return [left + node.clientLeft, top + node.clientTop] as const;
        });
        const [left, top] = await origin();
        return [left + x, top + y];
      });
    },
    evaluate: (work: (argument: never) => unknown, argument?: unknown) =>
      frame.evaluate(work as () => never, argument as never),
  };
}

/** The page around a frame of another origin scrolls a little later than the frame. @throws any other error */
function isOutsideWindow(error: Error): false {
  if (error.message.includes('move target out of bounds')) return false;
  throw error;
}

/** Runs in the page: scrolls an element into view and returns its middle when it has stopped moving. A click marks it. */
async function middleAtRest(element: Element): Promise<Point> {
  element.removeAttribute('data-clicked');
  const mark = () => element.setAttribute('data-clicked', '');
  element.addEventListener('click', mark, { capture: true, once: true });
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let before = ''; ; ) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const now = `${x} ${y} ${width} ${height}`;
    if (now === before) return [x + width / 2, y + height / 2];
    before = now;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
}
