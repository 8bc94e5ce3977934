import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';

/** What {@link startSandbox} takes besides the sandbox's own options. */
export interface StartOptions extends SandboxOptions {
  /** Port to listen on; 0 takes a free one. Default 4400. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string;
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
  const { port = 4400, host = '127.0.0.1' } = options;
  const sandbox = createSandbox(options);
  const server = createServer(
    getRequestListener((request) => sandbox.fetch(request), { overrideGlobalObjects: false }),
  );
  await listening(server, port, host);
  const address = server.address() as AddressInfo;
  const name = host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
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
