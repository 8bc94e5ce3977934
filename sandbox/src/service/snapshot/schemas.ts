import * as z from 'zod';
import { isTimeZone } from '../configuration/schema.ts';
import type { DomainCollections } from '../domain/records/collections.ts';
import { component, coupon, discount, plan, planGroup, planVariant, taxPolicy } from '../model/catalogue.ts';
import {
  componentSubscription,
  contract,
  discountSubscription,
  keptContractChange,
  meteredUsage,
  ratedItem,
} from '../model/contract.ts';
import { customer } from '../model/customer.ts';
import { eventNames } from '../model/event-catalogue.ts';
import { exportFile, exportKinds, report } from '../model/export-file.ts';
import { currency, lastingPeriod } from '../model/fields.ts';
import { dunning, ledgerEntry, letter, plannedInvoice, storedInvoice } from '../model/invoice.ts';
import { FIRST_INSTANT, LAST_INSTANT } from '../model/iso-8601.ts';
import { emailTemplate, storedMail } from '../model/mail.ts';
import { order } from '../model/order.ts';
import { paymentBearer, paymentProviderRole, paymentRefund, paymentTransaction } from '../model/payment.ts';
import { priceList } from '../model/price-list.ts';
import { storeTypes } from '../model/statuses.ts';
import type { SimulationCollections } from '../simulation/collections.ts';

export const instant = z
  .number()
  .min(FIRST_INSTANT, 'expected epoch milliseconds of the years 1 to 9999')
  .max(LAST_INSTANT, 'expected epoch milliseconds of the years 1 to 9999');

const id = z.string().min(1).max(512);
const text = z.string();
const count = z.number().int().min(0);
/** Without a length, the next period would begin at the same instant, and billing would never end. */
const lasting = lastingPeriod('A period with a length');
const record = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject({ Id: id, ...shape });
const webAddress = z.url({ protocol: /^https?$/ });
const storeType = z.enum(storeTypes);
const receipt = z.record(z.string(), z.unknown());

/** All fields of a schema, as Zod's `pick`, `omit` and `partial` take them. */
function requireKeys<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
): {
  [field in keyof Shape]: true;
} {
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, true])) as {
    [field in keyof Shape]: true;
  };
}

type Names = keyof DomainCollections | keyof SimulationCollections;

/** The schemas of each collection's documents. Resources use the schemas of their responses. */
// Fields that the API always returns, but the state stores only if set, are optional here.
export const documentSchemas: { readonly [name in Names]: z.core.SomeType } = {
  accounts: record({
    Name: text,
    Country: text,
    Currency: currency,
    TimeZone: z.string().refine(isTimeZone, 'expected an IANA time zone such as Europe/Berlin'),
    Locale: text,
    OAuthClients: z.array(z.looseObject({ ClientId: text, Name: text, Grants: z.array(text) })),
    ServiceUsers: z.array(z.looseObject({ Username: text, Password: text })),
    TokenLifetime: z.number().min(0),
    RateLimit: z.looseObject({ Requests: count, TokenRequests: count, WindowSeconds: z.number().positive() }),
    Providers: z.array(z.looseObject({ Name: text, Like: text })),
    InvoicePayment: z.looseObject({ Enabled: z.boolean(), PreauthAmount: z.number() }),
    OrderApproval: z.boolean(),
    Escalation: z.array(z.looseObject({ TriggerDays: z.number(), Action: text })),
    SelfService: z.looseObject({
      CustomerChange: z.boolean(),
      RevokeCancellation: z.boolean().optional(),
      ContractChange: z.boolean().optional(),
      SignupFields: z.record(z.string(), z.enum(['Required', 'Optional'])).optional(),
    }),
    InvoiceDrafts: z.boolean(),
  }),
  planGroups: planGroup,
  plans: plan.extend({ TrialPeriod: lasting.optional() }),
  planVariants: planVariant.extend({
    FeePeriod: lasting,
    BillingPeriod: lasting,
    ContractPeriod: lasting.optional(),
    LaterContractPeriod: lasting.optional(),
  }),
  components: component.extend({ FeePeriod: lasting.optional() }),
  discounts: discount.extend({ Duration: lasting.optional() }),
  coupons: coupon.partial({ Active: true, UsedCodes: true }),
  taxPolicies: taxPolicy,
  priceLists: priceList,
  customers: customer.partial({
    CustomerSubName: true,
    EmailAddress: true,
    Address: true,
    Language: true,
    Locale: true,
  }),
  contracts: contract,
  componentSubscriptions: componentSubscription,
  discountSubscriptions: discountSubscription,
  meteredUsages: meteredUsage,
  ratedItems: ratedItem,
  contractChanges: keptContractChange,
  orders: order.extend({ Ordered: z.looseObject({ Cart: z.looseObject({}), BySelfService: z.boolean() }) }),
  invoices: storedInvoice,
  invoiceDrafts: plannedInvoice,
  dunnings: dunning.partial(requireKeys(letter)),
  ledgerEntries: ledgerEntry.partial({
    AmountType: true,
    VatPercentage: true,
    PaymentTransactionStatus: true,
    PaymentStatus: true,
  }),
  externalSubscriptions: record({
    Type: storeType,
    ExternalId: text,
    ContractId: id,
    ProductId: text,
    Receipt: receipt,
    State: text,
    CheckedAt: instant,
    OverSince: instant.optional(),
  }),
  paymentMethods: record({
    Bearer: text,
    Provider: text,
    Role: paymentProviderRole,
    Token: text.optional(),
    Shown: paymentBearer.optional(),
    SupportsRefunds: z.boolean(),
  }),
  paymentTransactions: paymentTransaction,
  interactivePayments: record({
    ContractId: id,
    CustomerId: id,
    Method: z.looseObject({ Bearer: text, Provider: text, Role: paymentProviderRole }),
    State: text,
    AskedAt: instant,
  }),
  paymentRefunds: paymentRefund,
  events: record({ At: instant, Payload: z.looseObject({ Event: z.enum(eventNames) }) }),
  webhooks: record({ Url: webAddress }),
  deliveries: record({
    EventId: id,
    WebhookId: id,
    Url: webAddress,
    Event: z.enum(eventNames),
    Status: z.enum(['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped']),
    Body: z.string().refine(isJson, 'expected JSON'),
    Attempts: z.array(z.looseObject({ At: text })),
    NextAttemptAt: instant.optional(),
  }),
  files: exportFile.extend({ Kind: z.enum(exportKinds), Content: text }),
  reports: report,
  emailTemplates: emailTemplate.omit({ Placeholders: true }),
  mails: storedMail,
  accessTokens: record({ ClientId: text, Username: text.optional(), ExpiresAt: instant.optional() }),
  selfServiceTokens: record({ ContractId: id, CustomerId: id, Purpose: text, ExpiresAt: instant }),
  downloadLinks: record({ Kind: z.enum(['Invoice', 'Dunning', 'File']), DocumentId: id, ExpiresAt: instant }),
  idempotentAnswers: record({
    Fingerprint: text,
    Status: z.number().int().min(200).max(599),
    Headers: z.record(z.string(), z.string()),
    Body: text.optional(),
    KeptUntil: instant,
  }),
  counters: record({ Value: count }),
  tasks: record({
    Type: text,
    Key: text,
    DueAt: instant,
    Data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
  providerTokens: record({
    Provider: text,
    Role: paymentProviderRole,
    Shown: paymentBearer,
    Renewals: count,
    ExpiresAt: instant.optional(),
  }),
  providerChallenges: record({ Provider: text, TokenId: id, State: text, ExpiresAt: instant }),
  providerCheckouts: record({
    Reference: text,
    Provider: text,
    Role: paymentProviderRole,
    TransactionId: id,
    Amount: z.number(),
    Currency: currency,
    ReturnUrl: z.url({ protocol: /^(?!(javascript|data|blob|file|about)$)/ }),
    State: text,
    ExpiresAt: instant,
  }),
  providerKeys: record({ Key: text }),
  providerCalls: record({ WindowStart: instant, Count: count }),
  paymentDecisions: record({ Times: count, Outcome: z.looseObject({}) }),
  decidedPayments: record({ DecisionId: id, At: instant, Provider: text, Outcome: z.looseObject({}) }),
  storeSubscriptions: record({
    Type: storeType,
    Receipt: receipt,
    ProductId: text,
    Period: lasting,
    StartedAt: instant,
    PaidUntil: instant,
  }),
  storeFaults: record({}),
};

/** Fields that reference a document of another collection, which must exist. */
export const references: { readonly [name in Names]?: { readonly [field: string]: Names } } = {
  plans: { PlanGroupId: 'planGroups' },
  planVariants: { PlanId: 'plans' },
  coupons: { DiscountId: 'discounts' },
  contracts: { CustomerId: 'customers', PlanGroupId: 'planGroups', PlanId: 'plans' },
  componentSubscriptions: { ContractId: 'contracts', ComponentId: 'components' },
  discountSubscriptions: { ContractId: 'contracts', DiscountId: 'discounts' },
  meteredUsages: { ContractId: 'contracts', ComponentId: 'components' },
  ratedItems: { ContractId: 'contracts' },
  invoices: { CustomerId: 'customers' },
  ledgerEntries: { ContractId: 'contracts' },
  paymentMethods: { Id: 'contracts' },
  externalSubscriptions: { ContractId: 'contracts' },
};

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
