/** Fields of a webhook in addition to `Event` and `EntityId`: ids and small facts. Read the state over REST. */
interface PayloadFields {
  readonly OrderId: string;
  readonly ContractId: string;
  /** The id of the contract again, in the spelling of this event. */
  readonly ContractID: string;
  readonly CustomerId: string;
  /** The merchant's own id of the customer, if it is set. */
  readonly ExternalCustomerId: string;
  /** Older name of `ExternalCustomerId`. */
  readonly YourCustomerId: string;
  /** The merchant's own id of the customer, from the signup (spec: Events 1). */
  readonly Tag: string;
  readonly ContractChangeId: string;
  readonly ContractChangeType: string;
  readonly InvoiceId: string;
  readonly OldInvoiceDraftId: string;
  readonly NewInvoiceDraftId: string;
  readonly NewInvoiceDraftIds: readonly string[];
  readonly OldInvoiceId: string;
  readonly NewInvoiceId: string;
  readonly DunningId: string;
  readonly PaymentTransactionId: string;
  /** `Payment`, or `Preauthorization`, which does not move money. */
  readonly PaymentTransactionType: string;
  readonly PaymentProvider: string;
  /** ISO 8601: the last moment at which the card is valid. */
  readonly ExpiryDate: string;
  /** Days after the due date of the executed step. */
  readonly TriggerDays: number;
  /** ISO 8601: due date of the oldest open receivable. */
  readonly DueDate: string;
  readonly PaymentEscalationProcessId: string;
  readonly PlanId: string;
  readonly PlanVariantId: string;
  readonly ComponentId: string;
  readonly ReportId: string;
  readonly FileId: string;
}

export type PayloadField = keyof PayloadFields;

interface EventDefinition<
  Always extends PayloadField = PayloadField,
  Sometimes extends PayloadField = PayloadField,
> {
  /** The change that triggers it, to complete the sentence "the event is sent when …". */
  readonly when: string;
  readonly always: readonly Always[];
  /** Fields that are present if the change has them. */
  readonly sometimes: readonly Sometimes[];
}

function event<Always extends PayloadField, Sometimes extends PayloadField = never>(
  when: string,
  always: readonly Always[],
  sometimes: readonly Sometimes[] = [],
): EventDefinition<Always, Sometimes> {
  return { when, always, sometimes };
}

const contract = ['ContractId', 'CustomerId'] as const;
const escalation = ['TriggerDays', 'DueDate', 'PaymentEscalationProcessId'] as const;

/**
 * Every event of the service: its trigger and its fields (field notes 4). Types, checks, the table in
 * dist/docs/webhooks.md and the tests are generated from this.
 */
export const eventCatalogue = {
  OrderSucceeded: event('an order was paid, or committed without payment', ['OrderId', ...contract], ['Tag']),
  ContractCreated: event(
    'a signup order created its contract',
    [...contract, 'ContractChangeId'],
    ['ExternalCustomerId', 'OrderId', 'Tag'],
  ),
  AccountCreated: event('same as ContractCreated, under its old name', contract, ['OrderId', 'Tag']),
  ContractChanged: event(
    'the phases of a contract changed: signup, up- or downgrade, trial end, pause, end, annulment',
    [...contract, 'ContractChangeId', 'ContractChangeType'],
    ['ExternalCustomerId', 'OrderId'],
  ),
  ContractDataChanged: event(
    'contract data other than phases changed: custom fields, notes, pauses',
    contract,
  ),
  ContractCancelled: event('a contract was canceled: sent when it is canceled, not when it ends', contract),
  ContractCancellationRevoked: event('a cancellation was revoked before the end', contract),
  ContractDeleted: event('a contract was deleted', contract),
  CustomerCreated: event('a customer was created', ['CustomerId'], ['Tag']),
  CustomerChanged: event('customer data changed', ['CustomerId']),
  CustomerDeleted: event('a customer was deleted', ['CustomerId']),
  CustomerLocked: event('a customer was locked', ['CustomerId']),
  CustomerUnlocked: event('a customer was unlocked', ['CustomerId']),
  RecurringBillingApproaching: event("the next billing is due within the account's notice", contract),
  TrialEndApproaching: event("a trial ends within the account's notice", contract),
  InvoiceCreated: event('an invoice or credit note was sent', [...contract, 'InvoiceId']),
  InvoiceCorrected: event('an invoice was corrected by a credit note', [
    ...contract,
    'InvoiceId',
    'OldInvoiceId',
    'NewInvoiceId',
    'OldInvoiceDraftId',
    'NewInvoiceDraftId',
    'NewInvoiceDraftIds',
  ]),
  DunningCreated: event('a reminder was created', [...contract, 'ContractID', 'DunningId']),
  PaymentBearerExpiring: event("a contract's card is about to expire", [...contract, 'ExpiryDate']),
  PaymentBearerExpired: event("a contract's card has expired", [...contract, 'ExpiryDate']),
  DebitAuthCancelled: event(
    'the bank or the payer withdrew a mandate',
    [...contract, 'PaymentProvider'],
    ['YourCustomerId'],
  ),
  PaymentDataChanged: event('the payment data of a contract changed', contract),
  PaymentEscalated: event(
    'an escalation step was executed',
    [...contract, ...escalation],
    ['YourCustomerId', 'PaymentProvider'],
  ),
  PaymentEscalationReset: event('the balance was settled and the escalation ended', [
    ...contract,
    'PaymentEscalationProcessId',
  ]),
  PaymentSucceeded: event(
    'a payment or a preauthorization succeeded',
    [...contract, 'PaymentTransactionId', 'PaymentTransactionType'],
    ['OrderId'],
  ),
  PaymentFailed: event(
    'a payment failed or was reversed, or a preauthorization failed',
    ['PaymentTransactionId', 'PaymentTransactionType'],
    [...contract, 'OrderId'],
  ),
  PaymentProcessStatusChanged: event('recurring payments of a contract were paused or resumed', contract),
  PaymentRegistered: event('a payment made elsewhere was registered', contract),
  PlanCreated: event('a plan was created', ['PlanId']),
  PlanChanged: event('a plan was changed', ['PlanId']),
  PlanDeleted: event('a plan was deleted', ['PlanId']),
  PlanVariantCreated: event('a plan variant was created', ['PlanVariantId']),
  PlanVariantChanged: event('a plan variant was changed', ['PlanVariantId']),
  PlanVariantDeleted: event('a plan variant was deleted', ['PlanVariantId']),
  ComponentCreated: event('a component was created', ['ComponentId']),
  ComponentChanged: event('a component was changed', ['ComponentId']),
  ComponentDeleted: event('a component was deleted', ['ComponentId']),
  AccountingExportFileCreated: event('an accounting export file was created', ['FileId']),
  PaymentsExportFileCreated: event('a payments export file was created', ['FileId']),
  ReportSucceeded: event('a report was created', ['ReportId']),
  ReportFailed: event('a report could not be created', ['ReportId']),
  AutomaticDowngradeInsufficientBalance: event(
    'a contract whose prepaid balance ran out was downgraded (the sandbox sends it by hand only)',
    contract,
  ),
  InsufficientBalanceForNextBilling: event(
    'a prepaid balance does not cover the next billing (the sandbox sends it by hand only)',
    contract,
  ),
} as const;

export type EventName = keyof typeof eventCatalogue;

type PayloadOf<Name extends EventName> =
  (typeof eventCatalogue)[Name] extends EventDefinition<infer Always, infer Sometimes>
    ? {
        readonly Event: Name;
        /** The merchant's account, which is its public API key. */
        readonly EntityId: string;
      } & { readonly [Field in Always]: PayloadFields[Field] } & {
        readonly [Field in Sometimes]?: PayloadFields[Field];
      }
    : never;

/** The payload of a webhook: ids only, so that the receiver reads the current state over REST. */
export type EventPayload = { [Name in EventName]: PayloadOf<Name> }[EventName];

/** The facts of an event that a rule returns; {@link EventPayload} adds those that every event has. */
export type EventFacts = { [Name in EventName]: Omit<PayloadOf<Name>, 'EntityId'> }[EventName];

export const eventNames = Object.keys(eventCatalogue) as readonly EventName[];

/** Every field of any event, except the second spelling of `ContractId`. */
export const payloadFields: readonly PayloadField[] = [
  ...new Set(
    eventNames.flatMap((name) => [...eventCatalogue[name].always, ...eventCatalogue[name].sometimes]),
  ),
].filter((field) => field !== 'ContractID');
