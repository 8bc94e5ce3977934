import type { Tx } from './tx.ts';

/** A link that shows one document to whoever has it, for a while. */
export interface DownloadLink {
  /** The secret part of the link. */
  readonly Id: string;
  readonly Kind: 'Invoice' | 'Dunning';
  readonly DocumentId: string;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

/** How long a link works, in milliseconds. */
const VALIDITY = 24 * 3_600_000;

export function createDownloadLink(tx: Tx, kind: DownloadLink['Kind'], documentId: string): DownloadLink {
  return tx.downloadLinks.insert({
    Id: tx.random.base64url(24),
    Kind: kind,
    DocumentId: documentId,
    ExpiresAt: tx.now + VALIDITY,
  });
}
