import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { Texts } from './texts.ts';

/** The languages of the form. */
export const languages: { readonly [language: string]: Texts } = { en, de, fr, es, it, nl, pl };

/** The first of the locales whose language the form has, else English. */
export function textsFor(locales: readonly string[]): { readonly language: string; readonly texts: Texts } {
  for (const locale of locales) {
    const language = /^[a-z]+/.exec(locale.toLowerCase())?.[0] ?? '';
    const texts = Object.entries(languages).find(([known]) => known === language)?.[1];
    if (texts) return { language, texts };
  }
  return { language: 'en', texts: en };
}
