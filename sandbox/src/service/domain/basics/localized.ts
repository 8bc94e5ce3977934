/** The text in this language (`de-DE` or `de`), or the default. */
export function localized(
  text: { readonly [language: string]: string | undefined } | undefined,
  locale: string,
): string {
  if (text === undefined) return '';
  return text[locale] ?? text[locale.split('-')[0] ?? ''] ?? text['_c'] ?? Object.values(text)[0] ?? '';
}
