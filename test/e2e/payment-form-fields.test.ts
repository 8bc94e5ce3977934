import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Frame, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as languages from '../../sdk/src/elements/internal/texts/all.ts';
import type { Texts } from '../../sdk/src/elements/internal/texts/texts.ts';
import { textDirection } from '../../sdk/src/input/locale.ts';
import { newPage } from './browser.ts';
import { fontFile } from './font-file.ts';
import { attack } from './hostile-page.ts';
import { type MerchantPage, serveMerchantPage } from './merchant-page.ts';
import { eventsOf, key } from './payment-form-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

let sandbox: StartedSandbox;
let merchant: MerchantPage;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  merchant = await serveMerchantPage(sandbox.url, sandbox.url, { '/shop.ttf': fontFile('0123456789') });
});
afterAll(async () => {
  await merchant?.close();
  await sandbox?.close();
});

const card = ['cardNumber', 'expiry', 'cvc', 'cardHolder'];
const typed = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };
const bravo = { publicApiKey: key, paymentMethods: ['CreditCard:Bravo'], locale: 'en' };

/** Creates the fields of one form, each in a place of its own, and waits for them. */
const createFields = (where: Page | Frame, names: readonly string[], config: object = bravo, style = {}) =>
  where.evaluate(
    ([fields, given, look]) => {
      window.events = [];
      const place = (name: string) => {
        const div = document.createElement('div');
        div.id = `place-${name}`;
        return document.querySelector('#payment')?.appendChild(div);
      };
      const [first = '', ...others] = fields;
      const form = ClientLib.createElement(first, place(first), given, look, () => {});
      for (const name of ['ready', 'change', 'focus', 'blur', 'submit', 'invalid', 'error'] as const)
        form.on(name, (detail: unknown) => window.events.push([name, { ...Object(detail) }]));
      for (const name of others) ClientLib.createElement(name, place(name), { form });
      window.form = form;
      return form.ready.catch(({ message }: Error) => message) as Promise<string | undefined>;
    },
    [names, config, style] as const,
  );

async function openFields(
  names: readonly string[] = card,
  config: object = bravo,
  style = {},
): Promise<Page> {
  const page = await newPage();
  await page.goto(merchant.url);
  expect(await createFields(page, names, config, style)).toBeUndefined();
  return page;
}

const inside = (page: Page | Frame, name: string) => page.locator(`#place-${name} iframe`).contentFrame();
const inputOf = (page: Page | Frame, name: string) => inside(page, name).locator('input');

async function fill(page: Page | Frame, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await inputOf(page, name).fill(value);
}

/** The language, direction, label and title of the frame of each field. */
const wordsOf = async (page: Page) =>
  Promise.all(
    card.map(async (name) => {
      const document = inside(page, name).locator('html');
      const [lang, dir] = [await document.getAttribute('lang'), await document.getAttribute('dir')];
      return [lang, dir, await inside(page, name).locator('label').textContent()];
    }),
  );

describe('fields in a layout of the page', () => {
  it('have a frame each and belong to one form, which pays with all of them', async () => {
    const page = await openFields();
    expect(await page.locator('iframe').count()).toBe(4);
    const titles = card.map((name) => page.locator(`#place-${name} iframe`).getAttribute('title'));
    expect(await Promise.all(titles)).toEqual([
      'Card number',
      'Expiry date',
      'Security code',
      'Name on card',
    ]);
    for (const name of card) expect(await inputOf(page, name).count()).toBe(1);
    await fill(page, typed);
    expect(await inputOf(page, 'cardNumber').inputValue()).toBe('4111 1111 1111 1111');
    expect(await inputOf(page, 'expiry').inputValue()).toBe('12 / 39');
    expect(await page.evaluate(() => window.form.validate())).toBe(true);
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({
      Last4: '1111',
      CardType: 'visa',
    });
    const changes = await eventsOf(page, 'change');
    expect(changes.map(({ field, empty, valid, complete }) => [field, empty, valid, complete])).toEqual([
      ['cardNumber', false, true, false],
      ['expiry', false, true, false],
      ['cvc', false, true, false],
      ['cardHolder', false, true, true],
    ]);
    expect(JSON.stringify(await page.evaluate(() => window.events))).not.toMatch(
      /4111|12 ?\/ ?39|\b123\b|Ada/,
    );
    expect(await eventsOf(page, 'ready')).toHaveLength(1);
  });

  it('show what is wrong in their own frames, and the cursor moves to the first of them', async () => {
    const page = await openFields();
    await fill(page, { ...typed, expiry: '12/20', cvc: '' });
    expect(await page.evaluate(() => window.form.validate())).toBe(false);
    const errors = card.map((name) => inside(page, name).locator('.error').textContent());
    expect(await Promise.all(errors)).toEqual(['', languages.en.wrong.expiry, languages.en.missing, '']);
    await expect
      .poll(() => inputOf(page, 'expiry').evaluate((input) => input.matches(':focus') && document.hasFocus()))
      .toBe(true);
    expect((await eventsOf(page, 'invalid')).map(({ errorCode }) => errorCode)).toEqual([
      ['InvalidExpirationDate'],
      ['InvalidCardCvc'],
    ]);
    const shown = await page.locator('#place-expiry iframe').evaluate(({ clientHeight }) => clientHeight);
    const inner = await inside(page, 'expiry')
      .locator('html')
      .evaluate((html) => html.clientHeight);
    expect(shown).toBeGreaterThanOrEqual(inner);
  });

  it('speak the 26 languages of the form, and keep what is typed when the language changes', async () => {
    const page = await openFields();
    await fill(page, typed);
    for (const [language, texts] of Object.entries(languages) as [string, Texts][]) {
      await page.evaluate((locale) => window.form.update({ locale }), language);
      const expected = card.map((name) => [
        language,
        textDirection(language),
        texts.fields[name as keyof Texts['fields']],
      ]);
      await expect.poll(() => wordsOf(page)).toEqual(expected);
    }
    expect(Object.keys(languages)).toHaveLength(26);
    expect(await inputOf(page, 'cardNumber').inputValue()).toBe('4111 1111 1111 1111');
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
  });

  it('have style, texts and fonts of the page, each of them, also after `update`', async () => {
    const fonts = [{ family: 'Shop', src: '/shop.ttf' }];
    const page = await openFields(card, { ...bravo, fonts }, { input: { color: 'rgb(1, 2, 3)' } });
    const colors = () =>
      Promise.all(card.map((name) => inputOf(page, name).evaluate((input) => getComputedStyle(input).color)));
    const families = () =>
      Promise.all(
        card.map((name) =>
          inside(page, name)
            .locator('html')
            .evaluate(() => [...document.fonts].map(({ family }) => family).join()),
        ),
      );
    expect(await colors()).toEqual(card.map(() => 'rgb(1, 2, 3)'));
    await expect.poll(families).toEqual(card.map(() => 'Shop'));
    await page.evaluate(() =>
      window.form.update({ style: { input: { color: 'rgb(4, 5, 6)' } }, texts: { fields: { cvc: 'CVC' } } }),
    );
    await expect.poll(colors).toEqual(card.map(() => 'rgb(4, 5, 6)'));
    expect(await inside(page, 'cvc').locator('label').textContent()).toBe('CVC');
  });

  it('report Enter once, of any of them', async () => {
    const page = await openFields();
    await inputOf(page, 'cvc').press('Enter');
    await expect.poll(() => eventsOf(page, 'submit')).toEqual([{ bearer: 'CreditCard:Bravo' }]);
  });

  it('come in any order and at any time, and a frame that the page moves keeps its value', async () => {
    const page = await openFields(['cvc', 'cardHolder']);
    await fill(page, { cvc: '123', cardHolder: 'Ada Byron' });
    await page.evaluate(() => {
      for (const name of ['expiry', 'cardNumber']) {
        const place = document.createElement('div');
        place.id = `place-${name}`;
        document.querySelector('#payment')?.prepend(place);
        ClientLib.createElement(name, place, { form: window.form });
      }
      return window.form.ready;
    });
    await fill(page, { cardNumber: typed.cardNumber, expiry: typed.expiry });
    await page.evaluate(() =>
      document.querySelector('#payment')?.append(document.querySelector('#place-expiry') as Node),
    );
    await expect.poll(() => inputOf(page, 'expiry').inputValue()).toBe('12 / 39');
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
    // The first frame holds the form: moved, it begins anew in all places.
    await page.evaluate(() =>
      document.querySelector('#payment')?.append(document.querySelector('#place-cvc') as Node),
    );
    await expect.poll(() => inputOf(page, 'cardNumber').inputValue()).toBe('');
    await fill(page, typed);
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
  });

  it('are those of direct debit, with the mandate', async () => {
    const page = await openFields(['accountHolder', 'iban', 'mandate'], {
      ...bravo,
      paymentMethods: undefined,
    });
    expect(await page.locator('#place-mandate iframe').getAttribute('title')).toBe(languages.en.mandateTitle);
    expect(await inside(page, 'mandate').locator('.mandate').textContent()).toContain('authorise');
    await fill(page, { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' });
    const { Bearer } = await page.evaluate(() => window.form.submit());
    expect(Bearer).toMatch(/^Debit:/);
  });

  it.each([
    ['a field that the payment needs', ['cardNumber', 'expiry', 'cardHolder'], typed, 'cvc'],
    [
      'the mandate',
      ['iban', 'accountHolder'],
      { iban: 'DE89370400440532013000', accountHolder: 'Ada' },
      'mandate',
    ],
  ])('name %s and is not in the page', async (_what, names, values, missing) => {
    const page = await openFields(names, { ...bravo, paymentMethods: undefined });
    await fill(page, Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))));
    const calls = await page.evaluate(async () => {
      const { form } = window;
      return Promise.all(
        [form.validate(), form.submit()].map((call) => call.catch(({ message }) => message)),
      );
    });
    const message = `${missing}: expected createElement('${missing}', …, { form }).`;
    expect(calls).toEqual([message, message]);
  });

  it('are of one method: another field is refused with the names that there are', async () => {
    const page = await newPage();
    await page.goto(merchant.url);
    expect(await createFields(page, ['cardNumber', 'iban'])).toBe(
      'embeddableElement: expected one of cardNumber, expiry, cvc, cardHolder, got iban.',
    );
  });

  it('cannot find each other in a shadow root, and say so', async () => {
    const page = await newPage();
    await page.goto(merchant.url);
    await createFields(page, ['cardNumber']);
    const message = await page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      place.attachShadow({ mode: 'open' });
      const inner = place.shadowRoot?.appendChild(document.createElement('div'));
      ClientLib.createElement('cvc', inner, { form: window.form });
      return window.form.ready.then(
        () => 'ready',
        ({ message }: Error) => message,
      );
    });
    expect(message).toBe('cvc: the frames of a form cannot find each other in a shadow root; use a slot.');
  });

  it('leave no frame behind when the form is destroyed', async () => {
    const page = await openFields();
    await page.evaluate(() => window.form.destroy());
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a hostile page', () => {
  it('gets nothing of the fields, though it knows the name of their group', async () => {
    const page = await newPage();
    await page.goto(merchant.url);
    // A frame of the page itself that pretends to be the form, before and after the fields are there.
    const trap = () =>
      page.evaluate(() => {
        Math.random = () => 0.5;
        const caught = window as unknown as { caught: unknown[] };
        caught.caught = [];
        const frame = document.body.appendChild(document.createElement('iframe'));
        const place = { name: 'cvc', root: frame.contentDocument?.body, post: () => {} };
        const take = (taken: unknown) => caught.caught.push(taken);
        Object.assign(frame.contentWindow as Window, { clientlibForm: { group: '0.5', take, place } });
        Object.assign(window, { clientlibForm: { group: '0.5', take, place } });
      });
    await trap();
    expect(await createFields(page, card)).toBeUndefined();
    await trap();
    await fill(page, typed);
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
    expect(await page.evaluate(() => (window as unknown as { caught: unknown[] }).caught)).toEqual([]);
    expect(await page.evaluate(() => document.querySelectorAll('iframe:not([src])')[0]?.isConnected)).toBe(
      true,
    );
    const reached = await page.evaluate(() =>
      Array.from({ length: window.length }, (_none, at) => {
        try {
          return window[at]?.clientlibForm?.group ?? 'nothing';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
    expect(reached).toEqual([
      '0.5',
      'SecurityError',
      'SecurityError',
      'SecurityError',
      'SecurityError',
      '0.5',
    ]);
  });

  it('changes nothing with 3,000 forged messages to each frame', async () => {
    const page = await newPage();
    await page.goto(merchant.strangerUrl);
    const shop = page.frames().find((frame) => frame.url().startsWith(merchant.url)) as Frame;
    await shop.waitForLoadState();
    expect(await createFields(shop, card)).toBeUndefined();
    await fill(shop, typed);
    const before = await shop.evaluate(() => window.events);
    for (const frame of shop.childFrames()) {
      const element = await frame.frameElement();
      // `attack` sends to the first frame.
      await element.evaluate((iframe) =>
        Object.defineProperty(window, 'frames', {
          value: [(iframe as HTMLIFrameElement).contentWindow],
          configurable: true,
        }),
      );
      expect(await shop.evaluate(attack, [3000, 'child'] as const)).toBe(0);
    }
    expect(await shop.evaluate(() => window.events)).toEqual(before);
    expect(await shop.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
  });

  it('with two forms has two: their fields do not mix', async () => {
    const page = await openFields();
    await page.evaluate(() => Object.assign(window, { first: window.form }));
    await page.evaluate(() => {
      document.querySelector('#payment')?.removeAttribute('id');
      const place = document.createElement('div');
      place.id = 'payment';
      document.body.append(place);
      for (const old of document.querySelectorAll('[id^=place-]')) old.id = `old-${old.id}`;
    });
    expect(await createFields(page, card)).toBeUndefined();
    await fill(page, { ...typed, cardNumber: '5555555555554444' });
    expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '4444' });
    const old = page.locator('#old-place-cardNumber iframe').contentFrame().locator('input');
    expect(await old.inputValue()).toBe('');
  });
});
