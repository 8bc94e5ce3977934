import * as z from 'zod';
import { summaryOf } from '../contract-life.ts';
import type { Json } from '../service.ts';
import { anyFields, closed, page, tool } from '../tool.ts';

const ada = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Street: 'Musterstraße', HouseNumber: '1', PostalCode: '10115', City: 'Berlin', Country: 'DE' },
};

/** What may be ordered, by the arguments of the tools. */
export const ordered = {
  planVariantId: z.string().optional().describe('First plan without it'),
  coupon: z.string().optional(),
  components: z.array(closed({ ComponentId: z.string(), Quantity: z.number() })).optional(),
};

export const cartOf = (
  { planVariantId, coupon, components }: z.output<z.ZodObject<typeof ordered>>,
  firstPlan: string | undefined,
) => ({
  PlanVariantId: planVariantId ?? firstPlan,
  ...(coupon === undefined ? {} : { CouponCode: coupon }),
  ...(components === undefined ? {} : { ComponentSubscriptions: components }),
});

export const signUp = tool({
  name: 'sign_up',
  description: 'Signs a customer up who pays by card, as the page of a shop does. Everything has a default.',
  input: {
    ...ordered,
    cardNumber: z.string().default('4111111111111111').describe('Test cards: catalog'),
    customer: anyFields.optional().describe('Fields over those of Ada Lovelace, Berlin'),
  },
  async run(service, { cardNumber, customer, ...order }) {
    const { PlanVariants, PublicApiKey, Providers } = await service.control('GET', '/catalog');
    const { Now } = await service.control('GET', '/clock');
    const Cart = cartOf(order, PlanVariants[0]?.Id);
    const signup = '/api/v1/CustomerSelfService/signup';
    const made = await service.open('POST', `${signup}/order`, { Cart, Customer: { ...ada, ...customer } });
    const provider = (Providers as Json[]).find(({ Bearers }) =>
      Bearers.some(({ Bearer }: Json) => Bearer.startsWith('CreditCard:')),
    )?.Name;
    const Bearer = `CreditCard:${provider}`;
    const { Token } = await service.open('POST', `/providers/${provider}/tokens`, {
      Bearer,
      Card: {
        Number: cardNumber,
        ExpiryMonth: 12,
        ExpiryYear: Number(Now.slice(0, 4)) + 3,
        Holder: 'Ada Lovelace',
        Cvc: '123',
      },
    });
    const paid = await service.open('POST', `${signup}/pay`, {
      PublicApiKey,
      OrderId: made.OrderId,
      TetheredPaymentInformation: { Bearer, Token },
    });
    const { OrderId, ContractId, CustomerId } = paid;
    await service.note(
      {
        kind: 'signUp',
        input: { cart: Cart, ...(customer === undefined ? {} : { customer }), cardNumber },
        result: { OrderId, ContractId, CustomerId },
      },
      Now,
    );
    const contract = await service.rest('GET', `/contracts/${ContractId}`);
    return page(
      [`Signed up. Order ${OrderId}.`, ...(await summaryOf(service, contract))],
      `clock {"advance": "P1M"} for the renewal, next_payment to let it fail, contract {"contractId": "${ContractId}"} for its life.`,
    );
  },
});
