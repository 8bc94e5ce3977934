import type { Customer, CustomFields } from './customer.ts';
import type { Period } from './order-preview.ts';

/** The payment method of a contract, with the data that can be shown. */
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
  /** Card number, masked except for the last four digits (`************1111`). */
  MaskedCardPan?: string;
  /** Masked except for the last digits. */
  IBAN?: string;
  BIC?: string;
  MandateReference?: string;
  /** ISO 8601 UTC. */
  MandateReferenceDate?: string;
  /** Routing code of the bank. */
  Code?: string;
  /** Masked except for the last digits (`*****3123`). */
  Account?: string;
  EmailAddress?: string;
  FirstName?: string;
  LastName?: string;
  CountryCode?: string;
}

/** A phase of the contract; it ends when the next phase starts. */
export interface ContractPhase {
  Type: 'Normal' | 'Trial' | 'Inactive';
  /** ISO 8601 UTC. */
  StartDate: string;
  PlanVariantId?: string;
  PlanId?: string;
  Quantity?: number;
  InheritStartDate?: boolean;
}

/** A pause of the contract, in which nothing is billed. */
export interface ContractPause {
  /** 24 hex digits. */
  Id: string;
  /** ISO 8601 UTC. */
  StartDate: string;
  /** When the contract resumes, ISO 8601 UTC; absent if the pause is open-ended. */
  EndDate?: string;
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
  /** `Draft` until it starts. */
  LifecycleStatus: 'Draft' | 'InTrial' | 'Active' | 'Paused' | 'Ended' | 'Annulled';
  Phases: ContractPhase[];
  CurrentPhase?: ContractPhase;
  /** Present while the contract is paused. */
  CurrentPause?: ContractPause;
  /** The next scheduled pause. */
  NextPause?: ContractPause;
  /** ISO 8601 UTC, as every date here. */
  StartDate: string;
  /** End of the trial, if the contract started with one. */
  TrialEndDate?: string;
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

/** An invoice in the list of `ContractDetails`. For the full document, see `Portal.invoicePdfDownloadUrl`. */
export interface RecentInvoice {
  /** 24 hex digits. */
  Id: string;
  InvoiceNumber: string;
  /** ISO 8601 UTC. */
  InvoiceDate: string;
  /** Due date, ISO 8601 UTC. */
  DueDate?: string;
  /** VAT included, in major units; negative is a credit note. */
  TotalGross: number;
  /** An older name of `TotalGross`. */
  GrossTotal: number;
  /** `Open` if an amount is still due. */
  Status: 'Open' | 'Paid';
}

/** A component that the contract has booked. */
export interface BookedComponent {
  /** Id of the booking, 24 hex digits. */
  Id: string;
  ComponentId: string;
  ComponentName: string;
  Quantity: number;
  /** A note of the shop, such as the name of a seat's user; can be empty. */
  Memo: string;
  /** ISO 8601 UTC. */
  StartDate: string;
  /** Present if the booking ends, ISO 8601 UTC. */
  EndDate?: string;
}

/** A text in several languages: by language code, `_c` is the default. */
export interface LocalizedText {
  _c?: string;
  [language: string]: string | undefined;
}

/** A plan that the customer can change to. */
export interface OfferedPlan {
  /** 24 hex digits. */
  Id: string;
  PlanGroupId: string;
  Name: LocalizedText;
  PlanDescription?: LocalizedText;
  SetupDescription?: LocalizedText;
  /** Length of the trial that a new contract begins with. */
  TrialPeriod?: Period;
  /** True if the plan is sold by quantity. */
  IsQuantityBased: boolean;
}

/** A price and term of a plan. */
export interface OfferedPlanVariant {
  /** 24 hex digits. */
  Id: string;
  PlanId: string;
  InternalName: string;
  Description?: LocalizedText;
  /** For each `FeePeriod`, in major units. */
  RecurringFee: number;
  SetupFee?: number;
  FeePeriod: Period;
  BillingPeriod: Period;
  /** First term; without it the contract can end at any time. */
  ContractPeriod?: Period;
  /** Later terms, if they differ. */
  LaterContractPeriod?: Period;
  /** Notice before the end of the first term. */
  CancellationPeriod?: Period;
  /** Notice before the end of later terms, if it differs. */
  LaterCancellationPeriod?: Period;
  /** The contract is not renewed. */
  EndAfterFirstContractPeriod?: boolean;
  /** Included usage for each fee period. */
  Quota?: { ComponentId: string; ComponentName?: string; Quota: number }[];
}

/** A component that the customer can book. */
export interface OfferedComponent {
  /** 24 hex digits. */
  Id: string;
  PlanGroupId: string;
  ComponentType: 'QuantityBased' | 'OnOff' | 'Metered';
  Name: LocalizedText;
  Description?: LocalizedText;
  /** Per `FeePeriod`, in major units; absent if the component has a price scale. */
  PricePerUnit?: number;
  /** Prices by quantity: `Value` holds from the quantity `From` on. */
  PriceScale?: { IsCumulative?: boolean; Items: { From: number; Value: number; IsBucketPrice?: boolean }[] };
  FeePeriod?: Period;
}

/** The plans that the customer can change to, and the components that can be booked. */
export interface Products {
  /** `PriceTaxType`: whether the prices of its plans and components are net or gross. */
  PlanGroups: { Id: string; Name: LocalizedText; Currency: string; PriceTaxType: 'Net' | 'Gross' }[];
  Plans: OfferedPlan[];
  PlanVariants: OfferedPlanVariant[];
  Components: OfferedComponent[];
}

/** The result of `Portal.contractDetails`. */
export interface ContractDetails {
  Contract: Contract;
  Customer: Customer;
  CurrentPlan?: {
    PlanName: string;
    /** ISO 8601 UTC. */
    StartDate: string;
  };
  /** At most 50, newest first. */
  RecentInvoices: RecentInvoice[];
  /** Booked components; empty when there are none. */
  ComponentsSubscriptions: BookedComponent[];
  /** When the contract would end if it were canceled now, ISO 8601 UTC. */
  EndDateIfCancelledNow?: string;
  /** The last time at which a cancellation ends the contract at `EndDateIfCancelledNow`, ISO 8601 UTC. */
  LastPossibleCancellationDate?: string;
  /** Amount of the next invoice as far as it is known now, VAT included, in major units. */
  NextTotalGross?: number;
  /** When the next invoice will be created, ISO 8601 UTC; absent if there is none. */
  NextTotalGrossDate?: string;
  /** The customer's VAT on the plan, in percent (`19`); 0 if none is due. */
  VatPercentage?: number;
  /** Time zone of the account, IANA name (`Europe/Berlin`). Days are days in this zone. */
  TimeZone: string;
  /** Public key of the account, for `Payment` and the payment form. */
  PublicApiKey: string;
  /** The actions that customers can take in self-service: none if they are locked, only `CustomerChange` if an app store bills. */
  Allowed: {
    CustomerChange: boolean;
    /** Change plan and components. */
    ContractChange: boolean;
    RevokeCancellation: boolean;
    PaymentChange: boolean;
  };
  /** The amount that `Portal.paymentChange` charges at once, in major units: the balance without payments in progress. */
  PayableAmount: number;
  /** Payments are blocked after failures, until the customer enters new payment data. */
  PaymentsBlocked: boolean;
  /** The plans that the customer can change to, and the components that can be booked, in the contract's plan group. */
  Products: Products;
}

/** The result of `Portal.contractCancel`. */
export interface CancellationResult {
  /**
   * When the contract ends, ISO 8601 UTC: the next date that the notice period and minimum duration allow.
   */
  EndDate: string;
  Contract?: Contract;
}

/** The result of `Portal.revokeCancellation`. */
export interface RevocationResult {
  /** The contract after the revocation. */
  Contract: Contract;
}

/** The result of `Portal.paymentChange`. */
export interface PaymentChangeResult {
  /** URL to redirect the customer to, to confirm the new method. The library never navigates: set `location` to it. */
  Url?: string;
  PaymentBearer?: PaymentBearer;
}

/** The id of an invoice, or an object with an id. */
export type InvoiceReference = string | { Id: string } | { id: string };
