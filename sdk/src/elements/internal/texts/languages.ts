import { baseLanguage, chooseLocale } from '../../../input/locale.ts';
import { isObject } from '../../../input/record.ts';
import { en } from './en.ts';
import type { Texts } from './texts.ts';

/** The languages of the form: all official ones of the EU, Arabic and Hebrew. A frame loads only the one that it shows. */
export const languages: { readonly [language: string]: () => Promise<Texts> } = {
  ar: async () => (await import('./ar.ts')).ar,
  bg: async () => (await import('./bg.ts')).bg,
  cs: async () => (await import('./cs.ts')).cs,
  da: async () => (await import('./da.ts')).da,
  de: async () => (await import('./de.ts')).de,
  el: async () => (await import('./el.ts')).el,
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  et: async () => (await import('./et.ts')).et,
  fi: async () => (await import('./fi.ts')).fi,
  fr: async () => (await import('./fr.ts')).fr,
  ga: async () => (await import('./ga.ts')).ga,
  he: async () => (await import('./he.ts')).he,
  hr: async () => (await import('./hr.ts')).hr,
  hu: async () => (await import('./hu.ts')).hu,
  it: async () => (await import('./it.ts')).it,
  lt: async () => (await import('./lt.ts')).lt,
  lv: async () => (await import('./lv.ts')).lv,
  mt: async () => (await import('./mt.ts')).mt,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  ro: async () => (await import('./ro.ts')).ro,
  sk: async () => (await import('./sk.ts')).sk,
  sl: async () => (await import('./sl.ts')).sl,
  sv: async () => (await import('./sv.ts')).sv,
};

/** Returns the first supported language of the locales, else English. */
export const languageFor = (locales: readonly string[]): string =>
  baseLanguage(chooseLocale(locales, languages));

/** Loads the texts of a language. If that fails, the texts are English. */
export async function loadTexts(
  language: string,
): Promise<{ readonly language: string; readonly texts: Texts }> {
  try {
    return { language, texts: (await languages[language]?.()) ?? en };
  } catch {
    return { language: 'en', texts: en };
  }
}

/** Replaces texts by those of the page, by name. Ignores unknown names and values that are not texts. */
export function withOwn<T extends object>(texts: T, own: unknown): T {
  if (!isObject(own)) return texts;
  const entries = Object.entries(texts).map(([name, known]) => {
    const given = own[name];
    if (typeof known === 'object') return [name, withOwn(known, given)];
    return [name, typeof given === 'string' && given.trim() ? given.slice(0, 2000) : known];
  });
  return Object.fromEntries(entries) as T;
}
