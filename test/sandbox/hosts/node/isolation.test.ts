import { createSandbox, type Sandbox, startSandbox, type Workspace } from 'clientlib-sandbox';
import { describe, expect, it } from 'vitest';
import { isComplete } from '../../../properties.ts';

/** Sandboxes in one process; a fifth of them workspaces of one. */
const MANY = isComplete ? 1_000 : 200;

const clock = '2026-01-15T10:00:00Z';
const cart = { PlanVariantId: 'b00000000000000000000001' };

async function order(place: Pick<Workspace, 'fetch'>, tag: string): Promise<string> {
  const response = await place.fetch('http://sandbox/api/v1/CustomerSelfService/signup/order', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Cart: cart, Customer: { FirstName: 'Ada', LastName: 'Byron', Tag: tag } }),
  });
  return ((await response.json()) as { OrderId: string }).OrderId;
}

const ordersOf = (place: Workspace) => (place.snapshot().Collections['orders'] ?? []).map(({ Id }) => Id);

describe('many sandboxes', () => {
  it('know only their own ids', async () => {
    const sandboxes = Array.from({ length: MANY }, (_, at) =>
      createSandbox({ clock, seed: `sandbox ${at}` }),
    );
    const ids = await Promise.all(sandboxes.map((sandbox, at) => order(sandbox, `user-${at}`)));
    expect(new Set(ids).size).toBe(MANY);
    expect(sandboxes.map((sandbox) => ordersOf(sandbox))).toEqual(ids.map((id) => [id]));
    await sandboxes[17]?.clock.advance('P1Y');
    expect(new Set(sandboxes.map((sandbox) => sandbox.clock.now().toISOString())).size).toBe(2);
    for (const sandbox of sandboxes) sandbox.close();
  });

  it('workspaces under parallel load have no cross-talk in state, clock, faults and logs', async () => {
    const { sandbox, url, close } = await startSandbox({ port: 0, clock });
    const names = Array.from({ length: MANY / 5 }, (_, at) => `w${at}`);
    const expected = new Map<string, string[]>();
    await Promise.all(
      names.map(async (name, at) => {
        const workspace = sandbox.workspace(name);
        const base = `${url}/w/${name}`;
        const over = (target: string | URL | Request, init?: RequestInit) =>
          fetch(String(target).replace('http://sandbox', base), init);
        if (at % 3 === 0) {
          workspace.faults.add({ Path: '/api/v1/plans', Times: 1, Fault: { Status: 503 } });
        }
        const ids: string[] = [];
        for (let round = 0; round < 3; round += 1) ids.push(await order({ fetch: over }, `${name}-${round}`));
        await fetch(`${base}/sandbox/clock`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ Advance: `PT${at + 1}S` }),
        });
        const plans = await fetch(`${base}/api/v1/plans`);
        await plans.text();
        expect(plans.status).toBe(at % 3 === 0 ? 503 : 401);
        expected.set(name, ids);
      }),
    );
    expect(sandbox.workspaces().sort()).toEqual(names.sort());
    for (const [name, ids] of expected) {
      const workspace = sandbox.workspace(name);
      expect(ordersOf(workspace).sort()).toEqual([...ids].sort());
      expect(workspace.clock.now().getTime() - Date.parse(clock)).toBe((Number(name.slice(1)) + 1) * 1_000);
      const log = (await (
        await workspace.fetch('http://sandbox/sandbox/requests?take=500')
      ).json()) as object[];
      expect(log).toHaveLength(5);
    }
    expect(ordersOf(sandbox)).toEqual([]);
    expect(new Set([...expected.values()].flat()).size).toBe((MANY / 5) * 3);
    await close();
  });

  it('creates a workspace on first use, lists it and removes it', async () => {
    const sandbox = createSandbox({ clock });
    const json = async (path: string, init?: RequestInit) => {
      const response = await sandbox.fetch(`http://sandbox${path}`, init);
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    expect((await json('/w/one/sandbox/health')).status).toBe(200);
    expect((await json('/sandbox/workspaces')).body).toEqual([{ Name: 'one' }]);
    expect((await json('/w/one/sandbox/catalog')).body.BaseUrl).toBe('http://sandbox/w/one');
    expect((await json('/sandbox/workspaces/one', { method: 'DELETE' })).status).toBe(204);
    expect((await json('/sandbox/workspaces')).body).toEqual([]);
    expect(() => sandbox.workspace('not a name')).toThrow(/1 to 64 letters/);
    sandbox.close();
  });

  it('works the same inside a workspace: script, pages and providers are below its base URL', async () => {
    const sandbox = createSandbox({ clock });
    const base = 'http://sandbox/w/shop';
    const methods = (await (
      await sandbox.fetch(
        `${base}/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001`,
      )
    ).json()) as { Flows: Record<string, { Url?: string }> };
    const urls = Object.values(methods.Flows).flatMap(({ Url }) => Url ?? []);
    expect(urls.length).toBeGreaterThan(10);
    expect(urls.filter((url) => !url.startsWith(`${base}/providers/`))).toEqual([]);
    expect((await sandbox.fetch(`${base}/clientlib.js`)).status).toBe(200);
    sandbox.close();
  });
});

describe('a sandbox and its copies', () => {
  it('forks: both continue independently', async () => {
    const sandbox = createSandbox({ clock, seed: 'fork' });
    const first = await order(sandbox, 'before');
    const copy = sandbox.fork();
    expect(copy.snapshot()).toEqual(sandbox.snapshot());
    const [here, there] = [await order(sandbox, 'here'), await order(copy, 'there')];
    await copy.clock.advance('P1D');
    expect(ordersOf(sandbox)).toEqual([first, here]);
    expect(ordersOf(copy)).toEqual([first, there]);
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T10:00:00.000Z');
    sandbox.close();
    copy.close();
  });

  it('is restored from a snapshot sent as JSON, and continues like the first one', async () => {
    const first = createSandbox({ clock, seed: 'same' });
    await order(first, 'one');
    const kept = JSON.parse(JSON.stringify(first.snapshot()));
    const ids = [await order(first, 'two'), await order(first, 'three')];
    const second = createSandbox({ seed: 'same' });
    second.restore(kept);
    expect([await order(second, 'two'), await order(second, 'three')]).toEqual(ids);
    first.restore(kept);
    expect(first.snapshot()).toEqual(kept);
    first.reset();
    expect(ordersOf(first)).toEqual([]);
    first.close();
    second.close();
  });

  it('accepts with PUT /sandbox/snapshot what GET returned, above the limit of other bodies', async () => {
    const sandbox = createSandbox({ clock, seed: 'large' });
    for (let at = 0; at < 600; at += 1) await order(sandbox, `user-${at}`);
    const given = await (await sandbox.fetch('http://sandbox/sandbox/snapshot')).text();
    expect(given.length).toBeGreaterThan(1_000_000);
    sandbox.reset();
    expect(ordersOf(sandbox)).toEqual([]);
    expect((await putSnapshot(sandbox, given)).status).toBe(200);
    expect(await (await sandbox.fetch('http://sandbox/sandbox/snapshot')).text()).toBe(given);
    sandbox.close();
  });

  it('rejects an invalid snapshot, and stays unchanged', async () => {
    const sandbox = createSandbox({ clock, seed: 'refused' });
    await order(sandbox, 'kept');
    const kept = sandbox.snapshot();
    const { Collections } = kept;
    for (const [field, wrong] of [
      ['Version', { ...kept, Version: 2 }],
      ['Clock', { ...kept, Clock: undefined }],
      ['Collections.orders[0]', { ...kept, Collections: { ...Collections, orders: [1] } }],
      ['Collections', { ...kept, Collections: { ...Collections, tasks: [{ Id: 'a', DueAt: {} }, null] } }],
      ['Random', { ...kept, Random: [1] }],
    ] as const) {
      const refused = await putSnapshot(sandbox, JSON.stringify(wrong));
      expect([refused.status, (await refused.json()).Errors[0].Field]).toEqual([
        422,
        expect.stringContaining(field),
      ]);
      expect(sandbox.snapshot()).toEqual(kept);
    }
    sandbox.close();
  });
});

function putSnapshot(sandbox: Sandbox, body: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return sandbox.fetch('http://sandbox/sandbox/snapshot', { method: 'PUT', headers, body });
}
