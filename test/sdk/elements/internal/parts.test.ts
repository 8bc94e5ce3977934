// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../../../../sdk/src/elements/internal/places.ts';
import { createSurface } from '../../../../sdk/src/elements/internal/surface.ts';
import * as allTexts from '../../../../sdk/src/elements/internal/texts/all.ts';
import { fakeServiceForEachTest } from '../../fake-service.ts';
import { outlineOf } from '../../outline.ts';
import { answerTo, ask, card, connected, publicApiKey, said, tokenize, told } from './opened-form.ts';

/* A form whose fields have frames of their own: the first frame runs it, the others lend their documents. */

fakeServiceForEachTest();
const { en, de } = allTexts;

const lent: HTMLElement[] = [];
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  for (const root of lent.splice(0)) root.remove();
});

const first = (name: string, paymentmethods = ['CreditCard:FakePSP', 'Debit:FakePSP']) =>
  connected({ paymentmethods }, { part: { name, group: '0.5', isFirst: true } });

interface Lent extends Place {
  readonly said: { readonly type: string; readonly detail: Record<string, unknown> }[];
}

/** The document of another frame: here an element. */
function lend(name: string): Lent {
  const root = document.createElement('div');
  document.body.after(root);
  lent.push(root);
  const messages: Lent['said'][number][] = [];
  const post: Place['post'] = ({ type, detail }) => messages.push({ type, detail: { ...detail } });
  const place = { name, post, ...createSurface(root), said: messages };
  // As the frames of a page find each other.
  window.clientlibForm?.take?.(place);
  return place;
}
/** The form is ready, and has taken the place. */
async function taken(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}
const input = ({ root }: { root: HTMLElement }) => root.querySelector('input') as HTMLInputElement;
const enter = (place: { root: HTMLElement }, value: string) => {
  input(place).value = value;
  input(place).dispatchEvent(new Event('input', { bubbles: true }));
};
const types = ({ said: messages }: Lent) =>
  messages.map(({ type }) => type).filter((type) => type !== 'height');

describe('a field in a frame of its own', () => {
  it('is alone there, with its label for screen readers and its title for the frame; the methods are one', async () => {
    first('cardNumber');
    const cvc = lend('cvc');
    expect((await told('ready')).detail).toMatchObject({
      title: en.fields.cardNumber,
      methods: 'CreditCard:FakePSP',
    });
    expect(new Set(types(cvc))).toEqual(new Set(['ready']));
    expect(cvc.said.find(({ type }) => type === 'ready')?.detail).toEqual({ title: en.fields.cvc });
    expect(cvc.said.some(({ type }) => type === 'height')).toBe(true);
    await expect(outlineOf(document.body)).toMatchFileSnapshot('../outlines/part-first.txt');
    await expect(outlineOf(cvc.root)).toMatchFileSnapshot('../outlines/part-further.txt');
  });

  it('comes also when the form is there already, and follows its language', async () => {
    const inside = first('cardNumber');
    await told('ready');
    const cvc = lend('cvc');
    await taken();
    expect(types(cvc)).toEqual(['ready']);
    enter(cvc, '12');
    const config = { publicapikey: publicApiKey, locale: 'de' };
    ask(inside, { type: 'update', config, style: {} });
    await expect.poll(() => cvc.root.querySelector('label')?.textContent).toBe(de.fields.cvc);
    expect([input(cvc).value, cvc.root.lang]).toEqual(['12', 'de']);
    // The form has been ready once, with its methods, whatever is drawn anew.
    expect(said.filter(({ type }) => type === 'ready').map(({ detail }) => detail.methods)).toEqual([
      'CreditCard:FakePSP',
    ]);
    expect(document.querySelector('label')?.textContent).toBe(de.fields.cardNumber);
  });

  it('that the method does not have is reported by its own frame, with those that it has', async () => {
    first('cardNumber');
    await told('ready');
    const iban = lend('iban');
    await taken();
    expect(types(iban)).toEqual(['failed']);
    expect(iban.said.at(-1)?.detail).toMatchObject({
      errorCode: 'InvalidConfiguration',
      field: 'embeddableElement',
      developerMessage: 'embeddableElement: expected one of cardNumber, expiry, cvc, cardHolder, got iban.',
    });
    expect(iban.root.children).toHaveLength(0);
  });

  it('that no method has is reported by the first frame, with those of all methods', async () => {
    first('emailAddress');
    expect((await told('failed')).detail).toMatchObject({
      errorCode: 'InvalidConfiguration',
      developerMessage:
        'embeddableElement: expected one of cardNumber, expiry, cvc, cardHolder, accountHolder, iban, bic, mandate, got emailAddress.',
    });
  });

  it.each([[{ type: 'validate', id: 1 }], [tokenize(1)]])(
    'that the page has forgotten is named when it matters: %j',
    async (request) => {
      const inside = first('cardNumber');
      await told('ready');
      for (const name of ['expiry', 'cvc']) lend(name);
      ask(inside, request);
      expect((await answerTo(1)).detail).toMatchObject({
        errorCode: 'InvalidConfiguration',
        field: 'cardHolder',
        developerMessage: "cardHolder: expected createElement('cardHolder', …, { form }).",
      });
      // Known data of the payer needs no field.
      ask(inside, { type: 'payer', holder: 'Ada Byron', emailAddress: '' });
      ask(inside, { type: 'validate', id: 2 });
      expect((await answerTo(2)).detail).toEqual({ valid: false });
    },
  );

  it('is typed, checked and paid with the others, whatever frame it is in', async () => {
    const inside = first('cardNumber');
    await told('ready');
    enter({ root: document.body }, card.cardNumber);
    for (const name of ['expiry', 'cvc', 'cardHolder'] as const) {
      const place = lend(name);
      await taken();
      enter(place, card[name]);
    }
    expect(said.findLast(({ type }) => type === 'change')?.detail).toMatchObject({ complete: true });
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toMatchObject({ Last4: '1111' });
  });
});

describe('the mandate in a frame of its own', () => {
  it('has its title, and is missed where the page does not show it', async () => {
    const inside = first('iban', ['Debit:FakePSP']);
    await told('ready');
    const holder = lend('accountHolder');
    await taken();
    enter({ root: document.body }, 'DE89370400440532013000');
    enter(holder, 'Ada Byron');
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toMatchObject({ field: 'mandate' });
    const mandate = lend('mandate');
    await taken();
    expect(mandate.said.find(({ type }) => type === 'ready')?.detail).toEqual({ title: en.mandateTitle });
    expect(mandate.root.querySelector('.mandate h2')?.textContent).toBe(en.mandateTitle);
    ask(inside, tokenize(2));
    expect((await answerTo(2)).detail).toMatchObject({ Bearer: 'Debit:FakePSP' });
  });
});
