import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type AgentHost, newMemory } from './agent-host.ts';
import { agentServer } from './server.ts';

export { newMemory };

/**
 * Responds to a protocol request; `?readonly=1` offers only read-only tools. Between requests, only
 * {@link AgentHost.memory} is kept, and each response is sent in one piece at the end: an engine may evict its workspace
 * after that.
 *
 * @param message the body of the request, if already parsed as JSON: the request is then not read again
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
