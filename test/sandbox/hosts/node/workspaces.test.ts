import { createSandbox, type Sandbox, type SandboxOptions, startSandbox } from 'clientlib-sandbox';
import { afterEach, describe, expect, it, vi } from 'vitest';

const health = '/sandbox/health';
const sandboxes: { close(): void | Promise<void> }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

function made(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'workspaces', ...options });
  sandboxes.push(sandbox);
  return sandbox;
}

const ask = (sandbox: Sandbox, path: string, headers: Record<string, string> = {}) =>
  sandbox.fetch(`http://localhost:4400${path}`, { headers });

const make = (sandbox: Sandbox, Name: unknown, headers: Record<string, string> = {}) =>
  sandbox.fetch('http://localhost:4400/sandbox/workspaces', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ Name }),
  });

describe('a workspace', () => {
  it('is created by POST, once', async () => {
    const sandbox = made({ workspaces: { onFirstUse: false } });
    expect((await ask(sandbox, `/w/one${health}`)).status).toBe(404);
    for (const _ of [1, 2]) {
      const answer = await make(sandbox, 'one');
      expect([answer.status, await answer.json()]).toEqual([200, { Name: 'one' }]);
    }
    expect((await ask(sandbox, `/w/one${health}`)).status).toBe(200);
    expect(sandbox.workspaces()).toEqual(['one']);
    expect((await make(sandbox, 'a/b')).status).toBe(400);
  });

  it('is created by the first request that finds something', async () => {
    const sandbox = made();
    expect((await ask(sandbox, '/w/typo/sandbox/nothing')).status).toBe(404);
    expect((await ask(sandbox, '/w/typo/favicon.ico')).status).toBe(404);
    expect(sandbox.workspaces()).toEqual([]);
    expect((await ask(sandbox, `/w/shop${health}`)).status).toBe(200);
    expect((await ask(sandbox, '/w/shop/sandbox/nothing')).status).toBe(404);
    expect(sandbox.workspaces()).toEqual(['shop']);
  });

  it.each([
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an Origin elsewhere', { Origin: 'https://evil.test' }],
    ['Origin: null', { Origin: 'null' }],
    ['an Origin that begins alike', { Origin: 'http://localhost.evil.test' }],
  ])('is not created for a page of another site: %s', async (_what, headers) => {
    const sandbox = made();
    const answer = await ask(sandbox, '/w/shop/clientlib.js', headers);
    expect([answer.status, sandbox.workspaces()]).toEqual([404, []]);
  });

  it.each([
    ['of the same origin', { Origin: 'http://localhost:4400', 'Sec-Fetch-Site': 'same-origin' }],
    ['of another port', { Origin: 'http://localhost:4401', 'Sec-Fetch-Site': 'same-site' }],
    ['of another port, in an old browser', { Origin: 'http://localhost:4401' }],
    ['that a person opens', { 'Sec-Fetch-Site': 'none' }],
  ])('is created for a page %s', async (_what, headers) => {
    const sandbox = made();
    await ask(sandbox, '/w/shop/api/v1/CustomerSelfService/paymentMethods', headers);
    expect(sandbox.workspaces()).toEqual(['shop']);
  });

  it('must be created explicitly if others can reach the sandbox', async () => {
    const open = await startSandbox({ port: 0, host: '0.0.0.0', controlToken: 'secret' });
    sandboxes.push(open);
    const { port } = new URL(open.url);
    const url = `http://127.0.0.1:${port}`;
    const path = '/w/shop/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
    expect((await fetch(url + path)).status).toBe(404);
    const body = JSON.stringify({ Name: 'shop' });
    const headers = { 'Content-Type': 'application/json' };
    const asked = await fetch(`${url}/sandbox/workspaces`, { method: 'POST', headers, body });
    expect(asked.status).toBe(401);
    const Authorization = 'Bearer secret';
    await fetch(`${url}/sandbox/workspaces`, {
      method: 'POST',
      headers: { ...headers, Authorization },
      body,
    });
    expect((await fetch(url + path)).status).toBe(200);
  });

  it('cannot be called . or .., which a path resolves', async () => {
    const sandbox = made();
    for (const Name of ['.', '..']) {
      expect((await make(sandbox, Name)).status).toBe(400);
      expect(() => sandbox.workspace(Name)).toThrow('The name of a workspace has 1 to 64 letters');
    }
    expect(sandbox.workspace('...').fetch).toBeTypeOf('function');
    expect(sandbox.workspaces()).toEqual(['...']);
  });

  it('is limited to 1,000', async () => {
    const sandbox = made();
    for (let at = 0; at < 1000; at += 1) sandbox.workspace(`w${at}`);
    const refused = await ask(sandbox, `/w/more${health}`);
    expect(refused.status).toBe(404);
    const asked = await make(sandbox, 'more');
    expect([asked.status, (await asked.json()).Code]).toEqual([409, 'TooManyWorkspaces']);
    sandbox.removeWorkspace('w7');
    expect((await ask(sandbox, `/w/more${health}`)).status).toBe(200);
  }, 30_000);

  it('makes room if it was not used for an hour, the longest unused first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sandbox = made({ workspaces: { limit: 2 } });
    sandbox.workspace('old');
    vi.setSystemTime(Date.now() + 60_000);
    sandbox.workspace('new');
    expect((await make(sandbox, 'third')).status).toBe(409);
    vi.setSystemTime(Date.now() + 3_600_000 - 1);
    await ask(sandbox, `/w/old${health}`);
    expect((await make(sandbox, 'third')).status).toBe(409);
    vi.setSystemTime(Date.now() + 1);
    expect((await make(sandbox, 'third')).status).toBe(200);
    expect(sandbox.workspaces()).toEqual(['old', 'third']);
  });

  it('is removed if nobody used it for a week', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sandbox = made();
    sandbox.workspace('idle');
    sandbox.workspace('used');
    vi.setSystemTime(Date.now() + 6 * 86_400_000);
    await ask(sandbox, `/w/used${health}`);
    vi.setSystemTime(Date.now() + 86_400_000 - 1);
    expect(sandbox.workspaces()).toEqual(['idle', 'used']);
    vi.setSystemTime(Date.now() + 1);
    expect(sandbox.workspaces()).toEqual(['used']);
  });

  it('is suggested to a request for the wrong one, if it was used recently', async () => {
    const sandbox = made();
    const theirs = async (name: string) => {
      const answer = await sandbox.fetch(
        `http://localhost:4400/w/${name}/api/v1/CustomerSelfService/signup/order`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            Cart: { PlanVariantId: 'b00000000000000000000001' },
            Customer: { FirstName: 'Ada' },
          }),
        },
      );
      return ((await answer.json()) as { OrderId: string }).OrderId;
    };
    const pay = async (OrderId: string): Promise<string> => {
      const answer = await sandbox.fetch('http://localhost:4400/api/v1/CustomerSelfService/signup/pay', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ OrderId, TetheredPaymentInformation: { Bearer: 'InvoicePayment' } }),
      });
      return ((await answer.json()) as { Message: string }).Message;
    };
    const first = await theirs('first');
    expect(await pay(first)).toContain('the workspace "first"');
    for (let at = 0; at < 20; at += 1) sandbox.workspace(`later-${at}`);
    expect(await pay(first)).not.toContain('first');
  });
});
