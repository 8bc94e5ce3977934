import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handlers } from './handlers.mjs';
import { signUp, statusOf } from './signup.mjs';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

for (let at = 0; at < 100; at += 1) {
  test(`signs up ${at}`, async () => {
    server.use(...handlers('http://sandbox'));
    const id = await signUp('http://sandbox', fetch);
    expect(await statusOf('http://sandbox', fetch, id)).toBe('Active');
  });
}
