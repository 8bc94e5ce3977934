/** The text in this language (`de-DE` or `de`), or the default. */
export function localized(
  text: { readonly [language: string]: string | undefined } | undefined,
  locale: string,
): string {
  if (text === undefined) return '';
  const language = locale.split('-')[0] ?? '';
  return text[locale] ?? text[language] ?? text['_c'] ?? Object.values(text)[0] ?? '';
}
