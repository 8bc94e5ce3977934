import { AccountError } from './service-url.ts';

/** Levels of objects and lists in JSON of others. No resource has more than eight. */
const MAX_DEPTH = 64;

/** The value of a JSON text, `undefined` for another text. @param where it comes from @throws AccountError for a deep one */
export function boundedJson(text: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new AccountError(`${where}: is nested deeper than ${MAX_DEPTH} levels.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return value;
}
