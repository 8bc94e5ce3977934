import type { Phase } from '../../model/contract.ts';
import { type Bill, subjectOf } from '../billing/billing.ts';
import { applyBill } from '../billing/contract-billing.ts';
import { componentCredits, feeCredits } from '../billing/credits.ts';
import { contractOf } from '../lookups.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { conflict } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { recordChange, tellChange } from './change-history.ts';
import { billPhaseStart } from './contract-change.ts';
import { endOf, phaseAt } from './contract-phases.ts';
import { refuseObserved } from './store-separation.ts';

/**
 * Pauses a contract from now on: what was paid in advance is given back by the day, and nothing is billed until it is
 * resumed.
 */
export function pauseContract(tx: Tx, contractId: string): ContractRecord {
  const contract = contractOf(tx, contractId);
  if (contract.LifecycleStatus !== 'Active') {
    throw conflict(
      `Contract ${contractId} is ${contract.LifecycleStatus}; only an active contract can be paused.`,
    );
  }
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  const now = timestamp(tx.now);
  const subject = subjectOf(tx, contract);
  const Quantity = phaseAt(contract, tx.now)?.Quantity ?? 1;
  const pause: Phase = { Type: 'Inactive', StartDate: now, Quantity, InheritStartDate: true };
  const paused: ContractRecord = {
    ...contract,
    Phases: [...phasesUntil(contract, tx.now), pause, ...ending(contract)],
  };
  const credits = subject.components.map((one) => componentCredits(tx, subject, { ...one, EndDate: now }));
  const bill: Bill = {
    subject: {
      ...subject,
      contract: { ...paused, BilledUntil: now },
      components: subject.components.map((one, at) =>
        credits[at]?.length === 0 ? one : { ...one, BilledUntil: now },
      ),
    },
    lines: [...feeCredits(tx, subject, tx.now), ...credits.flat()],
    billedUsages: [],
    billedItems: [],
  };
  applyBill(tx, bill);
  tellChange(tx, contract, recordChange(tx, contract, 'Pause', tx.now));
  return contractOf(tx, contractId);
}

/** Lets a paused contract go on: it is billed from now to the end of the billing period that runs. */
export function resumeContract(tx: Tx, contractId: string): ContractRecord {
  const contract = contractOf(tx, contractId);
  refuseObserved(contract, 'It is resumed there.');
  if (contract.LifecycleStatus !== 'Paused') throw conflict(`Contract ${contractId} is not paused.`);
  const last = contract.Phases.findLast((phase) => phase.Type === 'Normal');
  if (last === undefined) throw conflict(`Contract ${contractId} has no plan to go on with.`);
  const resumed: Phase = { ...last, StartDate: timestamp(tx.now), InheritStartDate: true };
  const subject = subjectOf(tx, contract);
  const running: ContractRecord = {
    ...contract,
    Phases: [...phasesUntil(contract, tx.now), resumed, ...ending(contract)],
  };
  const components = subject.components.map((one) =>
    one.BilledUntil === undefined || instant(one.BilledUntil) > tx.now
      ? one
      : { ...one, BilledUntil: timestamp(tx.now) },
  );
  const bill = billPhaseStart(tx, { ...subject, contract: running, components }, tx.now);
  if (applyBill(tx, bill) !== undefined) scheduleCollection(tx, contractId);
  tellChange(tx, contract, recordChange(tx, contract, 'Resume', tx.now));
  return contractOf(tx, contractId);
}

function phasesUntil(contract: ContractRecord, at: number): Phase[] {
  const now = timestamp(at);
  return contract.Phases.filter((phase) => phase.StartDate <= now);
}

/** The end of the contract, when it lies ahead. */
function ending(contract: ContractRecord): Phase[] {
  const end = endOf(contract);
  return contract.Phases.filter(
    (phase) => phase.Type === 'Inactive' && phase.StartDate === timestampOrNever(end),
  );
}

function timestampOrNever(end: number): string {
  return Number.isFinite(end) ? timestamp(end) : '';
}
