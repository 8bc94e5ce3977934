import * as z from 'zod';
import { notFound } from '../../domain/problem.ts';
import { type Route, route } from '../route.ts';

const tag = 'Control';

const milliseconds = z.number().min(0).max(600_000);

const fault = z
  .object({
    Status: z
      .number()
      .int()
      .min(400)
      .max(599)
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
  .refine(
    (given) => Object.keys(given).length > 0,
    'expected at least one of Status, DelayMs, Drop, DropResponse, Truncate',
  )
  .meta({ id: 'Fault' });

const ruleInput = z.object({
  Method: z.string().optional(),
  Path: z
    .string()
    .optional()
    .meta({ description: '`*` stands for anything.', example: '/api/v1/CustomerSelfService/*' }),
  Probability: z.number().min(0).max(1).optional(),
  Times: z.number().int().min(1).optional(),
  Fault: fault,
});

const rule = ruleInput.extend({ Id: z.string() }).meta({ id: 'FaultRule' });

/** Rules by which requests to the service go wrong. The control API itself never does. */
export const controlFaultRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sandbox/faults',
    credential: 'Control',
    tag,
    summary: 'Fault rules',
    answers: { 200: z.array(rule) },
    handle: ({ traffic }) => ({ status: 200, body: traffic.faults.list() }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/faults',
    credential: 'Control',
    tag,
    summary: 'Let requests go wrong',
    body: ruleInput,
    answers: { 200: rule },
    handle: ({ traffic, body }) => ({ status: 200, body: traffic.faults.add(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/faults',
    credential: 'Control',
    tag,
    summary: 'Remove all fault rules',
    answers: { 204: undefined },
    handle: ({ traffic }) => {
      traffic.faults.clear();
      return { status: 204 };
    },
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/faults/{id}',
    credential: 'Control',
    tag,
    summary: 'Remove a fault rule',
    answers: { 204: undefined },
    handle: ({ traffic, params }) => {
      if (!traffic.faults.remove(params['id'] as string))
        throw notFound('fault rule', params['id'] as string);
      return { status: 204 };
    },
  }),
];
