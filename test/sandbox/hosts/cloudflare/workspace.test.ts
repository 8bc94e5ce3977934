// The object of one hosted workspace, on a platform that is played: what it stores, when it wakes, what it refuses and what is left of
// it when it is removed. On workerd itself it runs each night (test/hosted).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostedEnvironment } from '../../../../sandbox/src/hosts/cloudflare/environment.ts';
import { sqlDatabase } from './sql-database.ts';

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    ctx: unknown;
    env: unknown;
    constructor(ctx: unknown, env: unknown) {
      Object.assign(this, { ctx, env });
    }
  },
}));
// It is for the whole worker, in which other tests run.
vi.mock('../../../../sandbox/src/service/state/time-slices.ts', async (load) => ({
  ...(await load<object>()),
  sliceByTimers: () => {},
}));
const { Workspace } = await import('../../../../sandbox/src/hosts/cloudflare/workspace.ts');

const HOUR = 3_600_000;
const start = Date.parse('2026-01-15T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const Real = Request;
  vi.stubGlobal(
    'Request',
    // The platform sends a stream without being told that it may answer before its end.
    class extends Real {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, { duplex: 'half', ...init } as RequestInit);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What one object has on the platform: it stays when the object is evicted. */
function platform(variables: Partial<HostedEnvironment> = {}) {
  const database = sqlDatabase();
  const values = new Map<string, unknown>();
  const known = { alarm: null as number | null, uses: 0, broken: false, onDisk: Promise.resolve() };
  const waiting: Promise<unknown>[] = [];
  const storage = {
    sql: {
      exec: (query: string, ...given: (string | number)[]) => {
        if (known.broken && query.startsWith('SELECT')) return [{ key: 'layout', part: 0, value: '{' }];
        return database.exec(query, ...given);
      },
      get databaseSize() {
        return 1_234;
      },
    },
    get: async (key: string) => values.get(key),
    put: async (key: string, value: unknown) => {
      if (key === 'usedAt') known.uses += 1;
      values.set(key, value);
    },
    deleteAll: async () => {
      values.clear();
      database.clear();
    },
    transactionSync: (work: () => void) => work(),
    sync: () => known.onDisk,
    getAlarm: async () => known.alarm,
    setAlarm: async (at: number) => {
      known.alarm = at;
    },
    deleteAlarm: async () => {
      known.alarm = null;
    },
  };
  const ctx = { storage, waitUntil: (work: Promise<unknown>) => waiting.push(work) };
  const isEmpty = () => values.size === 0 && database.size() === 0 && known.alarm === null;
  /** The object, loaded anew. */
  const load = () => new Workspace(ctx as never, variables as HostedEnvironment);
  const settled = async () => {
    while (waiting.length > 0) await Promise.all(waiting.splice(0));
  };
  /** The alarm goes off, in an object that is loaded for it. */
  const wake = async (object = load()) => {
    known.alarm = null;
    await object.alarm();
    return object;
  };
  return { load, known, isEmpty, settled, wake };
}

type Object = ReturnType<ReturnType<typeof platform>['load']>;

const settings = { Name: 'blue', Seed: 'seed', ControlToken: 'token', Options: {} };
const control = { Authorization: 'Bearer token' };

async function send(object: Object, method: string, path: string, body?: unknown, headers: object = control) {
  const request = new Request(`http://sandbox/w/blue${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await object.fetch(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: /^[[{]/.test(text) ? JSON.parse(text) : text,
  };
}

/** A back end of it. */
async function backEnd(object: Object) {
  const grant = new Request('http://sandbox/w/blue/oauth/token/', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await (await object.fetch(grant)).json()) as { access_token: string };
  return (method: string, path: string, body?: unknown) =>
    send(object, method, `/api/v1/${path}`, body, { Authorization: `Bearer ${access_token}` });
}

/** How many of these calls of `fetch` are to an address: others of this process may send, too. */
const sentTo = (url: string, calls: readonly (readonly unknown[])[]): number =>
  calls.filter(([input]) => (input instanceof Request ? input.url : input) === url).length;

/** A customer who pays each month, on account. */
async function signUp(object: Object): Promise<string> {
  const api = await backEnd(object);
  const Customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
  const Cart = { PlanVariantId: 'b00000000000000000000001' };
  const order = await api('POST', 'orders', { Customer, Cart });
  const contract = await api('POST', `orders/${order.json.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  expect(contract.status).toBe(200);
  return contract.json.Id;
}

describe('a workspace', () => {
  it('is created once, answers at its path with its token, and is removed with everything', async () => {
    const { load, isEmpty, settled } = platform();
    const object = load();
    expect(await object.create(settings)).toBeUndefined();
    expect(await object.create(settings)).toMatchObject({
      status: 409,
      body: { Code: 'AlreadyExists', Message: expect.stringMatching(/^Workspace "blue" already exists/) },
    });
    expect((await send(object, 'GET', '/sandbox/health')).json).toMatchObject({ Status: 'ok' });
    expect((await send(object, 'GET', '/sandbox/clock', undefined, {})).status).toBe(401);
    expect((await send(object, 'GET', '/w/other/sandbox/clock')).status).toBe(404);
    expect((await send(object, 'GET', '/sandbox/catalog')).json.BaseUrl).toBe('http://sandbox/w/blue');
    await settled();
    expect(await object.remove()).toBe(true);
    expect(isEmpty()).toBe(true);
    expect(await object.remove()).toBe(false);
    const gone = await send(object, 'GET', '/sandbox/health');
    expect([gone.status, gone.json.Message]).toEqual([
      404,
      'There is no such workspace. POST /sandbox/workspaces creates one; unused ones are deleted.',
    ]);
  });

  it('that is removed while it is loaded leaves nothing behind', async () => {
    const { load, isEmpty, settled } = platform();
    await load().create(settings);
    const object = load();
    const [answered, removed] = await Promise.all([send(object, 'GET', '/sandbox/clock'), object.remove()]);
    await settled();
    expect([removed, answered.status === 200 || answered.status === 404, isEmpty()]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await send(object, 'GET', '/sandbox/clock')).status).toBe(404);
  });

  it('answers once its changes are on the disk, also those of tasks that fell due before a read', async () => {
    const { load, known, settled } = platform();
    const object = load();
    await object.create(settings);
    await signUp(object);
    await settled();
    vi.setSystemTime(start + 32 * 24 * HOUR);
    let written = () => {};
    known.onDisk = new Promise((resolve) => {
      written = resolve;
    });
    const order: string[] = [];
    const asked = send(object, 'GET', '/sandbox/usage').then(() => order.push('answered'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('on disk');
    written();
    await asked;
    expect(order).toEqual(['on disk', 'answered']);
  });

  it('stays loaded until the webhooks of a request are delivered', async () => {
    let taken = () => {};
    const receiver = new Promise<Response>((resolve) => {
      taken = () => resolve(new Response(null, { status: 204 }));
    });
    const sent = vi.spyOn(globalThis, 'fetch').mockReturnValue(receiver);
    const { load, settled } = platform();
    const object = load();
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    const api = await backEnd(object);
    const Url = 'https://shop.example.com/taken-late';
    await api('POST', 'webhooks', { Url, Events: ['CustomerCreated'] });
    await settled();
    await api('POST', 'customers', { FirstName: 'Ada' });
    const order: string[] = [];
    const done = settled().then(() => order.push('may be evicted'));
    await vi.waitFor(() => expect(sentTo(Url, sent.mock.calls)).toBe(1));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('delivered');
    taken();
    await done;
    expect(order).toEqual(['delivered', 'may be evicted']);
    sent.mockRestore();
  });

  it('is what it was when it is loaded again, and the same seed makes the same ids', async () => {
    const { load, settled } = platform();
    const object = load();
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    const id = await signUp(object);
    await settled();
    const api = await backEnd(load());
    expect((await api('GET', `contracts/${id}`)).json).toMatchObject({ Id: id, Balance: 11.78 });
    const other = platform().load();
    await other.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    expect(await signUp(other)).toBe(id);
    const unseeded = platform().load();
    const { Seed: _, ...random } = settings;
    await unseeded.create(random);
    expect(await signUp(unseeded)).not.toBe(id);
  });

  it('that is not valid leaves nothing behind', async () => {
    const { load, isEmpty } = platform();
    const object = load();
    const config = {
      Catalogue: { Plans: [{ Id: 'f'.repeat(24), PlanGroupId: 'e'.repeat(24), Name: { _c: 'x' } }] },
    };
    expect(await object.create({ ...settings, Options: { config: config as never } })).toMatchObject({
      status: 422,
    });
    expect(isEmpty()).toBe(true);
    expect(await object.create(settings)).toBeUndefined();
  });

  it('of a deployment with a wrong limit is refused with its name', async () => {
    const refused = await platform({ MAX_DOCUMENTS: 'many' }).load().create(settings);
    expect(refused).toMatchObject({ status: 422, body: { Errors: [{ Field: 'MAX_DOCUMENTS' }] } });
  });

  it('says what it uses: its documents, and the bytes of its database', async () => {
    const object = platform({ MAX_DOCUMENTS: '500', MAX_BYTES: '9000', IDLE_HOURS: '5' }).load();
    await object.create(settings);
    expect((await send(object, 'GET', '/sandbox/usage')).json).toMatchObject({
      Documents: { Limit: 500 },
      Bytes: { Used: 1_234, Limit: 9_000 },
      IdleHours: 5,
    });
  });

  it('has no workspaces of its own', async () => {
    const object = platform().load();
    await object.create(settings);
    const refused = await send(object, 'POST', '/sandbox/workspaces', { Name: 'inner' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await send(object, 'GET', '/w/inner/sandbox/clock')).status).toBe(404);
  });
});

describe('what it refuses', () => {
  it.each([
    ['32000001', 413, 'TooLarge'],
    ['32000000', 422, 'InvalidData'],
  ])('a body that says it has %s bytes: %s', async (length, status, code) => {
    const object = platform().load();
    await object.create(settings);
    const headers = { ...control, 'Content-Length': length };
    const { status: answered, json } = await send(object, 'PUT', '/sandbox/snapshot', '{}', headers);
    expect([answered, json.Code]).toEqual([status, code]);
  });

  it.each([
    ['http://10.0.0.7/hook', 422],
    ['http://[fd00::1]/hook', 422],
    ['http://[ff0e::1]/hook', 422],
    ['http://[2001:db8::1]/hook', 422],
    ['http://[2a00::1]/hook', 200],
    ['http://192.0.2.1/hook', 422],
    ['http://localhost:3000/hook', 422],
    ['https://shop.example.com/hook', 200],
    ['https://93.184.216.34/hook', 200],
  ])('a webhook to %s: %s, and none on a machine of its own', async (Url, status) => {
    for (const [variables, expected] of [
      [{}, status],
      [{ PRIVATE_TARGETS: 'true' }, 200],
    ] as const) {
      const object = platform(variables).load();
      await object.create(settings);
      const api = await backEnd(object);
      const { status: answered } = await api('POST', 'webhooks', { Url, Events: ['OrderSucceeded'] });
      expect(answered < 300 ? 200 : answered).toBe(expected);
    }
  });

  it('a request that a fault rule drops, as one that the worker breaks off', async () => {
    const object = platform().load();
    await object.create(settings);
    await send(object, 'POST', '/sandbox/faults', { Path: '/api/v1/plans', Times: 1, Fault: { Drop: true } });
    const api = await backEnd(object);
    const dropped = await api('GET', 'plans');
    expect([dropped.status, dropped.headers.get('X-Sandbox-Fault')]).toEqual([502, 'drop']);
    expect((await api('GET', 'plans')).status).toBe(200);
  });

  it('everything while its storage cannot be read, for a minute, and reads it again afterwards', async () => {
    const { load, known } = platform();
    await load().create(settings);
    const object = load();
    known.broken = true;
    const refused = await send(object, 'GET', '/sandbox/clock');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
    expect(refused.json.Message).toMatch(/^The workspace "blue" is damaged/);
    known.broken = false;
    expect((await send(object, 'GET', '/sandbox/clock')).status).toBe(200);
  });
});

describe('its alarm', () => {
  it('is set for what is due next, and does it while nobody asks', async () => {
    const { load, known, settled, wake } = platform({ IDLE_HOURS: '2000' });
    const object = load();
    await object.create(settings);
    await signUp(object);
    await settled();
    const due = known.alarm as number;
    expect(due).toBeGreaterThan(start);
    expect(due).toBeLessThanOrEqual(start + 31 * 24 * HOUR);
    await send(object, 'GET', '/sandbox/clock');
    expect(known.alarm, 'a read leaves it').toBe(due);
    for (let at = 0; at < 40 && (known.alarm as number) < start + 32 * 24 * HOUR; at += 1) {
      vi.setSystemTime(known.alarm as number);
      await wake();
    }
    const api = await backEnd(load());
    expect((await api('GET', 'invoices')).json).toHaveLength(2);
  });

  it('is set again each time that it goes off, also while the object stays loaded', async () => {
    const { load, known, settled, wake } = platform({ IDLE_HOURS: '5000' });
    const object = load();
    await object.create(settings);
    await signUp(object);
    await settled();
    for (let at = 0; at < 3; at += 1) {
      const due = known.alarm as number;
      vi.setSystemTime(due);
      await wake(object);
      expect(known.alarm).toBeGreaterThan(due);
    }
  });

  it('looks after webhooks that were on their way when the object was evicted, in half a minute', async () => {
    const sent = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
    const { load, known, wake } = platform({ IDLE_HOURS: '48' });
    const object = load();
    const Url = 'https://shop.example.com/never-taken';
    const received = () => sentTo(Url, sent.mock.calls);
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    const api = await backEnd(object);
    await api('POST', 'webhooks', { Url, Events: ['CustomerCreated'] });
    await api('POST', 'customers', { FirstName: 'Ada' });
    await vi.waitFor(() => expect(received()).toBe(1));
    expect(known.alarm).toBe(start + 30_000);
    vi.setSystemTime(start + 30_000);
    void wake();
    await vi.waitFor(() => expect(received()).toBe(2));
    sent.mockRestore();
  });

  it('runs what is due before a request that comes first', async () => {
    const { load, settled } = platform();
    const object = load();
    await object.create(settings);
    await signUp(object);
    await settled();
    vi.setSystemTime(start + 29 * 24 * HOUR);
    const kept = await backEnd(object);
    expect((await kept('GET', 'invoices')).json).toHaveLength(1);
    await settled();
    vi.setSystemTime(start + 32 * 24 * HOUR - 1);
    const api = await backEnd(object);
    expect((await api('GET', 'invoices')).json).toHaveLength(2);
  });

  it('removes a workspace that nobody has used for as long as it may be idle, and a step longer', async () => {
    const { load, known, isEmpty, settled, wake } = platform({ IDLE_HOURS: '48' });
    const object = load();
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    await send(object, 'GET', '/sandbox/clock');
    await settled();
    expect(known.alarm).toBe(start + 49 * HOUR);
    vi.setSystemTime(start + 49 * HOUR - 1);
    const later = await wake();
    expect(isEmpty()).toBe(false);
    vi.setSystemTime(start + 49 * HOUR);
    await wake(later);
    expect(isEmpty()).toBe(true);
  });

  it('comes later after each use, which is noted once in an hour', async () => {
    const { load, known, wake } = platform({ IDLE_HOURS: '48' });
    const object = load();
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    expect(known.uses).toBe(1);
    await send(object, 'GET', '/sandbox/clock');
    vi.setSystemTime(start + HOUR - 1);
    await send(object, 'GET', '/sandbox/clock');
    expect(known.uses).toBe(1);
    vi.setSystemTime(start + HOUR);
    await send(object, 'GET', '/sandbox/clock');
    expect(known.uses).toBe(2);
    vi.setSystemTime(start + 49 * HOUR);
    const later = await wake();
    expect(known.alarm).toBe(start + 50 * HOUR);
    expect((await send(later, 'GET', '/sandbox/clock')).status).toBe(200);
  });

  it('of a workspace that is full does nothing: there is no room for the results', async () => {
    const { load, known, settled, wake } = platform({ MAX_DOCUMENTS: '120', IDLE_HOURS: '2000' });
    const object = load();
    await object.create(settings);
    const api = await backEnd(object);
    const order = { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: 'b00000000000000000000006' } };
    await signUp(object);
    for (let at = 0; at < 200; at += 1) if ((await api('POST', 'orders', order)).status === 507) break;
    await settled();
    const { json } = await send(object, 'GET', '/sandbox/usage');
    expect(json.Documents.Used).toBeGreaterThanOrEqual(120);
    vi.setSystemTime(start + 40 * 24 * HOUR);
    const later = await wake();
    expect((await (await backEnd(later))('GET', 'invoices')).json).toHaveLength(1);
    expect(known.alarm).toBeGreaterThan(Date.now() + 24 * HOUR);
  });

  it('and a move of the clock end where the workspace becomes full on the way', async () => {
    const object = platform({ MAX_DOCUMENTS: '300', IDLE_HOURS: '2000' }).load();
    await object.create({ ...settings, Options: { clock: '2026-01-15T10:00:00Z' } });
    for (let at = 0; at < 4; at += 1) await signUp(object);
    const { status, json } = await send(object, 'POST', '/sandbox/clock', { Advance: 'P20Y' });
    expect([status, json.Code]).toEqual([507, expect.any(String)]);
    const { Documents } = (await send(object, 'GET', '/sandbox/usage')).json;
    expect([Documents.Used >= 300, Documents.Used < 600]).toEqual([true, true]);
  });
});
