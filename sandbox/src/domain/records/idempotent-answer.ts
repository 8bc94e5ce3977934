/** The answer to a request that came with an `Idempotency-Key`, kept for its repeats. */
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
