import { type Browser, chromium, type Frame } from 'playwright';
import type { Engine, Page, Place, Target } from '../driver.ts';
import { TIMEOUT_MS } from '../driver.ts';

/** Chromium, over the DevTools protocol by Playwright. */
export async function startChromium(executablePath: string): Promise<Engine> {
  // Chromium refuses its sandbox to root, as which CI runs.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] });
  return {
    version: `Chromium ${browser.version().split('.')[0]}`,
    newPage: () => newPage(browser),
    close: () => browser.close(),
  };
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(TIMEOUT_MS);
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (event) => errors.push(`${event.error()}`));
  const page = await context.newPage();
  return {
    ...placeOf(() => page.mainFrame()),
    errors,
    open: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    close: () => context.close(),
  };
}

/** @param current The frame now: a navigation replaces those in the page. */
function placeOf(current: () => Frame): Place {
  const at = (target: Target) => current().locator(`xpath=${target}`).filter({ visible: true }).first();
  return {
    click: (target) => at(target).click(),
    fill: (target, text) => at(target).fill(text),
    select: async (target, value) => void (await at(target).selectOption(value)),
    see: (target) => at(target).waitFor(),
    frame: async (css) => {
      const frame = await (await current().waitForSelector(css)).contentFrame();
      if (frame === null) throw new Error(`${css} is no frame.`);
      return placeOf(() => frame);
    },
    evaluate: (work: (argument: never) => unknown, argument?: unknown) =>
      current().evaluate(work as () => never, argument),
  };
}
