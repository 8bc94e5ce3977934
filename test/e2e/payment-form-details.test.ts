import { describe, expect, it } from 'vitest';
import { focusedId, newPage, screenshot } from './browser.ts';
import { serveMerchantPage } from './merchant-page.ts';
import {
  createForm,
  eventsOf,
  fillContact,
  insideOf,
  key,
  openCheckout,
  openForm,
  phone,
  places,
  servePaymentForms,
  typeCard,
  violations,
} from './payment-form-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

servePaymentForms();

describe('the payment form', () => {
  it('works with a provider that has a script of its own', async () => {
    const { page, frame } = await openForm({ paymentMethods: ['CreditCard:Alpha'] });
    await typeCard(frame);
    const { TetheredPaymentInformation } = await page.evaluate(() => window.form.submit());
    expect(TetheredPaymentInformation).toMatchObject({
      Bearer: 'CreditCard:Alpha',
      Token: expect.any(String),
    });
  });

  it('accepts account numbers where the provider needs them, and shows a mandate where one is required', async () => {
    const { page, frame } = await openForm({ paymentMethods: ['Debit:Alpha', 'Debit:Echo'] });
    await frame.getByLabel('Account holder').fill('Ada Lovelace');
    await frame.getByLabel('Account number').fill('0532013000');
    await frame.getByLabel('Bank code').fill('37040044');
    expect((await page.evaluate(() => window.form.submit())).Bearer).toBe('Debit:Alpha');
    await frame.getByLabel('Direct debit (Echo)').check();
    // What was typed for one method is there for the other.
    expect(await frame.getByLabel('Account holder').inputValue()).toBe('Ada Lovelace');
    await frame.getByLabel('IBAN').fill('DE89370400440532013000');
    const { TetheredPaymentInformation } = await page.evaluate(() => window.form.submit());
    expect(TetheredPaymentInformation).toMatchObject({
      Bearer: 'Debit:Echo',
      MandateReference: expect.stringMatching(/^M-[0-9A-F]{16}$/),
      MandateSignatureDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      MandateText: expect.stringContaining('your bank to debit your account'),
    });
  });

  it('groups the number, shows the brand, and limits the security code to its length', async () => {
    const { frame } = await openForm();
    const number = frame.getByLabel('Card number');
    await number.pressSequentially('378282246310005');
    expect(await number.inputValue()).toBe('3782 822463 10005');
    await frame.getByText('Amex').waitFor();
    await frame.getByText('4 digits on the front of the card').waitFor();
    await frame.getByLabel('Security code').pressSequentially('12345');
    expect(await frame.getByLabel('Security code').inputValue()).toBe('1234');
    // A digit put into the middle leaves the cursor behind it.
    await number.fill('4111 1111');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
    await number.pressSequentially('9');
    expect(await number.inputValue()).toBe('4111 9111 1');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
    await frame.getByLabel('Expiry date').pressSequentially('530');
    expect(await frame.getByLabel('Expiry date').inputValue()).toBe('05 / 30');
    for (let left = 0; left < 7; left++) await frame.getByLabel('Expiry date').press('Backspace');
    expect(await frame.getByLabel('Expiry date').inputValue()).toBe('');
  });

  it('shows a single method without a switch, and several with one', async () => {
    const { page, frame } = await openForm();
    expect(await frame.getByRole('radio').count()).toBe(0);
    await page.evaluate(() => window.form.destroy());
    await createForm(page, { paymentMethods: ['CreditCard:Bravo', 'Debit:Delta', 'Kilo'] });
    const second = await insideOf(page);
    expect(await second.getByRole('radio').count()).toBe(3);
    expect(await second.getByRole('group', { name: 'Payment method' }).count()).toBe(1);
    await second.getByLabel('Kilo').check();
    expect(await second.getByRole('textbox').count()).toBe(0);
    await expect
      .poll(async () => (await eventsOf(page, 'change')).at(-1))
      .toEqual({ bearer: 'Kilo', label: 'Kilo', complete: true });
  });

  it('shows field errors in the form, to screen readers and by event', async () => {
    const { page, frame } = await openForm();
    const number = frame.getByLabel('Card number');
    await number.fill('4111 1111 1111 1112');
    await number.blur();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(
      await number.evaluate((input) => {
        const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.textContent).join('|');
      }),
    ).toContain('Please check the card number.');
    expect(await frame.getByRole('status').textContent()).toBe('Card number: Please check the card number.');
    await expect
      .poll(() => eventsOf(page, 'invalid'))
      .toMatchObject([{ errorCode: ['InvalidCardNumber'], field: 'cardNumber' }]);
    await number.fill('4111 1111 1111 1111');
    expect(await number.getAttribute('aria-invalid')).toBe('false');
    expect(await page.evaluate(() => window.form.validate())).toBe(false);
    await expect.poll(() => focusedId(frame)).toBe('expiry');
    const codes = (await eventsOf(page, 'invalid')).map(({ errorCode }) => errorCode[0]);
    expect(codes).toEqual([
      'InvalidCardNumber',
      'InvalidExpirationDate',
      'InvalidCardCvc',
      'InvalidCardHolder',
    ]);
    expect(await frame.getByText('Please fill this in.', { exact: true }).count()).toBe(3);
    const fieldsOf = async (event: 'focus' | 'blur') =>
      (await eventsOf(page, event)).map(({ field }) => field);
    await expect.poll(() => fieldsOf('focus')).toContain('expiry');
    await expect.poll(() => fieldsOf('blur')).toContain('cardNumber');
  });

  it('does not submit wrong data, and returns the code of the first wrong field', async () => {
    const { page, frame } = await openForm();
    await typeCard(frame);
    await frame.getByLabel('Security code').fill('12');
    const code = await page.evaluate(() =>
      window.form.submit().catch(({ errorCode, field }) => [errorCode, field]),
    );
    expect(code).toEqual([['InvalidCardCvc'], 'cvc']);
  });

  it('grows and shrinks with its content', async () => {
    const { page, frame } = await openForm({ paymentMethods: ['CreditCard:Bravo', 'Kilo'] }, {}, phone);
    const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
    const inner = () =>
      frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
    const settled = () => expect.poll(async () => (await height()) - (await inner())).toBe(0);
    await settled();
    const withCard = await height();
    await page.evaluate(() => window.form.validate());
    await expect.poll(height).toBeGreaterThan(withCard);
    await settled();
    await frame.getByLabel('Kilo').check();
    await expect.poll(height).toBeLessThan(withCard);
    await settled();
  });

  it('has its height when it is ready, also below the fold', async () => {
    const page = await newPage(phone);
    await page.goto(places().merchantUrl);
    await page.evaluate(() => {
      (document.querySelector('#payment') as HTMLElement).style.paddingTop = '300vh';
    });
    await createForm(page);
    expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBeGreaterThan(200);
  });

  it('fills in cards saved in the browser', async () => {
    const { frame } = await openForm();
    const tokens = await frame
      .getByRole('textbox')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).autocomplete));
    expect(tokens).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });

  it('sets the focus where the page asks for it', async () => {
    const { page, frame } = await openForm();
    await page.evaluate(() => window.form.focus());
    await expect.poll(() => focusedId(frame)).toBe('cardNumber');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  });

  it('uses the page’s language, and falls back to another', async () => {
    const words = {
      de: 'Kartennummer',
      'fr-CA': 'Numéro de carte',
      es: 'Número de tarjeta',
      it: 'Numero della carta',
      nl: 'Kaartnummer',
      pl: 'Numer karty',
      ja: 'Card number',
    };
    const { page } = await openForm();
    for (const [locale, label] of Object.entries(words)) {
      await page.evaluate(() => window.form.destroy());
      await createForm(page, { locale });
      const frame = await insideOf(page);
      await frame.getByLabel(label).waitFor();
      expect(await frame.evaluate(() => document.documentElement.lang)).toBe(
        locale === 'ja' ? 'en' : locale.slice(0, 2),
      );
      expect(await page.locator('iframe').getAttribute('title')).toBe(await frame.title());
    }
  });

  it('applies allowed styles, and names rejected ones', async () => {
    const { page, frame } = await openForm(
      {},
      {
        body: {
          backgroundColor: 'rgb(16, 21, 29)',
          color: '#e8edf4',
          colorScheme: 'dark',
          accentColor: 'rgb(1, 200, 3)',
          position: 'fixed',
        },
        label: { fontWeight: 400, 'text-transform': 'uppercase' },
        input: { borderRadius: '0', backgroundImage: 'url(https://evil.test/x)', color: 'nonsense' },
        inputInvalid: { borderColor: 'rgb(255, 0, 0)' },
        button: { color: 'red' },
      },
    );
    const [{ ignoredStyles }] = await eventsOf(page, 'ready');
    expect(ignoredStyles.split(' ').sort()).toEqual([
      'body.position',
      'button.color',
      'input.backgroundImage',
      'input.color',
    ]);
    const styleOf = (selector: string, property: string) =>
      frame
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await styleOf('body', 'background-color')).toBe('rgb(16, 21, 29)');
    expect(await styleOf('label', 'text-transform')).toBe('uppercase');
    expect(await styleOf('#cardNumber', 'border-top-left-radius')).toBe('0px');
    // The accent is that of the field in focus too.
    await frame.locator('#cardNumber').focus();
    expect(await styleOf('#cardNumber', 'border-top-color')).toBe('rgb(1, 200, 3)');
    await page.evaluate(() => window.form.validate());
    expect(await styleOf('#cardNumber', 'border-top-color')).toBe('rgb(255, 0, 0)');
    await screenshot(page, 'payment-form-dark-desktop');
    expect(await violations(frame)).toEqual([]);
  });

  it('marks a wrong field even if the page sets its own border', async () => {
    const { page, frame } = await openForm({}, { input: { borderColor: 'rgb(1, 2, 3)' } });
    const border = () =>
      frame.locator('#cardNumber').evaluate((input) => getComputedStyle(input).borderTopColor);
    expect(await border()).toBe('rgb(1, 2, 3)');
    await page.evaluate(() => window.form.validate());
    expect(await border()).toBe('rgb(179, 38, 30)');
  });

  it('omits a method that is not configured, and fails if no other is left', async () => {
    const { page } = await openForm({ paymentMethods: ['CreditCard:Bravo', 'CreditCard:Nobody'] });
    expect(await eventsOf(page, 'error')).toMatchObject([
      { errorCode: ['InvalidPaymentMethod', 'BearerNotConfigured'] },
    ]);
    await page.evaluate(() => window.form.destroy());
    const code = await createForm(page, { paymentMethods: ['CreditCard:Nobody'] }).catch(
      (error) => `${error}`,
    );
    expect(code).toContain('CreditCard:Nobody');
    expect(await eventsOf(page, 'error callback')).toHaveLength(1);
  });

  it('requires a return page for methods that redirect', async () => {
    const { page } = await openForm({ paymentMethods: ['November'] });
    const code = await page.evaluate(() =>
      window.form.submit().catch(({ errorCode, field }) => [errorCode, field]),
    );
    expect(code).toEqual([['InvalidConfiguration'], 'config.providerReturnUrl']);
  });

  it('is accessible with every method, with and without errors, on phone and desktop', async () => {
    const methods = ['CreditCard:Bravo', 'Debit:Delta', 'Debit:Alpha', 'November', 'Oscar', 'InvoicePayment'];
    for (const [size, options] of Object.entries({ desktop: {}, phone })) {
      const { page, frame } = await openForm({ paymentMethods: methods }, {}, options);
      expect(await violations(page)).toEqual([]);
      await frame.getByRole('button', { name: 'More ways to pay (2)' }).click();
      for (const [at, bearer] of methods.entries()) {
        await frame.getByRole('radio').nth(at).check();
        expect(await violations(frame), `${bearer}, ${size}`).toEqual([]);
        await page.evaluate(() => window.form.validate());
        expect(await violations(frame), `${bearer} with mistakes, ${size}`).toEqual([]);
        await screenshot(page, `payment-form-${bearer.replace(':', '-')}-mistakes-${size}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    }
  }, 60_000);

  it('matches its screenshots', async () => {
    for (const [size, options] of Object.entries({ desktop: {}, phone })) {
      const { page, frame } = await openCheckout(options);
      await fillContact(page);
      await typeCard(frame);
      await screenshot(page, `payment-form-card-${size}`);
      expect(await violations(page)).toEqual([]);
      await frame.getByLabel('Direct debit').check();
      await frame.getByLabel('IBAN').fill('DE89370400440532013000');
      await screenshot(page, `payment-form-debit-${size}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });
});

describe('a payment form that fails to load', () => {
  const expected = {
    allowErrors: [/ERR_FAILED|ERR_BLOCKED|Failed to load resource|postMessage|Framing|frame-src/],
  };

  it('reports it, and can be loaded again', async () => {
    const page = await newPage(expected);
    await page.route('**/elements/payment-form', (route) => route.abort());
    await page.goto(places().merchantUrl);
    const failed = await page.evaluate((publicApiKey) => {
      window.form = ClientLib.createElement(
        'paymentForm',
        document.querySelector('#payment'),
        { publicApiKey, paymentMethods: ['CreditCard:Bravo'] },
        null,
        () => {},
      );
      return window.form.ready.catch(({ errorCode, retryable }) => ({ errorCode, retryable }));
    }, key);
    expect(failed).toEqual({ errorCode: ['ServerError', 'FrameBlocked'], retryable: true });
    await page.unroute('**/elements/payment-form');
    await page.evaluate(() => window.form.reload());
    expect(await page.locator('iframe').count()).toBe(1);
    await typeCard(await insideOf(page));
    expect(await page.evaluate(() => window.form.validate())).toBe(true);
  });

  it("reports it if the page's policy forbids the frame", async () => {
    const strict = await serveMerchantPage(places().sandboxUrl, "'none'");
    try {
      const page = await newPage(expected);
      await page.goto(strict.url);
      const codes = await page.evaluate(
        (publicApiKey) =>
          ClientLib.createElement(
            'paymentForm',
            document.querySelector('#payment'),
            { publicApiKey },
            null,
            () => {},
          ).ready.catch(({ errorCode }: { errorCode: string[] }) => errorCode),
        key,
      );
      expect(codes).toEqual(['ServerError', 'FrameBlocked']);
    } finally {
      await strict.close();
    }
  });

  it('offers a retry inside the form if the methods could not be loaded', async () => {
    const page = await newPage({ ...expected, ...phone });
    await page.route('**/paymentMethods*', (route) =>
      route.fulfill({ status: 422, json: { Error: { Code: 'InvalidData', Message: 'no' } } }),
    );
    await page.goto(places().merchantUrl);
    const failed = await createForm(page).catch((error) => `${error}`);
    expect(failed).toContain('no');
    const frame = await insideOf(page);
    await frame.getByText('The payment form could not be loaded.').waitFor();
    await expect
      .poll(() => page.locator('iframe').evaluate((element) => element.clientHeight))
      .toBeGreaterThan(40);
    await screenshot(page, 'payment-form-failed-phone');
    expect(await violations(frame)).toEqual([]);
    await page.unroute('**/paymentMethods*');
    await frame.getByRole('button', { name: 'Try again' }).click();
    await typeCard(frame);
    expect(await page.evaluate(() => window.form.validate())).toBe(true);
    expect(await eventsOf(page, 'ready')).toHaveLength(1);
  });
});
