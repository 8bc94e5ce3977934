import { createSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Faults, faultOfHeader } from '../../../../sandbox/src/service/http/traffic/faults.ts';

const clock = '2026-01-15T10:00:00Z';
const path = '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';

/** What a request came to: its status, or how it failed. */
async function came(work: Promise<Response>): Promise<number | string> {
  try {
    const response = await work;
    await response.text();
    return response.status;
  } catch (error) {
    return error instanceof TypeError ? 'TypeError' : (error as Error).message;
  }
}

describe('fault rules', () => {
  it('that replace others keep their ids, and no later rule gets one of them', () => {
    const faults = new Faults('ids');
    const Fault = { Status: 503 };
    faults.add({ Fault });
    faults.replace([
      { Id: '7', Fault },
      { Id: '3', Fault },
    ]);
    expect([faults.add({ Fault }).Id, faults.list().map(({ Id }) => Id)]).toEqual(['8', ['7', '3', '8']]);
  });

  it('are counted, match by method and path, and the first match applies', async () => {
    const sandbox = createSandbox({ clock });
    const get = (target = path) => came(sandbox.fetch(`http://sandbox${target}`));
    sandbox.faults.add({
      Path: '/api/v1/CustomerSelfService/*',
      Method: 'get',
      Times: 2,
      Fault: { Status: 502 },
    });
    sandbox.faults.add({ Fault: { Status: 507 }, Method: 'DELETE' });
    expect(await get('/openapi.json')).toBe(200);
    expect([await get(), await get(), await get()]).toEqual([502, 502, 200]);
    expect(sandbox.faults.list()).toHaveLength(1);
    expect(await came(sandbox.fetch('http://sandbox/openapi.json', { method: 'DELETE' }))).toBe(507);
    sandbox.faults.clear();
    expect(await came(sandbox.fetch('http://sandbox/openapi.json', { method: 'DELETE' }))).toBe(405);
    sandbox.close();
  });

  it.each(['/api/v1/plans', '/API/v1/Plans/', '//api/v1//plans', '/api/*/plans'])(
    'name a path as the service knows it: %s',
    async (Path) => {
      const sandbox = createSandbox({ clock });
      sandbox.faults.add({ Path, Fault: { Status: 502 } });
      for (const target of ['/api/v1/plans', '/api/V1/plans/', '//api/v1/plans', '/api/v1/plans?take=1'])
        expect(await came(sandbox.fetch(`http://sandbox${target}`))).toBe(502);
      expect(await came(sandbox.fetch('http://sandbox/api/v1/plans/b0'))).toBe(401);
      sandbox.close();
    },
  );

  it('never break the control API, or preflight requests', async () => {
    const sandbox = createSandbox({ clock });
    sandbox.faults.add({ Fault: { Drop: true } });
    expect(await came(sandbox.fetch('http://sandbox/sandbox/health'))).toBe(200);
    expect(await came(sandbox.fetch(`http://sandbox${path}`, { method: 'OPTIONS' }))).toBe(204);
    expect(await came(sandbox.fetch(`http://sandbox${path}`))).toBe('TypeError');
    sandbox.close();
  });

  it('apply with their probability, at the same places for the same seed', async () => {
    const run = async (seed: string) => {
      const sandbox = createSandbox({ clock, seed });
      sandbox.faults.add({ Probability: 0.3, Fault: { Status: 503 } });
      const statuses: (number | string)[] = [];
      for (let at = 0; at < 300; at += 1) statuses.push(await came(sandbox.fetch(`http://sandbox${path}`)));
      sandbox.close();
      return statuses;
    };
    const one = await run('one');
    expect(await run('one')).toEqual(one);
    expect(await run('two')).not.toEqual(one);
    const failed = one.filter((status) => status === 503).length;
    // 300 × 0.3 = 90, with a standard deviation of 8.
    expect(failed).toBeGreaterThan(58);
    expect(failed).toBeLessThan(122);
  });

  it('draw for the requests that they are for only: others change nothing', async () => {
    const run = async (isWithOthers: boolean) => {
      const sandbox = createSandbox({ clock, seed: 'one' });
      const Path = '/api/v1/CustomerSelfService/*';
      sandbox.faults.add({ Method: 'GET', Path, Probability: 0.3, Fault: { Status: 503 } });
      const statuses: (number | string)[] = [];
      for (let at = 0; at < 50; at += 1) {
        if (isWithOthers) {
          await sandbox.fetch('http://sandbox/api/v1/customers');
          await sandbox.fetch(`http://sandbox${path}`, { method: 'OPTIONS' });
        }
        statuses.push(await came(sandbox.fetch(`http://sandbox${path}`)));
      }
      sandbox.close();
      return statuses;
    };
    const alone = await run(false);
    expect(alone).toContain(503);
    expect(await run(true)).toEqual(alone);
  });

  it('explain errors in a rule or a header', async () => {
    const sandbox = createSandbox({ clock });
    const post = async (body: object) => {
      const response = await sandbox.fetch('http://sandbox/sandbox/faults', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [response.status, ((await response.json()) as { Message: string }).Message];
    };
    expect(await post({ Fault: {} })).toEqual([422, expect.stringContaining('at least one of')]);
    expect(await post({ Fault: { Status: 200 } })).toEqual([422, expect.stringContaining('Fault.Status')]);
    expect(await post({ Probability: 2, Fault: { Drop: true } })).toEqual([
      422,
      expect.stringContaining('Probability'),
    ]);
    expect(() => faultOfHeader('explode')).toThrow(/drop-response, truncate or none/);
    expect(() => faultOfHeader('status=200')).toThrow(/status=503/);
    sandbox.close();
  });

  it('are not part of a snapshot, and removed by a reset', async () => {
    const sandbox = createSandbox({ clock });
    sandbox.faults.add({ Fault: { Drop: true } });
    const copy = sandbox.fork();
    expect(copy.faults.list()).toEqual([]);
    sandbox.reset();
    expect(sandbox.faults.list()).toEqual([]);
    copy.close();
    sandbox.close();
  });
});

describe('faults over a Node server', () => {
  let started: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    started = await startSandbox({ port: 0, clock });
  });
  afterAll(() => started.close());

  const ask = (fault: string) => came(fetch(started.url + path, { headers: { 'X-Sandbox-Fault': fault } }));

  it.each([
    ['drop', 'TypeError'],
    ['drop-response', 'TypeError'],
    ['truncate', 'TypeError'],
    ['status=503', 503],
    ['delay=1', 200],
    ['delay=1; status=429', 429],
    ['delay=1; drop', 'TypeError'],
  ])('%s', async (fault, expected) => {
    expect(await ask(fault)).toBe(expected);
    // The server is none the worse for it.
    expect(await came(fetch(started.url + path))).toBe(200);
  });

  it('wait as long as a distribution says', async () => {
    const { faults } = started.sandbox;
    faults.add({ Times: 1, Fault: { DelayMs: { Min: 30, Max: 40 } } });
    faults.add({ Times: 1, Fault: { DelayMs: { Mean: 30, Deviation: 1 } } });
    for (let at = 0; at < 2; at += 1) {
      const begun = performance.now();
      expect(await came(fetch(started.url + path))).toBe(200);
      expect(performance.now() - begun).toBeGreaterThan(20);
    }
    expect(faults.list()).toEqual([]);
  });
});
