import * as z from 'zod';
import { methodWithoutProvider } from '../../domain/bearer.ts';
import { payOrder } from '../../domain/interactive-payment.ts';
import { createOrder, previewOrder } from '../../domain/orders.ts';
import { Problem } from '../../domain/problem.ts';
import type { OrderRecord } from '../../domain/order-record.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import { customerData } from '../../model/customer.ts';
import { cart, orderPreview, orderResult, selfServiceOrder } from '../../model/order.ts';
import { configuredBearers, type SimulationTx } from '../../simulation/providers.ts';
import { route, type Route } from '../route.ts';

const tag = 'Self-service';

/** What ClientLib sends to pay: no card or account number is part of it. */
export const tetheredPaymentInformation = z
  .object({
    Bearer: z.string(),
    Token: z.string().optional(),
    EmailAddress: z.string().optional(),
    MandateReference: z.string().optional(),
    MandateSignatureDate: z.string().optional(),
    MandateText: z.string().optional(),
  })
  .meta({ id: 'TetheredPaymentInformation' });

export const payInput = z
  .object({
    PublicApiKey: z.string().optional(),
    OrderId: z.string(),
    GrossTotal: z.number().optional(),
    Currency: z.string().optional(),
    TetheredPaymentInformation: tetheredPaymentInformation,
    ProviderReturnUrl: z.string().optional(),
  })
  .meta({ id: 'PayInput' });

/** Refuses a public key that is not this account's. */
export function checkPublicKey(core: { tx: SimulationTx }, key: string | undefined): void {
  if (key !== undefined && key !== core.tx.account.Id) {
    throw new Problem(
      'Invalid',
      'InvalidKey',
      `publicApiKey "${key}" is not known in this sandbox; its key is ${core.tx.account.Id}.`,
      [{ Field: 'publicApiKey', Code: 'InvalidKey', Message: 'is not known' }],
    );
  }
}

/** The payment method that tethered information stands for. */
export function paymentMethodOf(
  tx: SimulationTx,
  tethered: z.infer<typeof tetheredPaymentInformation>,
  order: OrderRecord | undefined,
): PaymentMethod {
  const own = methodWithoutProvider(tx, tethered.Bearer, order);
  if (own !== undefined) return own;
  const bearer = configuredBearers(tx.account).find((entry) => entry.Bearer === tethered.Bearer);
  if (bearer === undefined) {
    throw new Problem(
      'Invalid',
      'InvalidPaymentMethod',
      `The bearer "${tethered.Bearer}" is not configured in this account.`,
    );
  }
  const token = tx.providerTokens.get(tethered.Token);
  if (bearer.Kind !== 'Redirect' && (token === undefined || token.Provider !== bearer.Provider.Name)) {
    throw new Problem('Invalid', 'BearerInvalid', `The token is not one of ${bearer.Provider.Name}.`);
  }
  return {
    Id: '',
    Bearer: bearer.Bearer,
    Provider: bearer.Provider.Name,
    Role: bearer.Role,
    SupportsRefunds: bearer.Definition.SupportsRefunds,
    ...(token === undefined ? {} : { Token: token.Id, Shown: token.Shown }),
  };
}

/** What ClientLib.Signup calls (docs/self-service-api.md). */
export const signupRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/preview',
    credential: 'Public',
    tag,
    summary: 'Preview an order',
    body: z.object({ Cart: cart, Customer: customerData.optional() }),
    answers: { 200: z.object({ Order: orderPreview }) },
    handle: ({ core, body }) => ({
      status: 200,
      body: { Order: previewOrder(core.tx, { Cart: body.Cart, Customer: body.Customer ?? {} }, { bySelfService: true }) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/order',
    credential: 'Public',
    tag,
    summary: 'Create an order',
    body: selfServiceOrder,
    answers: { 200: orderResult },
    handle: ({ core, body }) => {
      const order = core.transaction((tx) => createOrder(tx, body, { bySelfService: true }));
      return {
        status: 200,
        body: {
          OrderId: order.Id,
          ContractId: order.ContractId,
          CustomerId: order.CustomerId,
          GrossTotal: order.TotalGross,
          Currency: order.Currency,
          OrderStatus: order.Status,
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/pay',
    credential: 'Public',
    tag,
    summary: 'Pay an order',
    body: payInput,
    answers: { 200: orderResult },
    handle: async ({ core, body }) => {
      checkPublicKey(core, body.PublicApiKey);
      const result = await payOrder(core, body.OrderId, (_tx, order) =>
        paymentMethodOf(core.tx, body.TetheredPaymentInformation, order),
      );
      return { status: 200, body: result };
    },
  }),
];
