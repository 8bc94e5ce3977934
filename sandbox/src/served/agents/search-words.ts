/** Words of a query that are searched for, and the letters of each: every word is compared with all that there are. */
const MAX_WORDS = 10;
const MAX_LETTERS = 40;

/** The words of a query that are searched for, each once. */
export function searchWords(query: string): string {
  const words = query.split(/\s+/).map((word) => word.slice(0, MAX_LETTERS));
  return [...new Set(words)].slice(0, MAX_WORDS).join(' ');
}
