/** What the views read of the API's answers; the fields are described at /docs. */

export interface Phase {
  readonly Type: 'Normal' | 'Trial' | 'Inactive';
  readonly StartDate: string;
  readonly PlanVariantId?: string;
  readonly Quantity: number;
}

export interface Bearer {
  readonly Type: string;
  readonly CardType?: string;
  readonly Last4?: string;
  readonly MaskedCardPan?: string;
  readonly IBAN?: string;
  readonly ExpiryMonth?: number;
  readonly ExpiryYear?: number;
  readonly EmailAddress?: string;
}

export interface Contract {
  readonly Id: string;
  readonly CustomerId: string;
  readonly CustomerName: string;
  readonly PlanVariantId?: string;
  readonly LifecycleStatus: string;
  readonly Phases: readonly Phase[];
  readonly CurrentPhase?: Phase;
  readonly StartDate: string;
  readonly EndDate?: string;
  readonly BilledUntil?: string;
  readonly NextBillingDate?: string;
  readonly Balance: number;
  readonly Currency: string;
  readonly ReferenceCode: string;
  readonly PaymentBearer?: Bearer;
  readonly PaymentProvider?: string;
  readonly ExternalId?: string;
}

export interface Customer {
  readonly Id: string;
  readonly CustomerName: string;
  readonly CustomerSubName: string;
  readonly EmailAddress: string;
  readonly ExternalCustomerId?: string;
  readonly VatId?: string;
  readonly Address: Readonly<Record<string, string>>;
  readonly CreatedAt: string;
  readonly IsLocked: boolean;
  readonly Locale?: string;
}

export interface Order {
  readonly Id: string;
  readonly CustomerId?: string;
  readonly ContractId?: string;
  readonly Status: string;
  readonly OrderType: string;
  readonly CreatedAt: string;
  readonly Currency: string;
  readonly Total: number;
  readonly TotalVat?: number;
  readonly TotalGross?: number;
  readonly CouponCode?: string;
  readonly PlanVariantId?: string;
  readonly LineItems?: readonly LineItem[];
}

export interface LineItem {
  readonly Description: string;
  readonly Quantity: number;
  readonly PricePerUnit: number;
  readonly VatPercentage: number;
  readonly PeriodStart?: string;
  readonly PeriodEnd?: string;
  readonly TotalNet: number;
  readonly TotalGross: number;
}

export interface Invoice {
  readonly Id: string;
  readonly InvoiceNumber: string;
  readonly CustomerId: string;
  readonly ContractId: string;
  readonly RecipientName: string;
  readonly Created: string;
  readonly DocumentDate: string;
  readonly DueDate: string;
  readonly Currency: string;
  readonly TotalNet: number;
  readonly TotalVat: number;
  readonly TotalGross: number;
  readonly IsInvoice: boolean;
  readonly ItemList?: readonly LineItem[];
  readonly DeliveryPeriodStart?: string;
  readonly DeliveryPeriodEnd?: string;
}

export interface TransactionStatus {
  readonly Status: string;
  readonly Timestamp: string;
  readonly Amount: number;
  readonly ErrorCode?: string;
  readonly ErrorMessage?: string;
}

export interface Transaction {
  readonly Id: string;
  readonly Type: 'Payment' | 'Preauthorization';
  readonly PaymentProvider: string;
  readonly PaymentProviderRole: string;
  readonly Trigger: string;
  readonly CustomerId: string;
  readonly CustomerName: string;
  readonly ContractId: string;
  readonly InvoiceId?: string;
  readonly Amount: number;
  readonly Currency: string;
  readonly StatusTimestamp: string;
  readonly Status: TransactionStatus;
  readonly StatusHistory: readonly TransactionStatus[];
}

export interface LedgerEntry {
  readonly Id: string;
  readonly Type: 'Receivable' | 'Credit' | 'Payment' | 'Refund' | 'Chargeback';
  readonly Description: string;
  readonly Currency: string;
  readonly Amount: number;
  readonly Balance: number;
  readonly InvoiceId?: string;
  readonly PaymentTransactionId?: string;
  readonly Timestamp: string;
}

/** A mail of the outbox; its id is that of the event that it reports. */
export interface Mail {
  readonly Id: string;
  readonly SentAt: string;
  readonly EventType: string;
  readonly TemplateName: string;
  readonly From: string;
  readonly To: string;
  readonly ReplyTo?: string;
  readonly Bcc?: string;
  readonly Language: string;
  readonly Subject: string;
  readonly Html: string;
  readonly Text: string;
  readonly PageUrl: string;
  readonly CustomerId: string;
  readonly ContractId?: string;
  readonly OrderId?: string;
  readonly InvoiceId?: string;
  readonly Attachments: readonly { readonly Name: string }[];
}

export interface Catalog {
  readonly BaseUrl: string;
  readonly PublicApiKey: string;
  readonly OAuthClients: readonly {
    readonly ClientId: string;
    readonly ClientSecret?: string;
    readonly Name: string;
  }[];
  readonly ServiceUsers: readonly { readonly Username: string; readonly Password: string }[];
  readonly PlanVariants: readonly {
    readonly Id: string;
    readonly Name: string;
    readonly RecurringFee: number;
    readonly SetupFee: number;
  }[];
  readonly Components: readonly {
    readonly Id: string;
    readonly Name?: string;
    readonly ComponentType: string;
    readonly PricePerUnit?: number;
  }[];
  readonly Coupons: readonly {
    readonly Id: string;
    readonly Codes: readonly string[];
    readonly Name: string;
  }[];
  readonly Providers: readonly {
    readonly Name: string;
    readonly Like: string;
    readonly Bearers: readonly { readonly Bearer: string; readonly Kind: string; readonly Data: string }[];
  }[];
  readonly TestData: readonly { readonly Kind: string; readonly Value: string; readonly Outcome: string }[];
  readonly Receipts: readonly {
    readonly Name: string;
    readonly Type: string;
    readonly Expect: string;
    readonly Request: object;
  }[];
}
