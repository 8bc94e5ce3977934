import type { Tx } from '../../domain/records/tx.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerChange } from './answer.ts';
import { checkPreconditions } from './preconditions.ts';

/**
 * A resource that callers change and delete in the version they have read: preconditions (`If-Match`) and the change are
 * one transaction.
 *
 * @param find returns the document of an id; throws if there is none
 * @param view returns the document in the format of GET
 */
export function resource<T, Shown extends object>(
  find: (tx: Tx, id: string) => T,
  view: (tx: Tx, document: T) => Shown,
) {
  const shown = (tx: Tx, id: string) => view(tx, find(tx, id));
  return {
    shown,
    /** Changes a resource unless it changed since the caller read it, and returns it. @throws Problem PreconditionFailed */
    change(c: ServiceContext, id: string, change: (tx: Tx, id: string) => T) {
      return answerChange(c, (tx) => {
        checkPreconditions(c, () => shown(tx, id));
        return view(tx, change(tx, id));
      });
    },
    /** Deletes a resource unless it changed since the caller read it. @throws Problem PreconditionFailed */
    remove(c: ServiceContext, id: string, remove: (tx: Tx, id: string) => void): Response {
      c.env.core.transaction((tx) => {
        checkPreconditions(c, () => shown(tx, id));
        remove(tx, id);
      });
      return c.body(null, 204);
    },
  };
}
