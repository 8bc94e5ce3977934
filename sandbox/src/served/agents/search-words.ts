/** Words of a query that are searched for, and the letters of each: every word is compared with all that there are. */
const MAX_WORDS = 10;
const MAX_LETTERS = 40;

/** Words that every text has: a question is found by the others. */
const COMMON = new Set(
  'a an the of to in on at by for from with and or not is are was be do does did can could should would will how what when where why which who i we my our you your me it its if that this there'.split(
    ' ',
  ),
);

/** The words of a query that are searched for, each once. */
export function searchWords(query: string): string {
  const words = query
    .split(/\s+/)
    .map((word) => word.slice(0, MAX_LETTERS))
    .filter((word) => word !== '');
  const rare = words.filter((word) => !COMMON.has(word.toLowerCase().replace(/\W/g, '')));
  return [...new Set(rare.length > 0 ? rare : words)].slice(0, MAX_WORDS).join(' ');
}
