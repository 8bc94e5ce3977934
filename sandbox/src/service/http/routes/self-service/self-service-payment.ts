import * as z from 'zod';
import type { Core } from '../../../core/core.ts';
import { Problem } from '../../../domain/basics/problem.ts';
import { finalizePayment } from '../../../domain/interactive-payments/finalize.ts';
import {
  changePayment,
  type Payer,
  payOrder,
  payOrderSync,
} from '../../../domain/interactive-payments/paying.ts';
import { absoluteReturnUrl } from '../../../domain/payments/return-url.ts';
import { subtractAmount } from '../../../domain/pricing/money.ts';
import { orderResult } from '../../../model/order.ts';
import { paymentBearer } from '../../../model/payment.ts';
import {
  type PayInput,
  type PaymentChangeInput,
  payInput,
  paymentChangeInput,
} from '../../../model/payment-input.ts';
import { answer, answerPublic } from '../../answers/answer.ts';
import { sentencesForPayer } from '../../answers/customer-sentences/payer-languages.ts';
import { pageOrigin, type ServiceContext, warnOrRefuse } from '../../zones/env.ts';
import { selfService, selfServiceOfContract } from '../../zones/zones.ts';
import { availableMethods, paymentMethods } from './payment-methods.ts';

const tag = 'Self-service';

const changeResult = z
  .object({
    ContractId: z.string(),
    CustomerId: z.string(),
    PaymentBearer: paymentBearer.optional(),
    Url: z
      .string()
      .optional()
      .meta({ description: 'URL to redirect the customer to, to confirm the method.' }),
  })
  .meta({ id: 'PaymentChangeResult' });

/** The payment calls of ClientLib (docs/self-service-api.md). */
export const selfServicePayment = selfService('/api/v1/CustomerSelfService')
  .get(
    '/paymentMethods',
    {
      tag,
      summary: 'Available payment methods',
      description: 'In detail, as a list, and how the data of each becomes payment information.',
      query: z.object({ publicApiKey: z.string() }),
      answers: { 200: availableMethods },
    },
    async (c) => {
      const { core } = c.env;
      checkPublicKey(core, c.req.valid('query').publicApiKey);
      const Sentences = await sentencesForPayer(c);
      return answerPublic(c, { ...paymentMethods(core, c.env.baseUrl), Sentences });
    },
  )
  .post(
    '/signup/pay',
    {
      tag,
      summary: 'Pay an order',
      description:
        'The order stays payable when the provider refuses. `Url` is a page of the provider to go to.',
      json: payInput,
      answers: { 200: orderResult },
    },
    async (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      warnOfDifference(c, body);
      return answer(c, located(c, await payOrder(core.flow(), body.OrderId, readPayer(c, body))));
    },
  )
  .post(
    '/Finalize',
    {
      tag,
      summary: 'Complete a payment at a provider',
      json: z.object({
        returnUrl: z.string().meta({ description: 'The whole address of the return page.' }),
      }),
      answers: { 200: z.union([orderResult, changeResult]) },
    },
    async (c) => answer(c, await finalizePayment(c.env.core.flow(), c.req.valid('json').returnUrl)),
  );

/** The payment calls for the contract of a token. */
export const contractPayment = selfServiceOfContract('/api/v1/CustomerSelfService')
  .post(
    '/payment/change',
    {
      tag,
      summary: 'Change the payment method',
      description: 'An open balance is collected with the new method at once.',
      json: paymentChangeInput,
      answers: { 200: changeResult },
    },
    async (c) => {
      const result = await changePayment(
        c.env.core.flow(),
        c.get('selfServiceToken').ContractId,
        readPayer(c, c.req.valid('json')),
      );
      return answer(c, located(c, result));
    },
  )
  .post(
    '/upgrade/pay',
    {
      tag,
      summary: 'Pay an upgrade with new payment data',
      json: payInput,
      answers: { 200: orderResult },
    },
    async (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      warnOfDifference(c, body);
      const result = await payOrder(
        core.flow(),
        body.OrderId,
        readPayer(c, body),
        c.get('selfServiceToken').ContractId,
      );
      // Unlike the payment of a signup, this one reports it (spec: Order status values).
      return answer(c, { ...located(c, result), OrderStatus: 'InProgress' });
    },
  )
  .post(
    '/upgrade/paySync',
    {
      tag,
      summary: 'Pay an upgrade with the current payment method',
      description: 'Returns when the provider has responded.',
      json: z.object({ OrderId: z.string() }),
      answers: { 200: orderResult.omit({ Currency: true }) },
    },
    async (c) =>
      answer(
        c,
        await payOrderSync(
          c.env.core.flow(),
          c.req.valid('json').OrderId,
          c.get('selfServiceToken').ContractId,
        ),
      ),
  );

/** A provider's page has a URL below the service's address. */
function located<T extends { readonly Url?: string | undefined }>({ env }: ServiceContext, result: T): T {
  return result.Url === undefined ? result : { ...result, Url: env.pagesUrl + result.Url };
}

function readPayer(c: ServiceContext, body: PayInput | PaymentChangeInput): Payer {
  checkPublicKey(c.env.core, body.PublicApiKey);
  const {
    TetheredPaymentInformation: tethered,
    ProviderReturnUrl: given,
    ChallengeFollows: challengeFollows,
  } = body;
  if (given === undefined || given === '') return { tethered, challengeFollows };
  const page = c.req.header('Referer') ?? pageOrigin(c);
  const returnUrl = absoluteReturnUrl(
    given,
    page === 'null' ? undefined : page,
    c.env.core.tx.account.AllowedReturnUrls,
  );
  return { tethered, challengeFollows, returnUrl };
}

/** The order determines the amount. A page that shows another amount gets a warning. */
function warnOfDifference(c: ServiceContext, body: PayInput): void {
  const order = c.env.core.tx.orders.get(body.OrderId);
  if (order === undefined) return;
  if (subtractAmount(order.Currency, body.GrossTotal ?? order.TotalGross, order.TotalGross) !== 0) {
    warnOrRefuse(
      c,
      'GrossTotal',
      `GrossTotal is ${body.GrossTotal}, the order's is ${order.TotalGross}: the order's is paid`,
    );
  }
  if (body.Currency !== undefined && body.Currency !== order.Currency) {
    warnOrRefuse(
      c,
      'Currency',
      `Currency is ${body.Currency}, the order's is ${order.Currency}: the order's is paid`,
    );
  }
}

/** Rejects a public key of another account: 401 `InvalidKey`. */
export function checkPublicKey(core: Core, key: string | undefined): void {
  if (key === undefined || key === core.tx.account.Id) return;
  throw new Problem(
    'Unauthorized',
    'InvalidKey',
    `The publicApiKey is not known in this sandbox; its key is ${core.tx.account.Id}.`,
    [{ Field: 'publicApiKey', Code: 'InvalidKey', Message: 'is not known' }],
  );
}
