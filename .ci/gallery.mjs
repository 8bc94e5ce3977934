// Pictures of the elements of the drop-in in their states, from the running elements: `node .ci/gallery.mjs [--out DIR]
// [--widths 340,390,768,1280] [--only signup-declined]`. `npm run docs:site -- --gallery` makes them for the site.
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { ensureBuild } from './ensure-build.mjs';
import { findChromium } from './find-chromium.mjs';
import { states } from './gallery-states.mjs';

export const themes = ['light', 'dark'];
export const galleryWidths = [390, 768, 1280];

const customer = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Country: 'DE' },
};

const style = `:root { color-scheme: light dark; background: Canvas; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 16px; }`;

const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${style}</style><script src="/clientlib.js" defer></script><script src="/drop-in.js" defer></script><main></main></html>`;

/** The service calls that a state uses. */
function kitOf({ rest, signUp, payments, clock }) {
  const kit = {
    contract: '',
    async signUp() {
      kit.contract = (await signUp({ customer })).ContractId;
    },
    token: async () => (await rest('GET', `/contracts/${kit.contract}/selfServiceToken`)).Token,
    /** Books one of an extra. */
    book: (ComponentId) =>
      rest('POST', `/contracts/${kit.contract}/componentSubscriptions`, { ComponentId, Quantity: 1 }),
    /** The next payment is declined, and is due. */
    async fall(Severity = 'Minor') {
      payments.next({ ContractId: kit.contract, Outcome: { Code: 'InsufficientBalance', Severity } });
      await clock.advance('P1M');
    },
  };
  return kit;
}

/** Nothing moves any more. */
async function settle(page) {
  const heights = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (let before = -1; before !== (await heights()); await page.waitForTimeout(150))
    before = await heights();
}

async function photograph(browser, service, name, { widths, out }) {
  const { element, before, act, adapt, isScreen } = states[name];
  const kit = kitOf(service.sandbox);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.route('**/gallery', (route) => route.fulfill({ contentType: 'text/html', body: document }));
  await page.route('**/declare', (route) => route.fulfill({ json: { ReceivedAt: '2026-03-01T10:00:00Z' } }));
  await before?.(page);
  await page.goto(`${service.url}/gallery`);
  await page.evaluate(
    ({ tag, attributes }) => {
      const made = document.createElement(tag);
      for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
      document.querySelector('main').append(made);
    },
    await element(kit),
  );
  await act(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 800 : 900 });
    await adapt?.(page);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settle(page);
      const path = `${out}/${name}-${colorScheme}-${width}.png`;
      await page.screenshot({ path, fullPage: !isScreen, animations: 'disabled' });
    }
  }
  await context.close();
}

/** Makes the pictures, and returns the states that are on them. */
export async function makePictures({ out, widths = galleryWidths, only }) {
  const { startSandbox } = await import('../sandbox/dist/index.js');
  await mkdir(out, { recursive: true });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  const names = Object.keys(states).filter((name) => only === undefined || only.includes(name));
  try {
    for (const name of names) {
      const service = await startSandbox({ port: 0, clock: '2026-02-15T09:00:00Z', seed: 'gallery' });
      try {
        await photograph(browser, service, name, { widths, out });
      } catch (error) {
        throw new Error(`The gallery cannot show ${name}.`, { cause: error });
      } finally {
        await service.close();
      }
    }
  } finally {
    await browser.close();
  }
  return names.map((name) => ({ name, title: states[name].title }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: '.cache/gallery' },
      widths: { type: 'string', default: galleryWidths.join(',') },
      only: { type: 'string' },
    },
  });
  ensureBuild();
  const widths = values.widths.split(',').map(Number);
  const shown = await makePictures({ out: values.out, widths, only: values.only?.split(',') });
  console.log(`${shown.length} states in ${values.out}.`);
}
