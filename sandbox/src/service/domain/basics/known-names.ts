import { nearestName } from './nearest-name.ts';
import { invalid } from './problem.ts';

/**
 * Rejects an unknown name: most are misspelled or in the wrong place.
 *
 * @throws Problem Invalid with the path of the name and the nearest known one
 */
export function refuseUnknown(given: object, known: readonly string[], path: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean ${nearest}?`;
    throw invalid(path + name, `is not known; ${hint}`, 'UnknownProperty');
  }
}
