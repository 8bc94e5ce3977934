import * as z from 'zod';
import { countryCodes } from './countries.ts';

export const countryList = z
  .array(
    z.object({
      TwoLetterCode: z.string().meta({ example: 'AT' }),
      Name: z.string().meta({ example: 'Austria' }),
    }),
  )
  .meta({
    id: 'Countries',
    description: 'Countries in the requested language, sorted alphabetically in it.',
  });

const listsByLanguage = new Map<string, z.infer<typeof countryList>>();

/** All countries with their names in a language, in its alphabetical order; in English where the language is not known. */
export function countriesIn(language: string): z.infer<typeof countryList> {
  const [locale = 'en'] = Intl.DisplayNames.supportedLocalesOf([language]);
  let list = listsByLanguage.get(locale);
  if (list === undefined) {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const { compare } = new Intl.Collator(locale);
    list = countryCodes
      .map((TwoLetterCode) => ({ TwoLetterCode, Name: names.of(TwoLetterCode) ?? TwoLetterCode }))
      .sort((a, b) => compare(a.Name, b.Name));
    // The caller chooses the tag: a few lists are kept.
    if (listsByLanguage.size >= MAX_LISTS) listsByLanguage.clear();
    listsByLanguage.set(locale, list);
  }
  return list;
}

const MAX_LISTS = 50;
