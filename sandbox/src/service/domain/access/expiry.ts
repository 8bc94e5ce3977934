import { DAY_MS } from '../../model/milliseconds.ts';
import type { Collection, Document } from '../../state/collection.ts';
import type { Tx } from '../records/tx.ts';

/** Milliseconds for which an expired token is kept, so that its next use is rejected as expired and not as unknown. */
const RETENTION_MS = DAY_MS;

/** Deletes expired tokens, download links, and responses stored for repeats. */
export function dropExpired(tx: Tx): void {
  const { now } = tx;
  drop(tx.accessTokens, ({ ExpiresAt = Infinity }) => ExpiresAt + RETENTION_MS <= now);
  drop(tx.selfServiceTokens, ({ ExpiresAt }) => ExpiresAt + RETENTION_MS <= now);
  drop(tx.downloadLinks, ({ ExpiresAt }) => ExpiresAt <= now);
  drop(tx.idempotentAnswers, ({ KeptUntil }) => KeptUntil <= now);
}

/** Deletes expired documents of a collection that is ordered by expiry. */
function drop<T extends Document>(collection: Collection<T>, isOver: (document: T) => boolean): void {
  for (let first = collection.first(); first !== undefined && isOver(first); first = collection.first())
    collection.delete(first.Id);
}
