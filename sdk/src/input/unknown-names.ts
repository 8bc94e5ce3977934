/**
 * Unknown names in an object, each with the nearest known one, also in groups: `fields.cvv` is near
 * `fields.cvc`.
 */
export function unknownNames(
  known: object,
  own: unknown,
  path = '',
): (readonly [name: string, nearest: string])[] {
  if (Object(own) !== own) return [];
  return Object.entries(own as object).flatMap(([name, inner]) => {
    const match = Object.entries(known).find(([one]) => one === name)?.[1];
    if (typeof match === 'object') return unknownNames(match, inner, `${path}${name}.`);
    return match === undefined ? [[`${path}${name}`, path + nearestName(name, Object.keys(known))]] : [];
  });
}

/** The candidate with the longest common prefix. */
export function nearestName(name: string, candidates: readonly string[]): string {
  const alike = (candidate: string): number => {
    const differs = [...candidate].findIndex(
      (letter, at) => letter.toLowerCase() !== name[at]?.toLowerCase(),
    );
    return differs < 0 ? candidate.length : differs;
  };
  return candidates.reduce((best, candidate) => (alike(candidate) > alike(best) ? candidate : best));
}
