import { describe, expect, it } from 'vitest';
import { languages, textsFor } from '../../../../sdk/src/elements/internal/texts/languages.ts';

/** Every text, by its path. */
function flat(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, content]): [string, string][] =>
    typeof content === 'string' ? [[`${path}${name}`, content]] : flat(content as object, `${path}${name}.`),
  );
}

describe('the languages of the form', () => {
  it('are the seven that are promised, each complete', () => {
    expect(Object.keys(languages).sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pl']);
    const names = flat(languages['en'] as object).map(([name]) => name);
    for (const [language, texts] of Object.entries(languages)) {
      expect(
        flat(texts).map(([name]) => name),
        language,
      ).toEqual(names);
      for (const [name, text] of flat(texts)) expect(text.trim(), `${language} ${name}`).not.toBe('');
    }
  });

  it('are really translated', () => {
    const english = Object.fromEntries(flat(languages['en'] as object));
    // Abbreviations are the same everywhere.
    const same = /^(fields\.(iban|bic)|expiryPattern)$/;
    for (const [language, texts] of Object.entries(languages)) {
      if (language === 'en') continue;
      const left = flat(texts).filter(([name, text]) => text === english[name] && !same.test(name));
      expect(left, language).toEqual([]);
    }
  });

  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['DE_ch'], 'de'],
    [['pt-BR', 'fr-CA'], 'fr'],
    [['ja'], 'en'],
    [[], 'en'],
    [['constructor'], 'en'],
    [[''], 'en'],
  ])('fall back: %j gives %s', (locales, language) => expect(textsFor(locales).language).toBe(language));
});
