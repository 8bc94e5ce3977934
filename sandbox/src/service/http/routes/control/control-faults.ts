import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { answer } from '../../answers/answer.ts';
import { FAULT_LIMITS, NO_FAULT } from '../../traffic/faults.ts';
import { controlReset } from '../../zones/zones.ts';

const tag = 'Control';

const milliseconds = z.number().min(0).max(FAULT_LIMITS.maxDelayMs);

const fault = z
  .object({
    Status: z
      .number()
      .int()
      .min(FAULT_LIMITS.minStatus)
      .max(FAULT_LIMITS.maxStatus)
      .optional()
      .meta({ description: 'This status instead of the answer.' }),
    DelayMs: z
      .union([
        milliseconds,
        z.object({ Min: milliseconds, Max: milliseconds }),
        z.object({ Mean: milliseconds, Deviation: milliseconds }),
      ])
      .optional()
      .meta({ description: 'Real milliseconds: always, from Min to Max, or normally distributed.' }),
    Drop: z.boolean().optional().meta({ description: 'The connection breaks before anything is done.' }),
    DropResponse: z.boolean().optional().meta({ description: 'All is done, but the answer is lost.' }),
    Truncate: z
      .boolean()
      .optional()
      .meta({ description: 'All is done, but the body breaks off in the middle.' }),
  })
  .refine((given) => Object.keys(given).length > 0, NO_FAULT)
  .meta({ id: 'FaultInput', outputId: 'Fault' });

const ruleInput = z.object({
  Method: z.string().max(FAULT_LIMITS.maxMethodLength).optional(),
  Path: z
    .string()
    .max(FAULT_LIMITS.maxPathLength)
    .optional()
    .meta({ description: '`*` matches anything.', example: '/api/v1/CustomerSelfService/*' }),
  Probability: z.number().min(0).max(1).optional(),
  Times: z.number().int().min(1).optional(),
  Fault: fault,
});

const rule = ruleInput.extend({ Id: z.string() }).meta({ id: 'FaultRule' });

const listed = rule
  .extend({ Hits: z.number().meta({ description: 'Requests that it has met.' }) })
  .meta({ id: 'ListedFaultRule' });

/** Rules by which requests to the service go wrong. The control API itself never does. */
export const faults = controlReset('/sandbox/faults', { refused: 'faults#faults' })
  .get(
    '/',
    { tag, whileClockMoves: true, summary: 'Fault rules', answers: { 200: z.array(listed) } },
    (c) => {
      const { faults: rules } = c.env.traffic;
      return answer(
        c,
        rules.list().map((entry) => ({ ...entry, Hits: rules.hitsOf(entry.Id) })),
      );
    },
  )
  .post(
    '/',
    {
      tag,
      whileClockMoves: true,
      summary: 'Let requests go wrong',
      json: ruleInput,
      answers: { 200: rule },
    },
    (c) => answer(c, c.env.traffic.faults.add(c.req.valid('json'))),
  )
  .delete(
    '/',
    { tag, whileClockMoves: true, summary: 'Remove all fault rules', answers: { 204: undefined } },
    (c) => {
      c.env.traffic.faults.clear();
      return c.body(null, 204);
    },
  )
  .delete(
    '/:id',
    { tag, whileClockMoves: true, summary: 'Remove a fault rule', answers: { 204: undefined } },
    (c) => {
      if (!c.env.traffic.faults.remove(c.req.param('id'))) throw notFound('fault rule', c.req.param('id'));
      return c.body(null, 204);
    },
  );
