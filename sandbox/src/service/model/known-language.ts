/** The language tag that documents can be written in, as Intl spells it; `en_US`, as POSIX writes it, is `en-US`. */
export function knownLanguage(text: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text.replace(/[.@].*$/, '').replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
