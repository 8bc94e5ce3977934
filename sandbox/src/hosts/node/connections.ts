import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** Limits that keep a client that sends or reads slowly from holding many resources. */
export interface ConnectionLimits {
  /** Milliseconds in which the head of a request must have come; then 408. */
  readonly headersTimeout: number;
  /** Milliseconds in which a whole request must have come; then 408. */
  readonly requestTimeout: number;
  /** Milliseconds in which a client must have read something of an answer that waits for it. */
  readonly readTimeout: number;
  /** Bytes of answers that may wait for their clients, of all connections together. */
  readonly waitingBytes: number;
  /** Requests that a client may send before the answer to an earlier one is there. */
  readonly pipelined: number;
  /** Milliseconds between looks at the connections. */
  readonly interval: number;
}

/** Documented in docs/limits.md. */
export const connectionLimits: ConnectionLimits = {
  headersTimeout: 30_000,
  requestTimeout: 300_000,
  readTimeout: 30_000,
  waitingBytes: 500_000_000,
  pipelined: 100,
  interval: 1_000,
};

/** Requests after which the waiting bytes are counted again, so that a burst does not wait for the next look. */
const COUNTED_EACH = 20;

/** A connection on which a request is answered. */
interface Connection {
  /** The answer under way. */
  response: ServerResponse;
  /** When it began to wait for the client, by `performance.now()`. */
  waitsSince: number | undefined;
  /** Requests that the client has sent already (pipelining). */
  readonly next: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Creates a server whose connections are bounded: a head or a body that comes too slowly is answered with 408, and an answer
 * that nobody reads is broken off. When too many bytes wait, the answer that waits longest goes first. One request of a
 * connection is answered at a time, so that nobody gathers answers without reading them.
 */
export function boundedServer(listener: RequestListener, limits = connectionLimits): Server {
  const { headersTimeout, requestTimeout, readTimeout, interval } = limits;
  const server = createServer({
    joinDuplicateHeaders: true,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: interval,
  });
  // Sockets on which nothing moves; those that take a long text bit by bit do not count as such.
  server.timeout = readTimeout;
  const connections = new Map<Socket, Connection>();
  let requests = 0;
  const look = () => endUnread(connections, limits.waitingBytes);
  const answer = (socket: Socket, connection: Connection, request: IncomingMessage) => {
    const { response } = connection;
    response.on('close', () => {
      const following = connection.next.shift();
      if (following === undefined || socket.destroyed) {
        connections.delete(socket);
        return;
      }
      connection.response = following[1];
      connection.waitsSince = undefined;
      answer(socket, connection, following[0]);
    });
    listener(request, response);
  };
  server.on('timeout', (socket: Socket) => {
    const answered = connections.get(socket);
    // With nothing to read, the client waits for us: a long advance of the clock, a delay of a fault rule.
    if (answered === undefined || answered.response.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket) => socket.on('close', () => connections.delete(socket)));
  server.on('request', (request, response) => {
    const { socket } = request;
    const known = connections.get(socket);
    if (known !== undefined) {
      known.next.push([request, response]);
      if (known.next.length > limits.pipelined) socket.destroy();
      return;
    }
    const connection = { response, waitsSince: undefined, next: [] };
    connections.set(socket, connection);
    answer(socket, connection, request);
    requests += 1;
    if (requests % COUNTED_EACH === 0) look();
  });
  const timer = setInterval(look, interval);
  timer.unref();
  server.on('close', () => clearInterval(timer));
  return server;
}

function endUnread(connections: ReadonlyMap<Socket, Connection>, limit: number): void {
  const now = performance.now();
  const waiting: { readonly socket: Socket; readonly bytes: number; readonly since: number }[] = [];
  let total = 0;
  for (const [socket, connection] of connections) {
    const bytes = connection.response.writableLength;
    connection.waitsSince = bytes === 0 ? undefined : (connection.waitsSince ?? now);
    if (connection.waitsSince === undefined) continue;
    total += bytes;
    waiting.push({ socket, bytes, since: connection.waitsSince });
  }
  if (total <= limit) return;
  // A single answer may be larger: a snapshot is one text.
  const [, ...others] = waiting.sort((a, b) => b.since - a.since);
  for (const { socket, bytes } of others.toReversed()) {
    if (total <= limit) return;
    socket.destroy();
    total -= bytes;
  }
}
