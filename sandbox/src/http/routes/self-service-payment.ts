import * as z from 'zod';
import type { Core } from '../../core.ts';
import { finalizePayment } from '../../domain/interactive-payments/finalize.ts';
import {
  changePayment,
  type Payer,
  payOrder,
  payOrderSync,
} from '../../domain/interactive-payments/paying.ts';
import { absoluteReturnUrl } from '../../domain/payments/return-url.ts';
import { Problem } from '../../domain/problem.ts';
import type { SelfServiceToken } from '../../domain/records/credentials.ts';
import { orderResult } from '../../model/order.ts';
import { paymentBearer } from '../../model/payment.ts';
import {
  type PayInput,
  type PaymentChangeInput,
  payInput,
  paymentChangeInput,
} from '../../model/payment-input.ts';
import { paymentMethods } from '../payment-methods.ts';
import { type Call, type Route, route } from '../route.ts';

const tag = 'Self-service';

const changeResult = z
  .object({
    ContractId: z.string(),
    CustomerId: z.string(),
    PaymentBearer: paymentBearer.optional(),
    Url: z.string().optional().meta({ description: 'Where the customer must go to confirm the method.' }),
  })
  .meta({ id: 'PaymentChangeResult' });

/** What ClientLib calls to pay (docs/self-service-api.md). */
export const selfServicePaymentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/CustomerSelfService/paymentMethods',
    credential: 'Public',
    tag,
    summary: 'Available payment methods',
    description: 'In detail, as a list, and how the data of each becomes payment information.',
    query: z.object({ publicApiKey: z.string() }),
    answers: { 200: z.object({}).loose() },
    handle: ({ core, query, baseUrl }) => {
      checkPublicKey(core, query.publicApiKey);
      return { status: 200, body: paymentMethods(core, baseUrl) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/pay',
    credential: 'Public',
    tag,
    summary: 'Pay an order',
    description:
      'The order stays payable when the provider refuses. `Url` is a page of the provider to go to.',
    body: payInput,
    answers: { 200: orderResult },
    handle: async (call) => {
      const { core, body } = call;
      tellOfDifference(call, body);
      return { status: 200, body: located(call, await payOrder(core, body.OrderId, payerOf(call, body))) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/Finalize',
    credential: 'Public',
    tag,
    summary: 'Complete what was paid at a provider',
    body: z.object({ returnUrl: z.string().meta({ description: 'The whole address of the return page.' }) }),
    answers: { 200: z.union([orderResult, changeResult]) },
    handle: async ({ core, body }) => ({ status: 200, body: await finalizePayment(core, body.returnUrl) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/payment/change',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Change the payment method',
    description: 'An open balance is collected with the new method at once.',
    body: paymentChangeInput,
    answers: { 200: changeResult },
    handle: async (call) => {
      const result = await changePayment(call.core, tokenOf(call).ContractId, payerOf(call, call.body));
      return { status: 200, body: located(call, result) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/upgrade/pay',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Pay an upgrade with new payment data',
    body: payInput,
    answers: { 200: orderResult },
    handle: async (call) => {
      const { core, body } = call;
      tellOfDifference(call, body);
      const result = await payOrder(core, body.OrderId, payerOf(call, body), tokenOf(call).ContractId);
      // Unlike the payment of a signup, this one says so (spec: Order status values).
      return { status: 200, body: { ...located(call, result), OrderStatus: 'InProgress' } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/upgrade/paySync',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Pay an upgrade with the current payment method',
    description: 'Answers when the provider has.',
    body: z.object({ OrderId: z.string() }),
    answers: { 200: orderResult.omit({ Currency: true }) },
    handle: async (call) => ({
      status: 200,
      body: await payOrderSync(call.core, call.body.OrderId, tokenOf(call).ContractId),
    }),
  }),
];

/** The token that the kernel has checked. */
const tokenOf = (call: Call) => call.selfServiceToken as SelfServiceToken;

/** A page of a provider is below the address at which the service is reached. */
function located<T extends { readonly Url?: string | undefined }>({ pagesUrl }: Call, result: T): T {
  return result.Url === undefined ? result : { ...result, Url: pagesUrl + result.Url };
}

function payerOf({ core, request, pageOrigin }: Call, body: PayInput | PaymentChangeInput): Payer {
  checkPublicKey(core, body.PublicApiKey);
  const {
    TetheredPaymentInformation: tethered,
    ProviderReturnUrl: given,
    ChallengeFollows: challengeFollows,
  } = body;
  if (given === undefined || given === '') return { tethered, challengeFollows };
  const page = request.headers.get('Referer') ?? pageOrigin;
  const returnUrl = absoluteReturnUrl(given, page === 'null' ? undefined : page);
  return { tethered, challengeFollows, returnUrl };
}

/** The order decides what is paid. A page that shows another amount is told so. */
function tellOfDifference({ core, warn }: Call, body: PayInput): void {
  const order = core.tx.orders.get(body.OrderId);
  if (order === undefined) return;
  if (body.GrossTotal !== undefined && Math.abs(body.GrossTotal - order.TotalGross) >= 0.005) {
    warn(`GrossTotal is ${body.GrossTotal}, the order's is ${order.TotalGross}: the order's is paid`);
  }
  if (body.Currency !== undefined && body.Currency !== order.Currency) {
    warn(`Currency is ${body.Currency}, the order's is ${order.Currency}: the order's is paid`);
  }
}

/** Refuses a public key that is not this account's: 401 `InvalidKey`. */
export function checkPublicKey(core: Core, key: string | undefined): void {
  if (key === undefined || key === core.tx.account.Id) return;
  throw new Problem(
    'Unauthorized',
    'InvalidKey',
    `The publicApiKey is not known in this sandbox; its key is ${core.tx.account.Id}.`,
    [{ Field: 'publicApiKey', Code: 'InvalidKey', Message: 'is not known' }],
  );
}
