import * as z from 'zod';
import { type Line, line, own, page, quoted, sentence, shortTime } from '../answer.ts';
import { moneyIn } from '../contract-life.ts';
import type { Json } from '../service.ts';
import { anyFields, tool } from '../tool.ts';
import { ordered, toCart } from './sign-up.ts';

export const price = tool({
  name: 'price',
  description:
    'Shows what an order costs now and next, line by line, with tax; nothing is ordered. With contractId: a change of that contract.',
  input: {
    ...ordered,
    contractId: z.string().optional(),
    customerId: z.string().optional(),
    customer: anyFields.optional().describe('New one: {Address: {Country: AT}}'),
  },
  readOnly: true,
  async run(service, { contractId, customerId, customer, ...order }) {
    const { PlanVariants } = await service.control('GET', '/catalog');
    const isNew = contractId === undefined && customerId === undefined;
    const { Order } = await service.rest('POST', '/orders/preview', {
      ...(contractId === undefined ? {} : { ContractId: contractId }),
      ...(customerId === undefined ? {} : { CustomerId: customerId }),
      ...(isNew ? { Customer: { Address: { Country: 'DE' }, ...customer } } : {}),
      Cart: toCart(order, contractId === undefined ? PlanVariants[0]?.Id : undefined),
    });
    const { Currency, TotalGross, TotalVat, IsTrial, NextTotalGross, NextTotalGrossDate } = Order;
    const money = moneyIn(Currency);
    return page(
      [
        line`Due now: ${money(TotalGross)} ${Currency} gross, of which VAT ${money(TotalVat)}.`,
        ...(IsTrial ? [line`It begins with a trial.`] : []),
        ...(NextTotalGross === undefined
          ? []
          : [line`Then: ${money(NextTotalGross)} ${Currency} gross on ${shortTime(NextTotalGrossDate)}.`]),
        ...(Order.Coupon === undefined ? [] : [couponLine(Order.Coupon)]),
        ...[Order.RecurringFee, Order.SetupFee, Order.ComponentSubscriptions, Order.RatedItems, Order.Credits]
          .flat()
          .flatMap((part: Json) => part?.LineItems ?? [])
          .map(
            ({ Description, Quantity, TotalGross }: Json) =>
              line`${quoted(Description)} \u00d7 ${Quantity}: ${money(TotalGross)} gross`,
          ),
      ],
      contractId === undefined
        ? line`sign_up with the same arguments orders it.`
        : line`find_operation {"query": "POST /orders"} orders it.`,
    );
  },
});

const couponLine = ({ CouponCode, ErrorMessage, AppliesToCart }: Json): Line =>
  line`Coupon ${quoted(CouponCode)}: ${ErrorMessage === undefined ? own(AppliesToCart === false ? 'it reduces nothing in this cart' : 'it applies') : sentence(ErrorMessage)}.`;
