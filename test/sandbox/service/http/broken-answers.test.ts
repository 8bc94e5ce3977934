// What a fault makes of an answer, in process. test/sandbox/hosts/node/faults.test.ts has the rules, and faults over a server.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../../sandbox/src/service/http/traffic/faults.ts';
import { backEnd, newSandbox } from './service.ts';

afterEach(() => vi.useRealTimers());

const document = 'http://sandbox/openapi.json';

/** The document of a sandbox in which all goes wrong this way. */
function faulty(fault: Fault, path = document, init: RequestInit = {}) {
  const sandbox = newSandbox();
  sandbox.faults.add({ Fault: fault });
  return sandbox.fetch(path, init);
}

describe('a fault', () => {
  it.each([
    [429, '1'],
    [503, '1'],
    [502, null],
    [599, null],
  ])('with status %i responds like a load balancer, with Retry-After %s', async (Status, retryAfter) => {
    const answer = await faulty({ Status });
    const { headers } = answer;
    expect([answer.status, headers.get('Retry-After'), headers.get('X-Sandbox-Fault')]).toEqual([
      Status,
      retryAfter,
      `status=${Status}`,
    ]);
    expect(headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await answer.text()).toContain(`<title>${Status}</title>`);
  });

  it('with a status changes nothing, and one that drops the response changes everything', async () => {
    for (const [fault, customers] of [
      [{ Status: 502 }, 0],
      [{ Drop: true }, 0],
      [{ DropResponse: true }, 1],
      [{ Truncate: true }, 1],
    ] as const) {
      const sandbox = newSandbox();
      const api = await backEnd(sandbox);
      sandbox.faults.add({ Path: '/api/v1/customers', Fault: fault });
      const came = await api('POST', 'customers', { FirstName: 'Ada' }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      );
      const broken = 'Status' in fault ? fault.Status : 'ConnectionDropped';
      expect([came, sandbox.snapshot().Collections['customers']?.length]).toEqual([broken, customers]);
    }
  });

  it('waits as long as it says, and not at all by default', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let status: number | undefined;
    const answer = faulty({ DelayMs: 500, Status: 504 }).then((come) => {
      status = come.status;
    });
    await vi.advanceTimersByTimeAsync(499);
    expect(status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(status).toBe(504);
    expect((await faulty({ Status: 502 })).status).toBe(502);
  });

  it('that only waits does not change the response', async () => {
    const answer = await faulty({ DelayMs: 1 });
    expect([answer.status, answer.headers.get('X-Sandbox-Fault')]).toEqual([200, null]);
    expect(await answer.json()).toHaveProperty('openapi');
  });

  it('cuts a response in the middle of its body, with its full Content-Length', async () => {
    const whole = await (await newSandbox().fetch('http://sandbox/clientlib.js')).arrayBuffer();
    const answer = await faulty({ Truncate: true }, 'http://sandbox/clientlib.js');
    expect([answer.status, answer.headers.get('X-Sandbox-Fault')]).toEqual([200, 'truncate']);
    expect(answer.headers.get('Content-Length')).toBe(String(whole.byteLength));
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(value).toEqual(new Uint8Array(whole.slice(0, Math.floor(whole.byteLength / 2))));
    await expect(reader.read()).rejects.toThrow('dropped by a fault rule');
  });

  it('cuts nothing of a response without a body', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = (await api('POST', 'customers', { FirstName: 'Ada' })).body;
    sandbox.faults.add({ Fault: { Truncate: true } });
    const answer = await api('DELETE', `customers/${Id}`);
    expect([answer.status, answer.headers.get('X-Sandbox-Fault')]).toEqual([204, null]);
  });

  it('never affects the control API or preflight requests', async () => {
    const fault = { headers: { 'X-Sandbox-Fault': 'status=503' } };
    expect((await newSandbox().fetch('http://sandbox/sandbox/health', fault)).status).toBe(200);
    const question = { ...fault, method: 'OPTIONS' };
    expect((await newSandbox().fetch('http://sandbox/api/v1/plans', question)).status).toBe(204);
    expect((await newSandbox().fetch('http://sandbox/api/v1/plans', fault)).status).toBe(503);
  });
});

describe('a fault requested by a header', () => {
  const ask = (fault: string, options: object) =>
    newSandbox(options).fetch(document, { headers: { 'X-Sandbox-Fault': fault } });

  it.each(['status=503; token=secret', 'token=secret;status=503', 'TOKEN = secret ; status=503'])(
    'needs the control token where others reach the sandbox: %s',
    async (fault) => {
      expect((await ask(fault, { exposed: true, controlToken: 'secret' })).status).toBe(503);
      // Who may control the sandbox anyway may leave it out, or name any.
      expect((await ask(fault, { exposed: true, controlToken: 'other' })).status).toBe(403);
      expect((await ask(fault, { controlToken: 'other' })).status).toBe(503);
      expect((await ask(fault, { exposed: true })).status).toBe(503);
    },
  );

  it('is rejected without the token, or with a part of it', async () => {
    for (const fault of ['status=503', 'status=503; token=', 'status=503; token=secre', 'xtoken=secret'])
      expect((await ask(fault, { exposed: true, controlToken: 'secret' })).status).toBe(403);
    expect((await newSandbox({ exposed: true, controlToken: 'secret' }).fetch(document)).status).toBe(200);
  });
});
