import * as z from 'zod';
import { faultRule } from './fault-rule.ts';
import { sessionCalls } from './session-calls.ts';

const text = (description: string) => z.string().meta({ description });

/** A word that can be inserted into code without quoting. */
const word = z.string().regex(/^\w{1,100}$/, 'expected letters and digits');
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A call of the sandbox in the same process. */
const call = z.object({
  Name: z
    .enum(sessionCalls, `expected one of ${sessionCalls.join(', ')}`)
    .meta({ description: 'As in `sandbox.clock.advance`: `clock.advance`.' }),
  Arguments: z.array(z.unknown()),
});

/** A request without secrets and payment data: `{{4.Id}}` is a placeholder for the `Id` in the response of row 4. */
const request = z.object({
  Method: word,
  Path: z
    .string()
    .startsWith('/', 'expected a path such as /api/v1/orders')
    .meta({ description: 'Below the base URL, with its query.' }),
  BaseUrl: text('The value, if it differs from that of the session.').optional(),
  Headers: z.record(z.string(), z.string()).optional(),
  Body: z.unknown().optional().meta({ description: 'Of JSON.' }),
  Form: z.record(z.string(), z.string()).optional(),
  Text: text('A body that is neither.').optional(),
  Fault: text('What a fault rule did to the answer, as `X-Sandbox-Fault` says it.').optional(),
});

const answer = z
  .object({
    Status: count.max(999).meta({ description: '0 where a fault rule dropped the connection.' }),
    Body: text('Its first 2,000 characters, without secrets.').optional(),
    Digest: text('Digest of the whole body without secrets.').optional(),
  })
  .meta({ id: 'SessionAnswer' });

const delivery = z.object({
  Id: text('Id of the delivery: `{{4#2}}` is the second id created by row 4.'),
  Event: z.string().optional(),
  At: text('The instant that the attempt counts from.'),
  StatusCode: count.max(999).optional(),
  Error: z.string().optional(),
  RetryAfter: z.number().optional(),
  Gone: z.boolean().optional(),
});

/** One turn: the flow that worked on the state, and the result. */
export const sessionRow = z.object({
  Row: count.min(1).meta({ description: 'Its number; the first one is 1.' }),
  Now: text('The simulated time.'),
  At: text('The real time, where the clock follows it.').optional(),
  Request: request.optional(),
  Call: call.optional(),
  Answer: answer.optional(),
  Steps: count
    .optional()
    .meta({ description: 'So many steps of the schedule: due tasks, or a move of the clock.' }),
  Delivery: delivery.optional().meta({ description: 'The result of an attempt to deliver a webhook.' }),
  GoesOn: count.optional().meta({ description: 'The row that continues after waiting; 0 for the schedule.' }),
});

const start = z.object({
  Seed: z.string(),
  Clock: text('The time of a manual clock; without it, the clock follows real time.').optional(),
  At: text('The real time.'),
  Strict: z.boolean().optional(),
  Config: z.record(z.string(), z.unknown()).optional(),
  Webhooks: z.array(z.unknown()).optional(),
  PagesUrl: z.string().optional(),
  Snapshot: z.record(z.string(), z.unknown()).optional().meta({
    description: 'The state, where it is not that of a new sandbox; with placeholders for secrets.',
  }),
});

/** The first row of a session that gave a different result when it was replayed. */
const difference = z.object({
  Row: count.min(1).meta({ description: 'Its number; 0 for the state at the end.' }),
  Message: text('As text.'),
  Recorded: answer.optional(),
  Replayed: answer.optional(),
});

/** The result of replaying a session. */
export const replayedSession = z
  .object({
    Rows: z.number().meta({ description: 'Number of rows in the session.' }),
    Difference: difference.optional().meta({
      description: 'The first row with a different result. The rows after it were not replayed.',
    }),
  })
  .meta({ id: 'ReplayedSession' });

/** The history of a state. */
export const sessionFile = z
  .object({
    Format: z.literal('clientlib-sandbox session'),
    Version: z.literal(1),
    Service: text('Version of the sandbox that recorded it.'),
    BaseUrl: z.url({ protocol: /^https?$/, error: 'expected a URL such as http://localhost:4400' }),
    Start: start,
    Forgotten: count.optional().meta({ description: 'Rows before the start that were too many to keep.' }),
    Rows: z.array(sessionRow),
    Ids: z
      .record(z.string(), z.object({ Collection: word, At: count }))
      .optional()
      .meta({
        description:
          'Where the documents are that requests name as `4#2`: a collection of the state, and the place in it.',
      }),
    End: z.object({
      At: text('The real time.'),
      Digest: text('Digest of the state without tokens and secrets.'),
      Faults: z
        .array(faultRule.extend({ Id: z.string().regex(/^\d{1,9}$/, 'expected a number') }))
        .max(1_000)
        .optional()
        .meta({ description: 'The fault rules at the end.' }),
    }),
  })
  .meta({ id: 'Session' });

export type SessionFile = z.output<typeof sessionFile>;
export type SessionRow = z.output<typeof sessionRow>;
export type SessionRequest = z.output<typeof request>;
export type SessionStart = z.output<typeof start>;
export type SessionAnswer = z.output<typeof answer>;
export type Difference = z.output<typeof difference>;
export type ReplayedSession = z.output<typeof replayedSession>;
