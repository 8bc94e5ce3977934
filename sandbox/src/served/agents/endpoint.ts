import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type AgentHost, newMemory } from './agent-host.ts';
import { agentServer } from './server.ts';

export { newMemory };

/**
 * Answers a request of the protocol. Nothing is kept between requests but what {@link AgentHost.memory} has, and each is
 * answered in one piece, when all is done: an engine may take its workspace out of memory after that.
 */
export async function answerMessage(request: Request, host: AgentHost, version: string): Promise<Response> {
  const serve = () => agentServer(host, version);
  if (await isLegacyRequest(request)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serve().connect(transport);
    return transport.handleRequest(request);
  }
  return createMcpHandler(serve, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request);
}
