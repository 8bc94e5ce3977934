import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

/* Inputs of the control API that contradict each other, and which requests a fault rule meets. */

const opened: { close(): void }[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const sandbox of opened.splice(0)) sandbox.close();
});

async function control(options: SandboxOptions = {}): Promise<Api> {
  const sandbox = newSandbox(options);
  opened.push(sandbox);
  return backEnd(sandbox);
}

describe('the clock', () => {
  it.each([
    [{}, 'Advance', 'send Advance (an ISO 8601 duration), Now (an instant) or Mode'],
    [{ Advance: 'P1D', Now: '2026-02-01T00:00:00Z' }, 'Now', 'send either Advance or Now, not both'],
    [{ Advance: 'a day' }, 'Advance', 'a day'],
    [{ Advance: 'P201Y' }, 'Advance', 'at most 200 years at once'],
    [{ Now: '2227-01-15T00:00:00Z' }, 'Now', 'at most 200 years at once'],
    [{ Now: '2026-01-15T09:59:59Z' }, 'Now', 'the clock cannot go back'],
    [{ Advance: '-P1D' }, 'Advance', 'the clock cannot go back'],
    [{ Now: 'soon' }, 'Now', 'soon'],
    [{ Mode: 'Backwards' }, 'Mode', 'Manual'],
  ])('is not moved by %j', async (body, field, words) => {
    const api = await control();
    const refused = await api('POST', '/sandbox/clock', body);
    expect([refused.status < 500, refused.body.Errors?.[0].Field ?? field]).toEqual([true, field]);
    expect([409, 422]).toContain(refused.status);
    expect(refused.body.Message).toContain(words);
    expect((await api('GET', '/sandbox/clock')).body).toEqual({
      Now: '2026-01-15T10:00:00.0000000Z',
      Mode: 'Manual',
    });
  });

  it('follows real time from now on, and stands where it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
    const api = await control();
    expect((await api('POST', '/sandbox/clock', { Mode: 'WallClock' })).body).toEqual({
      Now: '2026-03-01T12:00:00.0000000Z',
      Mode: 'WallClock',
    });
    vi.setSystemTime(Date.parse('2026-03-01T12:30:00Z'));
    expect((await api('GET', '/sandbox/clock')).body.Now).toBe('2026-03-01T12:30:00.0000000Z');
    expect((await api('POST', '/sandbox/clock', { Mode: 'Manual' })).body).toEqual({
      Now: '2026-03-01T12:30:00.0000000Z',
      Mode: 'Manual',
    });
    vi.setSystemTime(Date.parse('2026-03-02T12:30:00Z'));
    expect((await api('GET', '/sandbox/clock')).body.Now).toBe('2026-03-01T12:30:00.0000000Z');
    const moved = await api('POST', '/sandbox/clock', { Now: '2027-01-01T00:00:00Z', Mode: 'WallClock' });
    expect(moved.body, 'ahead of real time it goes on from there').toEqual({
      Now: '2027-01-01T00:00:00.0000000Z',
      Mode: 'WallClock',
    });
  });

  it('of real time does by itself what falls due', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: Date.parse('2026-02-15T10:00:00Z'),
    });
    const api = await control();
    await newContract(api);
    const invoices = async () => (await api('GET', '/sandbox/invoices')).body.length;
    await api('POST', '/sandbox/clock', { Mode: 'WallClock' });
    expect(await invoices()).toBe(2);
    await vi.advanceTimersByTimeAsync(28 * 24 * 60 * 60 * 1000);
    expect(await invoices()).toBe(3);
  });
});

describe('a fault rule', () => {
  it.each([
    [{ Path: '/api/v1/plans' }, true],
    [{ Path: '/API/v1//plans/' }, true],
    [{ Path: '/api/v1/plan' }, false],
    [{ Path: '/api/v1/plans/x' }, false],
    [{ Path: '*' }, true],
    [{ Path: '/api/*' }, true],
    [{ Path: '/api/*/plans' }, true],
    [{ Path: '*/plans' }, true],
    [{ Path: '*/plan' }, false],
    [{ Path: '/a*i/*1/p*s' }, true],
    [{ Path: '/a*i/*2/p*s' }, false],
    [{ Path: '/api/v1/pl*lans' }, false],
    [{ Path: '/api/v1/plans*plans' }, false],
    [{ Path: '/api/v1/plans*' }, true],
    [{ Path: '/v1/*' }, false],
    [{ Method: 'GET' }, true],
    [{ Method: 'get', Path: '/api/v1/plans' }, true],
    [{ Method: 'POST', Path: '/api/v1/plans' }, false],
    [{ Probability: 0 }, false],
    [{ Probability: 1 }, true],
  ])('of %j meets GET /api/v1/plans: %s', async (rule, meets) => {
    const api = await control();
    const made = await api('POST', '/sandbox/faults', { ...rule, Fault: { Status: 503 } });
    expect([made.status, made.body]).toEqual([200, { Id: '1', ...rule, Fault: { Status: 503 } }]);
    expect((await api('GET', 'plans')).status).toBe(meets ? 503 : 200);
    expect((await api('GET', '/sandbox/faults')).body).toMatchObject([{ Hits: meets ? 1 : 0 }]);
  });

  it('is removed by its id, and there are at most 1,000', async () => {
    const api = await control();
    const add = () => api('POST', '/sandbox/faults', { Path: '/nowhere', Fault: { Drop: true } });
    const [first, second] = [(await add()).body, (await add()).body];
    expect((await api('DELETE', `/sandbox/faults/${first.Id}`)).status).toBe(204);
    expect((await api('GET', '/sandbox/faults')).body.map(({ Id }: { Id: string }) => Id)).toEqual([
      second.Id,
    ]);
    const gone = await api('DELETE', `/sandbox/faults/${first.Id}`);
    expect([gone.status, gone.body.Message]).toEqual([404, expect.stringContaining('fault rule "1"')]);
    for (let count = 1; count < 1_000; count += 1) await add();
    const refused = await add();
    expect([refused.status, refused.body.Message]).toEqual([
      422,
      expect.stringContaining('1000 fault rules'),
    ]);
    expect((await api('DELETE', '/sandbox/faults')).status).toBe(204);
    expect((await api('GET', '/sandbox/faults')).body).toEqual([]);
  });
});

it('texts for tools of developers may have any characters, texts of the account may not', async () => {
  const api = await control();
  const odd = 'a\u0001b';
  expect((await api('POST', '/sandbox/faults', { Path: odd, Fault: { Status: 500 } })).status).toBe(200);
  const refused = await api('POST', 'customers', { FirstName: odd });
  expect([refused.status, refused.body.Message]).toEqual([
    422,
    expect.stringContaining('control characters'),
  ]);
});
