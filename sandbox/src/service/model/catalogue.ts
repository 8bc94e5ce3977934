import * as z from 'zod';
import {
  country,
  currency,
  customFields,
  localizedText,
  money,
  objectId,
  period,
  timestamp,
  timestampInput,
} from './fields.ts';
import { storeTypes } from './statuses.ts';

export const planGroup = z
  .object({
    Id: objectId('plan group'),
    Name: localizedText('Name'),
    Currency: currency,
    PriceTaxType: z
      .enum(['Net', 'Gross'])
      .meta({ description: 'Whether catalogue prices are net or gross.' }),
    TaxPolicyId: objectId('tax policy'),
    TimeGranularity: z
      .enum(['Precise', 'Daily'])
      .meta({ description: 'Whether periods begin at the second or at midnight.' }),
    Store: z
      .enum(storeTypes)
      .optional()
      .meta({ description: 'The in-app-purchase store whose subscriptions belong to this group.' }),
    Description: z.string().optional(),
    SelfServiceSettings: z
      .object({
        ShowVatId: z.boolean(),
        ShowCompanyName: z.boolean(),
        ShowEmailAddress: z.boolean(),
        ShowBillingAddress: z.boolean(),
      })
      .partial()
      .optional()
      .meta({ description: "Informational: the fields of the merchant's own forms." }),
  })
  .meta({ id: 'PlanGroup' });

/** The step after a trial: nothing, the end of the contract, or its first payment. */
export const trialEndPolicies = ['NoTrial', 'DeactivateAccount', 'RequestPayment'] as const;

export const plan = z
  .object({
    Id: objectId('plan'),
    PlanGroupId: objectId('plan group'),
    Name: localizedText('Name'),
    SetupDescription: localizedText('Text of the setup fee'),
    PlanDescription: localizedText('Description'),
    TrialPeriod: period('Length of the trial').optional(),
    TrialEndPolicy: z.enum(trialEndPolicies),
    IsQuantityBased: z.boolean(),
    Hidden: z.boolean().meta({ description: 'ClientLib cannot order it; the REST API can.' }),
    IsDeletable: z.boolean(),
    RequiresOrderApproval: z.boolean(),
    CustomFields: customFields,
  })
  .meta({ id: 'Plan' });

export const planVariant = z
  .object({
    Id: objectId('plan variant'),
    PlanId: objectId('plan'),
    PlanGroupId: objectId('plan group'),
    InternalName: z.string(),
    Description: localizedText('Description'),
    RecurringFee: money('Fee per FeePeriod'),
    SetupFee: money('Fee once, on the first contract'),
    FeePeriod: period('The period that the recurring fee is stated for'),
    BillingPeriod: period('The period that is billed at once, in advance'),
    ContractPeriod: period('First term').optional(),
    LaterContractPeriod: period('Later terms; the first one where unset').optional(),
    CancellationPeriod: period('Notice of the first term').optional(),
    LaterCancellationPeriod: period('Notice of later terms; the first one where unset').optional(),
    PaymentPeriodMode: z
      .enum(['PrePaid', 'PostPaid', 'PrePaidBillingPeriod'])
      .meta({ description: 'Informational: every variant is billed in advance.' }),
    EndAfterFirstContractPeriod: z.boolean(),
    AfterFirstContractPeriodNextStep: z.string().optional().meta({
      description:
        'Informational: stored and returned, because neither its values nor their effects are specified. EndAfterFirstContractPeriod ends a contract after its first term.',
    }),
    BillingDateAlignment: z
      .string()
      .regex(
        /^--(-(0[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])-(0[1-9]|[12]\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)$/,
        'expected a day of the month such as ---01 or a day of the year such as --01-31',
      )
      .optional()
      .meta({
        description:
          'Billing falls on this day, or on the last day of a month without it; the first period is shortened. `---01` is the first of each month, `--01-31` is 31 January (gDay and gMonthDay of XML Schema).',
        example: '---01',
      }),
    AllowSelfService: z.boolean(),
    AllowWithoutPaymentData: z.boolean(),
    Quota: z
      .array(
        z.object({
          ComponentId: objectId('component'),
          ComponentName: z
            .string()
            .optional()
            .meta({ description: 'Informational: the component is found by its id.' }),
          Quota: z.number().min(0).max(1e12),
        }),
      )
      .max(500),
    ExternalId: z.string().optional(),
    StoreProductId: z.string().optional().meta({ description: 'Product id in the in-app-purchase store.' }),
    Hidden: z.boolean().meta({ description: 'ClientLib cannot order it; the REST API can.' }),
    IsDeletable: z.boolean(),
  })
  .meta({ id: 'PlanVariant' });

export const priceScale = z
  .object({
    IsCumulative: z.boolean().meta({
      description:
        'false: all units at the price of the reached scale; true: each interval at its own price.',
    }),
    Items: z
      .array(
        z.object({
          From: z.number().min(0).max(1e12).meta({ description: 'First unit of the interval.' }),
          Value: z
            .number()
            .min(0)
            .max(1e9)
            .meta({ description: 'Price per unit, or of the whole interval with IsBucketPrice.' }),
          IsBucketPrice: z.boolean(),
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'PriceScaleInput', outputId: 'PriceScale' });

export const component = z
  .object({
    Id: objectId('component'),
    PlanGroupId: objectId('plan group'),
    ComponentType: z.enum(['QuantityBased', 'OnOff', 'Metered']),
    Name: localizedText('Name'),
    Description: localizedText('Description'),
    PricePerUnit: money('Price per unit and FeePeriod; absent where a price scale decides').optional(),
    PriceScale: priceScale.optional(),
    FeePeriod: period('The period that the price is stated for').optional(),
    Prorate: z.boolean().meta({ description: 'True if a part of a period costs a part of the price.' }),
    TaxPolicyId: objectId('tax policy'),
    ExternalId: z.string().optional(),
    Unit: z
      .string()
      .optional()
      .meta({ description: 'Of the quantity, on the lines of documents.', example: 'GB' }),
    AllowSelfService: z.boolean(),
    ShowSelfService: z.boolean(),
    IncludeInInterimBilling: z.boolean(),
    BillInTrial: z.boolean(),
    Hidden: z.boolean().meta({ description: 'ClientLib cannot order it; the REST API can.' }),
    IsDeletable: z.boolean(),
  })
  .meta({ id: 'Component' });

export const discount = z
  .object({
    Id: objectId('discount'),
    PlanGroupId: objectId('plan group'),
    InternalName: z.string(),
    Description: localizedText('Description'),
    Duration: period('How long it reduces, from the start of the subscription').optional(),
    Effect: z.object({ Type: z.enum(['Relative']), ReductionPercent: z.number().min(0).max(100) }),
    Targets: z.record(z.string(), z.boolean()).meta({
      description:
        'The plan variants and components that it reduces: id to `true`. If all that come are `false`, they are taken away from those that it reduces.',
      example: { b00000000000000000000001: true },
    }),
    IncludeSetup: z.boolean(),
    CreateSeparateLineItem: z.boolean(),
    Hidden: z.boolean().meta({ description: 'Informational: stored and returned.' }),
    IsDeletable: z.boolean(),
  })
  .meta({ id: 'Discount' });

export const coupon = z
  .object({
    Id: objectId('coupon'),
    PlanGroupId: objectId('plan group').optional(),
    Active: z.boolean().meta({ description: 'True if it can be used now: enabled and within its dates.' }),
    InternalName: z.string(),
    Description: localizedText('Description'),
    Codes: z
      .array(z.string())
      .max(10_000)
      .meta({
        description: 'Compared as upper-case letters and digits: `ab*c-1` is `ABC1`.',
        example: ['WELCOME20'],
      }),
    UsedCodes: z.array(z.string()).meta({ description: 'Codes that a contract has used.' }),
    DiscountId: objectId('discount'),
    ValidFrom: timestamp('First instant of validity').optional(),
    ValidUntil: timestamp('Last instant of validity').optional(),
    Enabled: z.boolean(),
    IsSingleUse: z.boolean(),
    Hidden: z.boolean().meta({ description: 'Informational: stored and returned.' }),
  })
  .meta({ id: 'Coupon' });

export const taxPolicy = z
  .object({
    Id: objectId('tax policy'),
    Predefined: z.string().optional().meta({ description: 'Name of the predefined policy that it is.' }),
    Name: z.string(),
    IsMossApplicable: z.boolean().meta({
      description:
        "Informational: stored and returned. The VAT of the customer's country is charged either way, and how the merchant declares it is not part of billing.",
    }),
    SplitOnTaxChange: z.boolean(),
    ReverseChargeTaxDefinitionId: z
      .string()
      .optional()
      .meta({ description: 'Informational: for the merchant’s bookkeeping.' }),
    Entries: z.array(
      z.object({
        Country: z.string(),
        Rate: z.number().min(0).max(100).meta({ description: 'Percent.', example: 19 }),
        TaxDefinitionId: z.string().meta({ description: 'Informational: for the merchant’s bookkeeping.' }),
        ValidFrom: timestamp('Start of the rate').optional(),
      }),
    ),
  })
  .meta({ id: 'TaxPolicy' });

export type PlanGroup = z.infer<typeof planGroup>;
export type Plan = z.infer<typeof plan>;
export type PlanVariant = z.infer<typeof planVariant>;
export type PriceScale = z.infer<typeof priceScale>;
/** Stored with a price even if a scale decides, which the API then omits. */
export type Component = z.infer<typeof component> & { readonly PricePerUnit: number };
export type Discount = z.infer<typeof discount>;
export type Coupon = z.infer<typeof coupon>;
export type TaxPolicy = z.infer<typeof taxPolicy>;

const amount = (what: string) => money(what).min(0).max(1e9);

/** The settings of a plan group. Missing ones use the account's value or the default. */
export const planGroupInput = planGroup
  .omit({ Id: true })
  .partial()
  .required({ Name: true })
  .meta({ id: 'PlanGroupInput' });

export const planInput = plan
  .omit({ Id: true, IsDeletable: true })
  .partial()
  .required({ PlanGroupId: true, Name: true })
  .meta({ id: 'PlanInput' });

export const planVariantInput = planVariant
  .omit({ Id: true, IsDeletable: true, PlanGroupId: true })
  .extend({ RecurringFee: amount('Fee per FeePeriod'), SetupFee: amount('Fee once, on the first contract') })
  .partial()
  .required({ PlanId: true, InternalName: true, RecurringFee: true })
  .meta({ id: 'PlanVariantInput' });

export const componentInput = component
  .omit({ Id: true, IsDeletable: true })
  .extend({ PricePerUnit: amount('Price per unit and FeePeriod') })
  .partial()
  .required({ PlanGroupId: true, ComponentType: true, Name: true })
  .meta({ id: 'ComponentInput' });

export const discountInput = discount
  .omit({ Id: true, IsDeletable: true })
  .partial()
  .required({ PlanGroupId: true, InternalName: true, Effect: true })
  .meta({ id: 'DiscountInput' });

export const couponInput = coupon
  .omit({ Id: true, Active: true, UsedCodes: true })
  .extend({
    CouponCode: z.string().meta({ description: 'One more of the `Codes`.', example: 'WELCOME20' }),
    ValidFrom: timestampInput('First instant of validity'),
    ValidUntil: timestampInput('Last instant of validity'),
  })
  .partial()
  .required({ DiscountId: true })
  .meta({ id: 'CouponInput' });

export const taxPolicyInput = taxPolicy
  .omit({ Id: true, Predefined: true })
  .extend({
    Entries: z.array(
      z.object({
        Country: country,
        Rate: z.number().min(0).max(100).meta({ description: 'Percent.', example: 19 }),
        TaxDefinitionId: z
          .string()
          .optional()
          .meta({ description: 'Informational: for the merchant’s bookkeeping.' }),
        ValidFrom: timestampInput('Start of the rate').optional(),
      }),
    ),
  })
  .partial()
  .required({ Name: true, Entries: true })
  .meta({ id: 'TaxPolicyInput' });

/** The whole catalogue in one response. */
export const productInfo = z
  .object({
    PlanGroups: z.array(planGroup),
    Plans: z.array(plan),
    PlanVariants: z.array(planVariant),
    Components: z.array(component),
    Discounts: z.array(discount),
    Coupons: z.array(coupon),
    TaxPolicies: z.array(taxPolicy),
  })
  .meta({ id: 'ProductInfo' });

export type PlanGroupInput = z.infer<typeof planGroupInput>;
export type PlanInput = z.infer<typeof planInput>;
export type PlanVariantInput = z.infer<typeof planVariantInput>;
export type ComponentInput = z.infer<typeof componentInput>;
export type DiscountInput = z.infer<typeof discountInput>;
export type CouponInput = z.infer<typeof couponInput>;
export type TaxPolicyInput = z.infer<typeof taxPolicyInput>;
