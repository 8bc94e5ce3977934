import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type AgentHost, newMemory } from './agent-host.ts';
import { agentServer } from './server.ts';

export { newMemory };

/**
 * Answers a request of the protocol; `?readonly=1` has the tools that change nothing. Nothing is kept between requests but
 * what {@link AgentHost.memory} has, and each is answered in one piece, when all is done: an engine may take its workspace out
 * of memory after that.
 *
 * @param message the body of the request, where it is JSON: the request is then not read again
 */
export async function answerMessage(
  request: Request,
  message: unknown,
  host: AgentHost,
  version: string,
): Promise<Response> {
  const isReadOnly = new URL(request.url).searchParams.get('readonly') === '1';
  const serve = () => agentServer(host, version, isReadOnly);
  if (await isLegacyRequest(request, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serve().connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  }
  return createMcpHandler(serve, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, {
    parsedBody: message,
  });
}
