import type { Period } from '../../model/fields.ts';

/** One step of the dunning process. */
export interface EscalationStep {
  /** Days after the due date of the oldest open receivable. */
  readonly TriggerDays: number;
  readonly Action: 'Notify' | 'Reminder' | 'Pause' | 'End';
}

/** The custom fields that ClientLib can set (spec: customerData rules 3). */
export interface CustomFieldAccess {
  readonly Customer: readonly string[];
  readonly Contract: readonly string[];
  readonly Order: readonly string[];
}

/**
 * Fields of `customerData` that a signup asks for, in their order, as `LastName`, `Address.City` or `CustomFields.size`.
 */
export interface SignupFields {
  readonly [field: string]: 'Required' | 'Optional';
}

/** A client of the OAuth token endpoint. */
export interface OAuthClient {
  readonly ClientId: string;
  /** Absent for a public client (an app that uses the password grant). */
  readonly ClientSecret?: string;
  readonly Name: string;
  readonly Grants: readonly ('client_credentials' | 'password')[];
}

/** A payment provider of the account: its name, and the simulated provider that it behaves like. */
export interface ConfiguredProvider {
  readonly Name: string;
  readonly Like: string;
  /** The amount authorized at signup when nothing is due, by role. */
  readonly DefaultPreauthAmount?: { readonly [role: string]: number };
}

/** The merchant's account: everything that a configuration file can set, except the catalogue. */
export interface Account {
  /** The entity id, which is the public API key. */
  readonly Id: string;
  readonly Name: string;
  readonly Environment: 'Production' | 'Sandbox';
  readonly Country: string;
  readonly VatId?: string;
  /**
   * The tax of customers in countries that a tax policy does not name: the domestic rate inside the merchant's tax area
   * (the European Union, or its own country), the domestic rate everywhere, or none.
   */
  readonly UnlistedCountryTax: 'DomesticInTaxArea' | 'Domestic' | 'TaxFree';
  readonly TaxNumber?: string;
  /** SEPA creditor identifier, for mandates. */
  readonly CreditorId?: string;
  readonly Currency: string;
  /** IANA time zone in which calendar periods are counted. */
  readonly TimeZone: string;
  readonly Locale: string;
  readonly Address: {
    readonly Street: string;
    readonly HouseNumber: string;
    readonly PostalCode: string;
    readonly City: string;
  };
  readonly OAuthClients: readonly OAuthClient[];
  readonly ServiceUsers: readonly { readonly Username: string; readonly Password: string }[];
  /** Seconds; 0 is unlimited (spec: Authentication 7). */
  readonly TokenLifetime: number;
  readonly RateLimit: {
    readonly Requests: number;
    readonly TokenRequests: number;
    readonly WindowSeconds: number;
  };
  readonly Providers: readonly ConfiguredProvider[];
  readonly InvoicePayment: { readonly Enabled: boolean; readonly PreauthAmount: number };
  readonly OnAccountDueAfter: Period;
  readonly OrderApproval: boolean;
  /** How long an order can be paid. */
  readonly OrderLifetime: Period;
  readonly Escalation: readonly EscalationStep[];
  readonly SelfService: {
    readonly CustomerChange: boolean;
    /** Default: true, also in snapshots of an earlier version. */
    readonly RevokeCancellation?: boolean;
    /** False forbids customers to change plan and components. Default: true. */
    readonly ContractChange?: boolean;
    /** The fields of a signup. Default: the usual fields. */
    readonly SignupFields?: SignupFields;
    readonly CustomFields: CustomFieldAccess;
  };
  /** Origins whose pages may embed the hosted portal in a frame, in the syntax of a Content Security Policy. */
  readonly PortalFrameAncestors: readonly string[];
  /** Origins whose pages may call REST and OAuth; none where unset. */
  readonly AllowedOrigins?: readonly string[];
  /** Allowed addresses for customers after a payment: those that begin like one of these. Default: any. */
  readonly AllowedReturnUrls?: readonly string[];
  /** False sends invoices at once; true leaves drafts for the merchant to send. */
  readonly InvoiceDrafts: boolean;
  /** Pays out the remaining credit of an ended contract at once (`AtEnd`), or when the merchant requests it. */
  readonly PayOutCredit: 'AtEnd' | 'Manual';
  /** Bundle or package of the merchant's app in the in-app-purchase stores. */
  readonly StoreApp: string;
  /** The time before a renewal or trial end at which its event is sent to the merchant. */
  readonly ApproachingNotice: Period;
}
