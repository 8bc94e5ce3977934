// What the inspector gives to take along is run, and does what the action does.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../../../sandbox/src/served/inspector/api.ts';

const controlToken = 'let-me-in';
/** All that a shell and JavaScript take for something else, and what looks like the name of a field. */
const name = `O'Neil $HOME \`x\` \\ "Foo": 1,Bar: 2 {a} é`;

let service: StartedSandbox;
let token: string;

beforeAll(async () => {
  service = await startSandbox({ port: 0, controlToken, clock: '2026-02-15T09:00:00Z' });
  const answer = await fetch(`${service.url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(() => service.close());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The forms of a request, as the page of this sandbox makes them. */
async function codesOf(
  request: ApiRequest,
  guard: { readonly guarded?: string } = { guarded: '' },
): Promise<Readonly<Record<string, string>>> {
  vi.resetModules();
  vi.stubGlobal('document', { body: { dataset: { base: service.url, ...guard } } });
  const { requestCodes } = await import('../../../../sandbox/src/served/inspector/request-code.ts');
  return Object.fromEntries(requestCodes.map(({ name: form, code }) => [form, code(request)]));
}

async function runShell(code: string): Promise<void> {
  const env = { ...process.env, TOKEN: token, CONTROL_TOKEN: controlToken };
  await promisify(execFile)('sh', ['-c', code.replace(/^curl/, 'curl --silent --fail')], { env });
}

/** Runs JavaScript that awaits, with what it expects to be there. */
async function runScript(code: string): Promise<void> {
  const send =
    (method: string) =>
    async (url: string, options: { headers?: object; data?: unknown } = {}) => {
      const { headers, data } = options;
      const isText = typeof data === 'string';
      const answer = await fetch(url, {
        method,
        headers: { ...(isText ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(data === undefined ? {} : { body: isText ? data : JSON.stringify(data) }),
      });
      return { ok: () => answer.ok };
    };
  const scope = {
    token,
    controlToken,
    expect,
    readFile: async () => 'the file',
    request: { get: send('GET'), post: send('POST'), delete: send('DELETE') },
  };
  const script = new Function(...Object.keys(scope), `return (async () => {${code}\nreturn response;})()`);
  const response = await script(...Object.values(scope));
  expect(typeof response.ok === 'function' ? response.ok() : response.ok).toBe(true);
}

/** Runs one form of a request. */
async function run(form: string, request: ApiRequest): Promise<void> {
  const code = (await codesOf(request))[form] ?? '';
  await (form === 'curl' ? runShell(code) : runScript(code));
}

const read = async (path: string, bearer: string) =>
  (await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${bearer}` } })).json();

/* "test code" runs in a new sandbox: test-code.test.ts. */
const forms = ['curl', 'Playwright', 'fetch'];

describe('a copied request', () => {
  it.each(forms)('does the same as %s', async (form) => {
    const tag = `n${form.length}`;
    const body = {
      FirstName: name,
      LastName: `${name}${form}`,
      Tag: tag,
      Address: { Country: 'DE' },
      CustomFields: {},
    };
    await run(form, { method: 'POST', path: "/api/v1/customers?note=it's", body });
    const made = (await read('/api/v1/customers?take=500', token)).filter(
      ({ LastName }: { LastName: string }) => LastName === `${name}${form}`,
    );
    expect(made).toMatchObject([{ FirstName: name, Tag: tag, Address: { Country: 'DE' } }]);
  });

  it.each(forms)('of the log does the same as %s', async (form) => {
    const body =
      'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret';
    await run(form, { method: 'POST', path: '/oauth/token/', body });
    const before = service.sandbox.clock.now().getTime();
    await run(form, { method: 'POST', path: '/sandbox/clock', body: '{"Advance":"P1D"}' });
    expect(service.sandbox.clock.now().getTime() - before).toBe(86_400_000);
  });

  it.each(forms)('without a body does the same as %s', async (form) => {
    await run(form, { method: 'GET', path: '/api/v1/customers?take=1' });
    const rule = { Path: '/api/v1/dunnings*', Fault: { Status: 502 } };
    await run(form, { method: 'POST', path: '/sandbox/faults', body: rule });
    expect((await read('/sandbox/faults', controlToken)).length).toBe(1);
    await run(form, { method: 'DELETE', path: '/sandbox/faults' });
    expect(await read('/sandbox/faults', controlToken)).toEqual([]);
  });

  it.each([
    ['/api/v1/customers', '$TOKEN', '$TOKEN'],
    ['/sandbox/clock', '$CONTROL_TOKEN', undefined],
    ['/oauth/token/', undefined, undefined],
  ])('of %s has the token %s, and %s in a sandbox without a control token', async (path, ...tokens) => {
    const [guarded, open] = [
      await codesOf({ method: 'GET', path }),
      await codesOf({ method: 'GET', path }, {}),
    ];
    const tokenIn = ({ curl = '' }: Readonly<Record<string, string>>) => /\$\w+/.exec(curl)?.[0];
    expect([tokenIn(guarded), tokenIn(open)]).toEqual(tokens);
    for (const form of ['Playwright', 'fetch'])
      expect([guarded, open].map((codes) => codes[form]?.includes('Bearer'))).toEqual(
        tokens.map((token) => token !== undefined),
      );
  });

  it.each([
    [{ FirstName: 'Ada' }, 'application/json', undefined],
    ['{"FirstName":"Ada"}', 'application/json', undefined],
    ['a=1&b=2', 'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    [undefined, undefined, undefined],
  ])(
    'with the body %j says that it is %s, as Playwright does by itself of JSON',
    async (body, type, said) => {
      const codes = await codesOf({ method: 'POST', path: '/api/v1/customers', body });
      const typeIn = (form: string) => /Content-Type'?: '?([\w/-]+)'/.exec(codes[form] ?? '')?.[1];
      expect(forms.map(typeIn)).toEqual([type, said, type]);
    },
  );

  it('names a file instead of its content', async () => {
    const request = { method: 'PUT', path: '/sandbox/snapshot', body: '', file: "it's.json" } as const;
    const codes = await codesOf(request);
    expect(codes['curl']).toContain(`--data-binary '@it'\\''s.json'`);
    expect(codes['fetch']).toContain(`body: await readFile('it\\'s.json', 'utf8'),`);
    expect(codes['Playwright']).toContain(`data: await readFile('it\\'s.json', 'utf8') }`);
  });
});
