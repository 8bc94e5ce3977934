/** Certifies a webhook receiver for coding agents. */
export type CertifyReceiver = (receiver: string, options: CertifyOptions) => Promise<Certificate>;

export interface CertifyOptions {
  /** With which messages are signed. */
  readonly secret?: string | undefined;
  /** Where the receiver says what it knows of a contract: `http://localhost:3000/contracts/{id}`. */
  readonly readBack?: string | undefined;
  /** Of the sandbox that the receiver reads from; a free one otherwise. */
  readonly port?: number | undefined;
}

/** What came of each case, with a problem where the receiver did wrong, and how many messages were posted. */
export interface Certificate {
  readonly verdicts: readonly {
    readonly name: string;
    readonly problem?: string;
    readonly advice: string;
  }[];
  readonly posted: number;
}
