import type { Period } from '../../model/fields.ts';

/** One step of the dunning process. */
export interface EscalationStep {
  /** Days after the due date of the oldest open receivable. */
  readonly TriggerDays: number;
  readonly Action: 'Notify' | 'Reminder' | 'Pause' | 'End';
}

/** Which custom fields ClientLib may set, field by field (spec: customerData rules 3). */
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

/** A payment provider of the account: its name, and which simulated one it behaves like. */
export interface ConfiguredProvider {
  readonly Name: string;
  readonly Like: string;
  /** Preauthorisation at a signup with nothing due, by role. */
  readonly DefaultPreauthAmount?: { readonly [role: string]: number };
}

/** The merchant's account: everything a configuration file can set apart from the catalogue. */
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
    /** Without a value, as in a snapshot of an earlier version, it is allowed. */
    readonly RevokeCancellation?: boolean;
    /** Whether customers may change plan and components. Without a value it is allowed. */
    readonly ContractChange?: boolean;
    /** What a signup asks for, by field; the usual fields without a value. */
    readonly SignupFields?: SignupFields;
    readonly CustomFields: CustomFieldAccess;
  };
  /** Origins whose pages may show the hosted portal in a frame, as a Content Security Policy names them. */
  readonly PortalFrameAncestors: readonly string[];
  /** Origins whose pages may call REST and OAuth; none where unset. */
  readonly AllowedOrigins?: readonly string[];
  /** Where customers may be sent after a payment: addresses that begin like one of these; anywhere when there are none. */
  readonly AllowedReturnUrls?: readonly string[];
  /** Send invoices at once, or leave drafts for the merchant to send. */
  readonly InvoiceDrafts: boolean;
  /** Whether the credit that an ended contract leaves is paid out at once, or when the merchant asks for it. */
  readonly PayOutCredit: 'AtEnd' | 'Manual';
  /** Bundle or package of the merchant's app in the in-app-purchase stores. */
  readonly StoreApp: string;
  /** How long before a renewal or trial end its event is sent to the merchant. */
  readonly ApproachingNotice: Period;
}
