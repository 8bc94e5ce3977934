// The closed lists of the API, of the configuration file and of the model, value by value: a snapshot, an event or a request
// with a value that is missing here is refused. Those of the service have the values of its specification, the others those of the docs.
import { readdir } from 'node:fs/promises';
import { createSandbox } from 'clientlib-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { configurationSchema } from '../../../../sandbox/src/service/configuration/schema.ts';

const transactionStatuses =
  'Created Prepared RedirectUrlPrepared ThreeDSecurePending InProgress Pending PreliminarySucceeded Finalizing Succeeded Failed Canceled PartiallyRefunded Refunded PartialChargeback Chargeback InDispute OverPaid PartiallyPaid Scheduled SuccessfullyImported Undefined Unmapped';
const orderStatuses =
  'InProgress PaymentPending Completed Failed Aborted Expired ApprovalPending Approved Declined Incomplete';
const lifecycleStatuses = 'Draft InTrial Active Paused Ended Annulled';
const storeTypes = 'AppleIap GoogleIap AmazonIap';
const events =
  'OrderSucceeded ContractCreated AccountCreated ContractChanged ContractDataChanged ContractCancelled ContractCancellationRevoked ContractDeleted CustomerCreated CustomerChanged CustomerDeleted CustomerLocked CustomerUnlocked RecurringBillingApproaching TrialEndApproaching InvoiceCreated InvoiceCorrected DunningCreated PaymentBearerExpiring PaymentBearerExpired DebitAuthCancelled PaymentDataChanged PaymentEscalated PaymentEscalationReset PaymentSucceeded PaymentFailed PaymentProcessStatusChanged PaymentRegistered PlanCreated PlanChanged PlanDeleted PlanVariantCreated PlanVariantChanged PlanVariantDeleted ComponentCreated ComponentChanged ComponentDeleted AccountingExportFileCreated PaymentsExportFileCreated ReportSucceeded ReportFailed AutomaticDowngradeInsufficientBalance InsufficientBalanceForNextBilling';
const mailEvents = `${events} ActivePhaseChanged`;
const sessionCalls =
  'clock.advance clock.set clock.cancel clock.followWallClock payments.next payments.remove payments.clear';
const units = 'Second Minute Hour Day Week Month Year';
const trialEndPolicies = 'NoTrial DeactivateAccount RequestPayment';
const reports = 'Revenue OpenItems Contracts';
const roles = 'BlackLabel CreditCard Debit OnAccount iDEAL None';
const componentTypes = 'QuantityBased OnOff Metered';
const media = 'Email SnailMail ArchiveOnly';
const customerTypes = 'Consumer Business';
const receiptStatuses = 'Trial Active Canceled Grace BillingRetry Paused Expired Refunded Revoked Upgraded';
const storeFaults = 'Down Unreachable Slow Malformed TooManyRequests';
const changed = 'All Changed None';

/** Each place of a list, which is a schema with a field or a query parameter, with its values. */
const places: Record<string, string> = {
  'OrderInput.Type': storeTypes,
  'CustomerInput.DefaultBearerMedium': media,
  'CustomerInput.CustomerType': customerTypes,
  PeriodUnit: units,
  'PlanVariantOfPlanInput.PaymentPeriodMode': 'PrePaid PostPaid PrePaidBillingPeriod',
  'PlanGroupInput.PriceTaxType': 'Net Gross',
  'PlanGroupInput.TimeGranularity': 'Precise Daily',
  'PlanGroupInput.Store': storeTypes,
  'PlanInput.TrialEndPolicy': trialEndPolicies,
  'PlanVariantInput.PaymentPeriodMode': 'PrePaid PostPaid PrePaidBillingPeriod',
  'ComponentInput.ComponentType': componentTypes,
  'DiscountInput.Effect.Type': 'Relative',
  'StoreReceipt.Type': storeTypes,
  'EmailNotificationTemplateInput.EventType': mailEvents,
  'EmailNotificationTemplateInput.EmailType': 'CustomerEmailNotification',
  'EmailNotificationTemplateInput.Attachements': 'Document',
  'ReportInput.Type': reports,
  'ResetInput.Keep': 'Webhooks Tokens Catalogue',
  'WhatIfInput.Requests.Method': 'POST PUT PATCH DELETE',
  'PaymentOutcomeInput.Severity': 'Minor Medium Severe',
  'PaymentOutcomeInput.Challenge': 'true Passed Failed',
  EventName: events,
  'ReceiptRequest.Status': receiptStatuses,
  'ReceiptRequest.Environment': 'Sandbox Production',
  'StoreSubscriptionChange.Status': receiptStatuses,
  'StoreFaultInput.Fault': storeFaults,
  'ProtocolMessage.jsonrpc': '2.0',
  'OrderResult.OrderStatus': orderStatuses,
  'AccessToken.token_type': 'bearer',
  'Order.TrialEndPolicy': trialEndPolicies,
  'Order.Status': orderStatuses,
  'Order.OrderType': 'Signup Upgrade',
  'PreviewComponent.ComponentType': componentTypes,
  'LineItem.ProductType': 'RecurringFee SetupFee Component MeteredUsage RatedItem',
  'PreviewRecurringFee.ComponentType': componentTypes,
  'NewCustomer.DefaultBearerMedium': media,
  'NewCustomer.CustomerType': customerTypes,
  'Contract.LifecycleStatus': lifecycleStatuses,
  'Contract.PaymentProviderRole': roles,
  'Phase.Type': 'Normal Trial Inactive',
  'ExternalSubscription.Type': storeTypes,
  'OrderPreview.TrialEndPolicy': trialEndPolicies,
  'OrderPreview.Status': orderStatuses,
  'OrderPreview.OrderType': 'Signup Upgrade',
  'Customer.DefaultBearerMedium': media,
  'Customer.CustomerType': customerTypes,
  'PaymentRefund.Status': 'Created Succeeded Failed',
  'SelfServiceToken.Purpose': 'CustomerPortal',
  'LedgerEntry.Type': 'Receivable Credit Payment Refund Chargeback',
  'LedgerEntry.AmountType': 'TaxableNetAmount TaxAmount ReverseChargeNetAmount GrossAmount',
  'LedgerEntry.PaymentTransactionStatus': transactionStatuses,
  'LedgerEntry.PaymentStatus': 'Confirmed',
  'Invoice.BearerMedium': media,
  'Subscription.LifecycleStatus': lifecycleStatuses,
  'ComponentSubscriptionSeen.Status': 'Active Ended Inactive',
  'InvoiceDraft.BearerMedium': media,
  'Dunning.BearerMedium': media,
  'PaymentTransaction.Type': 'Payment Preauthorization',
  'PaymentTransaction.PaymentProviderRole': roles,
  'PaymentTransaction.Trigger':
    'Signup Recurring Payment Upgrade PaymentChange ContractActivation Unspecified',
  'PaymentTransactionStatus.Status': transactionStatuses,
  'PlanGroup.PriceTaxType': 'Net Gross',
  'PlanGroup.TimeGranularity': 'Precise Daily',
  'PlanGroup.Store': storeTypes,
  'Plan.TrialEndPolicy': trialEndPolicies,
  'PlanVariant.PaymentPeriodMode': 'PrePaid PostPaid PrePaidBillingPeriod',
  'Component.ComponentType': componentTypes,
  'Discount.Effect.Type': 'Relative',
  'EmailNotificationTemplate.EventType': mailEvents,
  'EmailNotificationTemplate.EmailType': 'CustomerEmailNotification',
  'Report.Type': reports,
  'Report.Status': 'Succeeded Failed',
  'AvailablePaymentMethods.Flows.Kind': 'Direct Token ClientLibrary Redirect',
  'AvailablePaymentMethods.Flows.Data': 'Card DebitAccount DebitIban Wallet WalletRequired None',
  'AvailablePaymentMethods.Environment': 'Production Sandbox',
  'ContractDetails.Contract.LifecycleStatus': lifecycleStatuses,
  'ContractDetails.Contract.PaymentProviderRole': roles,
  'ContractDetails.RecentInvoices.Status': 'Open Paid',
  'ProviderCheckout.State': 'Open Confirming Paid Declined Canceled Expired Replaced AlreadyPaid',
  'Catalog.OAuthClients.Grants': 'client_credentials password',
  'Catalog.TestData.Kind': 'Card Iban Account Amount Email Bank Phone',
  'Catalog.TestData.Fails.Severity': 'Minor Medium Severe',
  'Catalog.TestData.Challenge': 'Asks AlwaysFails Hangs',
  'Catalog.Receipts.Request.Type': storeTypes,
  'Session.Format': 'clientlib-sandbox session',
  'Session.Rows.Call.Name': sessionCalls,
  'AuditProblem.Rule': 'Conservation Bookings Sums Days Starts Lines Credits TaxFacts Dates Numbers Events',
  'InvoiceWithStatus.PaymentStatus': 'Paid Open Overdue Credit',
  'Usage.Collections': 'customers contracts orders invoices paymentTransactions mails webhooks',
  'ChangedDocument.Change': 'Created Changed Deleted',
  'Delivery.Status': 'Pending Succeeded Failed Canceled Dropped',
  'Delivery.Cause': 'Duplicate Resend',
  'StoreSubscription.Type': storeTypes,
  'StoreSubscription.Status': receiptStatuses,
  'StoreSubscription.Environment': 'Sandbox Production',
  'StoreSubscription.Receipt.Type': storeTypes,
  'EntryPoints.Name': 'clientlib-sandbox',
  'PaymentOutcome.Severity': 'Minor Medium Severe',
  'PaymentOutcome.Challenge': 'true Passed Failed',
  'StoreFault.Fault': storeFaults,
  '/sandbox/health.Status': 'ok',
  '/api/v1/customers.statusFilter': 'Normal Unconfirmed Deleted Active Locked Hidden All',
  '/api/v1/contractChanges.includeContract': 'true false',
  '/api/v1/contractChanges.includeComponentSubscriptions': changed,
  '/api/v1/contractChanges.includeDiscountSubscriptions': changed,
  '/api/v1/contractChanges.includePauses': changed,
  '/api/v1/contractChanges/{id}.includeContract': 'true false',
  '/api/v1/contractChanges/{id}.includeComponentSubscriptions': changed,
  '/api/v1/contractChanges/{id}.includeDiscountSubscriptions': changed,
  '/api/v1/contractChanges/{id}.includePauses': changed,
  '/api/v1/dunnings.drafts': 'true false',
  '/sandbox/reset.Status': 'ok',
  '/sandbox/snapshot.Clock.Mode': 'WallClock Manual',
  '/sandbox/snapshot.Status': 'ok',
  '/sandbox/snapshot.ndjson.workspaces': 'this all',
  '/sandbox/snapshot.ndjson.Status': 'ok',
  '/sandbox/session.dryRun': 'true false',
  '/sandbox/clock.Mode': 'WallClock Manual',
  '/sandbox/clock/advance.Mode': 'WallClock Manual',
  '/sandbox/invoices.items': 'true false',
  '/mcp.readonly': '0 1',
};

const ofConfiguration: Record<string, string> = {
  'Account.Environment': 'Production Sandbox',
  'Account.UnlistedCountryTax': 'DomesticInTaxArea Domestic TaxFree',
  'Account.OAuthClients.Grants': 'client_credentials password',
  'Account.Providers.Like':
    'FakePSP Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar',
  'Account.Escalation.Action': 'Notify Reminder Pause End',
  'Account.SelfService.SignupFields': 'Required Optional',
  'Account.PayOutCredit': 'AtEnd Manual',
  'Catalogue.PlanGroups.PriceTaxType': 'Net Gross',
  'Catalogue.PlanGroups.TimeGranularity': 'Precise Daily',
  'Catalogue.PlanGroups.Store': storeTypes,
  'Catalogue.Plans.TrialEndPolicy': trialEndPolicies,
  'Catalogue.PlanVariants.PaymentPeriodMode': 'PrePaid PostPaid PrePaidBillingPeriod',
  'Catalogue.Components.ComponentType': componentTypes,
  'Catalogue.Discounts.Effect.Type': 'Relative',
  PeriodUnit: units,
};

const exported: Record<string, string> = {
  trialEndPolicies,
  eventNames: events,
  payloadFields:
    'OrderId ContractId CustomerId Tag ContractChangeId ExternalCustomerId ContractChangeType InvoiceId OldInvoiceId NewInvoiceId OldInvoiceDraftId NewInvoiceDraftId NewInvoiceDraftIds DunningId ExpiryDate PaymentProvider YourCustomerId TriggerDays DueDate PaymentEscalationProcessId PaymentTransactionId PaymentTransactionType PlanId PlanVariantId ComponentId FileId ReportId',
  reportTypes: reports,
  exportKinds: 'AccountingExport PaymentsExport Report',
  FAULT_FIELDS: 'Status DelayMs DelayResponse Drop DropResponse Truncate',
  periodUnits: units,
  productTypes: 'RecurringFee SetupFee Component MeteredUsage RatedItem',
  ledgerAmountTypes: 'TaxableNetAmount TaxAmount ReverseChargeNetAmount GrossAmount',
  mailEvents,
  paymentTransactionTypes: 'Payment Preauthorization',
  sessionCalls,
  signupFieldNames:
    'EmailAddress FirstName LastName CompanyName VatId PhoneNumber Address.AddressLine1 Address.Street Address.HouseNumber Address.AddressLine2 Address.PostalCode Address.City Address.State Address.Country',
  orderStatuses,
  openOrderStatuses: 'InProgress PaymentPending Approved Failed Aborted',
  unfinishedOrderStatuses: 'InProgress PaymentPending Approved Failed Aborted ApprovalPending',
  storeTypes,
  lifecycleStatuses,
  paymentTransactionStatuses: transactionStatuses,
  paidStatuses: 'Succeeded PartiallyRefunded PartialChargeback InDispute',
  openStatuses:
    'Created Prepared RedirectUrlPrepared ThreeDSecurePending InProgress Pending PreliminarySucceeded Finalizing Scheduled',
};

/** The codes of problems, which the functions that make a problem are typed by. */
const isCode = (place: string) => /\b(Problem|FieldProblem|SelfServiceError)\.Code$/.test(place);
/** Words of a schema between the names of its fields. */
const WORDS =
  /^(properties|schema|schemas|items|anyOf|oneOf|allOf|additionalProperties|propertyNames|\$defs|content|application\/json|requestBody|\d+|responses|parameters|get|post|put|patch|delete)$/;

/** The closed lists anywhere in a schema, by their place. */
function closedLists(node: unknown, place: string, found = new Map<string, string>()): Map<string, string> {
  if (node === null || typeof node !== 'object') return found;
  const { enum: values, const: only } = node as { enum?: unknown; const?: unknown };
  if (Array.isArray(values) && !isCode(place)) found.set(place, values.join(' '));
  if (typeof only === 'string') found.set(place, only);
  for (const [key, inner] of Object.entries(node)) {
    const { name } = (Array.isArray(node) ? inner : {}) as { name?: string };
    closedLists(inner, name === undefined && WORDS.test(key) ? place : `${place}.${name ?? key}`, found);
  }
  return found;
}

const plain = (lists: Map<string, string>) =>
  Object.fromEntries([...lists].map(([place, values]) => [place.replace(/^\./, ''), values]));

it('the lists of the API have the specified values, each in its place', async () => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  const { components, paths } = await (await sandbox.fetch('http://sandbox/openapi.json')).json();
  const ofSchemas = closedLists(components.schemas, '');
  const known = new Set(ofSchemas.values());
  const ofPaths = [...closedLists(paths, '')].filter(([, values]) => !known.has(values));
  expect(plain(new Map([...ofSchemas, ...ofPaths]))).toEqual(places);
});

it('the lists of the configuration file have the documented values', () => {
  const schema = z.toJSONSchema(configurationSchema, { io: 'input', unrepresentable: 'any' });
  expect(plain(closedLists(schema, ''))).toEqual(ofConfiguration);
});

const folder = new URL('../../../../sandbox/src/service/model/', import.meta.url);

it('the lists that the model exports have the specified values', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const models = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const lists = models.flatMap((model: object) =>
    Object.entries(model).flatMap(([name, value]) =>
      Array.isArray(value) && name !== 'countryCodes' ? [[name, value.join(' ')]] : [],
    ),
  );
  expect(Object.fromEntries(lists)).toEqual(exported);
});
