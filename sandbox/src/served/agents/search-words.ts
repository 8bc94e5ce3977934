/** Maximum number of words in a query, and of letters in each: every word is compared with all texts. */
const MAX_WORDS = 10;
const MAX_LETTERS = 40;

/** Words that occur in every text, and are ignored in queries. */
const COMMON = new Set(
  'a an the of to in on at by for from with and or not is are was be do does did can could should would will how what when where why which who i we my our you your me it its if that this there'.split(
    ' ',
  ),
);

/** The search words of a query, without duplicates. */
export function searchWords(query: string): string {
  const words = query
    .split(/\s+/)
    .map((word) => word.slice(0, MAX_LETTERS))
    .filter((word) => word !== '');
  const rare = words.filter((word) => !COMMON.has(word.toLowerCase().replace(/\W/g, '')));
  return [...new Set(rare.length > 0 ? rare : words)].slice(0, MAX_WORDS).join(' ');
}
