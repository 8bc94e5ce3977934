// Requests that come in the middle of an advance: which of them wait, for how long, and what they find afterwards.
// clock-job.test.ts has the advance itself, with as much work as a sandbox of a shop makes.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getWorkspaces, type Sandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { DELIVERY_TASK } from '../../../../sandbox/src/service/domain/webhooks/deliveries.ts';
import { MOST_TASKS } from '../../../../sandbox/src/service/state/time-slices.ts';
import { type Api, backEnd, client, newSandbox } from './service.ts';

const SLICES = 20;
const opened: Sandbox[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const sandbox of opened.splice(0)) sandbox.close();
});

/** Lets the next slice of the advance run. */
const slice = () => new Promise((resolve) => setImmediate(resolve));

/** A sandbox whose clock moves a day ahead, in slices of tasks that do nothing. Real time stands until the test moves it. */
async function moving(options: SandboxOptions = {}) {
  const sandbox = newSandbox(options);
  opened.push(sandbox);
  const api = await backEnd(sandbox);
  // What is loaded with the first request of its kind is there.
  for (const path of ['customers', '/sandbox/clock', '/sandbox/health']) await api('GET', path);
  const { core } = getWorkspaces(sandbox).main;
  core.transaction((tx) => {
    for (let at = 0; at < SLICES * MOST_TASKS; at += 1)
      tx.schedule(DELIVERY_TASK, `none ${at}`, tx.now + 3_600_000);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(5_000);
  const advance = sandbox.clock.advance('P1D');
  while (sandbox.clock.progress === undefined) await slice();
  return { sandbox, api, advance };
}

/** The status of each answer that has come so far. */
function statuses(api: Api, prefers: readonly (string | undefined)[]) {
  const come: Record<string, number> = {};
  const all = prefers.map(async (Prefer) => {
    const { status } = await api('GET', 'customers', undefined, Prefer === undefined ? {} : { Prefer });
    come[Prefer ?? 'nothing'] = status;
  });
  return { come, all: Promise.all(all) };
}

describe('while the clock moves a request', () => {
  it('waits until nothing is due, however long that takes', async () => {
    const { sandbox, api, advance } = await moving();
    const { come, all } = statuses(api, [undefined]);
    await slice();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(come).toEqual({});
    expect(sandbox.clock.progress).toBeDefined();
    await all;
    expect([come, sandbox.clock.progress]).toEqual([{ nothing: 200 }, undefined]);
    await advance;
  });

  it('is rejected after the time that its client is willing to wait', async () => {
    const { api, advance } = await moving();
    const waits = api('GET', 'customers', undefined, { Prefer: 'wait=12' });
    let over = false;
    void waits.then(() => {
      over = true;
    });
    await slice();
    await vi.advanceTimersByTimeAsync(11_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { status, body, headers } = await waits;
    expect([status, body.Code, headers.get('Retry-After')]).toEqual([409, 'ClockMoving', '1']);
    expect(body.Message).toContain('"Prefer: wait=12"');
    await advance;
  });

  it('can say so in each form of RFC 7240, among other preferences', async () => {
    const three = [
      'wait=3',
      'WAIT = 3',
      'wait  =  3',
      'wait="3"',
      'respond-async,wait=3',
      'respond-async, wait=3',
      'return=minimal;wait=3',
      'return=minimal wait=3',
    ];
    const others = ['wait', 'wait=long', 'await=3', 'wait-3'];
    const { api, advance } = await moving();
    const { come, all } = statuses(api, [...three, ...others]);
    await slice();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(come).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(come).toEqual(Object.fromEntries(three.map((prefer) => [prefer, 409])));
    await all;
    expect(others.map((prefer) => come[prefer])).toEqual(others.map(() => 200));
    await advance;
  });

  it('is answered if the clock stops in time, and leaves no timer behind', async () => {
    const { api, advance } = await moving();
    const { come, all } = statuses(api, ['wait=60']);
    await all;
    expect(come).toEqual({ 'wait=60': 200 });
    expect(vi.getTimerCount()).toBe(0);
    await advance;
  });

  it('for the clock or the health of the sandbox is answered at once', async () => {
    const { sandbox, api, advance } = await moving();
    for (const path of ['/sandbox/clock', '/sandbox/health'])
      expect((await api('GET', path)).status).toBe(200);
    expect(sandbox.clock.progress).toBeDefined();
    await advance;
  });

  it('for a token is rejected in the format of OAuth', async () => {
    const { sandbox, advance } = await moving();
    const waits = sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Prefer: 'wait=3',
      },
      body: 'grant_type=client_credentials',
    });
    await slice();
    await vi.advanceTimersByTimeAsync(3_000);
    const refused = await waits;
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([409, '1']);
    expect(await refused.json()).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('"Prefer: wait=3"'),
    });
    await advance;
  });

  it('is rejected if its token has expired meanwhile', async () => {
    const config = { Account: { TokenLifetime: 7200 } };
    const { api, advance } = await moving({ config });
    expect((await api('GET', 'customers')).status).toBe(401);
    await advance;
  });
});
