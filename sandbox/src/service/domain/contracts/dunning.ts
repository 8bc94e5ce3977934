import type { Dunning } from '../../model/invoice.ts';
import { defined } from '../basics/defined.ts';
import { timestamp } from '../basics/time.ts';
import { nextNumber } from '../billing/invoices.ts';
import { oldestDueDate, openReceivables } from '../payments/receivables.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { EscalationStep } from '../records/account.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { endContract } from './contract-end.ts';
import { pauseContract, resumeContract } from './contract-pause.ts';

/** Schedules a task that updates a contract's dunning process immediately. */
export function reviewEscalation(tx: Tx, contractId: string): void {
  if (tx.account.Escalation.length > 0) tx.schedule('escalation', contractId, tx.now);
}

/**
 * The dunning process (field notes 3.5): steps by days after the due date of the oldest open receivable; reset when the
 * balance is cleared.
 */
export const escalationTasks: DomainTaskHandlers = {
  escalation: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract !== undefined && contract.Store === undefined) escalate(tx, contract);
    return undefined;
  },
};

function escalate(tx: Tx, contract: ContractRecord): void {
  const due = oldestDueDate(tx, contract);
  if (due === undefined) {
    reset(tx, contract);
    return;
  }
  if (contract.EscalationSuspended || contract.LifecycleStatus === 'Annulled') return;
  const steps = [...tx.account.Escalation].sort((a, b) => a.TriggerDays - b.TriggerDays);
  const taken = contract.Escalation?.Steps ?? 0;
  const step = steps[taken];
  if (step === undefined) return;
  const at = zoneCalendar(tx.account.TimeZone).add(due, { Unit: 'Day', Quantity: step.TriggerDays });
  if (at > tx.now) {
    tx.schedule('escalation', contract.Id, at);
    return;
  }
  take(tx, contract, steps, taken, due);
  // The next step may be due at the same time.
  tx.schedule('escalation', contract.Id, tx.now);
}

function take(
  tx: Tx,
  contract: ContractRecord,
  steps: readonly EscalationStep[],
  taken: number,
  due: number,
): void {
  const step = steps[taken] as EscalationStep;
  const ProcessId = contract.Escalation?.ProcessId ?? tx.newId();
  const DueDate = contract.Escalation?.DueDate ?? timestamp(due);
  const Paused =
    contract.Escalation?.Paused === true ||
    (step.Action === 'Pause' && contract.LifecycleStatus === 'Active');
  tx.contracts.replace({
    ...contract,
    Escalation: { ProcessId, DueDate, Steps: taken + 1, ...(Paused ? { Paused } : {}) },
  });
  // A reminder and a notification on the same day share one event.
  if (steps[taken - 1]?.TriggerDays !== step.TriggerDays) emitEscalation();
  if (step.Action === 'Reminder') remind(tx, getContract(tx, contract.Id), step);
  if (step.Action === 'Pause' && contract.LifecycleStatus === 'Active') pauseContract(tx, contract.Id);
  if (step.Action === 'End' && contract.LifecycleStatus !== 'Ended')
    endContract(tx, contract.Id, timestamp(tx.now));

  function emitEscalation(): void {
    tx.emit({
      Event: 'PaymentEscalated',
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      TriggerDays: step.TriggerDays,
      DueDate,
      PaymentEscalationProcessId: ProcessId,
      ...defined({ PaymentProvider: contract.PaymentProvider }),
    });
  }
}

/** Creates a reminder of the open amount. */
function remind(tx: Tx, contract: ContractRecord, step: EscalationStep): Dunning {
  const customer = tx.customers.get(contract.CustomerId);
  const now = tx.stamp();
  const dunning = tx.dunnings.insert({
    Id: tx.newId(),
    DunningNumber: `D-${nextNumber(tx, 'dunning')}`,
    CustomerId: contract.CustomerId,
    ContractId: contract.Id,
    CreationTime: now,
    SentAt: now,
    DocumentDate: zoneCalendar(tx.account.TimeZone).dateAt(tx.now),
    DueDate: timestamp(zoneCalendar(tx.account.TimeZone).add(tx.now, contract.OnAccountDueAfter)),
    RecipientName: customer?.CustomerName ?? contract.CustomerName,
    ...defined({
      RecipientSubName: customer?.CustomerSubName,
      RecipientAddress: customer?.Address,
      RecipientVatId: customer?.VatId,
    }),
    Currency: contract.Currency,
    Total: contract.Balance,
    Items: openReceivables(tx, contract).flatMap(({ entry, open }) => {
      const invoice = tx.invoices.get(entry.InvoiceId);
      if (invoice === undefined) return [];
      const { Id: InvoiceId, InvoiceNumber, DueDate, TotalGross: Total } = invoice;
      return [{ InvoiceId, InvoiceNumber, DueDate, Total, Remaining: open }];
    }),
    TriggerDays: step.TriggerDays,
  });
  tx.emit({
    Event: 'DunningCreated',
    ContractId: contract.Id,
    ContractID: contract.Id,
    CustomerId: contract.CustomerId,
    DunningId: dunning.Id,
  });
  return dunning;
}

function reset(tx: Tx, contract: ContractRecord): void {
  tx.unschedule('escalation', contract.Id);
  const { Escalation, ...rest } = contract;
  if (Escalation === undefined) return;
  tx.contracts.replace(rest);
  tx.emit({
    Event: 'PaymentEscalationReset',
    ContractId: contract.Id,
    CustomerId: contract.CustomerId,
    PaymentEscalationProcessId: Escalation.ProcessId,
  });
  if (Escalation.Paused === true && contract.LifecycleStatus === 'Paused') resumeContract(tx, contract.Id);
}
