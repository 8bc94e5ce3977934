import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseUnknown } from '../configuration/known-names.ts';
import { Problem } from '../domain/problem.ts';
import { ConnectionDropped } from '../http/faults.ts';
import { answerToError } from '../http/problem-reply.ts';
import type { Reply } from '../http/reply.ts';
import { type OpenSandbox, openSandbox, optionNames, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { isLoopback, isOwnHost, refuseOpenControl } from './exposure.ts';
import { NodeRequest } from './node-request.ts';

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
  refuseUnknown(options, [...optionNames, 'port', 'host', 'insecure'], 'startSandbox option ');
  const { port = 4400, host = '127.0.0.1', controlToken, insecure = false } = options;
  refuseOpenControl(host, controlToken, insecure);
  const { sandbox, answer } = openSandbox(options);
  const server = createServer({ joinDuplicateHeaders: true }, (incoming, outgoing) => {
    void answerOrDrop(answer, host, incoming, outgoing);
  });
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

/** Sends the sandbox's answer; where a fault rule breaks the connection, the socket is destroyed. */
async function answerOrDrop(
  answer: OpenSandbox['answer'],
  host: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    if (!isOwnHost(incoming.headers.host, host)) throw foreignHost(incoming.headers.host);
    await send(await answer(new NodeRequest(incoming)), outgoing);
  } catch (error) {
    if (error instanceof ConnectionDropped || outgoing.headersSent) outgoing.destroy();
    else await send(answerToError(error, 'Problem'), outgoing);
  }
  // What is left of a body that was refused: the client reads the answer when it has sent it.
  incoming.resume();
}

function foreignHost(name: string | undefined): Problem {
  return new Problem(
    'Forbidden',
    'PermissionDenied',
    `This sandbox does not answer under the name "${name}". Use localhost, or start it with --host.`,
  );
}

async function send({ status, headers, content }: Reply, outgoing: ServerResponse): Promise<void> {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  if (content instanceof ReadableStream) {
    outgoing.writeHead(status, list);
    for await (const chunk of content) outgoing.write(chunk);
    outgoing.end();
    return;
  }
  if (content !== null) list.push('Content-Length', String(Buffer.byteLength(content)));
  outgoing.writeHead(status, list);
  outgoing.end(content);
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
