import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import * as languages from '../../../../sdk/src/elements/internal/texts/all.ts';
import { en } from '../../../../sdk/src/elements/internal/texts/en.ts';
import {
  languageFor,
  languages as loaders,
  loadTexts,
  withOwn,
} from '../../../../sdk/src/elements/internal/texts/languages.ts';
import { textDirection } from '../../../../sdk/src/input/locale.ts';
import { unknownNames } from '../../../../sdk/src/input/unknown-names.ts';

/** Every text, by its path. */
function flat(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, content]): [string, string][] =>
    typeof content === 'string' ? [[`${path}${name}`, content]] : flat(content as object, `${path}${name}.`),
  );
}

describe('the languages of the form', () => {
  it('are the 24 of the EU, Arabic and Hebrew, each complete', () => {
    const official = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
    expect(official).toHaveLength(24);
    expect(Object.keys(languages).sort()).toEqual([...official, 'ar', 'he'].sort());
    const names = flat(en).map(([name]) => name);
    for (const [language, texts] of Object.entries(languages)) {
      expect(
        flat(texts).map(([name]) => name),
        language,
      ).toEqual(names);
      for (const [name, text] of flat(texts)) expect(text.trim(), `${language} ${name}`).not.toBe('');
    }
  });

  it('are loaded one by one, and English in place of one that does not load', async () => {
    expect(Object.keys(loaders)).toEqual(Object.keys(languages));
    for (const [language, texts] of Object.entries(languages))
      expect(await loadTexts(language)).toEqual({ language, texts });
    vi.spyOn(loaders, 'de').mockRejectedValue(new TypeError('no connection'));
    expect(await loadTexts('de')).toEqual({ language: 'en', texts: en });
  });

  it('are real translations', () => {
    const english = Object.fromEntries(flat(en));
    // Abbreviations are the same everywhere.
    const same = /^(fields\.(iban|bic)|expiryPattern)$/;
    for (const [language, texts] of Object.entries(languages)) {
      if (language === 'en') continue;
      const left = flat(texts).filter(([name, text]) => text === english[name] && !same.test(name));
      expect(left, language).toEqual([]);
    }
  });

  it('are right-to-left where necessary', () => {
    const fromRight = Object.keys(languages).filter((language) => textDirection(language) === 'rtl');
    expect(fromRight.sort()).toEqual(['ar', 'he']);
  });

  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['DE_ch'], 'de'],
    [['ja-JP', 'fr-CA'], 'fr'],
    [['pt-BR', 'fr-CA'], 'pt'],
    [['ja'], 'en'],
    [[], 'en'],
    [['constructor'], 'en'],
    [['1de', '_fr'], 'en'],
    [[''], 'en'],
  ])('fall back: %j gives %s', (locales, language) => expect(languageFor(locales)).toBe(language));
});

describe('texts of the page', () => {
  it('replace ours by name, in groups too; anything else is ignored', () => {
    const own = { card: 'Credit card', fields: { cvc: 'CVC', nick: 'x' }, debit: 7, other: 'x', again: ' ' };
    const texts = withOwn(en, own);
    expect([texts.card, texts.fields.cvc, texts.debit]).toEqual(['Credit card', 'CVC', 'Direct debit']);
    expect([texts.again, texts.fields.iban]).toEqual(['Try again', 'IBAN']);
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    expect(Object.keys(texts.fields)).not.toContain('nick');
    for (const nothing of [undefined, null, 'x', [], 7]) expect(withOwn(texts, nothing)).toBe(texts);
  });

  it('are as long as a mandate in any language, and end somewhere', () => {
    const long = (length: number) => withOwn(en, { mandate: 'x'.repeat(length) }).mandate.length;
    expect([long(2_000), long(2_001)]).toEqual([2_000, 2_000]);
  });

  it('can replace every text, and only that one', () => {
    const texts = en;
    for (const [name] of flat(texts)) {
      const [group, inner] = name.split('.') as [string, string | undefined];
      const replaced = withOwn(texts, { [group]: inner === undefined ? 'Own' : { [inner]: 'Own' } });
      const differ = flat(replaced).filter(([, text], at) => text !== flat(texts)[at]?.[1]);
      expect(differ).toEqual([[name, 'Own']]);
    }
  });

  it('that have no such name are found, each with the nearest one', () => {
    const texts = en;
    const own = {
      cvv: 'x',
      Card: 'x',
      fields: { cardnumber: 'x', cvc: 'CVC' },
      wrong: { ibn: 'x' },
      debit: 7,
      // Several are as near: the first of them.
      m: 'x',
      mandatereferenc: 'x',
      zzz: 'x',
    };
    expect(unknownNames(texts, own)).toEqual([
      ['cvv', 'cvcHint'],
      ['Card', 'card'],
      ['fields.cardnumber', 'fields.cardNumber'],
      ['wrong.ibn', 'wrong.iban'],
      ['m', 'methods'],
      ['mandatereferenc', 'mandateReference'],
      ['zzz', 'title'],
    ]);
    for (const nothing of [undefined, null, 'x', [], 7, {}, { fields: 'x' }])
      expect(unknownNames(texts, nothing)).toEqual([]);
  });

  it('are all named in the docs', async () => {
    const docs = await readFile('docs/payment-form.md', 'utf8');
    const row = docs.split('\n').find((line) => line.startsWith('| `texts` |')) ?? '';
    for (const name of Object.keys(en)) expect(row).toContain(`\`${name}\``);
  });
});
