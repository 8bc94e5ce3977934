import * as z from 'zod';
import { data, line, page } from '../answer.ts';
import { tool } from '../tool.ts';

export const nextPayment = tool({
  name: 'next_payment',
  description:
    'Decides the next payment of a contract, customer or provider, or any: declined with a code, open, returned, challenged or lost.',
  input: {
    contractId: z.string().optional(),
    customerId: z.string().optional(),
    provider: z.string().optional(),
    times: z.int().min(1).max(1_000).optional(),
    code: z.string().optional().describe('InsufficientBalance, BearerInvalid, …'),
    pending: z.string().optional().describe('Open for this ISO 8601 duration'),
    returnAfter: z.string().optional().describe('Succeeds, then is returned'),
    challenge: z.literal([true, 'Passed', 'Failed']).optional(),
    lose: z.boolean().optional().describe('Its answer is lost'),
    clear: z.boolean().optional().describe('Removes all'),
  },
  async run(
    service,
    { clear, contractId, customerId, provider, times, code, pending, returnAfter, challenge, lose },
  ) {
    if (clear === true) {
      await service.done({ method: 'DELETE', path: '/sandbox/payments/next' });
      return page([line`Payments are decided by test data again.`], line`clock.`);
    }
    const decision = {
      ...(contractId === undefined ? {} : { ContractId: contractId }),
      ...(customerId === undefined ? {} : { CustomerId: customerId }),
      ...(provider === undefined ? {} : { Provider: provider }),
      ...(times === undefined ? {} : { Times: times }),
      Outcome: {
        ...(code === undefined ? {} : { Code: code }),
        ...(pending === undefined ? {} : { Pending: pending }),
        ...(returnAfter === undefined ? {} : { ReturnAfter: returnAfter }),
        ...(challenge === undefined ? {} : { Challenge: challenge }),
        ...(lose === true ? { Lose: lose } : {}),
      },
    };
    await service.done({ method: 'POST', path: '/sandbox/payments/next', body: decision });
    const waiting = await service.control('GET', '/payments/next');
    return page(
      [line`Decided: ${data(decision)}. Decisions that wait: ${waiting.length}; the oldest is used first.`],
      line`clock to the next billing, then contract or events.`,
    );
  },
});
