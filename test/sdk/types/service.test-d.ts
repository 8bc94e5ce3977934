// The service's schemas are held to the library's types by the compiler (`npm run check`): what the service answers is
// what the library promises, and what the library sends is what the service takes. Nothing of this runs.

import type * as sdk from 'clientlib';
import type { z } from 'zod';
import type * as contracts from '../../../sandbox/src/service/model/contract.ts';
import type * as details from '../../../sandbox/src/service/model/contract-details.ts';
import type * as customers from '../../../sandbox/src/service/model/customer.ts';
import type { EventPayload } from '../../../sandbox/src/service/model/event-catalogue.ts';
import type * as invoices from '../../../sandbox/src/service/model/invoice.ts';
import type * as orders from '../../../sandbox/src/service/model/order.ts';
import type { paymentBearer } from '../../../sandbox/src/service/model/payment.ts';
import type * as inputs from '../../../sandbox/src/service/model/payment-input.ts';
import type { signupOffer } from '../../../sandbox/src/service/model/signup-offer.ts';
import type * as statuses from '../../../sandbox/src/service/model/statuses.ts';
import type { WebhookEvent } from '../../../sdk/src/webhooks/events.ts';

/** Compiles where every `Actual` can stand for an `Expected`. */
type Fits<Actual extends Expected, Expected> = Actual;
/** With `undefined` beside what may be missing, as `exactOptionalPropertyTypes` tells the two apart. */
type Loose<T> = T extends readonly (infer Element)[]
  ? Loose<Element>[]
  : T extends object
    ? { [Key in keyof T]: Loose<T[Key]> | (undefined extends T[Key] ? undefined : never) }
    : T;

export type Answers = [
  Fits<z.output<typeof orders.orderResult>, Loose<sdk.SyncOrderResult & Partial<sdk.OrderResult>>>,
  Fits<z.output<typeof orders.orderPreview>, Loose<sdk.UpgradePreviewResult['Order']>>,
  // Only orders that change components have no plan variant, and a signup makes none of these.
  Fits<z.output<typeof orders.orderPreview> & { PlanVariantId: string }, Loose<sdk.OrderPreview>>,
  Fits<z.output<typeof invoices.previewComponent>, Loose<sdk.Component>>,
  Fits<z.output<typeof invoices.lineItem>, Loose<sdk.LineItem>>,
  Fits<z.output<typeof paymentBearer>, Loose<sdk.PaymentBearer>>,
  Fits<z.output<typeof contracts.contract>, Loose<sdk.Contract>>,
  Fits<z.output<typeof customers.customer>, Loose<sdk.Customer>>,
  Fits<z.output<typeof signupOffer>, Loose<sdk.SignupOffer>>,
  Fits<z.output<typeof details.contractDetails>, Loose<sdk.ContractDetails>>,
];

/** As the library sends it: quantities in text have become numbers. */
type Sent<T> = T extends readonly (infer Element)[]
  ? Sent<Element>[]
  : T extends object
    ? { [Key in keyof T]: Key extends 'Quantity' ? number : Sent<T[Key]> }
    : T;

export type Inputs = [
  Fits<Sent<sdk.UpgradeCart>, Loose<z.input<typeof orders.upgradeCart>>>,
  Fits<Sent<sdk.Cart>, Loose<z.input<typeof orders.cart>>>,
  Fits<sdk.CustomerData, Loose<z.input<typeof customers.customerData>>>,
  Fits<Sent<sdk.SelfServiceOrder>, Loose<z.input<typeof orders.selfServiceOrder>>>,
  Fits<sdk.TetheredPaymentInformation, Loose<z.input<typeof inputs.tetheredPaymentInformation>>>,
];

/** Enumerations are the same on both sides. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
export const enumerations: [
  Same<sdk.OrderStatus, statuses.OrderStatus>,
  Same<sdk.Contract['LifecycleStatus'], contracts.Contract['LifecycleStatus']>,
  Same<sdk.OrderPreview['TrialEndPolicy'], orders.OrderPreview['TrialEndPolicy']>,
  Same<sdk.OrderPreview['OrderType'], orders.OrderPreview['OrderType']>,
  Same<WebhookEvent, EventPayload>,
] = [true, true, true, true, true];
