import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { startSandbox } from 'clientlib-sandbox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { boundedServer, connectionLimits } from '../../../../sandbox/src/hosts/node/connections.ts';

it('has the documented limits, and the server has them', () => {
  expect(connectionLimits).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 300_000,
    readTimeout: 30_000,
    waitingBytes: 500_000_000,
    pipelined: 100,
    interval: 1_000,
  });
  const server = boundedServer(() => {});
  onTestFinished(() => void server.close());
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([30_000, 300_000, 30_000]);
});

it('closing does not wait for clients that listen, or that send half a request', async () => {
  const { url, close } = await startSandbox({ port: 0 });
  const listening = await fetch(`${url}/sandbox/stream`);
  expect(listening.status).toBe(200);
  const ended = listening.text().catch(() => 'broken off');
  const half = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  const gone = new Promise<void>((resolve) => half.once('close', resolve));
  await new Promise<void>((resolve) => half.write('GET / HTTP/1.1\r\nHost: localhost\r\n', () => resolve()));
  // What comes after it has been answered, so the server has read it too.
  expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
  await close();
  await Promise.all([ended, gone]);
});

describe('of many connections', () => {
  /** A server without a network: a test says which requests come, and how many bytes of each response are unread. */
  function serve() {
    vi.useFakeTimers();
    const begun: Response[] = [];
    const limits = { ...connectionLimits, waitingBytes: 80, pipelined: 2, interval: 100 };
    const server = boundedServer((_, response) => void begun.push(response as never), limits);
    onTestFinished(() => {
      server.emit('close');
      vi.useRealTimers();
    });
    return {
      begun,
      ask: (socket: Socket, unread = 0) => {
        const response = new Response(unread);
        server.emit('request', { socket }, response);
        return response;
      },
      idle: (socket: Socket) => server.emit('timeout', socket),
      look: () => vi.advanceTimersByTime(100),
    };
  }

  class Socket extends EventEmitter {
    destroyed = false;
    destroy(): void {
      this.destroyed = true;
    }
  }

  class Response extends EventEmitter {
    writableLength: number;
    constructor(unread: number) {
      super();
      this.writableLength = unread;
    }
  }

  const sockets = (count: number) => Array.from({ length: count }, () => new Socket());
  const destroyed = (all: readonly Socket[]) => all.map((socket) => socket.destroyed);

  it('each answers one request at a time, in order, and holds as many as are allowed', () => {
    const { begun, ask } = serve();
    const [one, other] = sockets(2) as [Socket, Socket];
    const responses = [ask(one), ask(one), ask(one)];
    expect([begun, one.destroyed]).toEqual([[responses[0]], false]);
    for (const at of [1, 2]) {
      responses[at - 1]?.emit('close');
      expect(begun).toEqual(responses.slice(0, at + 1));
    }
    responses[2]?.emit('close');
    expect(begun).toHaveLength(3);
    for (let at = 0; at < 4; at += 1) ask(other);
    expect(destroyed([one, other])).toEqual([false, true]);
  });

  it('nothing more is answered on one that is gone', () => {
    const { begun, ask } = serve();
    const [one] = sockets(1) as [Socket];
    const [first] = [ask(one), ask(one)];
    one.destroy();
    first.emit('close');
    expect(begun).toEqual([first]);
  });

  it('an idle one ends, and one whose response is not read; one that waits for us stays', () => {
    const { ask, idle } = serve();
    const [quiet, unread, waiting] = sockets(3) as [Socket, Socket, Socket];
    ask(unread, 1);
    ask(waiting);
    for (const socket of [quiet, unread, waiting]) idle(socket);
    expect(destroyed([quiet, unread, waiting])).toEqual([true, true, false]);
  });

  it('the one that waits longest ends first, and no more than must', () => {
    const { ask, look } = serve();
    const all = sockets(4);
    for (const socket of all) {
      expect(destroyed(all)).not.toContain(true);
      ask(socket, 30);
      if (socket !== all[2]) look();
    }
    expect(destroyed(all)).toEqual([true, true, false, false]);
  });

  it('a single response may be larger than all together may be', () => {
    const { ask, look } = serve();
    const [one] = sockets(1) as [Socket];
    ask(one, 1_000);
    look();
    expect(one.destroyed).toBe(false);
  });

  it('nothing is looked at any more once the server is closed', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = boundedServer(() => {});
    expect(vi.getTimerCount()).toBe(1);
    server.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the wait of one begins anew with each of its responses', () => {
    const { ask, look } = serve();
    const [one, other] = sockets(2) as [Socket, Socket];
    const first = ask(one, 40);
    ask(one, 60);
    look();
    ask(other, 40);
    look();
    first.emit('close');
    look();
    expect(destroyed([one, other])).toEqual([false, true]);
  });

  it('a burst is looked at before the next check is due', () => {
    const { ask } = serve();
    const all = sockets(20);
    for (const socket of all.slice(0, 19)) ask(socket, 40);
    expect(destroyed(all)).not.toContain(true);
    ask(all[19] as Socket, 40);
    expect(destroyed(all).filter((is) => !is)).toHaveLength(2);
  });
});
