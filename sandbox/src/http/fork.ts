import type { Snapshot } from '../core.ts';

/** As much of a sandbox as a copy needs. */
export interface Copy {
  readonly clock: { cancel(): Promise<void> };
  fetch(url: string, init?: RequestInit): Promise<Response>;
  restore(snapshot: Snapshot): void;
  on(event: 'event', listener: () => void): () => void;
  close(): void;
}

/** As much of `createSandbox` as a copy needs. */
export type CreateCopy = (options: {
  readonly timers: false;
  readonly deliver: () => Promise<Response>;
}) => Copy;

/** A copy of a workspace, to try something on. */
export interface Fork {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => void;
}

/** Events of a fork after which its clock stops: nobody compares more, and memory is not endless. */
const MAX_EVENTS_OF_FORK = 20_000;

/** A copy of a state to try something on: no webhook leaves it, and it does nothing by itself. */
export function openFork(create: CreateCopy, snapshot: unknown): Fork {
  const copy = create({ timers: false, deliver: async () => new Response(null, { status: 204 }) });
  copy.restore(snapshot as Snapshot);
  let events = 0;
  copy.on('event', () => {
    events += 1;
    if (events === MAX_EVENTS_OF_FORK) void copy.clock.cancel();
  });
  return {
    fetch: (path, init) => copy.fetch(`http://sandbox${path}`, init),
    close: () => copy.close(),
  };
}
