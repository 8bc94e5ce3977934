import { type ChangedDocument, changedDocuments } from '../activity/changes.ts';
import type { RequestTrace } from './request-log.ts';

/** What a request changed, as its detail lists it. */
export interface RequestDocuments {
  readonly Documents: readonly ChangedDocument[];
  /** How many are not listed; left out when all are. */
  readonly MoreDocuments?: number;
}

/** The documents that a request created, changed or deleted, in the order of its transactions. */
export function documentsOf({ changes = [], documents, moreChanges = 0 }: RequestTrace): RequestDocuments {
  return {
    Documents: documents ?? changedDocuments(changes),
    ...(moreChanges === 0 ? {} : { MoreDocuments: moreChanges }),
  };
}
