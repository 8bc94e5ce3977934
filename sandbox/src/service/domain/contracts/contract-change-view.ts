import { instant } from '../basics/time.ts';
import { componentSeen } from '../contract-facts/change-history.ts';
import type { ContractChangeRecord, Sides } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** Which of the contract's documents a change includes. */
export type Extent = 'All' | 'Changed' | 'None';

/** The documents to include in a change. */
export interface ChangeIncludes {
  readonly contract?: boolean | undefined;
  readonly componentSubscriptions?: Extent | undefined;
  readonly discountSubscriptions?: Extent | undefined;
  readonly pauses?: Extent | undefined;
}

/** A change in API format. */
export function contractChangeView(tx: Tx, change: ContractChangeRecord, includes: ChangeIncludes = {}) {
  const { Changed, ...facts } = change;
  const { ContractId, Timestamp } = facts;
  return {
    ...facts,
    ...(includes.contract === true ? { Contract: Changed.Contract } : {}),
    ...shown('ComponentSubscriptions', includes.componentSubscriptions, () =>
      tx.componentSubscriptions
        .where('ContractId', ContractId)
        .map((one) => componentSeen(one, instant(Timestamp))),
    ),
    ...shown('DiscountSubscriptions', includes.discountSubscriptions, () =>
      tx.discountSubscriptions.where('ContractId', ContractId),
    ),
    ...shown('Pauses', includes.pauses, () => []),
  };

  function shown<List extends 'ComponentSubscriptions' | 'DiscountSubscriptions' | 'Pauses'>(
    list: List,
    extent: Extent = 'None',
    present: () => readonly { readonly Id: string }[],
  ): { readonly [name in List]?: ContractChangeRecord['Changed'][List] } {
    if (extent === 'None') return {};
    const changed = Changed[list];
    if (extent === 'Changed') return { [list]: changed } as { [name in List]: typeof changed };
    const same = unchanged(tx, change, list, present());
    return { [list]: [...changed, ...same] } as unknown as { [name in List]: typeof changed };
  }
}

/** Returns documents that a change did not affect, with the same value before and after. */
function unchanged(
  tx: Tx,
  change: ContractChangeRecord,
  list: 'ComponentSubscriptions' | 'DiscountSubscriptions' | 'Pauses',
  present: readonly { readonly Id: string }[],
): Sides<object>[] {
  const of = (one: ContractChangeRecord): readonly Sides<object>[] => one.Changed[list];
  const all = tx.contractChanges.where('ContractId', change.ContractId);
  const later = all.slice(all.findIndex(({ Id }) => Id === change.Id) + 1).flatMap(of);
  return present.flatMap((one) => {
    // Ids increase, so a later document has a greater one.
    if (one.Id > change.Id || of(change).some(({ Id }) => Id === one.Id)) return [];
    const next = later.find(({ Id }) => Id === one.Id);
    const was = next === undefined ? one : next.Before;
    return was === undefined ? [] : { Id: one.Id, Before: was, After: was };
  });
}
