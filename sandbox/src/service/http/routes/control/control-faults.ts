import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { faultRule, faultRuleInput } from '../../../model/fault-rule.ts';
import { answer } from '../../answers/answer.ts';
import { controlReset } from '../../zones/zones.ts';

const tag = 'Control';

const listed = faultRule
  .extend({ Hits: z.number().meta({ description: 'Requests that it has met.' }) })
  .meta({ id: 'ListedFaultRule' });

/** Rules that make requests to the service fail. The control API itself never fails. */
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
      json: faultRuleInput,
      answers: { 200: faultRule },
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
