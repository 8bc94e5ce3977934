import { DAY_MS } from '../../model/milliseconds.ts';
import type { DownloadLink } from '../records/access.ts';
import type { Tx } from '../records/tx.ts';

/** The lifetime of a link, in milliseconds. */
const VALIDITY = DAY_MS;

export function createDownloadLink(tx: Tx, kind: DownloadLink['Kind'], documentId: string): DownloadLink {
  return tx.downloadLinks.insert({
    Id: tx.random.base64url(24),
    Kind: kind,
    DocumentId: documentId,
    ExpiresAt: tx.now + VALIDITY,
  });
}
