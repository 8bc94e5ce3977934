import { closest, distance } from 'fastest-levenshtein';

/** Characters of the longest text that can be meant for a name: the search costs their square. */
const LONGEST = 300;
/** Characters of the shortest beginning that says which name is meant. */
const SHORTEST = 4;

/** The nearest of the candidates, where it is near enough to be meant. */
export function nearestName(text: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || text.length > LONGEST) return undefined;
  const lowered = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const wanted = text.toLowerCase();
  const names = [...lowered.keys()];
  const best = closest(wanted, names);
  const isNear = distance(wanted, best) <= Math.max(2, Math.floor(best.length / 3));
  const meant = isNear ? best : names.find((name) => isShortFor(wanted, name));
  return meant === undefined ? undefined : lowered.get(meant);
}

/** Returns whether one is the beginning of the other, such as config of configuration. */
function isShortFor(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST && long.startsWith(short);
}
