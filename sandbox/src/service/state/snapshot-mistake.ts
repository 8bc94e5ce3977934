import type { ClockSnapshot } from './clock.ts';
import type { StateSnapshot } from './state.ts';

/** An error in a snapshot. */
export interface SnapshotMistake {
  readonly field: string;
  readonly message: string;
}

/**
 * The first error in the structure of a snapshot with these collections. Single documents are not validated:
 * that requires their schemas, which only `PUT /sandbox/snapshot` loads.
 *
 * @param latest the latest supported instant of the clock, in epoch milliseconds
 */
export function snapshotMistake(
  snapshot: StateSnapshot & { readonly Version: number; readonly Clock: ClockSnapshot },
  collections: readonly string[],
  latest: number,
): SnapshotMistake | undefined {
  const { Version, Clock, Collections } = (snapshot ?? {}) as Partial<typeof snapshot>;
  if (Version !== 1) return { field: 'Version', message: `expected 1, got ${Version}` };
  const now = Clock?.Now;
  if (!Number.isFinite(now) || (now as number) > latest)
    return { field: 'Clock.Now', message: `expected epoch milliseconds up to the year 9999, got ${now}` };
  if (Clock?.Mode !== 'WallClock' && Clock?.Mode !== 'Manual')
    return { field: 'Clock.Mode', message: `expected WallClock or Manual, got ${Clock?.Mode}` };
  if (typeof Collections !== 'object' || Collections === null)
    return { field: 'Collections', message: 'expected an object of lists' };
  const unknown = Object.keys(Collections).find((name) => !collections.includes(name));
  if (unknown !== undefined) return { field: `Collections.${unknown}`, message: 'is not known' };
  if (Collections['accounts']?.length !== 1)
    return { field: 'Collections.accounts', message: 'expected one account' };
  return undefined;
}
