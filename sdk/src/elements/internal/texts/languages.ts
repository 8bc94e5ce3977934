import { chooseLocale, languageOf } from '../../../input/locale.ts';
import { isObject } from '../../../input/record.ts';
import { ar } from './ar.ts';
import { bg } from './bg.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { et } from './et.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { ga } from './ga.ts';
import { he } from './he.ts';
import { hr } from './hr.ts';
import { hu } from './hu.ts';
import { it } from './it.ts';
import { lt } from './lt.ts';
import { lv } from './lv.ts';
import { mt } from './mt.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ro } from './ro.ts';
import { sk } from './sk.ts';
import { sl } from './sl.ts';
import { sv } from './sv.ts';
import type { Texts } from './texts.ts';

/** The languages of the form: all official ones of the EU, Arabic and Hebrew. */
export const languages: { readonly [language: string]: Texts } = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  fi,
  fr,
  ga,
  he,
  hr,
  hu,
  it,
  lt,
  lv,
  mt,
  nl,
  pl,
  pt,
  ro,
  sk,
  sl,
  sv,
};

/** The first of the locales whose language the form has, else English. */
export function textsFor(locales: readonly string[]): { readonly language: string; readonly texts: Texts } {
  const language = languageOf(chooseLocale(locales, languages));
  return { language, texts: languages[language] ?? en };
}

/** The texts with those of the page in place of ours, by name. What is no text, or has no such name, is ignored. */
export function withOwn<T extends object>(texts: T, own: unknown): T {
  if (!isObject(own)) return texts;
  const entries = Object.entries(texts).map(([name, known]) => {
    const given = own[name];
    if (typeof known === 'object') return [name, withOwn(known, given)];
    return [name, typeof given === 'string' && given.trim() ? given.slice(0, 2000) : known];
  });
  return Object.fromEntries(entries) as T;
}
