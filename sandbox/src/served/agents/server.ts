import { McpServer } from '@modelcontextprotocol/server';
import { budgets } from '../../service/model/budgets.ts';
import type { AgentHost } from './agent-host.ts';
import { Refused, Service } from './service.ts';
import { cut, oneLine } from './tool.ts';
import { tools } from './tools/index.ts';

const instructions =
  'A subscription billing service, simulated. Begin with catalog; sign_up, next_payment and clock make a story; contract and events show what came of it; explain has every code. Amounts and dates come from the service: never compute them.';

/** Characters of a text in the arguments of a tool: an id, a path, a few words. The service limits bodies itself. */
const MAX_TEXT = 2_000;

/** A server of the protocol with all tools, for one connection or request. */
export function agentServer(host: AgentHost, version: string): McpServer {
  const server = new McpServer({ name: 'clientlib-sandbox', version }, { instructions });
  const service = new Service(host);
  for (const {
    name,
    description,
    input,
    readOnly = false,
    destructive = false,
    isWhole = false,
    run,
  } of tools) {
    const annotations = { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false };
    server.registerTool(name, { description, inputSchema: input, annotations }, async (given) => {
      const long = longText(given, name);
      if (long !== undefined) {
        const text = `${long}: expected at most ${MAX_TEXT} characters.\nNext: send less.`;
        return { isError: true, content: [{ type: 'text', text }] };
      }
      try {
        const answer = await run(service, given);
        const text = isWhole ? answer : cut(answer, budgets.agentAnswer, 'ask for less');
        return { content: [{ type: 'text', text }] };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { isError: true, content: [{ type: 'text', text: refusalText(error) }] };
      }
    });
  }
  return server;
}

/** The name of the first text that is too long, outside of a body for the service. */
function longText(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return value.length > MAX_TEXT ? name : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const found = field === 'body' ? undefined : longText(inner, Array.isArray(value) ? name : field);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refusalText({ status, code, message }: Refused): string {
  const next = code === '' ? 'search_docs.' : `explain {"what": "${code}"}.`;
  return `${oneLine(`${status < 300 ? 'Declined,' : status} ${code}: ${message}`)}\nNext: ${oneLine(next)}`;
}
