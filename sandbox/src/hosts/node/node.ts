import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import {
  createSandbox,
  forHosts,
  optionNames,
  type Sandbox,
  type SandboxOptions,
} from '../../sandbox/sandbox.ts';
import { refuseUnknown } from '../../service/domain/basics/known-names.ts';
import { invalid, Problem } from '../../service/domain/basics/problem.ts';
import { responseToError } from '../../service/http/answers/problem-answer.ts';
import { whenAnswered } from '../../service/http/middleware/middleware.ts';
import { ConnectionDropped, truncatedResponses } from '../../service/http/traffic/faults.ts';
import { HttpProblem } from '../../service/http/wire/http-problem.ts';
import { isLoopback } from '../../service/http/wire/same-site.ts';
import { inUrl, isOwnHost, workspaceNamedBy } from '../network/host-names.ts';
import { refuseBroken } from './broken-requests.ts';
import { boundedServer } from './connections.ts';

/** Options of {@link startSandbox} in addition to those of the sandbox. */
export interface StartOptions extends SandboxOptions {
  /** Port to listen on; 0 picks a free one. Default: 4400. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Additional host names of this server, such as that of a container: `['sandbox']`. */
  readonly allowedHosts?: readonly string[];
  /** Allows access to the control API without a token, even from other machines. */
  readonly insecure?: boolean;
  /** Folder to keep the state in; created if it does not exist. Without it, the state is only in memory. */
  readonly data?: string;
  /**
   * `commit` (default): a response is sent when its changes are on disk. `none`: when the operating system has them; faster,
   * but a power cut may lose the last changes.
   */
  readonly dataSync?: DataSync;
  /**
   * Whether the lighter `Request` and `Response` of `@hono/node-server` replace the global ones, which makes a process
   * that only runs the sandbox nearly twice as fast. Default `false`; the command sets it.
   */
  readonly overrideGlobalObjects?: boolean;
}

/** See {@link StartOptions.dataSync}. */
export type DataSync = 'commit' | 'none';

/** A sandbox that listens on a port. */
export interface StartedSandbox<Made extends Sandbox = Sandbox> {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly sandbox: Made;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** Starts the service on a port. */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  refuseUnknown(
    options,
    [...optionNames, 'port', 'host', 'allowedHosts', 'insecure', 'data', 'dataSync', 'overrideGlobalObjects'],
    'startSandbox option ',
  );
  const { port = 4400, host = '127.0.0.1', insecure = false, data, dataSync, ...others } = options;
  const { overrideGlobalObjects = false, allowedHosts = [], ...rest } = others;
  refuseOpenControl(host, options.controlToken, insecure);
  const exposed = rest.exposed ?? !isLoopback(host);
  const trusted = (rest.webhooks ?? []).map((webhook) =>
    typeof webhook === 'string' ? webhook : webhook.Url,
  );
  const guarded = exposed && rest.privateWebhooks !== true ? await deliverToPublic(trusted) : {};
  // Clients of an exposed sandbox must not reach this machine's network through it.
  const sandbox = createSandbox({ exposed, ...guarded, ...(exposed ? {} : { certify }), ...rest });
  const { workspaces, answer } = forHosts(sandbox);
  const kept = data === undefined ? undefined : await openFolder(data, dataSync);
  if (kept !== undefined) workspaces.keepIn(kept.persistence, kept.states);
  // Tasks that became due while the sandbox was stopped run before the first response.
  const ready = workspaces.catchUp();
  const listener = getRequestListener(answering(answer, ownHosts(host, allowedHosts), ready), {
    overrideGlobalObjects,
    // A target that is neither a path nor a URL never becomes a request.
    errorHandler: (error) => responseToError(error instanceof RequestError ? badTarget() : error),
  });
  const server = boundedServer(listener);
  server.on('clientError', refuseBroken(workspaces.main));
  try {
    await listening(server, port, host);
    await ready;
    await workspaces.durable();
  } catch (error) {
    server.close();
    sandbox.close();
    await kept?.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const name = isLoopback(host) ? 'localhost' : inUrl(host);
  return {
    url: `http://${name}:${address.port}`,
    sandbox,
    async close() {
      const ended = workspaces.close();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      await ended;
      await kept?.close();
    },
  };
}

// Loaded on demand, because loading more makes the start slower.

const certify: NonNullable<SandboxOptions['certify']> = async (...receiver) => {
  const { certifyingWith } = await import('./certify-receiver.ts');
  return certifyingWith(startSandbox)(...receiver);
};

/** Keeps webhooks out of this machine's network. */
async function deliverToPublic(trusted: readonly string[]): Promise<Pick<SandboxOptions, 'deliver'>> {
  const { publicReceivers } = await import('./public-receivers.ts');
  return { deliver: publicReceivers(trusted) };
}

/** Opens the folder in which the state is stored. */
async function openFolder(data: string, dataSync: DataSync | undefined) {
  const sync = parseDataSync(dataSync);
  const { openData } = await import('./data-folder.ts');
  return openData(data, sync);
}

type Bindings = HttpBindings | Http2Bindings;

/**
 * Responds with the sandbox; if a fault rule breaks the connection, the socket is destroyed. A response that is immediately
 * available is returned without a promise: `@hono/node-server` then writes it immediately.
 */
function answering(
  answer: ReturnType<typeof forHosts>['answer'],
  isOwn: (name: string | undefined) => boolean,
  ready: Promise<void>,
) {
  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });
  const answerNow = (request: Request, { incoming, outgoing }: Bindings): Response | Promise<Response> => {
    const { host } = incoming.headers;
    // A target with its own host takes precedence over the header (RFC 9112, 3.2.2).
    const asked = incoming.url?.startsWith('/') ? host : new URL(request.url).host;
    if (!isOwn(host) || (asked !== host && !isOwn(asked))) return responseToError(foreignHost(asked));
    const finish = (response: Response) =>
      truncatedResponses.has(response)
        ? new Response(brokenOff(response.body as ReadableStream<Uint8Array>, outgoing), response)
        : response;
    const drop = (error: unknown) => {
      if (!(error instanceof ConnectionDropped)) throw error;
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    };
    const arrival = { visitor: incoming.socket.remoteAddress, workspace: workspaceNamedBy(asked) };
    return whenAnswered(() => answer(request, arrival), finish, drop);
  };
  return (request: Request, bindings: Bindings) =>
    isReady ? answerNow(request, bindings) : ready.then(() => answerNow(request, bindings));
}

/** The names of this server: no web page can have the machine's name, or the one that its containers use. */
function ownHosts(host: string, allowedHosts: readonly string[]): (name: string | undefined) => boolean {
  const names = [...allowedHosts, hostname(), 'host.docker.internal'];
  return (name) => isOwnHost(name, host, names);
}

/** The body until it breaks off, which breaks the connection. */
function brokenOff(
  body: ReadableStream<Uint8Array>,
  outgoing: Bindings['outgoing'],
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        outgoing.destroy();
      }
    },
  });
}

function badTarget(): Problem {
  return new HttpProblem(400, 'InvalidData', 'The target of the request is neither a path nor a URL.');
}

function foreignHost(name: string | undefined): Problem {
  return new Problem(
    'Forbidden',
    'PermissionDenied',
    `This sandbox does not accept requests to the host "${name}". Use localhost, or start it with --allowed-host ${(name ?? 'NAME').replace(/:\d+$/, '')}.`,
  );
}

/** Refuses to listen where others can reach the control API without a token. @throws Error that names the ways out */
function refuseOpenControl(host: string, controlToken: string | undefined, insecure: boolean): void {
  if (isLoopback(host) || controlToken !== undefined || insecure) return;
  throw new Error(
    `Listening on ${host} exposes the control API to the network. Set a token (--control-token TEXT), ` +
      'or use --insecure if the network is private.',
  );
}

/** @throws Problem for anything but the two values */
function parseDataSync(dataSync: DataSync = 'commit'): boolean {
  if (dataSync !== 'commit' && dataSync !== 'none')
    throw invalid('dataSync', `expected "commit" or "none", got "${dataSync}"`);
  return dataSync === 'commit';
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(
            `Port ${port} of ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
            { cause: error },
          ),
        );
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
}
