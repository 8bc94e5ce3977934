import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A webhook as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: {
    readonly Event: string;
    readonly CustomerId?: string;
    readonly [field: string]: unknown;
  };
}

/** What the receiver answers: a status with headers, or something worse. */
export type Reply =
  | number
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'hang'
  | 'reset';

/** A merchant's endpoint on a port of its own, which answers as it is told. */
export interface Receiver {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** Decides each answer; 204 until it is set. */
  reply: (arrival: Arrival, number: number) => Reply | Promise<Reply>;
  /** Requests that wait for an answer at this moment, and that did at most at once. */
  readonly open: { now: number; most: number };
  close(): Promise<void>;
}

export async function startReceiver(reply: Receiver['reply'] = () => 204): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    let body = '';
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on('close', () => {
      open.now -= 1;
    });
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      const arrival = { path: request.url ?? '', headers: request.headers, body, payload: JSON.parse(body) };
      arrivals.push(arrival);
      answer(await receiver.reply(arrival, arrivals.length), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    arrivals,
    reply,
    open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function answer(reply: Reply, response: ServerResponse): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers = {} } = typeof reply === 'number' ? { status: reply } : reply;
  response.writeHead(status, headers).end();
}

/** The payload of an arrival, if the secret signed it now. @throws as the official library does */
export function verified(arrival: Arrival, secret: string): unknown {
  return new Webhook(secret).verify(arrival.body, arrival.headers as Record<string, string>);
}
