import { AccountError } from './service-url.ts';

/** Maximum nesting of JSON from outside. No resource has more than eight levels. */
const MAX_DEPTH = 64;

/** The value of a JSON text, `undefined` if invalid. @param where its source @throws AccountError if it is nested too deeply */
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
