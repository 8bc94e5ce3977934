import * as z from 'zod';
import { moneyIn } from '../contract-life.ts';
import type { Json } from '../service.ts';
import { anyFields, page, quoted, shortTime, tool } from '../tool.ts';
import { cartOf, ordered } from './sign-up.ts';

export const price = tool({
  name: 'price',
  description:
    'What an order costs now and then, line by line, with tax; nothing is ordered. With contractId: a change of it.',
  input: {
    ...ordered,
    contractId: z.string().optional(),
    customerId: z.string().optional(),
    customer: anyFields.optional().describe('Of a new one: {"Address": {"Country": "AT"}}'),
  },
  readOnly: true,
  async run(service, { contractId, customerId, customer, ...order }) {
    const { PlanVariants } = await service.control('GET', '/catalog');
    const isNew = contractId === undefined && customerId === undefined;
    const { Order } = await service.rest('POST', '/orders/preview', {
      ...(contractId === undefined ? {} : { ContractId: contractId }),
      ...(customerId === undefined ? {} : { CustomerId: customerId }),
      ...(isNew ? { Customer: { Address: { Country: 'DE' }, ...customer } } : {}),
      Cart: cartOf(order, contractId === undefined ? PlanVariants[0]?.Id : undefined),
    });
    const { Currency, TotalGross, TotalVat, IsTrial, NextTotalGross, NextTotalGrossDate } = Order;
    const money = moneyIn(Currency);
    return page(
      [
        `Due now: ${money(TotalGross)} ${Currency} gross, of which VAT ${money(TotalVat)}.`,
        ...(IsTrial ? ['It begins with a trial.'] : []),
        ...(NextTotalGross === undefined
          ? []
          : [`Then: ${money(NextTotalGross)} ${Currency} gross on ${shortTime(NextTotalGrossDate)}.`]),
        ...(Order.Coupon === undefined ? [] : [couponLine(Order.Coupon)]),
        ...[Order.RecurringFee, Order.SetupFee, Order.ComponentSubscriptions, Order.RatedItems, Order.Credits]
          .flat()
          .flatMap((part: Json) => part?.LineItems ?? [])
          .map(
            (line: Json) => `${quoted(line.Description)} × ${line.Quantity}: ${money(line.TotalGross)} gross`,
          ),
      ],
      contractId === undefined
        ? 'sign_up with the same arguments orders it.'
        : 'find_operation {"query": "POST /orders"} orders it.',
    );
  },
});

const couponLine = ({ CouponCode, ErrorMessage, AppliesToCart }: Json): string =>
  `Coupon ${quoted(CouponCode)}: ${ErrorMessage ?? (AppliesToCart === false ? 'it reduces nothing in this cart' : 'it applies')}.`;
