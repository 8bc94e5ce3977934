import type { Snapshot } from '../../core/core.ts';
import type { Difference, SessionFile } from '../../model/session.ts';
import { nextSlice } from '../../state/time-slices.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import type { Quotas, Usage } from './quotas.ts';
import type { WorkspacePolicy } from './traffic.ts';

/** The part of a sandbox that a copy needs. */
export interface Copy {
  readonly clock: { cancel(): Promise<void> };
  fetch(url: string, init?: RequestInit): Promise<Response>;
  restore(snapshot: Snapshot): void;
  on(event: 'event', listener: () => void): () => void;
  close(): void;
}

/** The part of `createSandbox` that a copy needs. */
export type CreateCopy = (options: {
  readonly timers: false;
  readonly deliver: () => Promise<Response>;
}) => Copy;

/** The part of `replayingSandbox` that a replay beside a workspace needs. */
export type CreateReplay = (
  options: {
    readonly session: SessionFile;
    readonly timers: false;
    readonly deliver: () => Promise<Response>;
    readonly quotas: Quotas;
    readonly workspaces?: WorkspacePolicy;
  },
  replay: { readonly onDocuments: (documents: number) => void },
) => {
  readonly sandbox: { snapshot(): Snapshot; close(): void };
  readonly difference: Promise<Difference | undefined>;
};

/** A copy of a workspace for experiments. */
export interface Fork {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => void;
}

/** Maximum documents of a state to copy, or to get from a replay: it is in memory in addition to the workspace's own. */
const MAX_DOCUMENTS = 50_000;

/** @param copies number of copies @throws HttpProblem 507 if there is no space for them */
export function refuseLargeCopy(usage: Usage, documents: number, copies: number): void {
  const noRoom =
    documents > MAX_DOCUMENTS
      ? `at most ${MAX_DOCUMENTS} documents are copied, and there are ${documents}`
      : usage.noRoomFor('', 0, copies * documents);
  if (noRoom !== undefined)
    throw new HttpProblem(507, 'QuotaExceeded', `There is no room for a copy: ${noRoom}.`);
}

/** Number of events after which a fork's clock stops: nobody compares more, and memory is limited. */
const MAX_EVENTS_OF_FORK = 20_000;

/** Creates a copy of a state for experiments: it sends no webhooks, and runs nothing automatically. */
export function openFork(create: CreateCopy, snapshot: unknown): Fork {
  const copy = create({ timers: false, deliver: async () => new Response(null, { status: 204 }) });
  copy.restore(snapshot as Snapshot);
  let events = 0;
  copy.on('event', () => {
    events += 1;
    if (events === MAX_EVENTS_OF_FORK) void copy.clock.cancel();
  });
  return {
    async fetch(path, init) {
      await nextSlice();
      return copy.fetch(`http://sandbox${path}`, init);
    },
    close: () => copy.close(),
  };
}
