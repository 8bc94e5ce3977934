// Made from the event catalogue of the sandbox by `npm run docs`.

interface OfContract {
  readonly ContractId: string;
  readonly CustomerId: string;
}

/** The fields of each event in addition to `Event` and `EntityId`: ids and small facts. Times are ISO 8601. */
export interface WebhookFields {
  /** An order was paid, or committed without payment. */
  OrderSucceeded: OfContract & { readonly OrderId: string; readonly Tag?: string };
  /** A signup order created its contract. */
  ContractCreated: OfContract & {
    readonly ContractChangeId: string;
    readonly ExternalCustomerId?: string;
    readonly OrderId?: string;
    readonly Tag?: string;
  };
  /** Same as ContractCreated, under its old name. */
  AccountCreated: OfContract & { readonly OrderId?: string; readonly Tag?: string };
  /** The phases of a contract changed: signup, up- or downgrade, trial end, pause, end, annulment. */
  ContractChanged: OfContract & {
    readonly ContractChangeId: string;
    readonly ContractChangeType: string;
    readonly ExternalCustomerId?: string;
    readonly OrderId?: string;
  };
  /** Contract data other than phases changed: custom fields, notes, pauses. */
  ContractDataChanged: OfContract;
  /** A contract was canceled: sent when it is canceled, not when it ends. */
  ContractCancelled: OfContract;
  /** A cancellation was revoked before the end. */
  ContractCancellationRevoked: OfContract;
  /** A contract was deleted. */
  ContractDeleted: OfContract;
  /** A customer was created. */
  CustomerCreated: { readonly CustomerId: string; readonly Tag?: string };
  /** Customer data changed. */
  CustomerChanged: { readonly CustomerId: string };
  /** A customer was deleted. */
  CustomerDeleted: { readonly CustomerId: string };
  /** A customer was locked. */
  CustomerLocked: { readonly CustomerId: string };
  /** A customer was unlocked. */
  CustomerUnlocked: { readonly CustomerId: string };
  /** The next billing is due within the account's notice. */
  RecurringBillingApproaching: OfContract;
  /** A trial ends within the account's notice. */
  TrialEndApproaching: OfContract;
  /** An invoice or credit note was sent. */
  InvoiceCreated: OfContract & { readonly InvoiceId: string };
  /** An invoice was corrected by a credit note. */
  InvoiceCorrected: OfContract & {
    readonly InvoiceId: string;
    readonly OldInvoiceId: string;
    readonly NewInvoiceId: string;
    readonly OldInvoiceDraftId: string;
    readonly NewInvoiceDraftId: string;
    readonly NewInvoiceDraftIds: readonly string[];
  };
  /** A reminder was created. */
  DunningCreated: OfContract & { readonly ContractID: string; readonly DunningId: string };
  /** A contract's card is about to expire. */
  PaymentBearerExpiring: OfContract & { readonly ExpiryDate: string };
  /** A contract's card has expired. */
  PaymentBearerExpired: OfContract & { readonly ExpiryDate: string };
  /** The bank or the payer withdrew a mandate. */
  DebitAuthCancelled: OfContract & { readonly PaymentProvider: string; readonly YourCustomerId?: string };
  /** The payment data of a contract changed. */
  PaymentDataChanged: OfContract;
  /** An escalation step was executed. */
  PaymentEscalated: OfContract & {
    readonly TriggerDays: number;
    readonly DueDate: string;
    readonly PaymentEscalationProcessId: string;
    readonly YourCustomerId?: string;
    readonly PaymentProvider?: string;
  };
  /** The balance was settled and the escalation ended. */
  PaymentEscalationReset: OfContract & { readonly PaymentEscalationProcessId: string };
  /** A payment or a preauthorization succeeded. */
  PaymentSucceeded: OfContract & {
    readonly PaymentTransactionId: string;
    readonly PaymentTransactionType: string;
    readonly OrderId?: string;
  };
  /** A payment failed or was reversed, or a preauthorization failed. */
  PaymentFailed: {
    readonly PaymentTransactionId: string;
    readonly PaymentTransactionType: string;
    readonly ContractId?: string;
    readonly CustomerId?: string;
    readonly OrderId?: string;
  };
  /** Recurring payments of a contract were paused or resumed. */
  PaymentProcessStatusChanged: OfContract;
  /** A payment made elsewhere was registered. */
  PaymentRegistered: OfContract;
  /** A plan was created. */
  PlanCreated: { readonly PlanId: string };
  /** A plan was changed. */
  PlanChanged: { readonly PlanId: string };
  /** A plan was deleted. */
  PlanDeleted: { readonly PlanId: string };
  /** A plan variant was created. */
  PlanVariantCreated: { readonly PlanVariantId: string };
  /** A plan variant was changed. */
  PlanVariantChanged: { readonly PlanVariantId: string };
  /** A plan variant was deleted. */
  PlanVariantDeleted: { readonly PlanVariantId: string };
  /** A component was created. */
  ComponentCreated: { readonly ComponentId: string };
  /** A component was changed. */
  ComponentChanged: { readonly ComponentId: string };
  /** A component was deleted. */
  ComponentDeleted: { readonly ComponentId: string };
  /** An accounting export file was created. */
  AccountingExportFileCreated: { readonly FileId: string };
  /** A payments export file was created. */
  PaymentsExportFileCreated: { readonly FileId: string };
  /** A report was created. */
  ReportSucceeded: { readonly ReportId: string };
  /** A report could not be created. */
  ReportFailed: { readonly ReportId: string };
  /** A contract whose prepaid balance ran out was downgraded. */
  AutomaticDowngradeInsufficientBalance: OfContract;
  /** A prepaid balance does not cover the next billing. */
  InsufficientBalanceForNextBilling: OfContract;
}

export type WebhookEventName = keyof WebhookFields;

/** The payload of a webhook. Read the current state over REST, because messages can arrive late and out of order. */
export type WebhookEvent = {
  [Name in WebhookEventName]: {
    readonly Event: Name;
    /** The account, which is its public API key. */
    readonly EntityId: string;
  } & WebhookFields[Name];
}[WebhookEventName];
