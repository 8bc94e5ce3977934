import type { ShownInvoice } from '../../service/model/invoice.ts';
import { distance } from './format.ts';
import type { Meaning } from './meaning.ts';
import { type Query, useQuery } from './query.ts';

/** The next retry of a failed payment. */
export interface Retry {
  readonly Attempt: number;
  readonly Of: number;
  readonly At: string;
}

/** A contract whose latest payment failed, as `GET /sandbox/attention` lists it. */
export interface FailedPayment {
  readonly ContractId: string;
  readonly ReferenceCode: string;
  readonly CustomerName: string;
  readonly PaymentTransactionId: string;
  readonly ErrorCode?: string;
  readonly Amount: number;
  readonly Currency: string;
  readonly Retry?: Retry;
}

export type InvoicePaymentStatus = 'Paid' | 'Open' | 'Overdue' | 'Credit';

/** An invoice with its paid amount, as `GET /sandbox/invoices` returns it. */
export interface StatusedInvoice extends ShownInvoice {
  readonly PaymentStatus: InvoicePaymentStatus;
  readonly Open: number;
}

/** The response of `GET /sandbox/attention`. */
export interface Attention {
  readonly FailedPayments: readonly FailedPayment[];
  readonly OverdueInvoices: readonly {
    readonly Id: string;
    readonly InvoiceNumber: string;
    readonly RecipientName: string;
    readonly DueDate: string;
    readonly Open: number;
    readonly Currency: string;
  }[];
  readonly Endpoints: readonly {
    readonly WebhookId: string;
    readonly Url: string;
    readonly GivenUp: number;
  }[];
}

const collections = [
  'contracts',
  'paymentTransactions',
  'ledgerEntries',
  'invoices',
  'deliveries',
  'webhooks',
  'clock',
];

export const useAttention = (): Query<Attention> => useQuery<Attention>('/sandbox/attention', collections);

/** `payment failed, retry 1 of 3 in 2 hours`. */
export function failureText({ Retry: retry }: FailedPayment, now: number): string {
  if (retry === undefined) return 'payment failed, no retry planned';
  return `payment failed, retry ${retry.Attempt} of ${retry.Of} ${distance(Date.parse(retry.At), now)}`;
}

export const paymentStatusMeaning: Readonly<Record<InvoicePaymentStatus, Meaning>> = {
  Paid: 'ok',
  Open: 'wait',
  Overdue: 'fail',
  Credit: 'none',
};
