import type { PaymentBearer, PaymentProviderRole, PaymentTransaction } from '../../model/payment.ts';
import type { OrderStatus } from '../../model/statuses.ts';
import type { DeclineCode } from '../basics/problem-codes.ts';

/**
 * The payment method of a contract. It contains a provider's token and displayable facts, never card or account
 * numbers.
 */
export interface PaymentMethod {
  /** The contract's id: a contract has one payment method. */
  readonly Id: string;
  /** `CreditCard:FakePSP`, `InvoicePayment`, `None:None`, … */
  readonly Bearer: string;
  readonly Provider: string;
  readonly Role: PaymentProviderRole;
  /** The provider's reference for charges without the customer. */
  readonly Token?: string;
  readonly Shown?: PaymentBearer;
  readonly SupportsRefunds: boolean;
  /** Set by a merchant; nothing can be charged until the customer enters payment data. */
  readonly LacksData?: boolean;
}

/** Statuses in which the outcome is still open. */
const UNDECIDED: readonly PaymentTransaction['Status']['Status'][] = [
  'Created',
  'RedirectUrlPrepared',
  'ThreeDSecurePending',
  'InProgress',
  'Pending',
];

/** Returns whether the outcome of a payment is still open. */
export function isUndecided({ Status }: PaymentTransaction): boolean {
  return UNDECIDED.includes(Status.Status);
}

/**
 * Returns whether a payment collects an amount that is already booked: a debit that is settling, or a collection of the
 * balance in progress. The payment of an order does not count until the order is completed, because nothing of it is
 * booked.
 */
export function isUnderWay({ Status: { Status }, Type, Trigger }: PaymentTransaction): boolean {
  if (Type === 'Preauthorization') return false;
  if (Status === 'Pending') return true;
  return Status === 'InProgress' && (Trigger === 'Recurring' || Trigger === 'Payment');
}

/** A payment with the customer present, from the pay call until its outcome is known. */
export interface InteractivePayment {
  /** The payment transaction's id. */
  readonly Id: string;
  /** The order that it pays; absent if it replaces the payment method of the contract. */
  readonly OrderId?: string;
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly Method: PaymentMethod;
  /** For a payment by the contract's own method without the customer (upgradePaySync): the method does not change. */
  readonly KeepsMethod?: boolean;
  /** The order's previous status, to which a failed payment returns an approved order. */
  readonly OrderStatusBefore?: OrderStatus;
  /** `Asked`: no response yet; `AtProvider`: at its page or in a challenge; `Working`: its notification is pending. */
  readonly State: 'Asked' | 'AtProvider' | 'Working' | 'Ended';
  /** Epoch milliseconds of the pay call. */
  readonly AskedAt: number;
  /** Part of the return URL: it proves that the customer comes from the provider (field notes 1.5). */
  readonly Secret?: string;
  /** Why it failed. */
  readonly Failure?: { readonly Code: DeclineCode; readonly Message: string };
}
