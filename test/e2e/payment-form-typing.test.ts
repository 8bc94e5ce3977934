import { expect, it } from 'vitest';
import { openForm, servePaymentForms, typeCard } from './payment-form-page.ts';

/* What input methods type, by the protocol of Chromium: the text is composed before it is inserted. */

servePaymentForms();

const digits = { cardNumber: '４１１１１１１１１１１１１１１１', expiry: '１２３９', cvc: '１２３' };

it.each([
  // A dead key and a letter; a phone's keyboard and a Japanese input method that compose every word.
  ['inserted', ['José'], 'José'],
  ['still composed when the customer pays', [], 'Maria José'],
])('a name that is %s is paid with', async (_, inserted, name) => {
  const { page, frame } = await openForm({ paymentMethods: ['CreditCard:FakePSP'] });
  await typeCard(frame);
  await frame.getByLabel('Name on card').fill('');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', {
    text: name,
    selectionStart: name.length,
    selectionEnd: name.length,
  });
  for (const text of inserted) await keyboard.send('Input.insertText', { text });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/tokens')) requests.push(request.postDataJSON().Card.Holder);
  });
  expect(await page.evaluate(() => window.form.validate())).toBe(true);
  await page.evaluate(() => window.form.submit());
  expect(requests).toEqual([name]);
});

it('digits of an input method are those of the card', async () => {
  const { page, frame } = await openForm({ paymentMethods: ['CreditCard:FakePSP'] });
  await typeCard(frame);
  const keyboard = await page.context().newCDPSession(page);
  for (const [field, text] of Object.entries(digits)) {
    await frame.locator(`#${field}`).fill('');
    const end = { selectionStart: text.length, selectionEnd: text.length };
    await keyboard.send('Input.imeSetComposition', { text, ...end });
    await keyboard.send('Input.insertText', { text });
  }
  const shown = Object.keys(digits).map((field) => frame.locator(`#${field}`).inputValue());
  expect(await Promise.all(shown)).toEqual(['4111 1111 1111 1111', '12 / 39', '123']);
  expect(await page.evaluate(() => window.form.validate())).toBe(true);
});
