import { startSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';

it('a server in the same process that replaces the global Request class does not affect the sandbox', async () => {
  const { Request } = globalThis;
  const sandbox = await startSandbox({ port: 0 });
  globalThis.Request = class OfAnotherServer extends Request {};
  try {
    const answer = await fetch(`${sandbox.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Now: '2100-01-01T00:00:00Z' }),
    });
    expect(await answer.json()).toMatchObject({ Now: '2100-01-01T00:00:00.0000000Z' });
  } finally {
    globalThis.Request = Request;
    await sandbox.close();
  }
});
