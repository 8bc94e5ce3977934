import type { PaymentFormConfig } from 'clientlib';
import { baseLanguage } from '../../input/locale.ts';
import { en } from './en.ts';
import type { Texts } from './texts.ts';

/** The languages of the payment form. A page loads the one that its customer reads; English is there at once. */
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

/** The texts of a locale, with what the page says otherwise. A language that does not load is English. */
export async function getTexts(
  locale: string,
  { paymentForm: _, ...own }: PartialTexts = {},
): Promise<Texts> {
  const texts = await (languages[baseLanguage(locale)] ?? (async () => en))().catch(() => en);
  return { ...texts, ...own, fields: { ...texts.fields, ...own.fields } };
}

/** Texts that replace ours, by name. */
export type PartialTexts = Partial<Omit<Texts, 'fields'>> & {
  readonly fields?: Partial<Texts['fields']> | undefined;
  /** Texts of the payment form: see `texts` in its configuration. */
  readonly paymentForm?: PaymentFormConfig['texts'];
};

/** A text with what stands in braces filled in. */
export const filled = (text: string, values: { readonly [name: string]: string }): string =>
  text.replace(/\{(\w+)\}/g, (braced, name) => values[name] ?? braced);
