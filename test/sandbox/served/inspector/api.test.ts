// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* How the inspector sends what its actions ask for: credentials, order, and what it says of a refusal. */

type Api = typeof import('../../../../sandbox/src/served/inspector/api.ts');
let api: Api;
let asked: {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}[];
/** What the service answers to a path, in turn; its last answer stays. */
let answers: Record<string, (() => Response | Promise<Response>)[]>;

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const client = { ClientId: 'c2', ClientSecret: 's2' };

beforeEach(async () => {
  asked = [];
  answers = {
    '/sandbox/catalog': [json({ OAuthClients: [{ ClientId: 'c1' }, client] })],
    '/oauth/token/': [json({ access_token: 't1' }), json({ access_token: 't2' })],
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const path = url.replace('http://sandbox.test', '');
    asked.push({ method, path, headers: new Headers(headers), body });
    const list = answers[path] ?? [json({})];
    return ((list.length > 1 ? list.shift() : list[0]) as () => Response)();
  });
  Object.assign(document.body.dataset, { base: 'http://sandbox.test' });
  vi.resetModules();
  api = await import('../../../../sandbox/src/served/inspector/api.ts');
});
afterEach(() => {
  Reflect.deleteProperty(document.body.dataset, 'base');
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const paths = () => asked.map(({ path }) => path);
const last = () => asked.at(-1);

describe('a request', () => {
  it('to the REST API has a token of a client with a secret, which is asked for once', async () => {
    await api.send({ method: 'GET', path: '/api/v1/orders' });
    await api.send({ method: 'POST', path: '/api/v1/orders', body: { a: 1 } });
    expect(paths()).toEqual(['/sandbox/catalog', '/oauth/token/', '/api/v1/orders', '/api/v1/orders']);
    expect(asked[1]?.headers.get('Authorization')).toBe(`Basic ${btoa('c2:s2')}`);
    const headers = ['Authorization', 'Content-Type', 'X-Sandbox-Client'].map((name) =>
      last()?.headers.get(name),
    );
    expect(headers).toEqual(['Bearer t1', 'application/json', 'inspector']);
    expect(asked.every((one) => one.headers.get('X-Sandbox-Client') === 'inspector')).toBe(true);
    expect([last()?.body, asked[2]?.headers.get('Content-Type')]).toEqual(['{"a":1}', null]);
  });

  it('with a token that has expired is sent once more with a new one', async () => {
    answers['/api/v1/orders'] = [json({}, 401), json([1])];
    expect(await api.send({ method: 'GET', path: '/api/v1/orders' })).toEqual({ status: 200, body: [1] });
    expect(last()?.headers.get('Authorization')).toBe('Bearer t2');
    answers['/api/v1/orders'] = [json({ Message: 'No.' }, 401)];
    await expect(api.send({ method: 'GET', path: '/api/v1/orders' })).rejects.toThrow('No.');
  });

  it('to the control API has the token of the tab, if there is one', async () => {
    await api.send({ method: 'GET', path: '/sandbox/clock' });
    expect(last()?.headers.get('Authorization')).toBeNull();
    api.controlToken.set('let-me-in');
    await api.send({ method: 'PUT', path: '/sandbox/snapshot', body: '{"a":1}' });
    expect([last()?.headers.get('Authorization'), last()?.body]).toEqual(['Bearer let-me-in', '{"a":1}']);
    expect(last()?.headers.get('Content-Type')).toBe('application/json');
  });

  it('that could not read the clients asks for them again the next time', async () => {
    answers['/sandbox/catalog'] = [json({ Message: 'Busy.' }, 503), json({ OAuthClients: [client] })];
    await expect(api.send({ method: 'GET', path: '/api/v1/orders' })).rejects.toThrow('Busy.');
    expect((await api.send({ method: 'GET', path: '/api/v1/orders' })).status).toBe(200);
  });

  it('that could not get a token asks for it again the next time', async () => {
    answers['/oauth/token/'] = [json({ error_description: 'Locked.' }, 401), json({ access_token: 't9' })];
    await expect(api.send({ method: 'GET', path: '/api/v1/orders' })).rejects.toThrow('Locked.');
    await api.send({ method: 'GET', path: '/api/v1/orders' });
    expect(last()?.headers.get('Authorization')).toBe('Bearer t9');
    answers['/sandbox/catalog'] = [json({ OAuthClients: [{ ClientId: 'c1' }] })];
    api.forgetAccess();
    await expect(api.send({ method: 'GET', path: '/api/v1/orders' })).rejects.toThrow(
      'The account has no OAuth client with a secret.',
    );
  });
});

describe('an answer', () => {
  it.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/json', '', ''],
    ['text/csv', 'a,b', 'a,b'],
  ])('of %s is read as what it is', async (type, text, body) => {
    answers['/sandbox/x'] = [() => new Response(text, { headers: { 'Content-Type': type } })];
    expect(await api.send({ method: 'GET', path: '/sandbox/x' })).toEqual({ status: 200, body });
  });

  it.each([
    [{ Message: 'No such order.', Code: 'NotFound' }, 'No such order.', 'NotFound'],
    [{ error_description: 'Locked.' }, 'Locked.', ''],
    [{}, 'GET /sandbox/x failed with 404.', ''],
  ])('that refuses says why: %j', async (body, message, code) => {
    answers['/sandbox/x'] = [json(body, 404)];
    const error = await api.send({ method: 'GET', path: '/sandbox/x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(api.ApiError);
    expect(error).toMatchObject({ message, code, status: 404, answer: { status: 404, body } });
  });
});

describe('a request that replaces the state', () => {
  it.each([
    ['PUT', '/sandbox/snapshot', true],
    ['POST', '/sandbox/reset', true],
    ['PUT', '/sandbox/session', true],
    ['PUT', '/sandbox/session?dryRun=true', false],
    ['GET', '/sandbox/snapshot', false],
    ['POST', '/sandbox/clock', false],
  ] as const)(
    '%s %s comes after those under way and before later ones, with a new token: %s',
    async (method, path, isIt) => {
      let arrive = (_: Response): void => {};
      answers['/api/v1/slow'] = [() => new Promise<Response>((resolve) => (arrive = resolve))];
      await api.send({ method: 'GET', path: '/api/v1/first' });
      const slow = api.send({ method: 'GET', path: '/api/v1/slow' });
      await vi.waitFor(() => expect(paths()).toContain('/api/v1/slow'));
      await api.send({ method: 'GET', path: '/api/v1/quick' });
      const replacing = api.send({ method, path });
      const later = api.send({ method: 'GET', path: '/api/v1/later' });
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect([paths().includes(path), paths().includes('/api/v1/later')]).toEqual([!isIt, !isIt]);
      arrive(Response.json({}));
      await Promise.all([slow, replacing, later]);
      const order = paths().filter((one) => one.startsWith('/api/v1/') || one === path);
      expect(order.slice(1)).toEqual(['/api/v1/slow', '/api/v1/quick', path, '/api/v1/later']);
      expect(last()?.headers.get('Authorization')).toBe(isIt ? 'Bearer t2' : 'Bearer t1');
    },
  );

  it.each([
    ['is refused', json({ Message: 'No.' }, 500)],
    ['is lost by the network', () => Promise.reject(new TypeError('No.'))],
  ])('lets later ones go on when it %s', async (_how, reply) => {
    answers['/sandbox/reset'] = [reply];
    await expect(api.send({ method: 'POST', path: '/sandbox/reset' })).rejects.toThrow('No.');
    expect((await api.send({ method: 'GET', path: '/api/v1/orders' })).status).toBe(200);
  });
});

it('a CSV file has a column for each field that is one value in some row, and no nested ones', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const rows = [
    { Id: '1', Name: null, Address: { City: 'Bonn' }, Balance: 1.5, IsLocked: true },
    { Id: '2', Name: 'Ada, Byron', Tags: [], Balance: undefined },
  ];
  answers['/api/v1/customers?q=a&take=500'] = [json(rows)];
  const { exportCsv } = await import('../../../../sandbox/src/served/inspector/csv.ts');
  await exportCsv('customers', '/api/v1/customers', new URLSearchParams({ q: 'a' }));
  expect(await saved[0]?.text()).toBe('Id,Balance,IsLocked,Name\r\n1,1.5,true,\r\n2,,,"Ada, Byron"\r\n');
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('customers.csv');
  vi.restoreAllMocks();
});
