/** Certifies a webhook receiver for coding agents. */
export type CertifyReceiver = (receiver: string, options: CertifyOptions) => Promise<Certificate>;

export interface CertifyOptions {
  /** The secret with which messages are signed. */
  readonly secret?: string | undefined;
  /** URL at which the receiver returns its view of a contract: `http://localhost:3000/contracts/{id}`. */
  readonly readBack?: string | undefined;
  /** Port of the sandbox that the receiver reads from. Default: a free one. */
  readonly port?: number | undefined;
}

/** The result of each case, with a problem if the receiver made an error, and the number of messages sent. */
export interface Certificate {
  readonly verdicts: readonly {
    readonly name: string;
    readonly problem?: string;
    readonly advice: string;
  }[];
  readonly posted: number;
}
