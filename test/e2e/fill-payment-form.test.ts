import { transform } from 'esbuild';
import { type Browser, chromium, type ElementHandle, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { snippets } from '../kits/snippets.ts';
import {
  openTenLinePages,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
  typeCustomer,
} from './ten-line-pages.ts';

/* `fillPaymentForm` of the kits, in the very lines of docs/payment-form.md. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
afterAll(() => shop.close());

/** Runs the lines of a snippet with what its imports and its test runner would give it. */
async function run(snippet: string, given: { readonly [name: string]: unknown }): Promise<void> {
  const { code } = await transform(snippet.replace(/^import .*$/gm, ''), { loader: 'ts' });
  await new Function(...Object.keys(given), `return (async () => { ${code} })();`)(...Object.values(given));
}

/** The page on which the lines are run: the ten-line page, with the customer typed in. */
const checkout = () => `${shop.url}/drop-in/signup.html`;

async function newPage(browser: Browser): Promise<Page> {
  shop.service.sandbox.reset();
  const page = await browser.newPage();
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('clientlib-signup')?.setAttribute('payment-methods', 'CreditCard:India');
    });
  });
  return page;
}

async function sell(page: Page): Promise<void> {
  await typeCustomer(page);
  await subscribe(page);
  await thanks(page);
  expect(await shop.books()).toEqual(soldOnce);
}

describe('the lines of the docs', () => {
  let browser: Browser;
  beforeAll(async () => {
    // As Cypress starts it with `chromeWebSecurity: false`.
    const args = ['--no-sandbox', '--disable-web-security', '--disable-site-isolation-trials'];
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args });
  });
  afterAll(() => browser.close());

  it('fill the form in Playwright', async () => {
    const [lines = ''] = await snippets('Filling the form in tests', 'docs/payment-form.md');
    const page = await newPage(browser);
    const tests: (() => Promise<void>)[] = [];
    const test = (_title: string, work: (fixtures: { page: Page }) => Promise<void>) =>
      tests.push(() => work({ page }));
    await run(lines.replace('http://localhost:3000/checkout', checkout()), { test, fillPaymentForm });
    for (const work of tests) await work();
    await sell(page);
  });

  it('fill the form in Cypress', async () => {
    const [, lines = ''] = await snippets('Filling the form in tests', 'docs/payment-form.md');
    const page = await newPage(browser);
    const cypress = new CypressInPage(page);
    Object.assign(globalThis, { Cypress: cypress, cy: cypress.cy });
    try {
      await import('../../sandbox/src/entries/cypress-commands.ts');
    } finally {
      Reflect.deleteProperty(globalThis, 'Cypress');
      Reflect.deleteProperty(globalThis, 'cy');
    }
    await page.goto(checkout());
    await run(lines, { cy: cypress.cy });
    await cypress.runQueue();
    await sell(page);
  });
});

/** An element, as jQuery has it. */
interface Found {
  readonly element: ElementHandle<HTMLElement>;
  attr(name: string): string | undefined;
}

/**
 * What the commands of the kit use of Cypress, in a page of Playwright: Cypress itself is a download of 200 MB. Like Cypress
 * it keeps what is asked for in a queue, and runs it when the test's function has returned.
 */
class CypressInPage {
  readonly Commands = {
    add: (name: string, command: (...args: never[]) => unknown): void =>
      void Object.assign(this.cy, { [name]: command }),
  };
  readonly cy = {
    get: (selector: string, options: object) => this._chain(selector, options),
    wrap: ({ element }: Found) => ({ check: () => this._queue.unshift(() => element.check()) }),
  };
  private readonly _page: Page;
  private readonly _queue: (() => Promise<void>)[] = [];

  constructor(page: Page) {
    this._page = page;
  }

  async runQueue(): Promise<void> {
    for (let next = this._queue.shift(); next; next = this._queue.shift()) await next();
  }

  private _chain(selector: string, options: object) {
    let path = '';
    let inner = '';
    const then = (act: (element: ElementHandle<HTMLElement>) => Promise<unknown>) => {
      this._queue.push(async () => void (await act(await this._found(selector, options, path, inner))));
      return chain;
    };
    const chain = {
      its: (name: string) => {
        path = name;
        return chain;
      },
      find: (css: string) => {
        inner = css;
        return chain;
      },
      // `querySelector` finds the first of them.
      first: () => chain,
      check: () => then((element) => element.check()),
      clear: () => then((element) => element.fill('')),
      type: (text: string) => then((element) => element.type(text)),
    };
    // No promise, though it has a `then`.
    Reflect.set(chain, 'then', (work: (found: Found) => void) =>
      then(async (element) => {
        const name = await element.getAttribute('name');
        work({ element, attr: () => name ?? undefined });
      }),
    );
    return chain;
  }

  /** The element that the chain leads to, once it is there. */
  private async _found(selector: string, options: object, path: string, inner: string) {
    const found = await this._page.waitForFunction(
      ([css, names, within, inShadow]) => {
        const search = (root: ParentNode): Element[] => [
          ...root.querySelectorAll(css),
          ...(inShadow
            ? [...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? search(one.shadowRoot) : []))
            : []),
        ];
        // biome-ignore lint/suspicious/noExplicitAny: as `its` of Cypress
        const value = names.split('.').reduce((of: any, name) => of?.[name], search(document));
        return value?.querySelector(within) ?? null;
      },
      [selector, path, inner, 'includeShadowDom' in options] as const,
    );
    return found.asElement() as ElementHandle<HTMLElement>;
  }
}
