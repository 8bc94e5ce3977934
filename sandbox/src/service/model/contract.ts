import * as z from 'zod';
import { currency, customFields, money, objectId, period, timestamp, timestampInput } from './fields.ts';
import { paymentBearer, paymentProviderRole } from './payment.ts';
import { lifecycleStatuses, storeTypes } from './statuses.ts';

export const phase = z
  .object({
    Type: z.enum(['Normal', 'Trial', 'Inactive']),
    StartDate: timestamp('The phase ends where the next begins.'),
    PlanVariantId: objectId('plan variant').optional(),
    PlanId: objectId('plan').optional(),
    Quantity: z.number(),
    InheritStartDate: z.boolean(),
  })
  .meta({ id: 'Phase' });

export const pause = z
  .object({
    Id: objectId('pause'),
    StartDate: timestamp('First instant.'),
    EndDate: timestamp('When the contract resumes; open-ended by default.').optional(),
  })
  .meta({ id: 'Pause' });

/** The customer's latest reminder of the open debt. */
const currentDunning = z
  .object({
    Level: z.number().int().meta({ description: 'Reminders of this debt until now.' }),
    Amount: money('The requested amount'),
    Remaining: money('The open amount'),
    Threshold: money('The minimum amount for a reminder: there is no such limit'),
    DocumentId: objectId('dunning'),
    Timestamp: timestamp('When it was created.'),
  })
  .meta({ id: 'CurrentDunning' });

const thresholdBillingDisabled = z.boolean().meta({
  description:
    'Informational: stored and returned, because threshold billing is not specified: usage is billed with the next recurring or interim billing.',
});

export const contract = z
  .object({
    Id: objectId('contract'),
    CustomerId: objectId('customer'),
    CustomerName: z.string(),
    CustomerIsLocked: z.boolean(),
    PlanGroupId: objectId('plan group'),
    PlanId: objectId('plan').optional(),
    PlanVariantId: objectId('plan variant').optional().meta({ description: 'Absent in a trial.' }),
    PriceListId: objectId('price list')
      .optional()
      .meta({ description: 'The price list, if the contract does not use the catalogue prices.' }),
    LifecycleStatus: z.enum(lifecycleStatuses).meta({ description: '`Draft` until it starts.' }),
    Phases: z.array(phase),
    CurrentPhase: phase.optional(),
    CurrentPause: pause.optional().meta({ description: 'While the contract is paused by a request.' }),
    NextPause: pause.optional().meta({ description: 'A pause that lies ahead.' }),
    StartDate: timestamp('Start, trial included.'),
    TrialEndDate: timestamp('End of the trial, of a contract that began with one.').optional(),
    EndDate: timestamp('Set once the contract was canceled or ended.').optional(),
    BilledUntil: timestamp('End of the last billed period.').optional(),
    LastBillingDate: timestamp('When it was billed last.').optional(),
    NextBillingDate: timestamp('When it is billed next.').optional(),
    Balance: money('Open debt; negative is a credit of the customer'),
    Currency: currency,
    ReferenceCode: z.string().meta({ example: 'RFDT-ZHXM' }),
    PaymentBearer: paymentBearer.optional(),
    PaymentProvider: z.string().optional(),
    PaymentProviderRole: paymentProviderRole.optional(),
    PaymentMethod: z
      .string()
      .optional()
      .meta({ description: 'Role and provider, as `commit` takes them.', example: 'Debit:FakePSP' }),
    MandateReference: z.string().optional().meta({ description: 'As in `PaymentBearer`.' }),
    MandateSignatureDate: timestamp('Date of the mandate.').optional(),
    PaymentProviderSupportRefunds: z.boolean(),
    EscalationSuspended: z.boolean(),
    RecurringPaymentsPaused: z.boolean(),
    BillingSuspended: z.boolean(),
    ThresholdBillingDisabled: thresholdBillingDisabled,
    IsDeletable: z.boolean(),
    CurrentDunning: currentDunning
      .optional()
      .meta({ description: 'From the first reminder of a debt until it is paid.' }),
    ExternalSubscription: z
      .object({ Id: z.string(), Type: z.enum(storeTypes) })
      .optional()
      .meta({ id: 'ExternalSubscription', description: 'The subscription of a store that it follows.' }),
    Notes: z.string().optional(),
    ExternalId: z.string().optional(),
    CustomFields: customFields,
    OnAccountDueAfter: period('When an invoice on account falls due'),
  })
  .meta({ id: 'Contract', description: 'A contract.' });

/** Values of one subscription or usage that override its component's own; for components of a simple price. */
export const productOverride = z
  .object({
    PricePerUnit: money('Price of one').min(0).max(1e9),
    Name: z.string(),
    Description: z.string(),
  })
  .partial()
  .meta({
    id: 'ProductOverrideInput',
    outputId: 'ProductOverride',
    description: "In place of the component's own price and texts; for components of a simple price.",
  });

export const componentSubscription = z
  .object({
    Id: objectId('component subscription'),
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    ComponentId: objectId('component'),
    Quantity: z.number(),
    StartDate: timestamp('First instant.'),
    EndDate: timestamp('End, exclusive.').optional(),
    BilledUntil: timestamp('End of the last billed period.').optional(),
    Memo: z.string().optional(),
    ProductOverride: productOverride.optional(),
  })
  .meta({ id: 'ComponentSubscription' });

export const discountSubscription = z
  .object({
    Id: objectId('discount subscription'),
    ContractId: objectId('contract'),
    CouponCode: z.string().optional(),
    CouponId: objectId('coupon').optional(),
    StartDate: timestamp('The discount lasts for its duration from here.'),
    DiscountId: objectId('discount'),
  })
  .meta({ id: 'DiscountSubscription' });

export const meteredUsage = z
  .object({
    Id: objectId('usage'),
    ContractId: objectId('contract'),
    ComponentId: objectId('component'),
    Quantity: z.number(),
    LineItemId: z.string().optional().meta({ description: 'Set once it is on an invoice.' }),
    Key: z.string().meta({ description: 'Makes a report idempotent; empty where it has none.' }),
    Memo: z.string().optional(),
    DueDate: timestamp('Billed by the recurring billing that follows.'),
    TransferredAt: timestamp('When it was reported.'),
    BilledOn: timestamp('When it was billed.').optional(),
    BilledInvoiceId: objectId('invoice').optional().meta({
      description:
        'The invoice that it is on; absent where nothing was to be paid, or the invoice was a draft.',
    }),
    ProductOverride: productOverride.optional(),
  })
  .meta({ id: 'MeteredUsage' });

export const ratedItem = z
  .object({
    Id: objectId('rated item'),
    ContractId: objectId('contract'),
    LineItemId: z.string().optional().meta({ description: 'Set once it is on an invoice.' }),
    Description: z.string(),
    Quantity: z.number(),
    PricePerUnit: z.number(),
    TaxPolicyId: objectId('tax policy'),
    PeriodStart: timestamp('Start of the period it belongs to.').optional(),
    PeriodEnd: timestamp('End of that period; it may equal the start.').optional(),
    TransferredAt: timestamp('When it was reported.'),
  })
  .meta({ id: 'RatedItem' });

const phasesSeen = z.object({
  CurrentPhase: phase.optional(),
  Phases: z.array(phase),
  CurrentPause: pause.optional(),
});

const componentSeen = z
  .object({
    Id: objectId('component subscription'),
    ComponentId: objectId('component'),
    Quantity: z.number(),
    StartDate: timestamp('First instant.'),
    EndDate: timestamp('End, exclusive.').optional(),
    Status: z.enum(['Active', 'Ended', 'Inactive']).meta({ description: 'Inactive: it has not begun.' }),
  })
  .meta({ id: 'ComponentSubscriptionSeen' });

const sides = <Seen extends z.ZodType>(seen: Seen) =>
  z.object({ Id: z.string(), Before: seen.optional(), After: seen.optional() });

/** The documents that a change affected, included on request. */
const changed = {
  Contract: sides(phasesSeen),
  ComponentSubscriptions: z.array(sides(componentSeen)),
  DiscountSubscriptions: z.array(sides(discountSubscription)),
  Pauses: z.array(sides(pause)),
};

export const contractChange = z
  .object({
    Id: objectId('contract change'),
    Type: z.string().meta({
      description:
        '`Signup`, `Upgrade` (also of components alone), `Timebased` (what the calendar brings), `Pause`, `Resume`, `End`, `CancellationRevoked`, `Annulment`.',
    }),
    Timestamp: timestamp('When it was decided.'),
    OrderId: objectId('order').optional(),
    ContractId: objectId('contract'),
    ChangeDate: timestamp(
      'When it takes effect; absent if a component started or ended by its own dates.',
    ).optional(),
    NewPlanVariantId: objectId('plan variant').optional(),
    NewPlanId: objectId('plan').optional(),
    ...z.object(changed).partial().shape,
  })
  .meta({ id: 'ContractChange' });

/** A stored change. */
export const keptContractChange = contractChange
  .omit({ Contract: true, ComponentSubscriptions: true, DiscountSubscriptions: true, Pauses: true })
  .extend({ Changed: z.object(changed) });

export type Phase = z.infer<typeof phase>;
export type Pause = z.infer<typeof pause>;
export type Contract = z.infer<typeof contract>;
export type ComponentSubscription = z.infer<typeof componentSubscription>;
export type DiscountSubscription = z.infer<typeof discountSubscription>;
export type MeteredUsage = z.infer<typeof meteredUsage>;
export type ProductOverride = z.infer<typeof productOverride>;
export type RatedItem = z.infer<typeof ratedItem>;
export type ContractChange = z.infer<typeof contractChange>;

/** The fields of a contract that can be set directly; plan and dates change by orders and ends. */
export const contractInput = z
  .object({
    Notes: z.string(),
    ExternalId: z.string().meta({ description: "The merchant's own id of the contract." }),
    EndDate: timestampInput('Ends the contract then, as `end` does; null takes the cancellation back'),
    CustomFields: customFields,
    EscalationSuspended: z.boolean(),
    RecurringPaymentsPaused: z.boolean(),
    BillingSuspended: z.boolean(),
    ThresholdBillingDisabled: thresholdBillingDisabled,
    OnAccountDueAfter: period('When an invoice on account falls due'),
  })
  .partial()
  .meta({
    id: 'ContractInput',
    description: 'The fields of a contract that can be changed directly.',
    example: { ExternalId: 'subscription-1', Notes: 'Called on Monday.' },
  });

const quantity = z.number().min(0).max(1e12).meta({ description: 'Decimals allowed.', example: 3 });

export const usageInput = z
  .object({
    ComponentId: objectId('metered component').optional(),
    ExternalComponentId: z.string().optional().meta({ description: 'In place of `ComponentId`.' }),
    Quantity: quantity,
    Key: z
      .string()
      .optional()
      .meta({ description: 'Makes the report idempotent: the same key counts once.' }),
    Memo: z.string().optional(),
    DueDate: timestampInput('Billed by the recurring billing that follows; now without it').optional(),
    ProductOverride: productOverride.optional(),
  })
  .meta({ id: 'UsageInput' });

export const componentSubscriptionInput = z
  .object({
    ComponentId: objectId('component'),
    Quantity: quantity,
    StartDate: timestampInput('First instant; now without it').optional(),
    EndDate: timestampInput('End, exclusive').optional(),
    Memo: z.string().optional(),
    ProductOverride: productOverride.optional(),
  })
  .meta({ id: 'ComponentSubscriptionInput' });

export const componentSubscriptionChange = z
  .object({
    EndDate: timestampInput('End, exclusive; it stays as it is without it').optional(),
    Memo: z.string().optional(),
    ProductOverride: productOverride.optional(),
  })
  .meta({
    id: 'ComponentSubscriptionChange',
    description: 'What may be changed of a component subscription; another quantity takes `replace`.',
  });

export const componentSubscriptionReplacement = z
  .object({
    Quantity: quantity,
    StartDate: timestampInput('When the other one ends and this one begins; now without it').optional(),
    EndDate: timestampInput('End, exclusive').optional(),
    Memo: z.string().optional(),
    ProductOverride: productOverride.optional(),
  })
  .meta({ id: 'ComponentSubscriptionReplacement' });

export const pauseInput = z
  .object({
    StartDate: timestampInput('First instant; now without it').optional(),
    EndDate: timestampInput('When the contract resumes; open-ended by default').optional(),
  })
  .meta({ id: 'PauseInput' });

export const trialEndInput = z
  .object({ TrialEndDate: timestampInput('When the trial ends') })
  .meta({ id: 'TrialEndInput' });

/** The active subscriptions of one contract. */
export const activeSubscriptions = z
  .object({
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    PlanSubscription: z
      .object({
        PlanId: objectId('plan').optional(),
        PlanVariantId: objectId('plan variant').optional(),
        Quantity: z.number(),
        StartDate: timestamp('When the phase began.'),
      })
      .optional()
      .meta({ description: 'Absent in a pause and after the end.' }),
    ComponentSubscriptions: z.array(componentSubscription),
    DiscountSubscriptions: z.array(discountSubscription),
  })
  .meta({ id: 'ActiveSubscriptions' });

export const ratedItemInput = z
  .object({
    Description: z.string().min(1),
    Quantity: quantity,
    PricePerUnit: money('Unit price; negative for a credit').min(-1e9).max(1e9),
    TaxPolicyId: objectId("tax policy; the plan group's without it").optional(),
    PeriodStart: timestampInput('Start of the period it belongs to').optional(),
    PeriodEnd: timestampInput('End of that period').optional(),
  })
  .meta({ id: 'RatedItemInput' });

export const endInput = z
  .object({
    EndDate: timestampInput(
      'Last instant of the contract, without a notice period. By default the next possible date',
    ).optional(),
  })
  .meta({ id: 'EndInput' });

/** Combined customer and contract row (field notes 2.6). */
export const subscriptionRow = z
  .object({
    Id: objectId('contract'),
    CustomerId: objectId('customer'),
    FirstName: z.string().optional(),
    LastName: z.string().optional(),
    EmailAddress: z.string().optional(),
    CustomerName: z.string(),
    CustomerSubName: z.string().optional(),
    Hidden: z.boolean(),
    IsLocked: z.boolean(),
    ContractId: objectId('contract'),
    ReferenceCode: z.string().meta({ example: 'RFDT-ZHXM' }),
    LastBillingDate: timestamp('When it was billed last.').optional(),
    NextBillingDate: timestamp('When it is billed next.').optional(),
    PlanId: objectId('plan').optional(),
    PlanVariantId: objectId('plan variant').optional(),
    PlanVariantName: z.string().optional(),
    PlanName: z.string().optional(),
    Quantity: z.number(),
    LastPhaseChange: timestamp('Start of the current phase.'),
    Balance: money('Open debt'),
    Currency: currency,
    RecurringPaymentsPaused: z.boolean(),
    BillingSuspended: z.boolean(),
    StartDate: timestamp('Start, trial included.'),
    LifecycleStatus: z.enum(lifecycleStatuses),
    IsDeletable: z.boolean(),
  })
  .meta({ id: 'Subscription', description: 'A contract with its customer, as one row.' });

export type ActiveSubscriptions = z.infer<typeof activeSubscriptions>;
export type SubscriptionRow = z.infer<typeof subscriptionRow>;
