import * as z from 'zod';
import { timestamp } from '../../../domain/basics/time.ts';
import { transactionView } from '../../../domain/payments/payment-views.ts';
import { retryNow } from '../../../domain/payments/retry-now.ts';
import { chargeback } from '../../../domain/reversals/payment-reversals.ts';
import { paymentTransaction } from '../../../model/payment.ts';
import type { DecidedPayment } from '../../../simulation/collections.ts';
import {
  clearDecisions,
  decideNext,
  declineCodes,
  MAX_DELAY_MS,
  MAX_TIMES,
  removeDecision,
} from '../../../simulation/next-payments.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { found } from '../../answers/found.ts';
import { logPaging } from '../../wire/paging.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const outcome = z
  .object({
    Code: z
      .string()
      .optional()
      .meta({
        description: `The payment is declined with this code: ${[...declineCodes.keys()].join(', ')}.`,
        example: 'InsufficientBalance',
      }),
    Severity: z.enum(['Minor', 'Medium', 'Severe']).optional().meta({
      description: 'How severe `Code` is, which decides about retries. The default depends on the code.',
    }),
    DelayMs: z
      .number()
      .min(0)
      .max(MAX_DELAY_MS)
      .optional()
      .meta({ description: 'The provider takes this many real milliseconds.' }),
    Pending: z
      .union([z.literal(true), z.string()])
      .optional()
      .meta({
        description:
          'The outcome stays open: for an ISO 8601 duration (then it succeeds, or is declined with `Code`), or for good (`true`).',
      }),
    ReturnAfter: z.string().optional().meta({
      description: 'The payment succeeds, and the payer takes the money back after this ISO 8601 duration.',
    }),
    Challenge: z.literal([true, 'Passed', 'Failed']).optional().meta({
      description:
        'The provider requires 3-D Secure; without a page or the customer it declines with `3DsProblem`. `Passed` and `Failed` decide the challenge without a page.',
    }),
    Lose: z.literal(true).optional().meta({
      description:
        'The answer of the provider is lost: the payment fails with `PSPConnectionTimeout` after 2 minutes.',
    }),
  })
  .meta({ id: 'PaymentOutcomeInput', outputId: 'PaymentOutcome' });

const decisionInput = z
  .object({
    ContractId: z.string().optional().meta({ description: 'Only payments of this contract.' }),
    CustomerId: z.string().optional().meta({ description: 'Only payments of this customer.' }),
    Provider: z.string().optional().meta({ description: 'Only payments by this provider.' }),
    Times: z
      .number()
      .int()
      .min(1)
      .max(MAX_TIMES)
      .optional()
      .meta({ description: 'So many payments. Default 1.' }),
    Outcome: outcome,
  })
  .meta({
    id: 'PaymentDecisionInput',
    example: { Provider: 'Delta', Times: 2, Outcome: { Code: 'InsufficientBalance' } },
  });

const decision = decisionInput
  .extend({ Id: z.string(), Times: z.number().meta({ description: 'Payments that it still decides.' }) })
  .meta({ id: 'PaymentDecision' });

const decided = z
  .object({
    Id: z.string(),
    DecisionId: z.string(),
    At: z.string(),
    Provider: z.string(),
    PaymentTransactionId: z
      .string()
      .optional()
      .meta({ description: 'Absent where a token was made to want 3-D Secure, before a payment was begun.' }),
    ContractId: z.string().optional(),
    CustomerId: z.string().optional(),
    Outcome: outcome,
  })
  .meta({ id: 'DecidedPayment' });

/** Decides the outcome of the next payments. */
export const nextPayments = control('/sandbox/payments/next', {
  refused: 'payment-outcomes#decide-the-next-payment',
})
  .get(
    '/',
    {
      tag,
      summary: 'Decisions on the next payments',
      description: 'Oldest first: in this order they are used.',
      answers: { 200: z.array(decision) },
    },
    (c) => answer(c, [...c.env.core.tx.paymentDecisions]),
  )
  .post(
    '/',
    {
      tag,
      summary: 'Decide the next payments',
      description:
        'The next charge or preauthorization of a contract, a customer, a provider, or any, is declined, delayed, left open, returned, challenged or lost. Test data and special amounts then decide nothing.',
      json: decisionInput,
      answers: { 200: decision },
      refusals: [404],
    },
    (c) => answerChange(c, (tx) => decideNext(tx, c.req.valid('json'))),
  )
  .delete('/', { tag, summary: 'Remove all decisions on payments', answers: { 204: undefined } }, (c) => {
    c.env.core.transaction(clearDecisions);
    return c.body(null, 204);
  })
  .delete('/:id', { tag, summary: 'Remove a decision on payments', answers: { 204: undefined } }, (c) => {
    c.env.core.transaction((tx) => removeDecision(tx, c.req.param('id')));
    return c.body(null, 204);
  });

/** The history of payments, and the actions of their payers. */
export const payments = control('/sandbox/payments')
  .post(
    '/:id/chargeback',
    {
      tag,
      summary: 'Let the payer take a payment back',
      description:
        'Simulates a chargeback by the bank or the card scheme: the payment is reversed, and the amount is owed again.',
      json: z
        .object({
          Amount: z.number().min(0).max(1e9).optional().meta({ description: 'A part; all without it.' }),
        })
        .meta({ id: 'ChargebackInput' }),
      bodyOptional: true,
      answers: { 200: paymentTransaction },
      refusals: [409],
    },
    (c) =>
      answer(
        c,
        transactionView(
          c.env.core.transaction((tx) => chargeback(tx, c.req.param('id'), c.req.valid('json').Amount)),
        ),
      ),
  )
  .post(
    '/:id/retry',
    {
      tag,
      summary: 'Retry a failed payment now',
      description:
        'Charges the amount that the contract owes at once and replaces the scheduled retry. Returns the new payment.',
      bodyOptional: true,
      answers: { 200: paymentTransaction },
      refusals: [404, 409],
    },
    async (c) => {
      const service = c.env.core.flow();
      const id = c.req.param('id');
      const follow = service.transaction((tx) => retryNow(tx, id));
      await follow(service);
      const { tx } = c.env.core;
      const { ContractId = '' } = tx.paymentTransactions.get(id) ?? {};
      const newest = tx.paymentTransactions.find({ where: { ContractId }, newestFirst: true });
      return answer(c, transactionView(found(newest, 'payment transaction', id)));
    },
  )
  .get(
    '/decided',
    {
      tag,
      summary: 'Payments that were decided, newest first',
      description: 'The latest 1000 are kept.',
      query: logPaging.omit({ from: true }),
      answers: { 200: z.array(decided) },
    },
    (c) => {
      const { skip, take } = c.req.valid('query');
      return answer(c, c.env.core.tx.decidedPayments.list({ newestFirst: true, skip, take }).map(shown));
    },
  );

function shown(payment: DecidedPayment) {
  return { ...payment, At: timestamp(payment.At) };
}
