import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  HostedEnvironment,
  WorkspaceSettings,
} from '../../../../sandbox/src/hosts/cloudflare/environment.ts';
import { app } from '../../../../sandbox/src/hosts/cloudflare/worker.ts';
import { version } from '../../../../sandbox/src/service/http/wire/version.ts';

/** A deployment whose workspaces are played. */
function deployment(variables: Partial<HostedEnvironment> = {}) {
  const made = new Map<string, WorkspaceSettings>();
  const asked: string[] = [];
  const object = (name: string) => ({
    create: async (settings: WorkspaceSettings) => {
      if (made.has(name))
        return { status: 409, headers: { 'X-Why': 'there' }, body: { Code: 'AlreadyExists' } };
      made.set(name, settings);
      return undefined;
    },
    remove: async () => made.delete(name),
    fetch: async (request: Request) => {
      asked.push(`${name} ${new URL(request.url).pathname}`);
      return new Response('ok', { headers: { 'X-Of': name } });
    },
  });
  const WORKSPACES = { idFromName: (name: string) => name, get: object as never };
  const environment = { WORKSPACES, ADMIN_TOKEN: 'admin', ...variables } as HostedEnvironment;
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const url = /^http/.test(path) ? path : `http://localhost${path}`;
    const response = await app.request(
      url,
      { method, headers, ...(body === undefined ? {} : { body }) },
      environment,
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: /^\{/.test(text) ? JSON.parse(text) : text,
    };
  };
  const create = (headers: Record<string, string>, body?: unknown) =>
    send('POST', '/sandbox/workspaces', headers, body === undefined ? undefined : JSON.stringify(body));
  return { made, asked, send, create };
}

const admin = { Authorization: 'Bearer admin' };

describe('a deployment', () => {
  it('says what it is, and where workspaces are made', async () => {
    const { send } = deployment();
    expect((await send('GET', '/')).json).toEqual({
      Service: 'clientlib-sandbox',
      Version: version,
      Health: '/sandbox/health',
      Workspaces:
        'POST /sandbox/workspaces makes one, with the admin token or by open sign-up; it is below /w/<Name>/',
    });
    const health = (await send('GET', '/sandbox/health')).json;
    expect(health).toMatchObject({ Status: 'ok', Version: version });
    expect(Math.abs(Date.parse(health.Now) - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['localhost', undefined, 200],
    ['sandbox.example.com', undefined, 403],
    ['sandbox.example.com', 'sandbox.example.com', 200],
    ['a.example.org', 'x.test, *.example.org', 200],
    ['example.org', '*.example.org', 403],
  ])('answers at %s with HOSTS %s: %s', async (host, HOSTS, status) => {
    const { send } = deployment(HOSTS === undefined ? {} : { HOSTS });
    for (const path of ['/', '/sandbox/health', '/w/a/'])
      expect((await send('GET', `http://${host}${path}`)).status).toBe(status);
  });

  it('says what it is', async () => {
    const { send } = deployment();
    expect((await send('GET', '/')).json).toMatchObject({
      Service: 'clientlib-sandbox',
      Health: '/sandbox/health',
    });
    const { Status, Version, Now } = (await send('GET', '/sandbox/health')).json;
    expect([Status, Version, Math.abs(Date.parse(Now) - Date.now()) < 10_000]).toEqual([
      'ok',
      expect.stringMatching(/^\d+\./),
      true,
    ]);
  });

  it.each([
    ['/w/blue/api/v1/plans', 'blue /w/blue/api/v1/plans'],
    ['/w/blue', 'blue /w/blue'],
    ['//w//blue/x', 'blue //w//blue/x'],
    ['/W/blue/x', 'blue /W/blue/x'],
    ['/w/blue/w/red/x', undefined],
    ['/w/%2e%2e/x', undefined],
    ['/w/a%20b/x', undefined],
    ['/w/', undefined],
    ['/api/v1/plans', undefined],
    ['/x/w/blue/', undefined],
  ])('routes %s to %s', async (path, expected) => {
    const { send, asked } = deployment();
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await send(method, path);
      expect([status, headers.get('X-Of')]).toEqual(expected === undefined ? [404, null] : [200, 'blue']);
    }
    expect(asked).toEqual(expected === undefined ? [] : [expected, expected, expected]);
  });
});

describe('making a workspace', () => {
  it.each([
    [{}, {}, 401],
    [admin, {}, 201],
    [{ Authorization: 'bearer   admin' }, {}, 201],
    [{ Authorization: 'Bearer other' }, {}, 401],
    [{ Authorization: 'Bearer' }, {}, 401],
    [{ Authorization: 'Basic admin' }, {}, 401],
    [{ Authorization: 'Bearer ' }, { ADMIN_TOKEN: '' }, 401],
    [{ Authorization: 'Bearer undefined' }, { ADMIN_TOKEN: undefined }, 401],
    [{}, { OPEN_SIGN_UP: 'true' }, 201],
    [{}, { OPEN_SIGN_UP: 'false' }, 401],
    [{}, { OPEN_SIGN_UP: '1' }, 401],
    [{ ...admin, Origin: 'http://localhost' }, {}, 201],
    [{ ...admin, Origin: 'http://shop.test' }, {}, 403],
    [{ ...admin, 'Sec-Fetch-Site': 'cross-site' }, {}, 403],
    [{ ...admin, 'Sec-Fetch-Site': 'same-origin' }, {}, 201],
  ])('with the headers %j and the variables %j is answered %s', async (headers, variables, status) => {
    const { create, made } = deployment(variables as never);
    const answer = await create(headers as never);
    expect([answer.status, made.size]).toEqual([status, status === 201 ? 1 : 0]);
    if (status === 401)
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="clientlib-sandbox"');
  });

  it('gives it a name and a token of its own, and each option that was asked for', async () => {
    const { create, made } = deployment();
    const first = await create(admin);
    const second = await create(admin, {
      Name: 'blue',
      Seed: 's',
      Clock: '2026-01-15T10:00:00Z',
      Strict: true,
      Record: false,
      Config: { Account: { TokenLifetime: 5 } },
    });
    expect(first.json.Name).toMatch(/^[0-9a-f]{32}$/);
    const ofBlue = {
      Name: 'blue',
      Url: 'http://localhost/w/blue',
      ControlToken: expect.stringMatching(/^[0-9a-f]{32}$/),
    };
    expect(second.json).toEqual(ofBlue);
    expect(first.json.ControlToken).not.toBe(second.json.ControlToken);
    expect(['Cache-Control', 'Location'].map((name) => second.headers.get(name))).toEqual([
      'no-store',
      ofBlue.Url,
    ]);
    const [of, blue] = [...made.values()];
    expect(of).toEqual({ Name: first.json.Name, ControlToken: first.json.ControlToken, Options: {} });
    expect(blue).toEqual({
      Name: 'blue',
      Seed: 's',
      ControlToken: second.json.ControlToken,
      Options: {
        clock: '2026-01-15T10:00:00Z',
        strict: true,
        record: false,
        config: expect.objectContaining({ Account: { TokenLifetime: 5 } }),
      },
    });
    const again = await create(admin, { Name: 'blue' });
    expect([again.status, again.headers.get('X-Why'), again.json]).toEqual([
      409,
      'there',
      { Code: 'AlreadyExists' },
    ]);
  });

  it.each([
    ['{', 400],
    ['', 201],
    ['  ', 201],
    ['[]', 422],
    ['{"Nam":"a"}', 422],
    ['{"Name":"a b"}', 422],
    ['{"Name":".."}', 422],
    ['{"Seed":""}', 422],
    [`{"Seed":"${'x'.repeat(200)}"}`, 201],
    [`{"Seed":"${'x'.repeat(201)}"}`, 422],
    ['{"Strict":1}', 422],
    ['{"Record":1}', 422],
    ['{"Clock":1}', 422],
    ['{"Config":1}', 422],
    ['{"Config":{"Accountt":{}}}', 422],
    [JSON.stringify({ Seed: 'x'.repeat(1_000_001) }), 413],
  ])('with the body %.40s is answered %s', async (body, status) => {
    const { send, made } = deployment();
    const answer = await send('POST', '/sandbox/workspaces', admin, body);
    expect([answer.status, made.size]).toEqual([status, status === 201 ? 1 : 0]);
  });

  it('allows strangers no name, and a smaller configuration', async () => {
    const { create, made } = deployment({ OPEN_SIGN_UP: 'true' });
    expect((await create({}, { Name: 'blue' })).status).toBe(403);
    const Config = {
      Account: { AllowedOrigins: Array.from({ length: 10_001 }, (_, at) => `https://s${at}.test`) },
    };
    expect((await create({}, { Config })).status).not.toBe(201);
    expect(made.size).toBe(0);
    expect((await create(admin, { Config })).status).toBe(201);
  });

  it.each([
    [undefined, { 'X-Ip': '1.2.3.4' }, 'unknown'],
    ['X-Ip', { 'X-Ip': '1.2.3.4' }, '1.2.3.4'],
    ['X-Ip', {}, 'unknown'],
  ])('counts strangers by the header %s', async (CLIENT_IP_HEADER, headers, key) => {
    const keys: string[] = [];
    let success = true;
    const SIGN_UPS = {
      limit: async (options: { key: string }) => {
        keys.push(options.key);
        return { success };
      },
    };
    const { create } = deployment({
      OPEN_SIGN_UP: 'true',
      SIGN_UPS,
      ...(CLIENT_IP_HEADER === undefined ? {} : { CLIENT_IP_HEADER }),
    });
    expect((await create(headers as never)).status).toBe(201);
    success = false;
    const refused = await create(headers as never);
    expect([refused.status, refused.headers.get('Retry-After'), refused.json.Code]).toEqual([
      429,
      '60',
      'QuotaExceeded',
    ]);
    expect((await create(admin)).status).toBe(201);
    expect(keys).toEqual([key, key]);
  });
});

it.each([
  [{}, 401],
  [admin, 204],
  [{ ...admin, Origin: 'http://shop.test' }, 403],
])('removing a workspace with the headers %j is answered %s', async (headers, status) => {
  const { create, send, made } = deployment({ OPEN_SIGN_UP: 'true' });
  await create(admin, { Name: 'blue' });
  expect((await send('DELETE', '/sandbox/workspaces/blue', headers as never)).status).toBe(status);
  expect(made.size).toBe(status === 204 ? 0 : 1);
  if (status === 204) expect((await send('DELETE', '/sandbox/workspaces/blue', admin)).status).toBe(404);
});

it('says that the engine stopped a workspace, for each request that it was asked', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const stopped = () => Promise.reject(new Error('disk full'));
  const WORKSPACES = {
    idFromName: () => 'x',
    get: () => ({ create: stopped, remove: stopped, fetch: stopped }),
  };
  const environment = { WORKSPACES, ADMIN_TOKEN: 'admin' } as never;
  for (const [method, path] of [
    ['POST', '/sandbox/workspaces'],
    ['DELETE', '/sandbox/workspaces/a'],
    ['GET', '/w/a/'],
  ] as const) {
    const response = await app.request(`http://localhost${path}`, { method, headers: admin }, environment);
    expect([response.status, response.headers.get('Retry-After'), (await response.json()).Code]).toEqual([
      503,
      '1',
      'StorageUnavailable',
    ]);
  }
  expect(log).toHaveBeenCalledTimes(3);
  log.mockRestore();
});

describe('a response that a fault rule breaks', () => {
  beforeEach(() => {
    class Fixed extends TransformStream<Uint8Array, Uint8Array> {
      constructor(length: number) {
        let left = length;
        super({
          transform(chunk, controller) {
            left -= chunk.length;
            controller.enqueue(chunk);
          },
          flush: (controller) => {
            if (left !== 0) controller.error(new Error('too short'));
          },
        });
      }
    }
    vi.stubGlobal('FixedLengthStream', Fixed);
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['drop', 'body', 5, null],
    ['truncate', 'body', 9, null],
    ['truncate', 'body', 4, 'body'],
    ['truncate', null, 4, ''],
    ['none', 'body', 9, 'body'],
  ])('by %s, with the body %s of %s bytes', async (fault, body, length, expected) => {
    const headers = { 'clientlib-sandbox-fault': fault, 'Content-Length': String(length) };
    const { FAULT_HEADER } = await import('../../../../sandbox/src/service/http/traffic/faults.ts');
    const WORKSPACES = {
      idFromName: () => 'x',
      get: () => ({
        fetch: async () => new Response(body, { headers: { ...headers, [FAULT_HEADER]: fault } }),
      }),
    };
    const response = await app.request('http://localhost/w/a/', {}, { WORKSPACES } as never);
    if (expected === null) await expect(response.text()).rejects.toThrow();
    else expect(await response.text()).toBe(expected);
  });
});

it.each([
  ['POST', '/sandbox/workspaces', 401],
  ['DELETE', '/sandbox/workspaces/blue', 401],
  ['POST', '/nowhere', 404],
])(
  'the body of a refused request is read to its end before the answer: %s %s',
  async (method, path, status) => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
          isRead = true;
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request(`http://localhost${path}`, { method, body, duplex: 'half' } as RequestInit);
    const answered = await app.fetch(request, { ADMIN_TOKEN: 'admin' } as HostedEnvironment);
    expect([answered.status, isRead]).toEqual([status, true]);
  },
);
