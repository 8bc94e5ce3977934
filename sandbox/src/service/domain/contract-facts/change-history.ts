import type {
  ComponentSubscription,
  ContractChange,
  DiscountSubscription,
  Pause,
} from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import type {
  ComponentSeen,
  ContractChangeRecord,
  ContractRecord,
  PhasesSeen,
  Sides,
} from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { phaseAt } from './contract-phases.ts';

/** A contract and its documents before a change. */
export interface StateBefore {
  readonly contract: ContractRecord;
  readonly components: readonly ComponentSubscription[];
  readonly discounts: readonly DiscountSubscription[];
}

/** Returns the current state of a contract. Documents are never changed in place, so it does not change later. */
export function stateBefore(tx: Tx, contract: ContractRecord): StateBefore {
  return {
    contract,
    components: tx.componentSubscriptions.where('ContractId', contract.Id),
    discounts: tx.discountSubscriptions.where('ContractId', contract.Id),
  };
}

/** The recorded facts of a change, apart from the changed documents. */
export type ChangeFacts = Pick<ContractChange, 'Type'> &
  Partial<Pick<ContractChange, 'ChangeDate' | 'OrderId' | 'NewPlanVariantId' | 'NewPlanId'>>;

/** Writes down a change that has just been made, now or for later. @param before absent for a contract that is new */
export function recordChange(
  tx: Tx,
  contractId: string,
  before: StateBefore | undefined,
  facts: ChangeFacts,
): ContractChangeRecord {
  const contract = tx.contracts.get(contractId) as ContractRecord;
  const after = stateBefore(tx, contract);
  // Changes by the calendar took effect at this very instant.
  const [then, now] = [tx.now - 1, tx.now];
  return tx.contractChanges.insert({
    Id: tx.newId(),
    Timestamp: tx.stamp(),
    ContractId: contractId,
    ...facts,
    Changed: {
      Contract: sides(
        contractId,
        before === undefined ? undefined : phasesSeen(before.contract, then),
        phasesSeen(contract, now),
      ),
      ComponentSubscriptions: changedOnes(
        (before?.components ?? []).map((one) => componentSeen(one, then)),
        after.components.map((one) => componentSeen(one, now)),
      ),
      DiscountSubscriptions: changedOnes(before?.discounts ?? [], after.discounts),
      Pauses: changedPauses(before?.contract, contract),
    },
  });
}

/** A pause that is over is kept until the next one ends. */
function changedPauses(before: ContractRecord | undefined, after: ContractRecord): Sides<Pause>[] {
  const was = [before?.CurrentPause ?? [], before?.NextPause ?? []].flat();
  const is = [after.CurrentPause ?? [], after.NextPause ?? []].flat();
  const over = was.some(({ Id }) => Id === after.LastPause?.Id) ? [after.LastPause ?? []].flat() : [];
  return changedOnes(was, [...is, ...over]);
}

function phasesSeen(contract: ContractRecord, at: number): PhasesSeen {
  const { Phases, CurrentPause } = contract;
  return { CurrentPhase: phaseAt(contract, at) ?? Phases[0], Phases, CurrentPause };
}

/** A component subscription as a change shows it. @param at epoch milliseconds */
export function componentSeen(one: ComponentSubscription, at: number): ComponentSeen {
  const { Id, ComponentId, Quantity, StartDate, EndDate } = one;
  const isOver = EndDate !== undefined && instant(EndDate) <= at;
  const Status = isOver ? 'Ended' : instant(StartDate) > at ? 'Inactive' : 'Active';
  return { Id, ComponentId, Quantity, StartDate, EndDate, Status };
}

function sides<T>(Id: string, Before: T | undefined, After: T | undefined): Sides<T> {
  return {
    Id,
    ...(Before === undefined ? {} : { Before }),
    ...(After === undefined ? {} : { After }),
  };
}

/** Returns documents that are on one side only, or that differ. */
function changedOnes<T extends { readonly Id: string }>(
  before: readonly T[],
  after: readonly T[],
): Sides<T>[] {
  const was = new Map(before.map((one) => [one.Id, one]));
  const is = new Set(after.map(({ Id }) => Id));
  return [
    ...before.filter(({ Id }) => !is.has(Id)).map((one) => sides(one.Id, one, undefined)),
    ...after
      .filter((one) => {
        const before = was.get(one.Id);
        return before === undefined || (before !== one && JSON.stringify(one) !== JSON.stringify(before));
      })
      .map((one) => sides(one.Id, was.get(one.Id), one)),
  ];
}

/** Writes down that a cancellation was revoked, with its event. @param before the contract with its end */
export function recordRevocation(
  tx: Tx,
  { Id: ContractId, CustomerId }: ContractRecord,
  before: StateBefore,
): void {
  recordChange(tx, ContractId, before, { Type: 'CancellationRevoked', ChangeDate: timestamp(tx.now) });
  tx.emit({ Event: 'ContractCancellationRevoked', ContractId, CustomerId });
}

/** Emits the event of a change that takes effect now. */
export function emitChange(
  tx: Tx,
  { Id: ContractId, CustomerId }: ContractRecord,
  { Id: ContractChangeId, Type: ContractChangeType, OrderId }: ContractChange,
): void {
  const ofOrder = OrderId === undefined ? {} : { OrderId };
  tx.emit({
    Event: 'ContractChanged',
    ContractId,
    CustomerId,
    ...ofOrder,
    ContractChangeId,
    ContractChangeType,
  });
}
