import { McpServer } from '@modelcontextprotocol/server';
import type { AgentHost } from './agent-host.ts';
import { Refused, Service } from './service.ts';
import { tools } from './tools/index.ts';

const instructions =
  'A subscription billing service, simulated. Begin with catalog; sign_up, next_payment and clock make a story; contract and events show what came of it; explain has every code. Amounts and dates come from the service: never compute them.';

/** A server of the protocol with all tools, for one connection or request. */
export function agentServer(host: AgentHost, version: string): McpServer {
  const server = new McpServer({ name: 'clientlib-sandbox', version }, { instructions });
  const service = new Service(host);
  for (const { name, description, input, readOnly = false, run } of tools) {
    const annotations = { readOnlyHint: readOnly, openWorldHint: false };
    server.registerTool(name, { description, inputSchema: input, annotations }, async (given) => {
      try {
        return { content: [{ type: 'text', text: await run(service, given) }] };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { isError: true, content: [{ type: 'text', text: refusalText(error) }] };
      }
    });
  }
  return server;
}

function refusalText({ status, code, message }: Refused): string {
  const next = code === '' ? 'search_docs.' : `explain {"what": "${code}"}.`;
  return `${status < 300 ? 'Declined,' : status} ${code}: ${message}\nNext: ${next}`;
}
