// Connections that no well-behaved program makes: half requests, requests byte by byte, many at once on one connection,
// foreign names, heads without end, and clients that never read what they asked for.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from 'clientlib-sandbox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { boundedServer, connectionLimits } from '../../sandbox/src/hosts/node/connections.ts';
import { type RawSocket, rawSocket, statusesIn } from './raw-socket.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function sandboxUrl(): Promise<string> {
  const started = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
  open.push(started);
  return started.url;
}

async function socketTo(url: string, options?: { reads: boolean }): Promise<RawSocket> {
  const socket = await rawSocket(url, options);
  open.push(socket);
  return socket;
}

const head = (line: string, ...headers: string[]) => [line, ...headers, '', ''].join('\r\n');

describe('a sandbox on a port', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n', 400],
    ['a version that there is not', head('GET / HTTP/9.9', 'Host: localhost'), 400],
    ['a method of its own', head('HACK / HTTP/1.1', 'Host: localhost'), 400],
    ['a control character in a header', head('GET / HTTP/1.1', 'Host: localhost', 'X: a\u0000b'), 400],
    [
      'two lengths',
      head('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'),
      400,
    ],
    [
      'a length and chunks (request smuggling)',
      `${head('POST /sandbox/reset HTTP/1.1', 'Host: localhost', 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    [
      'chunks that are none',
      `${head('POST /sandbox/reset HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked')}zz\r\n`,
      400,
    ],
    [
      'a head of 100,000 characters',
      head('GET / HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(100_000)}`),
      431,
    ],
    ['a path of 100,000 characters', head(`GET /${'x'.repeat(100_000)} HTTP/1.1`, 'Host: localhost'), 431],
    ['no Host', head('GET /sandbox/health HTTP/1.1'), 400],
    ['no Host, in HTTP/1.0', head('GET /sandbox/health HTTP/1.0'), 400],
    ['a foreign Host (DNS rebinding)', head('GET /sandbox/health HTTP/1.1', 'Host: evil.example'), 403],
    [
      'a Host with a name in front',
      head('GET /sandbox/health HTTP/1.1', 'Host: localhost@evil.example'),
      400,
    ],
    ['a Host with a path', head('GET /sandbox/health HTTP/1.1', 'Host: localhost/evil'), 400],
    [
      'a Host with a bad port',
      head('GET /sandbox/health HTTP/1.1', 'Host: localhost:99999', 'Origin: http://x'),
      400,
    ],
    ['a foreign target', head('GET http://evil.example/sandbox/health HTTP/1.1', 'Host: evil.example'), 403],
    [
      'a foreign target behind an own Host',
      head(
        'POST http://evil.example/sandbox/reset HTTP/1.1',
        'Host: localhost',
        'Origin: http://evil.example',
      ),
      403,
    ],
    [
      'an own target behind a foreign Host',
      head('GET http://localhost/sandbox/health HTTP/1.1', 'Host: evil.example'),
      403,
    ],
    ['a tunnel', head('CONNECT localhost:22 HTTP/1.1', 'Host: localhost'), undefined],
  ])('rejects %s', async (_what, text, status) => {
    const url = await sandboxUrl();
    const socket = await socketTo(url);
    socket.send(text);
    if (status === undefined) await socket.ended;
    else
      expect(statusesIn(await socket.until((received) => statusesIn(received).length > 0))).toEqual([status]);
    expect(socket.received).not.toContain('"Status":"ok"');
    expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
  });

  it('responds to requests of one connection in order, however they are cut', async () => {
    const url = await sandboxUrl();
    const socket = await socketTo(url);
    const paths = ['/sandbox/health', '/none', '/sandbox/clock', '/sandbox/health'];
    const text = paths.map((path) => head(`GET ${path} HTTP/1.1`, 'Host: localhost')).join('');
    for (const part of text.match(/[\s\S]{1,7}/g) ?? []) socket.send(part);
    const received = await socket.until((all) => statusesIn(all).length === 4 && all.endsWith('}'));
    expect(statusesIn(received)).toEqual([200, 404, 200, 200]);
  });

  it('neither responds to half a request, nor changes anything with half a body', async () => {
    const url = await sandboxUrl();
    const socket = await socketTo(url);
    const body = '{"Advance":"P1M"}';
    socket.send(
      head(
        'POST /sandbox/clock HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ) + body.slice(0, 5),
    );
    const clock = async () => ((await (await fetch(`${url}/sandbox/clock`)).json()) as { Now: string }).Now;
    expect(await clock()).toMatch(/^2026-01-15/);
    expect(socket.received).toBe('');
    socket.close();
    expect(await clock()).toMatch(/^2026-01-15/);
  });

  it('serves others while 200 connections hold half a request each', async () => {
    const url = await sandboxUrl();
    const slow = await Promise.all(Array.from({ length: 200 }, () => socketTo(url)));
    for (const socket of slow) socket.send('GET /sandbox/health HTTP/1.1\r\nHost: loc');
    expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
    expect(slow.filter(({ isEnded }) => isEnded)).toEqual([]);
  });

  it('prepares no responses for a client that does not read', async () => {
    const started = await startSandbox({ port: 0 });
    open.push(started);
    const socket = await socketTo(started.url, { reads: false });
    // Each answer is larger than what a connection holds.
    socket.send(head('GET /openapi.json HTTP/1.1', 'Host: localhost').repeat(50));
    const answered = async () => {
      const seen = (await (await fetch(`${started.url}/sandbox/requests`)).json()) as { Path: string }[];
      return seen.filter(({ Path }) => Path === '/openapi.json').length;
    };
    await vi.waitUntil(async () => (await answered()) > 0, { timeout: 20_000 });
    for (let at = 0; at < 20; at += 1) await answered();
    expect(await answered()).toBeLessThan(10);
    expect(socket.isEnded).toBe(false);
  });

  it('closes a connection with too many waiting requests', async () => {
    const url = await sandboxUrl();
    const socket = await socketTo(url);
    socket.send(head('GET /openapi.json HTTP/1.1', 'Host: localhost').repeat(3000));
    await socket.ended;
    expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
  });

  it('keeps no messages for a stream reader that does not read', async () => {
    const started = await startSandbox({ port: 0 });
    open.push(started);
    const socket = await socketTo(started.url, { reads: false });
    socket.send(head('GET /sandbox/stream HTTP/1.1', 'Host: localhost'));
    const body = JSON.stringify({ Event: 'OrderSucceeded' });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    for (let at = 0; at < 300; at += 1)
      expect((await started.sandbox.fetch('http://localhost/sandbox/events', init)).status).toBe(200);
    expect((await fetch(`${started.url}/sandbox/health`)).status).toBe(200);
  });
});

describe('a connection', () => {
  /** Whether each connection has ended, seen from the server: a client that does not read does not see it. */
  let ended: boolean[];

  /** A server with the limits of the sandbox, which are shorter here. */
  async function serve(change: Partial<typeof connectionLimits>, body: () => string): Promise<string> {
    const mine: boolean[] = [];
    ended = mine;
    const answer: Parameters<typeof boundedServer>[0] = (_request, response) => response.end(body());
    const server: Server = boundedServer(answer, { ...connectionLimits, interval: 20, ...change });
    server.on('connection', (socket) => {
      const place = mine.push(false) - 1;
      socket.on('close', () => {
        mine[place] = true;
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({
      close: () =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const large = 'x'.repeat(30_000_000);

  it('whose header arrives byte by byte ends with 408 (slow loris)', async () => {
    const socket = await socketTo(await serve({ headersTimeout: 60 }, () => 'ok'));
    socket.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-');
    expect(statusesIn(await socket.until((received) => received !== ''))).toEqual([408]);
    await socket.ended;
  });

  it('whose body arrives byte by byte ends with 408', async () => {
    const socket = await socketTo(await serve({ headersTimeout: 60, requestTimeout: 100 }, () => ''));
    socket.send(`${head('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 9')}{`);
    await socket.ended;
  });

  it('whose client reads nothing of its response ends', async () => {
    const url = await serve({ readTimeout: 100 }, () => large);
    const socket = await socketTo(url, { reads: false });
    socket.send(head('GET / HTTP/1.1', 'Host: localhost'));
    await vi.waitUntil(() => ended[0], { timeout: 20_000 });
  });

  it('whose client reads continues, however large the response is', async () => {
    const url = await serve({ waitingBytes: 1 }, () => large);
    expect(await (await fetch(url)).text()).toHaveLength(large.length);
  });

  it('that waits longest for its client ends when too many bytes wait', async () => {
    const url = await serve({ waitingBytes: 70_000_000 }, () => large);
    for (let at = 0; at < 4; at += 1) {
      const socket = await socketTo(url, { reads: false });
      socket.send(head('GET / HTTP/1.1', 'Host: localhost'));
    }
    await vi.waitUntil(() => ended.includes(true), { timeout: 20_000 });
    expect(ended.filter((one) => !one).length).toBeGreaterThan(0);
    expect(await (await fetch(url)).text()).toHaveLength(large.length);
  });

  it('that waits for a slow response stays', async () => {
    let answer = () => {};
    const server = boundedServer(
      (_request, response) => {
        answer = () => response.end('late');
      },
      { ...connectionLimits, interval: 20, readTimeout: 50 },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    const sent = once(server, 'request');
    const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [, response] = await sent;
    await once(response, 'timeout');
    answer();
    expect(await (await asked).text()).toBe('late');
  });
});
