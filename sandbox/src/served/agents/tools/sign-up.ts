import * as z from 'zod';
import { PAYS, type SignUpAccount, signUp as signUpIn } from '../../../service/model/sign-up.ts';
import { line, page } from '../answer.ts';
import { summarize } from '../contract-life.ts';
import type { Json, Service } from '../service.ts';
import { anyFields, closed, tool } from '../tool.ts';

/** The arguments for the ordered products. */
export const ordered = {
  planVariantId: z.string().optional().describe('First plan without it'),
  coupon: z.string().optional(),
  components: z.array(closed({ ComponentId: z.string(), Quantity: z.number() })).optional(),
};

export const toCart = (
  { planVariantId, coupon, components }: z.output<z.ZodObject<typeof ordered>>,
  firstPlan: string,
) => ({
  PlanVariantId: planVariantId ?? firstPlan,
  ...(coupon === undefined ? {} : { CouponCode: coupon }),
  ...(components === undefined ? {} : { ComponentSubscriptions: components }),
});

/** The arguments for the payment method. */
export const paidBy = {
  cardNumber: z.string().default(PAYS).describe('Test cards: catalog'),
  iban: z.string().optional().describe('Direct debit instead'),
};

/** The account that a customer pays to, as known to the customer's page. */
export async function readAccount(
  service: Service,
  { iban }: Pick<z.output<z.ZodObject<typeof paidBy>>, 'iban'>,
): Promise<SignUpAccount> {
  const { PlanVariants, PublicApiKey, Providers } = await service.control('GET', '/catalog');
  const { Now } = await service.control('GET', '/clock');
  const medium = iban === undefined ? 'CreditCard:' : 'Debit:';
  const provider = (Providers as Json[]).find(({ Bearers }) =>
    Bearers.some(({ Bearer }: Json) => Bearer.startsWith(medium)),
  )?.Name;
  return { publicApiKey: PublicApiKey, planVariantId: PlanVariants[0]?.Id, provider, now: new Date(Now) };
}

export const signUp = tool({
  name: 'sign_up',
  description:
    'Signs a customer up who pays by card or direct debit, as the page of a shop does. Everything has a default.',
  input: {
    ...ordered,
    ...paidBy,
    customer: anyFields.optional().describe('Fields over those of Ada Lovelace, Berlin'),
  },
  async run(service, { cardNumber, iban, customer, ...order }) {
    const account = await readAccount(service, { iban });
    const input = {
      cart: toCart(order, account.planVariantId),
      ...(customer === undefined ? {} : { customer }),
      ...(iban === undefined ? { cardNumber } : { iban }),
    };
    const { OrderId, ContractId, CustomerId } = await signUpIn(
      (path, body) => service.done({ method: 'POST', path, body, now: account.now.toISOString() }),
      account,
      input,
    );
    const { status, body: contract } = await service.restAnswer('GET', `/contracts/${ContractId}`);
    if (status === 404)
      return page(
        [
          line`Order ${OrderId} of customer ${CustomerId}: its payment is open, and there is no contract yet.`,
        ],
        line`clock for what comes of the payment, why {"customer": "${CustomerId}"} for the order.`,
      );
    return page(
      [line`Signed up. Order ${OrderId}.`, ...(await summarize(service, contract))],
      line`clock {"advance": "P1M"} for the renewal, next_payment to let it fail, contract {"contractId": "${ContractId}"} for its life.`,
    );
  },
});
