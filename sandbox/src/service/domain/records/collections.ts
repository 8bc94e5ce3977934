import type {
  Component,
  Coupon,
  Discount,
  Plan,
  PlanGroup,
  PlanVariant,
  TaxPolicy,
} from '../../model/catalogue.ts';
import type {
  ComponentSubscription,
  DiscountSubscription,
  MeteredUsage,
  Phase,
  RatedItem,
} from '../../model/contract.ts';
import type { Customer } from '../../model/customer.ts';
import type { Report, StoredFile } from '../../model/export-file.ts';
import type { Dunning, Invoice, InvoiceDraft, LedgerEntry } from '../../model/invoice.ts';
import type { EmailTemplate, StoredMail } from '../../model/mail.ts';
import type { PaymentRefund, PaymentTransaction } from '../../model/payment.ts';
import type { NamedPriceList } from '../../model/price-list.ts';
import { define } from '../../state/collection.ts';
import { taskCollection } from '../../state/schedule.ts';
import { instant, readTicks } from '../basics/time.ts';
import type { AccessToken, DownloadLink, IdempotentAnswer, SelfServiceToken } from './access.ts';
import type { Account } from './account.ts';
import type { ContractChangeRecord, ContractRecord } from './contracts.ts';
import { normalizedCouponCode, type OrderRecord } from './orders.ts';
import { type InteractivePayment, isUnderWay, type PaymentMethod } from './payments.ts';
import {
  contractWords,
  customerStates,
  customerWords,
  invoiceWords,
  orderWords,
  transactionWords,
  wordPrefixes,
} from './search.ts';
import type { ExternalSubscription } from './stores.ts';
import type { DeliveryRecord, EventRecord, WebhookRecord } from './webhooks.ts';

/** Maximum number of entries of each log. */
export const LOG_LENGTH = 10_000;

/** Maximum number of tokens and keys of each kind: beyond it, the one that expires first is dropped. */
const KEYS = 10_000;

/** Maximum number of files: each may have several megabytes. */
const FILES = 100;

/** Maximum number of mails. */
const OUTBOX_LENGTH = 1_000;

/** Lists are sorted by a timestamp of the documents, with full precision. */
const byTime = <T>(documentTime: (document: T) => string) => ({
  orderText: documentTime,
  orderBy: (document: T) => instant(documentTime(document)),
  ticks: (document: T) => readTicks(documentTime(document)),
});

const variantsByPhases = new WeakMap<readonly Phase[], string[]>();

/** Returns the plan variants of a contract's phases, computed once for each list of phases, which renewals keep. */
function variantsIn(phases: readonly Phase[]): string[] {
  let variants = variantsByPhases.get(phases);
  if (variants === undefined) {
    variants = [...new Set(phases.flatMap(({ PlanVariantId }) => PlanVariantId ?? []))];
    variantsByPhases.set(phases, variants);
  }
  return variants;
}

/**
 * Every kind of document of the service, with the indexes that its lists and rules need. Observers see the
 * documents of the API, but not tokens, payment methods and the simulated outside world.
 */
export const collections = {
  accounts: define<Account>()({}),

  planGroups: define<PlanGroup>()({ keptBy: 'Catalogue', observed: 'Fields' }),
  plans: define<Plan>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: { PlanGroupId: (plan) => plan.PlanGroupId },
  }),
  planVariants: define<PlanVariant>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: {
      PlanId: (variant) => variant.PlanId,
      PlanGroupId: (variant) => variant.PlanGroupId,
      StoreProductId: (variant) => variant.StoreProductId,
      ExternalId: (variant) => variant.ExternalId,
    },
  }),
  components: define<Component>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: {
      PlanGroupId: (component) => component.PlanGroupId,
      ExternalId: (component) => component.ExternalId,
    },
  }),
  discounts: define<Discount>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: { PlanGroupId: (discount) => discount.PlanGroupId },
  }),
  coupons: define<Coupon>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: {
      Code: (coupon) => coupon.Codes.map(normalizedCouponCode),
      DiscountId: (coupon) => coupon.DiscountId,
      PlanGroupId: (coupon) => coupon.PlanGroupId,
    },
    unique: ['Code'],
  }),
  taxPolicies: define<TaxPolicy>()({ keptBy: 'Catalogue', observed: 'Fields' }),
  priceLists: define<NamedPriceList>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    indexes: { PlanGroupId: (list) => list.PlanGroupId },
  }),

  customers: define<Customer>()({
    observed: 'Fields',
    lazy: ['Search'],
    indexes: {
      Status: customerStates,
      Search: (customer) => wordPrefixes(customerWords(customer)),
      ExternalCustomerId: (customer) => customer.ExternalCustomerId,
      EmailAddress: (customer) => customer.EmailAddress?.toLowerCase(),
    },
    unique: ['ExternalCustomerId'],
  }),
  contracts: define<ContractRecord>()({
    observed: 'Fields',
    // Each renewal replaces its contract, so only the indexes of renewals and signups are maintained from the start.
    lazy: ['Search', 'ExternalId', 'PlanId', 'PlanVariantId', 'LifecycleStatus', 'UsedPlanVariantId'],
    indexes: {
      CustomerId: (contract) => contract.CustomerId,
      ExternalId: (contract) => contract.ExternalId,
      PlanId: (contract) => contract.PlanId,
      PlanVariantId: (contract) => contract.PlanVariantId,
      LifecycleStatus: (contract) => contract.LifecycleStatus,
      UsedPlanVariantId: (contract) => variantsIn(contract.Phases),
      Search: (contract) => wordPrefixes(contractWords(contract)),
    },
    ...byTime(({ StartDate }) => StartDate),
  }),
  componentSubscriptions: define<ComponentSubscription>()({
    observed: 'Fields',
    indexes: {
      ContractId: (subscription) => subscription.ContractId,
      ComponentId: (subscription) => subscription.ComponentId,
    },
  }),
  discountSubscriptions: define<DiscountSubscription>()({
    observed: 'Fields',
    indexes: {
      ContractId: (subscription) => subscription.ContractId,
      CouponId: (subscription) => subscription.CouponId,
      DiscountId: (subscription) => subscription.DiscountId,
    },
  }),
  meteredUsages: define<MeteredUsage>()({
    observed: 'Fields',
    indexes: {
      ComponentId: (usage) => usage.ComponentId,
      ContractId: (usage) => usage.ContractId,
      Key: (usage) => (usage.Key === '' ? undefined : `${usage.ContractId}/${usage.Key}`),
      Unbilled: (usage) => (usage.LineItemId === undefined ? usage.ContractId : undefined),
    },
    ...byTime(({ DueDate }) => DueDate),
  }),
  ratedItems: define<RatedItem>()({
    observed: 'Fields',
    indexes: {
      ContractId: (item) => item.ContractId,
      Unbilled: (item) => (item.LineItemId === undefined ? item.ContractId : undefined),
    },
  }),
  contractChanges: define<ContractChangeRecord>()({
    observed: 'Fields',
    indexes: { ContractId: (change) => change.ContractId },
  }),

  orders: define<OrderRecord>()({
    observed: 'Fields',
    lazy: ['Search', 'CustomerId', 'Status', 'OrderType', 'CouponId'],
    indexes: {
      Search: (order) => wordPrefixes(orderWords(order)),
      ContractId: (order) => order.ContractId,
      CustomerId: (order) => order.CustomerId,
      Status: (order) => order.Status,
      OrderType: (order) => order.OrderType,
      CouponId: (order) => order.Coupon?.CouponId,
    },
    ...byTime(({ CreatedAt }) => CreatedAt),
  }),
  invoices: define<Invoice>()({
    observed: 'Fields',
    indexes: {
      CustomerId: (invoice) => invoice.CustomerId,
      ContractId: (invoice) => invoice.ContractId,
      Search: (invoice) => wordPrefixes(invoiceWords(invoice)),
    },
    lazy: ['Search', 'CustomerId'],
    ...byTime(({ Created }) => Created),
  }),
  invoiceDrafts: define<InvoiceDraft>()({
    observed: 'Fields',
    indexes: { CustomerId: (draft) => draft.CustomerId, ContractId: (draft) => draft.ContractId },
  }),
  dunnings: define<Dunning>()({
    observed: 'Fields',
    indexes: { CustomerId: (dunning) => dunning.CustomerId, ContractId: (dunning) => dunning.ContractId },
    ...byTime(({ CreationTime }) => CreationTime),
  }),
  ledgerEntries: define<LedgerEntry>()({
    observed: 'Fields',
    // Few payments are refunded, so an index of refunds per payment would waste memory.
    lazy: ['PaymentTransactionId'],
    indexes: {
      ContractId: (entry) => entry.ContractId,
      PaymentTransactionId: (entry) => entry.PaymentTransactionId,
    },
  }),

  externalSubscriptions: define<ExternalSubscription>()({
    observed: 'Fields',
    indexes: { ContractId: (subscription) => subscription.ContractId },
  }),

  /** The payment method of each contract, with its id: a provider's token, never card data. */
  paymentMethods: define<PaymentMethod>()({ indexes: { Token: (method) => method.Token } }),
  paymentTransactions: define<PaymentTransaction>()({
    observed: 'Fields',
    indexes: {
      ContractId: (transaction) => transaction.ContractId,
      CustomerId: (transaction) => transaction.CustomerId,
      Status: (transaction) => transaction.Status.Status,
      /** Payments that a collection must not charge again. */
      UnderWay: (transaction) => (isUnderWay(transaction) ? transaction.ContractId : undefined),
      ProviderTransactionId: (transaction) => transaction.ProviderTransactionId,
      Search: (transaction) => wordPrefixes(transactionWords(transaction)),
    },
    lazy: ['Search', 'ContractId', 'CustomerId', 'Status', 'ProviderTransactionId'],
    ...byTime(({ StatusTimestamp }) => StatusTimestamp),
  }),
  /** Payments with the customer present, kept after their outcome is known. */
  interactivePayments: define<InteractivePayment>()({
    indexes: {
      Token: (payment) => payment.Method.Token,
      Open: (payment) => (payment.State === 'Ended' ? undefined : (payment.OrderId ?? payment.ContractId)),
    },
  }),
  paymentRefunds: define<PaymentRefund>()({
    observed: 'Fields',
    indexes: { PaymentTransactionId: (refund) => refund.PaymentTransactionId },
    ...byTime(({ TimeStamp }) => TimeStamp),
  }),

  events: define<EventRecord>()({
    forecast: false,
    lazy: ['Event'],
    indexes: { Event: (event) => event.Payload.Event },
    orderBy: (event) => event.At,
    keep: LOG_LENGTH,
  }),
  // Only the control API shows their secrets.
  webhooks: define<WebhookRecord>()({ keptBy: 'Webhooks', observed: 'Ids', forecast: false }),
  deliveries: define<DeliveryRecord>()({
    forecast: false,
    indexes: {
      EventId: (delivery) => delivery.EventId,
      WebhookId: (delivery) => delivery.WebhookId,
      Status: (delivery) => delivery.Status,
      Event: (delivery) => delivery.Event,
      Pending: (delivery) => (delivery.Status === 'Pending' ? delivery.WebhookId : undefined),
      // Used to trim the log: a pending delivery must never be dropped.
      Ended: (delivery) => (delivery.Status === 'Pending' ? undefined : 'yes'),
    },
  }),

  /** Exports, and the files of reports. */
  files: define<StoredFile>()({
    observed: 'Ids',
    forecast: false,
    lazy: ['Kind'],
    indexes: { Kind: (file) => file.Kind },
    ...byTime(({ UploadDate }) => UploadDate),
    keep: FILES,
  }),
  reports: define<Report>()({
    observed: 'Fields',
    forecast: false,
    lazy: ['Type'],
    indexes: { Type: (report) => report.Type },
    ...byTime(({ Created }) => Created),
    keep: LOG_LENGTH,
  }),

  emailTemplates: define<EmailTemplate>()({
    keptBy: 'Catalogue',
    observed: 'Fields',
    forecast: false,
    indexes: { EventType: (template) => template.EventType },
  }),
  /** The outbox: the mails that customers would have received. */
  mails: define<StoredMail>()({
    forecast: false,
    lazy: ['To', 'EventType', 'CustomerId', 'ContractId'],
    indexes: {
      To: (mail) => mail.To.toLowerCase(),
      EventType: (mail) => mail.EventType,
      CustomerId: (mail) => mail.CustomerId,
      ContractId: (mail) => mail.ContractId,
    },
    keep: OUTBOX_LENGTH,
  }),

  // In order of expiry, which `dropExpired` requires.
  accessTokens: define<AccessToken>()({
    keptBy: 'Tokens',
    forecast: false,
    orderBy: (token) => token.ExpiresAt ?? Infinity,
    keep: KEYS,
  }),
  selfServiceTokens: define<SelfServiceToken>()({
    forecast: false,
    indexes: { ContractId: (token) => token.ContractId },
    orderBy: (token) => token.ExpiresAt,
    keep: KEYS,
  }),

  downloadLinks: define<DownloadLink>()({
    forecast: false,
    keep: LOG_LENGTH,
    orderBy: (link) => link.ExpiresAt,
  }),
  idempotentAnswers: define<IdempotentAnswer>()({
    forecast: false,
    keep: LOG_LENGTH,
    orderBy: (answer) => answer.KeptUntil,
  }),

  /** Counters: invoice numbers, dunning numbers. */
  counters: define<{ readonly Id: string; readonly Value: number }>()({}),
  tasks: taskCollection,
} as const;

export type DomainCollections = typeof collections;
