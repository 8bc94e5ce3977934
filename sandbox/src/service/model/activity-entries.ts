/* What the log of requests and the stream show of what happens. Without schemas, as the inspector reads it. */

/** One request as listed in the log: without bodies, secrets or card data. */
export interface RequestEntry {
  readonly Id: number;
  readonly At: string;
  readonly Method: string;
  readonly Path: string;
  /** 0: a fault rule dropped the connection. */
  readonly Status: number;
  readonly DurationMs: number;
  readonly Warnings?: readonly string[];
  /** The caller: `OAuth client c00000000000000000000001`. */
  readonly Caller?: string;
  /** The calling program as the request names it: `inspector`. */
  readonly Client?: string;
  /** Code and message of a rejection. */
  readonly Error?: { readonly Code: string; readonly Message: string };
}

/** The cause of a change: a request, or a scheduled task. */
export interface Cause {
  /** Id of the request in the log of requests. */
  readonly RequestId?: number;
  /** Id of the task's entry, its type, and its subject. */
  readonly TaskId?: string;
  readonly TaskType?: string;
  readonly TaskKey?: string;
  /** Id of the request that moves the clock, if that makes the task due. */
  readonly AdvanceId?: number;
}

/** One field of a document before and after a change; long values are cut off. */
export interface ChangedField {
  readonly Field: string;
  readonly Before?: unknown;
  readonly After?: unknown;
}

/** A document that a transaction has created, changed or deleted. */
export interface ChangedDocument {
  readonly Collection: string;
  readonly Id: string;
  readonly Change: 'Created' | 'Changed' | 'Deleted';
  readonly Fields?: readonly ChangedField[];
}
