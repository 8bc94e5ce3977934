import { connect } from 'node:net';
import { startSandbox } from 'clientlib-sandbox';
import { expect, it, onTestFinished } from 'vitest';
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
