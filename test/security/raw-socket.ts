import { connect, type Socket } from 'node:net';

/** A connection as a program of its own would make it: it sends what it is given, and reads when it is told to. */
export interface RawSocket {
  send(text: string): void;
  /** All that has come. */
  readonly received: string;
  /** Resolves when as much has come as the check wants. */
  until(isThere: (received: string) => boolean): Promise<string>;
  /** Resolves when the other side has ended the connection. */
  readonly ended: Promise<void>;
  readonly isEnded: boolean;
  close(): void;
}

/** @param reads whether what comes is read; without it the connection fills up */
export async function rawSocket(url: string, { reads = true } = {}): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port),
  });
  let received = '';
  let isEnded = false;
  let look = () => {};
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isEnded = true;
      look();
      resolve();
    });
  });
  socket.on('error', () => {});
  if (reads)
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
      look();
    });
  else socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    send: (text) => void socket.write(text),
    get received() {
      return received;
    },
    until: (isThere) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (isThere(received)) resolve(received);
          else if (isEnded) reject(new Error(`The connection ended after: ${received.slice(0, 500)}`));
        };
        look();
      }),
    ended,
    get isEnded() {
      return isEnded;
    },
    close: () => socket.destroy(),
  };
}

/** Status codes of the answers in a text of HTTP/1.1. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
