import type { ClockPosition } from '../state/clock.ts';
import type { Counters, LoadedCollections } from '../state/state.ts';

/** Where ids, randomness and time of a workspace go on. */
export interface Position {
  readonly counters: Counters;
  readonly clock: ClockPosition;
}

/** The whole state of a workspace, as it is kept. */
export interface StoredState extends Position {
  readonly collections: LoadedCollections;
  /** Whether another process has replaced the whole state since it was kept here: by a reset, a snapshot. */
  readonly replaced?: boolean;
}
