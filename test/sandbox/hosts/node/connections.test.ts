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

it('closing does not wait for a client that listens', async () => {
  const { url, close } = await startSandbox({ port: 0 });
  const listening = await fetch(`${url}/sandbox/stream`);
  expect(listening.status).toBe(200);
  const ended = listening.text().then(
    () => 'ended',
    () => 'broken off',
  );
  await close();
  expect(['ended', 'broken off']).toContain(await ended);
});
