/** A link that shows one document to whoever has it, for a while. */
export interface DownloadLink {
  /** The secret part of the link. */
  readonly Id: string;
  readonly Kind: 'Invoice' | 'Dunning' | 'File';
  readonly DocumentId: string;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}
