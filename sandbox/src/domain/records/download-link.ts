/** A link that shows one document to anyone who has it, for a limited time. */
export interface DownloadLink {
  /** The secret part of the link. */
  readonly Id: string;
  readonly Kind: 'Invoice' | 'Dunning' | 'File';
  readonly DocumentId: string;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}
