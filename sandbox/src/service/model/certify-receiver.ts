/** Certifies a webhook receiver for coding agents. Resolves with the report as text. */
export type CertifyReceiver = (receiver: string, options: CertifyOptions) => Promise<string>;

export interface CertifyOptions {
  /** With which messages are signed. */
  readonly secret?: string | undefined;
  /** Where the receiver says what it knows of a contract: `http://localhost:3000/contracts/{id}`. */
  readonly readBack?: string | undefined;
  /** Of the sandbox that the receiver reads from; a free one otherwise. */
  readonly port?: number | undefined;
}
