// Made from the event catalogue of the sandbox by `npm run docs`.

interface OfContract {
  readonly ContractId: string;
  readonly CustomerId: string;
}

/** What each event carries besides `Event` and `EntityId`: ids and small facts. Instants are ISO 8601. */
export interface WebhookFields {
  /** An order was paid, or committed without payment. */
  OrderSucceeded: OfContract & { readonly OrderId: string; readonly Tag?: string };
  /** A signup order made its contract. */
  ContractCreated: OfContract & {
    readonly ContractChangeId: string;
    readonly ExternalCustomerId?: string;
    readonly OrderId?: string;
    readonly Tag?: string;
  };
  /** As ContractCreated, whose old name it is. */
  AccountCreated: OfContract & { readonly OrderId?: string; readonly Tag?: string };
  /** The phases of a contract changed: signup, up- or downgrade, trial end, pause, end, annulment. */
  ContractChanged: OfContract & {
    readonly ContractChangeId: string;
    readonly ContractChangeType: string;
    readonly ExternalCustomerId?: string;
    readonly OrderId?: string;
  };
  /** Data of a contract changed that are no phases: custom fields, notes, pauses. */
  ContractDataChanged: OfContract;
  /** An end was set, at the request and not at the end itself. */
  ContractCancelled: OfContract;
  /** A cancellation was taken back before the end. */
  ContractCancellationRevoked: OfContract;
  /** A contract was deleted. */
  ContractDeleted: OfContract;
  /** A customer was created. */
  CustomerCreated: { readonly CustomerId: string; readonly Tag?: string };
  /** Data of a customer changed. */
  CustomerChanged: { readonly CustomerId: string };
  /** A customer was deleted. */
  CustomerDeleted: { readonly CustomerId: string };
  /** A customer was locked. */
  CustomerLocked: { readonly CustomerId: string };
  /** A customer was unlocked. */
  CustomerUnlocked: { readonly CustomerId: string };
  /** The next billing is as near as the account's notice. */
  RecurringBillingApproaching: OfContract;
  /** The end of a trial is as near as the account's notice. */
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
  /** A reminder was written. */
  DunningCreated: OfContract & { readonly ContractID: string; readonly DunningId: string };
  /** A contract's card is about to expire. */
  PaymentBearerExpiring: OfContract & { readonly ExpiryDate: string };
  /** A contract's card has expired. */
  PaymentBearerExpired: OfContract & { readonly ExpiryDate: string };
  /** The bank or the payer withdrew a mandate. */
  DebitAuthCancelled: OfContract & { readonly PaymentProvider: string; readonly YourCustomerId?: string };
  /** A contract has new payment data. */
  PaymentDataChanged: OfContract;
  /** A step of the escalation was taken. */
  PaymentEscalated: OfContract & {
    readonly TriggerDays: number;
    readonly DueDate: string;
    readonly PaymentEscalationProcessId: string;
    readonly YourCustomerId?: string;
    readonly PaymentProvider?: string;
  };
  /** The balance was cleared and the escalation ended. */
  PaymentEscalationReset: OfContract & { readonly PaymentEscalationProcessId: string };
  /** A payment or a preauthorization succeeded. */
  PaymentSucceeded: OfContract & {
    readonly PaymentTransactionId: string;
    readonly PaymentTransactionType: string;
    readonly OrderId?: string;
  };
  /** A payment failed or came back, or a preauthorization failed. */
  PaymentFailed: {
    readonly PaymentTransactionId: string;
    readonly PaymentTransactionType: string;
    readonly ContractId?: string;
    readonly CustomerId?: string;
    readonly OrderId?: string;
  };
  /** Recurring payments of a contract were paused or go on. */
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
  /** An accounting export file was made. */
  AccountingExportFileCreated: { readonly FileId: string };
  /** An export file of payments was made. */
  PaymentsExportFileCreated: { readonly FileId: string };
  /** A report was made. */
  ReportSucceeded: { readonly ReportId: string };
  /** A report could not be made. */
  ReportFailed: { readonly ReportId: string };
  /** A contract whose prepaid balance ran out was downgraded. */
  AutomaticDowngradeInsufficientBalance: OfContract;
  /** A prepaid balance does not cover the next billing. */
  InsufficientBalanceForNextBilling: OfContract;
}

export type WebhookEventName = keyof WebhookFields;

/** What a webhook says. Read the current state by REST: messages come late and out of order. */
export type WebhookEvent = {
  [Name in WebhookEventName]: {
    readonly Event: Name;
    /** The account, which is its public API key. */
    readonly EntityId: string;
  } & WebhookFields[Name];
}[WebhookEventName];
