import type { ClockPosition } from '../state/clock.ts';
import type { Counters, LoadedCollections } from '../state/state.ts';

/** The state of ids, randomness and time of a workspace. */
export interface Position {
  readonly counters: Counters;
  readonly clock: ClockPosition;
}

/** The whole stored state of a workspace. */
export interface StoredState extends Position {
  readonly collections: LoadedCollections;
  /** Whether another process has since replaced the whole state by a reset or a snapshot. */
  readonly replaced?: boolean;
}
