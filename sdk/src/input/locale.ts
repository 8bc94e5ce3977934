/**
 * A language, or a language and region, in the format of `Intl`: `de-AT` for `de_AT.UTF-8` and `de-AT@euro`. `undefined` for a
 * tag that `Intl` rejects.
 */
export function readLocale(tag: string): string | undefined {
  const [name = ''] = tag.trim().split(/[.@]/);
  try {
    return Intl.getCanonicalLocales(name.replace(/_/g, '-'))[0];
  } catch {
    return undefined;
  }
}

/** The first of the tags with a known language, as a locale; else English. */
export function chooseLocale(tags: readonly string[], languages: object): string {
  const locales = tags.map(readLocale).filter((locale) => locale !== undefined);
  return locales.find((locale) => Object.keys(languages).includes(baseLanguage(locale))) ?? 'en';
}

/** Why a page's `locale` has no effect, for developers; `undefined` if it has one. */
export function ignoredLocale(tag: string, languages: object, shown: string): string | undefined {
  const known = Object.keys(languages);
  if (!tag || known.includes(baseLanguage(readLocale(tag) ?? ''))) return undefined;
  return `expected a language such as de or de-AT, got ${tag}. Shown in ${shown}; there are ${known.join(', ')}.`;
}

/** The language of a locale. */
export const baseLanguage = (locale: string): string => locale.replace(/-.*/, '');

/** The writing direction of a locale. */
export const textDirection = (locale: string): 'ltr' | 'rtl' =>
  ['ar', 'he'].includes(baseLanguage(locale)) ? 'rtl' : 'ltr';
