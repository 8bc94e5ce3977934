import * as z from 'zod';
import { withoutLongNumbers } from '../../../../sdk/src/payment-data/masking.ts';
import { ungrantedFields } from '../../domain/customers/custom-fields.ts';
import { createOrder, previewOrder } from '../../domain/orders/orders.ts';
import { type CustomerData, type CustomerInput, customerData } from '../../model/customer.ts';
import { cart, orderPreview, orderResult, selfServiceOrder } from '../../model/order.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { type ServiceContext, warnOrRefuse } from '../env.ts';
import { anybody } from '../middleware/access.ts';
import type { Section } from '../section.ts';

const tag = 'Self-service';

/** What ClientLib.Signup calls (docs/self-service-api.md). */
export function addSignup(selfService: Section): void {
  selfService.post(
    '/signup/preview',
    describe({
      tag,
      summary: 'Preview an order',
      json: z.object({ Cart: cart, Customer: customerData.optional() }),
      answers: { 200: z.object({ Order: orderPreview }) },
    }),
    anybody,
    (c) => {
      const { Cart, Customer = {} } = c.req.valid('json');
      const { tx } = c.env.core;
      for (const name of ungrantedFields(tx, 'Customer', Customer.CustomFields)) {
        const field = `Customer.CustomFields.${withoutLongNumbers(name)}`;
        warnOrRefuse(c, field, `property ${field} is ignored: ClientLib has no access to it`);
      }
      const input = { Cart, Customer: withLanguage(c, Customer) };
      return answer(c, { Order: previewOrder(tx, input, { bySelfService: true }) });
    },
  );

  selfService.post(
    '/signup/order',
    describe({ tag, summary: 'Create an order', json: selfServiceOrder, answers: { 200: orderResult } }),
    anybody,
    (c) => {
      const body = c.req.valid('json');
      const input = { ...body, Customer: withLanguage(c, body.Customer) };
      const order = c.env.core.transaction((tx) => createOrder(tx, input, { bySelfService: true }));
      return answer(c, {
        OrderId: order.Id,
        ContractId: order.ContractId,
        CustomerId: order.CustomerId,
        GrossTotal: order.TotalGross,
        Currency: order.Currency,
        OrderStatus: order.Status,
      });
    },
  );
}

/** A customer in the language that the page says, else in that of the browser. */
function withLanguage<T extends CustomerData>(c: ServiceContext, customer: T): T & CustomerInput {
  const [browser] =
    /^[a-z]{2,3}(-[a-z0-9]{2,8})*(?=[,;]|$)/i.exec(c.req.header('Accept-Language') ?? '') ?? [];
  const Locale = customer.Locale || browser;
  return Locale === undefined ? customer : { ...customer, Locale, Language: Locale };
}
