import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { waitForSandbox } from '../../../../sandbox/src/hosts/command/wait.ts';
import { startSandbox } from '../../../../sandbox/src/hosts/node/node.ts';

it('returns when the sandbox answers, also below a workspace and with a control token', async () => {
  const started = await startSandbox({ port: 0, controlToken: 'secret' });
  await waitForSandbox(started.url, 5);
  await waitForSandbox(`${started.url}/w/checkout/`, 5);
  await started.close();
});

it('waits for a sandbox that starts later', async () => {
  const early = await startSandbox({ port: 0 });
  const port = Number(new URL(early.url).port);
  await early.close();
  const waiting = waitForSandbox(`http://localhost:${port}`, 20);
  const late = await startSandbox({ port });
  await waiting;
  await late.close();
});

it('gives up with a reason', async () => {
  const broken = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  await expect(waitForSandbox(`http://127.0.0.1:${port}`, 1)).rejects.toThrow(
    `No sandbox at http://127.0.0.1:${port} within 1 s: status 503.`,
  );
  await new Promise((resolve) => broken.close(resolve));
  await expect(waitForSandbox(`http://127.0.0.1:${port}`, 1)).rejects.toThrow('ECONNREFUSED');
  await expect(waitForSandbox('localhost:4400', 1)).rejects.toThrow(
    'wait: expected the URL of a sandbox such as http://localhost:4400, got "localhost:4400".',
  );
});

it('asks more and more rarely, but twice a second at least', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const asked: number[] = [];
  vi.stubGlobal('fetch', async () => {
    asked.push(Math.round(performance.now()));
    throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const began = performance.now();
  const waiting = expect(waitForSandbox('http://localhost:1', 3)).rejects.toThrow('within 3 s: ECONNREFUSED');
  await vi.advanceTimersByTimeAsync(3_000);
  await waiting;
  expect(asked.map((at) => at - Math.round(began))).toEqual([
    0, 20, 60, 140, 300, 620, 1_120, 1_620, 2_120, 2_620,
  ]);
});

it('ends each attempt in time, also where something takes it and never answers', async () => {
  const asked = vi.fn(async (_url: unknown, _init: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', asked);
  onTestFinished(() => void vi.unstubAllGlobals());
  await waitForSandbox('http://localhost:1', 3);
  expect(asked.mock.calls[0]?.[1].signal).toBeInstanceOf(AbortSignal);
});

it('says why there was no sandbox before, where the last attempt is cut off by the end of its time', async () => {
  const outcomes = [
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })),
    () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  ];
  vi.stubGlobal('fetch', () => (outcomes.length > 1 ? outcomes.shift() : outcomes[0])?.());
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(waitForSandbox('http://localhost:1', 0.05)).rejects.toThrow('within 0.05 s: ECONNREFUSED.');
  await expect(waitForSandbox('http://localhost:1', 0.05)).rejects.toThrow('aborted due to timeout');
});
