import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { budgets } from '../../../model/budgets.ts';
import { readText } from '../../wire/bounded-body.ts';
import { refuseEndlessJson } from '../../wire/hostile-json.ts';
import { controlReset } from '../../zones/zones.ts';

/** Maximum characters of a message. */
const MAX_MESSAGE = 1_000_000;

const message = z
  .looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional() })
  .meta({ id: 'ProtocolMessage', description: 'A message of the Model Context Protocol.' });

/** The JSON-RPC code for a message that no method accepts. */
const INVALID_REQUEST = -32_600;

/** Parses the JSON of a body. The protocol handler rejects invalid JSON. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns why a message is rejected: the batch is too long, or it has more values or levels than any tool accepts. */
function findRefusal(message: unknown): string | undefined {
  try {
    refuseEndlessJson(message);
    if (!Array.isArray(message) || message.length <= budgets.agentBatch) return undefined;
    return `Expected at most ${budgets.agentBatch} messages in a batch, got ${message.length}.`;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** The tools for coding agents. They can also free space, so they work in a full workspace. */
export const mcp = controlReset('/mcp').post(
  '/',
  {
    tag: 'Control',
    summary: 'The tools for coding agents (MCP, streamable HTTP)',
    description:
      'Stateless: no session, no stream; each message gets its answer. Access is that of the control API. `/docs/guides/agents` shows how to connect an editor.',
    query: z.object({
      readonly: z.enum(['0', '1']).optional().meta({ description: '1: only the tools that change nothing.' }),
    }),
    streamed: message,
    answers: { 200: message, 202: undefined, 400: message, 404: message, 406: message },
    whileClockMoves: true,
  },
  async (c) => {
    const body = await readText(c.req.raw, MAX_MESSAGE);
    const parsed = parseJson(body);
    const refused = findRefusal(parsed);
    if (refused !== undefined)
      return c.json(
        { jsonrpc: '2.0' as const, id: null, error: { code: INVALID_REQUEST, message: refused } },
        400,
      );
    const { url, headers } = c.req.raw;
    const request = parsed === undefined ? new Request(url, { method: 'POST', headers, body }) : c.req.raw;
    const response = await c.env.answerAgent(request, parsed, c.env);
    return c.newResponse(response.body, response);
  },
);
