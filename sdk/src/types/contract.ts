import type { CustomFields } from './custom-fields.ts';
import type { Customer } from './customer.ts';
import type { Period } from './order-preview.ts';

/** What a contract is paid with, as far as it may be shown. */
export interface PaymentBearer {
  /** `CreditCard`, `BankAccount`, `InvoicePayment`, or the name of a wallet. */
  Type: string;
  /** Brand of the card (`visa`). */
  CardType?: string;
  Country?: string;
  /** 1 to 12. */
  ExpiryMonth?: number;
  /** Four digits. */
  ExpiryYear?: number;
  Holder?: string;
  Last4?: string;
  /** Number of the card, masked but for the last four digits (`************1111`). */
  MaskedCardPan?: string;
  /** Masked but for the last digits. */
  IBAN?: string;
  BIC?: string;
  MandateReference?: string;
  /** ISO 8601 UTC. */
  MandateReferenceDate?: string;
  /** Routing code of the bank. */
  Code?: string;
  /** Masked but for the last digits (`*****3123`). */
  Account?: string;
  EmailAddress?: string;
  FirstName?: string;
  LastName?: string;
  CountryCode?: string;
}

/** A stretch of a contract's life; it ends where the next begins. */
export interface ContractPhase {
  Type: 'Normal' | 'Trial' | 'Inactive';
  /** ISO 8601 UTC. */
  StartDate: string;
  PlanVariantId?: string;
  PlanId?: string;
  Quantity?: number;
  InheritStartDate?: boolean;
}

/** The contract of the customer who is signed in to the portal. */
export interface Contract {
  /** 24 hex digits. */
  Id: string;
  CustomerId: string;
  CustomerName?: string;
  PlanGroupId?: string;
  PlanId?: string;
  /** Absent in a trial. */
  PlanVariantId?: string;
  LifecycleStatus: 'InTrial' | 'Active' | 'Paused' | 'Ended' | 'Annulled';
  Phases: ContractPhase[];
  CurrentPhase?: ContractPhase;
  /** ISO 8601 UTC, as every date here. */
  StartDate: string;
  /** Present once the contract is canceled. */
  EndDate?: string;
  BilledUntil?: string;
  LastBillingDate?: string;
  NextBillingDate?: string;
  /** Open debt in major units; negative is credit. */
  Balance?: number;
  /** The balance at this moment, in major units. */
  CurrentBalance?: number;
  /** ISO 4217 (`EUR`). */
  Currency: string;
  /** Short code for conversations with the merchant (`RFDT-ZHXM`). */
  ReferenceCode?: string;
  PaymentBearer?: PaymentBearer;
  PaymentProvider?: string;
  PaymentProviderRole?: string;
  RecurringPaymentsPaused?: boolean;
  CustomFields?: CustomFields;
  /** Time to pay an invoice, for payment on invoice. */
  OnAccountDueAfter?: Period;
}

/** An invoice in the list of `ContractDetails`; the whole is the PDF, see `Portal.invoicePdfDownloadUrl`. */
export interface RecentInvoice {
  /** 24 hex digits. */
  Id: string;
  InvoiceNumber: string;
  /** ISO 8601 UTC. */
  InvoiceDate: string;
  /** When it is to be paid, ISO 8601 UTC. */
  DueDate?: string;
  /** VAT included, in major units; negative is a credit note. */
  TotalGross: number;
}

/** A component that the contract has booked. */
export interface BookedComponent {
  /** 24 hex digits. */
  Id: string;
  ComponentName: string;
  Quantity: number;
  Memo?: string;
  /** ISO 8601 UTC. */
  StartDate: string;
  /** Present where the booking ends, ISO 8601 UTC. */
  EndDate?: string;
}

/** The answer of `Portal.contractDetails`. */
export interface ContractDetails {
  Contract: Contract;
  Customer: Customer;
  CurrentPlan?: {
    PlanName: string;
    /** ISO 8601 UTC. */
    StartDate: string;
  };
  /** At most 50, newest first (spec: Limits 2). */
  RecentInvoices: RecentInvoice[];
  /** Booked components; empty when there are none. */
  ComponentsSubscriptions?: BookedComponent[];
  /** When the contract would end if it were canceled now, ISO 8601 UTC. */
  EndDateIfCancelledNow?: string;
  /** Until when a cancellation ends the contract at `EndDateIfCancelledNow`, ISO 8601 UTC. */
  LastPossibleCancellationDate?: string;
  /** Payments are blocked after failures, until there is new payment data. */
  PaymentsBlocked: boolean;
  /** What the customer can buy besides, by id. */
  Products?: unknown;
}

/** The answer of `Portal.contractCancel`. */
export interface CancellationResult {
  /** When the contract ends, ISO 8601 UTC: the next date that notice and minimum duration allow. */
  EndDate: string;
  Contract?: Contract;
}

/** The answer of `Portal.revokeCancellation`. */
export interface RevocationResult {
  /** The contract, which goes on. */
  Contract: Contract;
}

/** The answer of `Portal.paymentChange`. */
export interface PaymentChangeResult {
  /** Where the customer must go to confirm the new method. The library never navigates: set `location` to it. */
  Url?: string;
  PaymentBearer?: PaymentBearer;
}

/** An invoice by its id or as an object that has it. */
export type InvoiceReference = string | { Id: string } | { id: string };
