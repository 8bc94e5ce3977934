import { changedDocuments } from '../../activity/changes.ts';
import type { ChangedDocument } from '../../model/activity-entries.ts';
import type { ObservedChange } from '../../state/state.ts';
import type { RequestTrace } from './request-log.ts';

/** Maximum number of changes kept per request. */
const MAX_KEPT_CHANGES = 50;

/** Keeps a request's changes. Documents are replaced and never modified, so keeping them copies nothing. */
export function keepChanges(trace: RequestTrace, changes: readonly ObservedChange[]): void {
  trace.changes ??= [];
  const kept = changes.slice(0, MAX_KEPT_CHANGES - trace.changes.length);
  trace.changes.push(...kept);
  trace.moreChanges = (trace.moreChanges ?? 0) + changes.length - kept.length;
}

/** The documents that a request changed, as listed in its details. */
export interface RequestDocuments {
  readonly Documents: readonly ChangedDocument[];
  /** The number of documents that are not listed; absent if all are. */
  readonly MoreDocuments?: number;
}

/** The documents that a request created, changed or deleted, in the order of its transactions. */
export function toDocuments({ changes = [], documents, moreChanges = 0 }: RequestTrace): RequestDocuments {
  return {
    Documents: documents ?? changedDocuments(changes),
    ...(moreChanges === 0 ? {} : { MoreDocuments: moreChanges }),
  };
}
