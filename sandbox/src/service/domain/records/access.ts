/** An OAuth access token. Opaque: it means nothing without this record (spec: Authentication 6). */
export interface AccessToken {
  /** The token. */
  readonly Id: string;
  readonly ClientId: string;
  readonly Username?: string;
  /** Epoch milliseconds; absent is unlimited (spec: Limits 4). */
  readonly ExpiresAt?: number;
}

/** Identifies and authenticates a customer in ClientLib's Portal, for one contract (spec: Authentication 8). */
export interface SelfServiceToken {
  /** The token. */
  readonly Id: string;
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly Purpose: 'CustomerPortal';
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

/** A link that shows one document to anyone who has it, for a limited time. */
export interface DownloadLink {
  /** The secret part of the link. */
  readonly Id: string;
  readonly Kind: 'Invoice' | 'Dunning' | 'File';
  readonly DocumentId: string;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

/** The response to a request with an `Idempotency-Key`, stored for its repeats. */
export interface IdempotentAnswer {
  /** Caller, method, path and key. */
  readonly Id: string;
  /** Compared to find out whether a repeat has the same body. */
  readonly Fingerprint: string;
  readonly Status: number;
  readonly Headers: { readonly [name: string]: string };
  readonly Body?: string;
  /** Epoch milliseconds. */
  readonly KeptUntil: number;
}
