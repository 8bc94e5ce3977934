import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { orderResult } from '../../../domain/orders/order-result.ts';
import { createOrder, previewOrder } from '../../../domain/orders/orders.ts';
import type { Tx } from '../../../domain/records/tx.ts';
import { orderPreview, orderResult as orderResultShape, upgradeCart } from '../../../model/order.ts';
import { answer } from '../../answers/answer.ts';
import { previewForPayer } from '../../answers/customer-sentences/preview-for-payer.ts';
import { selfServiceOfContract } from '../../zones/zones.ts';

const tag = 'Self-service';

/** The calls of ClientLib.Portal that change plan and components of the contract (docs/self-service-api.md). */
export const selfServiceUpgrade = selfServiceOfContract('/api/v1/CustomerSelfService')
  .post(
    '/upgrade/preview',
    {
      tag,
      summary: 'Preview a change of plan or components',
      json: z.object({ Cart: upgradeCart }),
      answers: { 200: z.object({ Order: orderPreview }) },
    },
    async (c) => {
      const { tx } = c.env.core;
      refuseForbidden(tx);
      const { Cart } = c.req.valid('json');
      const input = { ContractId: c.get('selfServiceToken').ContractId, Cart };
      const Order = previewOrder(tx, input, { bySelfService: true });
      return answer(c, { Order: await previewForPayer(c, Order) });
    },
  )
  .post(
    '/upgrade/order',
    {
      tag,
      summary: 'Order a change of plan or components',
      description: 'Nothing changes before the order is paid (upgrade/pay or upgrade/paySync).',
      json: z.object({ Cart: upgradeCart }),
      answers: { 200: orderResultShape },
    },
    (c) => {
      const { Cart } = c.req.valid('json');
      const input = { ContractId: c.get('selfServiceToken').ContractId, Cart };
      const order = c.env.core.transaction((tx) => {
        refuseForbidden(tx);
        return createOrder(tx, input, { bySelfService: true });
      });
      return answer(c, orderResult(order));
    },
  );

/** @throws Problem Forbidden if only the merchant may change contracts */
function refuseForbidden({ account }: Tx): void {
  if (account.SelfService.ContractChange !== false) return;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    'Customers may not change their plan: the account setting SelfService.ContractChange is off.',
  );
}
