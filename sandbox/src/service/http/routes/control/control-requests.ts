import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { answer } from '../../answers/answer.ts';
import { shortened } from '../../answers/kept-body.ts';
import { toDocuments } from '../../traffic/request-documents.ts';
import { without } from '../../traffic/request-log.ts';
import { logPaging } from '../../wire/paging.ts';
import { redactedBody } from '../../wire/redacted-body.ts';
import { control } from '../../zones/zones.ts';

const entry = z
  .object({
    Id: z.number(),
    At: z.string(),
    Method: z.string(),
    Path: z.string().meta({ description: 'With its query; secrets are masked.' }),
    Status: z.number().meta({ description: '0: the connection was dropped.' }),
    DurationMs: z.number(),
    Warnings: z.array(z.string()).optional(),
    Caller: z
      .string()
      .optional()
      .meta({ description: 'Who called: `OAuth client c00000000000000000000001`.' }),
    Client: z
      .string()
      .optional()
      .meta({ description: 'The program that names itself by the header `X-Sandbox-Client`.' }),
    Error: z
      .object({ Code: z.string(), Message: z.string() })
      .optional()
      .meta({ description: 'The message of a rejection.' }),
  })
  .meta({ id: 'RequestEntry' });

const changedDocument = z
  .object({
    Collection: z.string(),
    Id: z.string(),
    Change: z.enum(['Created', 'Changed', 'Deleted']),
    Fields: z
      .array(z.object({ Field: z.string(), Before: z.unknown().optional(), After: z.unknown().optional() }))
      .optional()
      .meta({ description: 'The fields that differ; long values are cut off.' }),
  })
  .meta({ id: 'ChangedDocument' });

const detail = entry
  .extend({
    RequestBody: z.string().optional().meta({ description: 'Secrets are masked; cut off when long.' }),
    Headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description:
          'Some of the request, none of them secret; noted while somebody reads `/sandbox/stream`.',
        example: { 'Content-Type': 'application/json' },
      }),
    AnswerBody: z.string().optional().meta({ description: 'As `RequestBody`.' }),
    Events: z.array(z.string()).meta({ description: 'Ids of the events that the request caused.' }),
    Documents: z
      .array(changedDocument)
      .meta({ description: 'The documents that the request created, changed or deleted; at most 50.' }),
    MoreDocuments: z.number().optional().meta({ description: 'Changed documents that are not listed.' }),
  })
  .meta({ id: 'RequestDetail' });

/** The log of requests: request, response and the sandbox's warnings. */
export const requests = control('/sandbox/requests')
  .get(
    '/',
    {
      tag: 'Control',
      whileClockMoves: true,
      summary: 'Requests, newest first',
      description:
        'No bodies, no secrets, no card data. The latest 1000 reads and the latest 1000 others are kept. Requests of the inspector are not logged.',
      query: logPaging.omit({ from: true }),
      answers: { 200: z.array(entry) },
    },
    (c) => {
      const query = c.req.valid('query');
      return answer(c, c.env.traffic.log.list(query.skip, query.take));
    },
  )
  .get(
    '/:id',
    {
      tag: 'Control',
      summary: 'A request with its bodies and what it changed',
      description:
        'Its id is in the response header `X-Request-Id`. Secrets are masked. Bodies with payment data, and of providers and pages, are not kept.',
      answers: { 200: detail },
    },
    (c) => {
      const id = c.req.param('id');
      const { core, traffic } = c.env;
      const found = traffic.log.get(Number(id));
      if (found === undefined) throw notFound('request', id);
      const { requestBody, answerBody, headers } = found.trace;
      const shown = (text: string) => redactedBody(without(found.hidden, shortened(text)));
      return answer(c, {
        ...found.entry,
        ...(headers === undefined ? {} : { Headers: headers }),
        ...(requestBody === undefined ? {} : { RequestBody: shown(requestBody) }),
        ...(answerBody === undefined ? {} : { AnswerBody: shown(answerBody) }),
        Events: core.activity.eventsFor(found.entry.Id),
        ...toDocuments(found.trace),
      });
    },
  );
