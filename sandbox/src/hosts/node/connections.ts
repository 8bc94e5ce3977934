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
  /** Timeout in milliseconds for the head of a request; then 408. */
  readonly headersTimeout: number;
  /** Timeout in milliseconds for a whole request; then 408. */
  readonly requestTimeout: number;
  /** Milliseconds in which a client must have read a part of a waiting response. */
  readonly readTimeout: number;
  /** Maximum bytes of unread responses, of all connections together. */
  readonly waitingBytes: number;
  /** Maximum number of requests that a client may send before an earlier response is sent. */
  readonly pipelined: number;
  /** Milliseconds between checks of the connections. */
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

/** Number of requests after which the unread bytes are counted again, so that a burst does not wait for the next check. */
const COUNTED_EACH = 20;

/** A connection with a response in progress. */
interface Connection {
  /** The response in progress. */
  response: ServerResponse;
  /** When it began to wait for the client, by `performance.now()`. */
  waitsSince: number | undefined;
  /** Number of further requests that the client has already sent (pipelining). */
  readonly next: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Creates a server with limited connections: a head or a body that arrives too slowly gets 408, and an unread response
 * is cut off. If there are too many unread bytes, the longest waiting response is cut off first. Requests of a
 * connection are processed one at a time, so that no client accumulates unread responses.
 */
export function boundedServer(listener: RequestListener, limits = connectionLimits): Server {
  const { headersTimeout, requestTimeout, readTimeout, interval } = limits;
  const server = createServer({
    joinDuplicateHeaders: true,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: interval,
  });
  // Sockets without progress; those that slowly read a long text do not count.
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
    // Without unread bytes, the client waits for us: a long advance of the clock, a delay of a fault rule.
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
