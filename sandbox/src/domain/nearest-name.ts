import { closest, distance } from 'fastest-levenshtein';

/** Characters of the longest text that can be meant for a name: the search costs their square. */
const LONGEST = 300;

/** The nearest of the candidates, where it is near enough to be meant. */
export function nearestOf(text: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || text.length > LONGEST) return undefined;
  const lowered = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const wanted = text.toLowerCase();
  const best = closest(wanted, [...lowered.keys()]);
  return distance(wanted, best) <= Math.max(2, Math.floor(best.length / 3)) ? lowered.get(best) : undefined;
}
