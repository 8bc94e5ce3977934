import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { filled, getTexts, languages } from '../../../sdk/src/drop-in/texts/languages.ts';
import { languages as formLanguages } from '../../../sdk/src/elements/internal/texts/languages.ts';
import { chooseLocale, textDirection } from '../../../sdk/src/input/locale.ts';

const flat = ({ fields, ...texts }: object & { fields: object }): [string, string][] =>
  Object.entries({ ...texts, ...fields });
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(Object.keys(formLanguages))('the texts in %s', (language) => {
  it('contain all English texts, with the same placeholders', async () => {
    expect(chooseLocale([language], languages)).toBe(language);
    const { [language]: own } = await import(`../../../sdk/src/drop-in/texts/${language}.ts`);
    expect(await getTexts(language)).toEqual(own);
    const texts = Object.fromEntries(flat(own));
    for (const [name, text] of flat(en)) {
      expect([name, texts[name]]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, placeholders(texts[name] ?? '')]).toEqual([name, placeholders(text)]);
    }
    if (language !== 'en') expect(texts['subscribe']).not.toBe(en.subscribe);
  });
});

it('the texts are all shown somewhere', () => {
  const folder = 'sdk/src/drop-in';
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('texts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const unused = Object.keys(en).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused).toEqual([]);
});

describe('the language', () => {
  it('is written from right to left in Arabic and Hebrew', () => {
    expect(['ar-EG', 'he', 'de'].map(textDirection)).toEqual(['rtl', 'rtl', 'ltr']);
  });

  it('can be overridden by the page', async () => {
    const texts = await getTexts('de', { subscribe: 'Mitmachen', fields: { City: 'Stadt' } });
    expect([texts.subscribe, texts.fields.City, texts.fields.Country]).toEqual([
      'Mitmachen',
      'Stadt',
      'Land',
    ]);
  });

  it('takes every text that the page says otherwise, and only that one', async () => {
    for (const name of Object.keys(en).filter((one) => one !== 'fields'))
      expect(await getTexts('en', { [name]: 'Own' })).toEqual({ ...en, [name]: 'Own' });
    for (const name of Object.keys(en.fields))
      expect(await getTexts('en', { fields: { [name]: 'Own' } })).toEqual({
        ...en,
        fields: { ...en.fields, [name]: 'Own' },
      });
  });

  it('fills in placeholders in braces, once each', () => {
    expect(filled('{a} and {b}', { a: '{b}' })).toBe('{b} and {b}');
  });
});
