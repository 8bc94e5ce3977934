// What a stranger sends to a sandbox behind MSW; test/e2e does the same in a service worker.
import { handlers } from 'clientlib-sandbox/msw';
import { getResponse } from 'msw';
import { afterAll, expect, it } from 'vitest';
import { hostileRequests } from './hostile-control.ts';

const service = handlers({
  baseUrl: 'http://shop.test',
  seed: 'msw',
  clock: '2026-01-15T10:00:00Z',
  record: true,
});
afterAll(() => service.sandbox.close());

it.each(hostileRequests)('MSW refuses a session or what-if, and keeps the state: $name', async (sent) => {
  const before = JSON.stringify(service.sandbox.snapshot());
  const response = await getResponse(
    service,
    new Request(`http://shop.test${sent.path}`, {
      method: sent.method,
      headers: { 'Content-Type': 'application/json' },
      body: sent.body,
    }),
  );
  const message = (await response?.json())?.Message;
  expect([response?.status, message]).toEqual([422, expect.not.stringMatching(/a bug|Cannot read|stack/)]);
  expect(JSON.stringify(service.sandbox.snapshot()) === before).toBe(true);
});
