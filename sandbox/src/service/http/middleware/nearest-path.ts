import { nearestName } from '../../domain/basics/nearest-name.ts';
import { splitPath } from '../wire/router.ts';
import type { Operation } from '../zones/description.ts';

const looksLikeId = (segment: string) => /^[0-9a-f]{24}$/i.test(segment);

/** Maximum length of a path to compare: the cost of the search is quadratic. */
const LONGEST_PATH = 200;

/** The documented path that was probably meant, with the request's ids in place of the variables. */
export function nearestPath(path: string, routes: readonly Operation[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const given = splitPath(path);
  const candidates = new Map<string, string>();
  for (const route of routes) {
    const pattern = splitPath(route.path);
    // Long paths are near each other even if they end in different actions.
    const [last = '', lastGiven = ''] = [pattern.at(-1), given.at(-1)];
    if (pattern.length === given.length && !last.startsWith('{') && !nearestName(lastGiven, [last])) continue;
    const filled = pattern.map((part, at) =>
      part.startsWith('{') &&
      given[at] !== undefined &&
      (looksLikeId(given[at]) || pattern.length === given.length)
        ? given[at]
        : part,
    );
    candidates.set(`/${filled.join('/')}`, route.path);
  }
  const wanted = `/${given.join('/')}`;
  // Omitting /api/v1 is the most common mistake.
  const found =
    nearestName(wanted, [...candidates.keys()]) ?? nearestName(`/api/v1${wanted}`, [...candidates.keys()]);
  return found === undefined ? undefined : candidates.get(found);
}
