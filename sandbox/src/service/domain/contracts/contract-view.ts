import type { Contract } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { nextBillingShown } from '../contract-facts/next-billing-date.ts';
import { openReceivables } from '../payments/receivables.ts';
import { addAmounts } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { followedBy } from '../records/store-links.ts';
import type { Tx } from '../records/tx.ts';

/** The contract in API format at this instant: with its current phase, without internal fields. */
export function contractView(tx: Tx, record: ContractRecord): Contract {
  const view: Contract = Object.assign({}, record);
  // Only set if present: contracts are read often, and each additional field slows down every read.
  for (const field of onlyOfTheService) if (field in view) unset(view, field);
  if (record.CurrentPause !== undefined && record.LifecycleStatus !== 'Paused') unset(view, 'CurrentPause');
  const [first, second] = record.Phases;
  if (first?.Type === 'Trial' && second !== undefined) view.TrialEndDate = second.StartDate;
  const phase = phaseAt(record, tx.now);
  if (phase !== undefined) view.CurrentPhase = phase;
  const next = nextBillingShown(record, tx.now);
  if (next !== record.NextBillingDate) view.NextBillingDate = next;
  const { PaymentBearer, PaymentProvider, PaymentProviderRole } = record;
  if (PaymentProvider !== undefined && PaymentProviderRole !== undefined)
    view.PaymentMethod = `${PaymentProviderRole}:${PaymentProvider}`;
  if (PaymentBearer?.MandateReference !== undefined) view.MandateReference = PaymentBearer.MandateReference;
  if (PaymentBearer?.MandateReferenceDate !== undefined)
    view.MandateSignatureDate = PaymentBearer.MandateReferenceDate;
  const dunning =
    record.Escalation === undefined ? undefined : currentDunning(tx, record, record.Escalation.DueDate);
  if (dunning !== undefined) view.CurrentDunning = dunning;
  const followed = record.Store === undefined ? undefined : externalSubscription(tx, record);
  if (followed !== undefined) view.ExternalSubscription = followed;
  view.IsDeletable = isDeletable(tx, record);
  return view;
}

/** Serialized as absent in JSON. Deleting the property would make the copy slow. */
function unset(view: object, field: keyof ContractRecord): void {
  (view as Record<string, unknown>)[field] = undefined;
}

/** Returns the latest reminder of the open debt, and the unpaid part of its amount. */
function currentDunning(tx: Tx, contract: ContractRecord, began: string): Contract['CurrentDunning'] {
  const reminders = tx.dunnings.list({
    where: { ContractId: contract.Id },
    newestFirst: true,
    min: instant(began),
  });
  const [newest] = reminders;
  if (newest === undefined) return undefined;
  const asked = new Set(newest.Items.map(({ InvoiceId }) => InvoiceId));
  const open = openReceivables(tx, contract).filter(({ entry }) => asked.has(entry.InvoiceId ?? ''));
  return {
    Level: reminders.length,
    Amount: newest.Total,
    Remaining: addAmounts(
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

const onlyOfTheService = [
  'Store',
  'SetupFeeDue',
  'PhasesPastEnd',
  'BilledElsewhereUntil',
  'Cancellation',
  'LastPause',
  'NoticeGiven',
  'StartedPhase',
  'Escalation',
  'PaymentAttempts',
] as const satisfies readonly (keyof ContractRecord)[];

/** A contract with documents or bookings is ended or annulled instead; deleting it would remove them. */
export function isDeletable(tx: Tx, contract: ContractRecord): boolean {
  return (
    tx.invoices.count('ContractId', contract.Id) === 0 &&
    tx.invoiceDrafts.count('ContractId', contract.Id) === 0 &&
    tx.ledgerEntries.count('ContractId', contract.Id) === 0
  );
}
