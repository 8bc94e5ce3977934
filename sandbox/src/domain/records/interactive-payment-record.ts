import type { OrderStatus } from '../../model/order.ts';
import type { DeclineCode } from '../problem-codes.ts';
import type { PaymentMethod } from './payment-method.ts';

/** A payment with the customer at the screen, from the pay call until its outcome is known. */
export interface InteractivePayment {
  /** The payment transaction's id. */
  readonly Id: string;
  /** What it pays; absent when it replaces the payment method of the contract. */
  readonly OrderId?: string;
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly Method: PaymentMethod;
  /** By the contract's own method, without the customer (upgradePaySync): the method stays as it is. */
  readonly KeepsMethod?: boolean;
  /** Status of the order before, to which a failure leads back. */
  readonly OrderStatusBefore?: OrderStatus;
  /** `Asked`: the provider has not answered; `AtProvider`: the customer is there, or in a challenge; `Working`: its notification decides. */
  readonly State: 'Asked' | 'AtProvider' | 'Working' | 'Ended';
  /** Epoch milliseconds of the pay call. */
  readonly AskedAt: number;
  /** In the return address: it proves that the customer comes from the provider (field notes 1.5). */
  readonly Secret?: string;
  /** Why it failed. */
  readonly Failure?: { readonly Code: DeclineCode; readonly Message: string };
}
