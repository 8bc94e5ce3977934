/** An OAuth access token. Opaque: it means nothing without this record (spec: Authentication 6). */
export interface AccessToken {
  /** The token itself. */
  readonly Id: string;
  readonly ClientId: string;
  readonly Username?: string;
  /** Epoch milliseconds; absent is unlimited (spec: Limits 4). */
  readonly ExpiresAt?: number;
}

/** Identifies and authenticates a customer in ClientLib's Portal, for one contract (spec: Authentication 8). */
export interface SelfServiceToken {
  /** The token itself. */
  readonly Id: string;
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly Purpose: 'CustomerPortal';
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}
