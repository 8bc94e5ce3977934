import type { Contract } from '../../model/contract.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import type { Tx } from '../tx.ts';
import { phaseAt } from './contract-phases.ts';

/** The contract as the API shows it at this instant: with its current phase, without what only the service needs. */
export function contractView(tx: Tx, record: ContractRecord): Contract {
  const trialEnd = record.Phases[0]?.Type === 'Trial' ? record.Phases[1]?.StartDate : undefined;
  return Object.assign({}, record, onlyOfTheService, {
    TrialEndDate: trialEnd,
    CurrentPause: record.LifecycleStatus === 'Paused' ? record.CurrentPause : undefined,
    CurrentPhase: phaseAt(record, tx.now),
    IsDeletable: isDeletable(tx, record),
  });
}

/** Fields that JSON leaves out. A rest pattern would say it too, but Node 20 copies by it slowly, and contracts are read often. */
const onlyOfTheService = {
  Store: undefined,
  SetupFeeDue: undefined,
  QuotaUsed: undefined,
  PhasesPastEnd: undefined,
  BilledElsewhereUntil: undefined,
  Cancellation: undefined,
  LastPause: undefined,
  NoticeGiven: undefined,
  StartedPhase: undefined,
  Escalation: undefined,
  PaymentAttempts: undefined,
};

/** A contract with documents or bookings is ended or annulled; deleting it would take them away. */
export function isDeletable(tx: Tx, contract: ContractRecord): boolean {
  return (
    tx.invoices.count('ContractId', contract.Id) === 0 &&
    tx.ledgerEntries.count('ContractId', contract.Id) === 0
  );
}
