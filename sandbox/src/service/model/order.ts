import * as z from 'zod';
import { trialEndPolicies } from './catalogue.ts';
import {
  componentSubscriptionInput,
  contract,
  discountSubscription,
  meteredUsage,
  productOverride,
  ratedItem,
} from './contract.ts';
import { bearerMedium, customerData, customerInput } from './customer.ts';
import { currency, customFields, money, objectId, period, timestamp, timestampInput } from './fields.ts';
import { lineItem, previewComponent, previewRecurringFee } from './invoice.ts';
import { shownAs } from './shown-as.ts';
import { orderStatuses, storeTypes } from './statuses.ts';

const quantity = z.number().min(0).max(1e12).meta({ description: 'Decimals allowed.', example: 3 });

/** Maximum number of entries in each list of a cart; a document has a line for each and each period. */
const MAX_CART = 500;

/** spec: cart, element of ComponentSubscriptions */
export const cartComponent = z.object({ ComponentId: objectId('component'), Quantity: quantity });

/** spec: cart */
export const cart = z
  .object({
    PlanVariantId: objectId('plan variant'),
    ComponentSubscriptions: z
      .array(cartComponent)
      .max(MAX_CART)
      .optional()
      .meta({ description: 'Components that are not metered.' }),
    MeteredUsages: z
      .array(cartComponent)
      .max(MAX_CART)
      .optional()
      .meta({ description: 'Metered components.' }),
    CouponCode: z.string().optional(),
  })
  .meta({ id: 'SelfServiceCart', description: 'The cart of the customer (spec: cart).' });

/** The changes that customers make to their own contract. */
export const upgradeCart = z
  .object({
    ...cart.pick({ ComponentSubscriptions: true, CouponCode: true }).shape,
    PlanVariantId: objectId('plan variant').optional(),
    EndComponentSubscriptions: z.array(z.string()).max(MAX_CART).optional().meta({
      description: 'Ids of component subscriptions, or a component id for all of that component.',
    }),
  })
  .meta({ id: 'SelfServiceUpgradeCart', description: 'The changes that a customer makes to the contract.' });

const usageOrdered = cartComponent.partial({ ComponentId: true }).extend({
  ExternalComponentId: z.string().optional().meta({ description: 'In place of `ComponentId`.' }),
  Memo: z.string().optional(),
  Key: z.string().optional(),
  DueDate: timestampInput('Due date of the usage').optional(),
  ProductOverride: productOverride.optional(),
});

export const orderCart = cart
  .extend({
    PlanVariantId: objectId('plan variant').optional(),
    InheritStartDate: z.boolean().optional().meta({
      description: 'true: contract terms run on; false: they begin again at the change.',
    }),
    PlanId: objectId('plan of the variant').optional(),
    Quantity: quantity.optional(),
    EnableTrial: z
      .boolean()
      .optional()
      .meta({ description: 'false: the contract begins without its trial.' }),
    AllowWithoutPaymentData: z.boolean().optional().meta({
      description: "Whether the order needs no payment data; the plan variant's setting without it.",
    }),
    ComponentSubscriptions: z
      .array(componentSubscriptionInput)
      .max(MAX_CART)
      .optional()
      .meta({ description: 'Components that are not metered.' }),
    MeteredUsages: z.array(usageOrdered).max(MAX_CART).optional(),
    RatedItems: z
      .array(
        z.object({
          Description: z.string(),
          Quantity: quantity,
          PricePerUnit: z.number(),
          TaxPolicyId: objectId('tax policy').optional(),
          PeriodStart: timestampInput('Start').optional(),
          PeriodEnd: timestampInput('End').optional(),
        }),
      )
      .max(MAX_CART)
      .optional(),
    DiscountSubscriptions: z
      .array(
        z.object({
          DiscountId: objectId('discount'),
          StartDate: timestampInput('From when it reduces; with the first paid day without it').optional(),
        }),
      )
      .optional(),
    EndComponentSubscriptions: z.array(z.string()).max(MAX_CART).optional().meta({
      description: 'Ids of component subscriptions, or a component id for all of that component.',
    }),
  })
  .meta({ id: 'Cart' });

/** The store receipt that replaces the cart (flat fields, as in the check request). */
export const storeReceipt = z.object({
  Type: z.enum(storeTypes),
  AppleIapReceipt: z.string().optional(),
  GoogleIapPackageName: z.string().optional(),
  GoogleIapSubscriptionId: z.string().optional(),
  GoogleIapToken: z.string().optional(),
  AmazonIapReceiptId: z.string().optional(),
  AmazonIapUserId: z.string().optional(),
});

/** Pages return components as the preview showed them. */
for (const sent of [cartComponent, componentSubscriptionInput, usageOrdered])
  shownAs.set(sent, previewComponent);

/** The terms that the customer accepted with an order, as proof. */
const consent = z.object({
  Text: z.string().max(2000).meta({ description: 'The text of the checkbox.' }),
  Version: z.string().max(200).optional().meta({ description: 'Version of the terms.' }),
  GivenAt: timestampInput('When the customer agreed'),
});

export const orderInput = z
  .object({
    CustomerId: objectId('customer').optional(),
    Customer: customerInput.optional(),
    CustomerChange: customerInput.optional().meta({
      description: 'Changes the existing customer when the order is completed; the price counts it already.',
    }),
    ContractId: objectId('contract').optional().meta({ description: 'The contract to change.' }),
    Cart: orderCart.optional(),
    TriggerInterimBilling: z.boolean().optional(),
    ChangeDate: timestampInput('When the change takes effect').optional(),
    StartDate: timestampInput('When the contract starts').optional(),
    EndDate: timestampInput('When the contract ends').optional(),
    BilledUntil: timestampInput('Billed elsewhere until').optional(),
    PreviewAfterTrial: z.boolean().optional(),
    PriceListId: objectId('price list').optional().meta({
      description: 'Price list of the contract from now on; by default the prices of the catalogue.',
    }),
    EmailTemplateExternalId: z.string().optional().meta({
      description: '`ExternalId` of the mail template that confirms the order; `None` for no mail.',
    }),
    CustomFields: customFields.optional(),
    ContractCustomFields: customFields.optional(),
    Consent: consent.optional(),
    ...storeReceipt.partial().shape,
    ExternalSubscriptionId: z.string().optional().meta({
      description:
        'The subscription, if the receipt contains several. Default: the first one without a contract.',
    }),
  })
  .meta({
    id: 'OrderInput',
    example: {
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    },
  });

/** spec: selfServiceOrder */
export const selfServiceOrder = z
  .object({
    Cart: cart,
    Customer: customerData.extend({
      ExternalCustomerId: z.string().optional().meta({
        description: 'Refused: send `Tag`, and set it by REST afterwards (spec: customerData rules 2).',
      }),
    }),
    ContractCustomFields: customFields.optional(),
    CustomFields: customFields.optional(),
    Consent: consent.optional(),
  })
  .meta({ id: 'SelfServiceOrder' });

/** spec: Order preview result (object Order) */
export const orderPreview = z
  .object({
    MeteredComponents: z.array(previewComponent),
    ComponentSubscriptions: z.array(previewComponent),
    RecurringFee: previewRecurringFee.optional(),
    SetupFee: previewComponent.optional(),
    RatedItems: z.array(previewComponent).optional(),
    Credits: z.array(previewComponent).optional().meta({ description: 'The credits of a change.' }),
    CouponCode: z.string().optional(),
    Coupon: z
      .object({
        CouponCode: z.string(),
        CouponId: objectId('coupon').optional(),
        DiscountId: objectId('discount').optional(),
        AppliesToCart: z
          .boolean()
          .optional()
          .meta({ description: 'True if a valid coupon reduces the price of this cart.' }),
        ErrorMessage: z.string().optional().meta({
          description: 'Why the coupon is invalid; in self-service for customers, in their language.',
        }),
        DeveloperMessage: z
          .string()
          .optional()
          .meta({ description: 'Self-service: why the coupon is invalid, for developers.' }),
        ErrorCode: z.string().optional(),
      })
      .optional(),
    Quantity: z.number(),
    PlanVariantId: objectId('plan variant').optional(),
    PriceListId: objectId('price list').optional(),
    AllowWithoutPaymentData: z.boolean(),
    Currency: currency,
    Total: money('Net, due now'),
    TotalVat: money('VAT, due now'),
    TotalGross: money('Gross, due now'),
    NextTotalGross: money('Amount of the next invoice').optional(),
    NextTotalGrossDate: timestamp('Date of the next invoice').optional(),
    IsTrial: z.boolean(),
    TrialEndPolicy: z.enum(trialEndPolicies),
    TrialPeriod: period('Length of the trial').optional(),
    Status: z.enum(orderStatuses),
    OrderType: z.enum(['Signup', 'Upgrade']),
    TriggerInterimBilling: z.boolean(),
    PreviewAfterTrial: z.boolean(),
  })
  .meta({ id: 'OrderPreview' });

/** The terms in the preview of a signup, in addition to its price. */
export const signupTerms = z
  .object({
    EndDateIfCancelledNow: timestamp('When the first term of the contract ends.'),
    LastPossibleCancellationDate: timestamp(
      'Last time at which a cancellation ends the contract on that date.',
    ),
    Discount: z
      .object({ ReductionPercent: z.number(), EndDate: timestamp('When it ends, if it does.').optional() })
      .optional()
      .meta({ description: 'The discount of the coupon, and its end.' }),
  })
  .meta({ id: 'SignupTerms' });

const newCustomer = customerInput
  .extend({
    CustomFields: customFields,
    DefaultBearerMedium: bearerMedium,
    CustomerType: z.enum(['Consumer', 'Business']),
    Hidden: z.boolean(),
  })
  .meta({ id: 'NewCustomer', description: 'A customer that an order makes.' });

export const order = orderPreview
  .extend({
    Id: objectId('order'),
    CustomerId: objectId('customer'),
    Customer: newCustomer
      .optional()
      .meta({ description: 'The new customer as sent; absent for an existing one.' }),
    ContractId: objectId('contract'),
    Contract: contract.optional().meta({
      description:
        'The contract after the order; until the order is completed, a preview of it. Absent if the contract was deleted.',
    }),
    PlanId: objectId('plan').optional(),
    PlanName: z.string().optional(),
    PlanVariantName: z.string().optional(),
    LineItems: z.array(lineItem).meta({ description: 'All lines of what is due now.' }),
    DiscountSubscriptions: z.array(discountSubscription),
    MeteredUsages: z.array(meteredUsage),
    RatedItems: z.array(ratedItem),
    ChangeDate: timestamp('The requested date of the change.').optional(),
    StartDate: timestamp('The requested start.').optional(),
    EndDate: timestamp('The requested end.').optional(),
    BilledUntil: timestamp('The date until which another system has billed, as requested.').optional(),
    CreatedAt: timestamp('When the order was created.'),
    CompletedAt: timestamp('When it was completed.').optional(),
    CustomFields: customFields,
    ContractCustomFields: customFields,
    Consent: consent.optional(),
  })
  .meta({ id: 'Order' });

/** spec: Order result */
export const orderResult = z
  .object({
    OrderId: objectId('order'),
    ContractId: objectId('contract').optional(),
    CustomerId: objectId('customer').optional(),
    GrossTotal: money('Gross total'),
    Currency: currency.optional().meta({ description: 'In all results except that of upgradePaySync.' }),
    OrderStatus: z.enum(orderStatuses),
    Url: z.string().optional().meta({ description: "The provider's page that the customer must go to." }),
  })
  .meta({ id: 'OrderResult' });

export type OrderCart = z.infer<typeof orderCart>;
type UsageOrdered = NonNullable<OrderCart['MeteredUsages']>[number];
/** A cart in which every component is named by the service's own id. */
export interface ResolvedCart extends Omit<OrderCart, 'MeteredUsages'> {
  MeteredUsages?: (Omit<UsageOrdered, 'ExternalComponentId'> & { ComponentId: string })[];
}
export type StoreReceipt = z.infer<typeof storeReceipt>;
export type SignupTerms = z.infer<typeof signupTerms>;
export type OrderInput = z.infer<typeof orderInput>;
export type OrderPreview = z.infer<typeof orderPreview>;
export type Order = z.infer<typeof order>;
export type OrderResult = z.infer<typeof orderResult>;
