import { changedDocuments } from '../../activity/changes.ts';
import type { ChangedDocument } from '../../model/activity-entries.ts';
import type { ObservedChange } from '../../state/state.ts';
import type { RequestTrace } from './request-log.ts';

/** Changes that are kept with one request. */
const MAX_KEPT_CHANGES = 50;

/** Keeps what a request changed. Documents are replaced and never changed, so keeping them copies nothing. */
export function keepChanges(trace: RequestTrace, changes: readonly ObservedChange[]): void {
  trace.changes ??= [];
  const kept = changes.slice(0, MAX_KEPT_CHANGES - trace.changes.length);
  trace.changes.push(...kept);
  trace.moreChanges = (trace.moreChanges ?? 0) + changes.length - kept.length;
}

/** The documents that a request changed, as its detail lists them. */
export interface RequestDocuments {
  readonly Documents: readonly ChangedDocument[];
  /** The number of documents that are not listed; absent if all are. */
  readonly MoreDocuments?: number;
}

/** The documents that a request created, changed or deleted, in the order of its transactions. */
export function documentsOf({ changes = [], documents, moreChanges = 0 }: RequestTrace): RequestDocuments {
  return {
    Documents: documents ?? changedDocuments(changes),
    ...(moreChanges === 0 ? {} : { MoreDocuments: moreChanges }),
  };
}
