import type { Tx } from '../../domain/records/tx.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerChange } from './answer.ts';
import { checkPreconditions } from './preconditions.ts';

/**
 * A resource that callers change and delete as they have read it: preconditions (`If-Match`) and the change itself are one
 * transaction.
 *
 * @param find the document of an id; throws where there is none
 * @param view the document as GET shows it
 */
export function resource<T, Shown extends object>(
  find: (tx: Tx, id: string) => T,
  view: (tx: Tx, document: T) => Shown,
) {
  const shown = (tx: Tx, id: string) => view(tx, find(tx, id));
  return {
    shown,
    /** Changes one, unless it is no longer what the caller has read, and answers with it. @throws Problem PreconditionFailed */
    change(c: ServiceContext, id: string, change: (tx: Tx, id: string) => T) {
      return answerChange(c, (tx) => {
        checkPreconditions(c, () => shown(tx, id));
        return view(tx, change(tx, id));
      });
    },
    /** Deletes one, unless it is no longer what the caller has read. @throws Problem PreconditionFailed */
    remove(c: ServiceContext, id: string, remove: (tx: Tx, id: string) => void): Response {
      c.env.core.transaction((tx) => {
        checkPreconditions(c, () => shown(tx, id));
        remove(tx, id);
      });
      return c.body(null, 204);
    },
  };
}
