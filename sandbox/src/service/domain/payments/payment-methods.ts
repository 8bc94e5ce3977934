import type { Contract } from '../../model/contract.ts';
import { defined } from '../basics/defined.ts';
import { timestamp } from '../basics/time.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { DomainTaskHandler, DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { scheduleCollection } from './collection-of-payments.ts';

/** The time before its expiry at which a card's expiry event is sent. */
const EXPIRY_NOTICE = { Unit: 'Month', Quantity: 1 } as const;

/** Returns the fields of a contract that show its payment method. */
export function paymentFields(method: PaymentMethod): Partial<Contract> {
  return defined({
    PaymentBearer: method.Shown,
    PaymentProvider: method.Provider,
    PaymentProviderRole: method.Role,
    PaymentProviderSupportRefunds: method.SupportsRefunds,
  });
}

/** Stores the contract's payment method, and schedules its card's expiry event. */
export function keepPaymentMethod(tx: Tx, contractId: string, method: PaymentMethod): void {
  const kept = { ...method, Id: contractId };
  if (tx.paymentMethods.has(contractId)) tx.paymentMethods.replace(kept);
  else tx.paymentMethods.insert(kept);
  const expiry = expiryInstant(tx, method);
  for (const task of ['card-expiring', 'card-expired'] as const) tx.unschedule(task, contractId);
  if (expiry === undefined || expiry <= tx.now) return;
  const notice = zoneCalendar(tx.account.TimeZone).add(expiry, EXPIRY_NOTICE, -1);
  tx.schedule('card-expiring', contractId, Math.max(notice, tx.now));
  tx.schedule('card-expired', contractId, expiry);
}

/** A card is valid until the end of its last month, in the account's time zone. */
export function expiryInstant(tx: Tx, { Shown }: Pick<PaymentMethod, 'Shown'>): number | undefined {
  const { ExpiryMonth, ExpiryYear } = Shown ?? {};
  if (ExpiryMonth === undefined || ExpiryYear === undefined) return undefined;
  const year = ExpiryYear < 100 ? 2000 + ExpiryYear : ExpiryYear;
  const calendar = zoneCalendar(tx.account.TimeZone);
  return calendar.startOfDay(
    calendar.add(Date.UTC(year, ExpiryMonth - 1, 1, 12), { Unit: 'Month', Quantity: 1 }),
  );
}

/**
 * Replaces the payment method. Paused recurring payments resume, and an open balance is collected immediately (field notes
 * 3.5).
 */
export function changePaymentMethod(tx: Tx, contractId: string, method: PaymentMethod): ContractRecord {
  const contract = getContract(tx, contractId);
  const { PaymentBearer, PaymentProvider, PaymentProviderRole, ...rest } = contract;
  const changed = tx.contracts.replace({ ...rest, ...paymentFields(method), RecurringPaymentsPaused: false });
  keepPaymentMethod(tx, contractId, method);
  const ids = { ContractId: contractId, CustomerId: contract.CustomerId };
  tx.emit({ Event: 'PaymentDataChanged', ...ids });
  if (contract.RecurringPaymentsPaused) tx.emit({ Event: 'PaymentProcessStatusChanged', ...ids });
  tx.unschedule('payment-retry', contractId);
  scheduleCollection(tx, contractId, 'Payment');
  return changed;
}

/** Emits events of cards that expire. */
export const cardExpiryTasks: DomainTaskHandlers = {
  'card-expiring': announced('PaymentBearerExpiring'),
  'card-expired': announced('PaymentBearerExpired'),
};

function announced(Event: 'PaymentBearerExpiring' | 'PaymentBearerExpired'): DomainTaskHandler {
  return (tx, { key }) => {
    const { Id, CustomerId, LifecycleStatus } = getContract(tx, key);
    // The tasks are scheduled for cards only.
    const expiry = expiryInstant(tx, tx.paymentMethods.get(Id) as PaymentMethod) as number;
    if (LifecycleStatus !== 'Annulled') {
      const ExpiryDate = timestamp(expiry);
      tx.emit({ Event, ContractId: Id, CustomerId, ExpiryDate });
    }
    return undefined;
  };
}
