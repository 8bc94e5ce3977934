import * as z from 'zod';
import { withoutLongNumbers } from '../../../../../../sdk/src/payment-data/masking.ts';
import { ungrantedFields } from '../../../domain/customers/custom-fields.ts';
import { signupOffer } from '../../../domain/customers/signup-offer.ts';
import { orderResult } from '../../../domain/orders/order-result.ts';
import { createOrder, previewSignup } from '../../../domain/orders/orders.ts';
import { countriesIn, countryList } from '../../../model/country-list.ts';
import { type CustomerData, type CustomerInput, customerData } from '../../../model/customer.ts';
import {
  cart,
  orderPreview,
  orderResult as orderResultShape,
  selfServiceOrder,
  signupTerms,
} from '../../../model/order.ts';
import { signupOffer as signupOfferShown } from '../../../model/signup-offer.ts';
import { answer, answerPublic } from '../../answers/answer.ts';
import { previewForPayer } from '../../answers/customer-sentences/preview-for-payer.ts';
import { type ServiceContext, warnOrRefuse } from '../../zones/env.ts';
import { selfService } from '../../zones/zones.ts';
import { checkPublicKey } from './self-service-payment.ts';

const tag = 'Self-service';

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** The calls of ClientLib.Signup (docs/self-service-api.md). */
export const selfServiceSignup = selfService('/api/v1/CustomerSelfService')
  .get(
    '/signup/offer',
    {
      tag,
      summary: 'List the plans on offer and the fields of a signup',
      query: z.object({ publicApiKey: z.string() }),
      answers: { 200: signupOfferShown },
    },
    (c) => {
      const { core } = c.env;
      checkPublicKey(core, c.req.valid('query').publicApiKey);
      return answerPublic(c, signupOffer(core.tx));
    },
  )
  .get(
    '/countries',
    {
      tag,
      summary: 'The countries of the world, for the address of a signup',
      query: z.object({
        publicApiKey: z.string().optional(),
        entityId: z.string().optional().meta({ description: 'Older name of `publicApiKey`.' }),
        language: z
          .string()
          .regex(LANGUAGE_TAG, 'expected a language such as de or pt-BR')
          .optional()
          .meta({ description: 'That of the browser without it.', example: 'de' }),
      }),
      answers: { 200: countryList },
    },
    (c) => {
      const { publicApiKey, entityId, language } = c.req.valid('query');
      checkPublicKey(c.env.core, publicApiKey ?? entityId ?? '');
      return answer(c, countriesIn(language ?? browserLanguage(c) ?? 'en'));
    },
  )
  .post(
    '/signup/preview',
    {
      tag,
      summary: 'Preview an order',
      json: z.object({ Cart: cart, Customer: customerData.optional() }),
      answers: { 200: z.object({ Order: orderPreview, Terms: signupTerms }) },
    },
    async (c) => {
      const { Cart, Customer = {} } = c.req.valid('json');
      const { tx } = c.env.core;
      for (const name of ungrantedFields(tx, 'Customer', Customer.CustomFields)) {
        const field = `Customer.CustomFields.${withoutLongNumbers(name)}`;
        warnOrRefuse(c, field, `property ${field} is ignored: ClientLib has no access to it`);
      }
      const input = { Cart, Customer: withLanguage(c, Customer) };
      const { Order, Terms } = previewSignup(tx, input, { bySelfService: true });
      return answer(c, { Order: await previewForPayer(c, Order), Terms });
    },
  )
  .post(
    '/signup/order',
    { tag, summary: 'Create an order', json: selfServiceOrder, answers: { 200: orderResultShape } },
    (c) => {
      const body = c.req.valid('json');
      const input = { ...body, Customer: withLanguage(c, body.Customer) };
      const order = c.env.core.transaction((tx) => createOrder(tx, input, { bySelfService: true }));
      return answer(c, orderResult(order));
    },
  );

/** The browser's preferred language. */
function browserLanguage(c: ServiceContext): string | undefined {
  const [first = ''] = (c.req.header('Accept-Language') ?? '').split(/[,;]/);
  return LANGUAGE_TAG.test(first) ? first : undefined;
}

/** A customer with the language that the page sends, or else the browser's. */
function withLanguage<T extends CustomerData>(c: ServiceContext, customer: T): T & CustomerInput {
  const Locale = customer.Locale || browserLanguage(c);
  return Locale === undefined ? customer : { ...customer, Locale, Language: Locale };
}
