import type { Contract } from '../../model/contract.ts';
import { openReceivables } from '../payments/ledger.ts';
import { sumOf } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { followedBy } from '../stores/store-links.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { phaseAt } from './contract-phases.ts';

/** The contract as the API shows it at this instant: with its current phase, without what only the service needs. */
export function contractView(tx: Tx, record: ContractRecord): Contract {
  const trialEnd = record.Phases[0]?.Type === 'Trial' ? record.Phases[1]?.StartDate : undefined;
  const { PaymentBearer, PaymentProvider, PaymentProviderRole } = record;
  return Object.assign({}, record, onlyOfTheService, {
    TrialEndDate: trialEnd,
    CurrentPause: record.LifecycleStatus === 'Paused' ? record.CurrentPause : undefined,
    CurrentPhase: phaseAt(record, tx.now),
    PaymentMethod: PaymentProviderRole && PaymentProvider && `${PaymentProviderRole}:${PaymentProvider}`,
    MandateReference: PaymentBearer?.MandateReference,
    MandateSignatureDate: PaymentBearer?.MandateReferenceDate,
    CurrentDunning: record.Escalation === undefined ? undefined : currentDunning(tx, record),
    ExternalSubscription: record.Store === undefined ? undefined : externalSubscription(tx, record),
    IsDeletable: isDeletable(tx, record),
  });
}

/** The newest reminder of the debt that is open, and what is left of what it asks for. */
function currentDunning(tx: Tx, contract: ContractRecord): Contract['CurrentDunning'] {
  const began = contract.Escalation?.DueDate;
  const reminders = tx.dunnings.list({
    where: { ContractId: contract.Id },
    newestFirst: true,
    ...(began === undefined ? {} : { min: instant(began) }),
  });
  const [newest] = reminders;
  if (newest === undefined) return undefined;
  const asked = new Set(newest.Items.map(({ InvoiceId }) => InvoiceId));
  const open = openReceivables(tx, contract).filter(({ entry }) => asked.has(entry.InvoiceId ?? ''));
  return {
    Level: reminders.length,
    Amount: newest.Total,
    Remaining: sumOf(
      contract.Currency,
      open.map((one) => one.open),
    ),
    Threshold: 0,
    DocumentId: newest.Id,
    Timestamp: newest.CreationTime,
  };
}

function externalSubscription(tx: Tx, contract: ContractRecord): Contract['ExternalSubscription'] {
  const followed = followedBy(tx, contract.Id);
  return followed === undefined ? undefined : { Id: followed.ExternalId, Type: followed.Type };
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
