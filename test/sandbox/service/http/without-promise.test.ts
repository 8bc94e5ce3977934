import { expect, it } from 'vitest';
import { accessToken, newSandbox } from './service.ts';

/*
 * A request that waits for nothing is answered without a promise: `@hono/node-server` then writes the response at once. One
 * step that returns a promise without need would make each request slower, and no other test would notice.
 */
it.each([
  ['a resource', '/api/v1/planVariants/b00000000000000000000001', 200],
  ['a list', '/api/v1/contracts?take=20', 200],
  ['a refusal', '/api/v1/contracts/6a0000000000000000000001', 404],
])('%s is answered at once', async (_what, path, status) => {
  const sandbox = newSandbox();
  const headers = { Authorization: `Bearer ${await accessToken(sandbox)}` };
  const request = () => new Request(`http://sandbox${path}`, { headers });
  // The first request loads the routes.
  await sandbox.fetch(request());
  const response = sandbox.app.fetch(request());
  expect(response).toBeInstanceOf(Response);
  expect((response as Response).status).toBe(status);
});
