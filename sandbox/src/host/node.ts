import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ConnectionDropped } from '../http/faults.ts';
import { problemReply } from '../http/problem-reply.ts';
import { type Reply, responseOf } from '../http/reply.ts';
import { type OpenSandbox, openSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { isLoopback, isOwnHost, refuseOpenControl } from './exposure.ts';

/** What {@link startSandbox} takes besides the sandbox's own options. */
export interface StartOptions extends SandboxOptions {
  /** Port to listen on; 0 takes a free one. Default 4400. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Let the control API be reached without a token even beyond this machine. */
  readonly insecure?: boolean;
}

/** A sandbox that listens. */
export interface StartedSandbox {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  const { port = 4400, host = '127.0.0.1', controlToken, insecure = false } = options;
  refuseOpenControl(host, controlToken, insecure);
  const { sandbox, answer } = openSandbox(options);
  const server = createServer(
    getRequestListener((request, env) => answerOrDrop(answer, host, request, env as HttpBindings), {
      overrideGlobalObjects: false,
    }),
  );
  await listening(server, port, host);
  const address = server.address() as AddressInfo;
  const name = isLoopback(host) ? 'localhost' : host;
  return {
    url: `http://${name}:${address.port}`,
    sandbox,
    close: () =>
      new Promise((resolve, reject) => {
        sandbox.close();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** The sandbox's answer; where a fault rule breaks the connection, the socket is destroyed. */
async function answerOrDrop(
  answer: OpenSandbox['answer'],
  host: string,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  if (!isOwnHost(incoming.headers.host, host)) {
    const refusal = problemReply(
      403,
      'PermissionDenied',
      `This sandbox does not answer under the name "${incoming.headers.host}". Use localhost, or start it with --host.`,
    );
    return send(refusal, outgoing);
  }
  try {
    return send(await answer(request), outgoing);
  } catch (error) {
    if (!(error instanceof ConnectionDropped)) throw error;
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}

/** Sends a reply that is there as a whole without the detour of a `Response`. */
function send(reply: Reply, outgoing: ServerResponse): Response {
  const { status, headers, content } = reply;
  if (content instanceof ReadableStream) return responseOf(reply);
  const list = Object.entries(headers).flat();
  if (content !== null) list.push('Content-Length', String(Buffer.byteLength(content)));
  outgoing.writeHead(status, list);
  outgoing.end(content);
  return RESPONSE_ALREADY_SENT;
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(
            `Port ${port} of ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
          ),
        );
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
}
