import { describe, expect, it } from 'vitest';
import { accessToken, backEnd, newSandbox } from './service.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function post(body: BodyInit | null, headers: Record<string, string>, strict = false) {
  const sandbox = newSandbox({ strict });
  const Authorization = `Bearer ${await accessToken(sandbox)}`;
  const response = await sandbox.fetch('http://sandbox/api/v1/customers', {
    method: 'POST',
    headers: { Authorization, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const text = await response.text();
  return { status: response.status, text, warnings: response.headers.get('X-Sandbox-Warnings') };
}

const streamed = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

describe('a body of JSON', () => {
  it.each([
    undefined,
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/merge-patch+json',
    'text/plain',
  ])('may have the content type %s', async (type) => {
    const bytes = new TextEncoder().encode('{"FirstName":"Ada"}');
    expect(await post(bytes, type === undefined ? {} : { 'Content-Type': type })).toMatchObject({
      status: 201,
    });
  });

  it.each(['text/html', 'application/xml', 'application/json+x', 'multipart/form-data'])(
    'is refused with the content type %s',
    async (type) => {
      const made = await post('{"FirstName":"Ada"}', { 'Content-Type': type });
      expect(made.status).toBe(415);
      expect(made.text).toContain(`got \\"${type}\\"`);
    },
  );

  it('says where it breaks', async () => {
    const at = async (text: string) =>
      /line (\d+), column (\d+)/
        .exec((await post(text, { 'Content-Type': 'application/json' })).text)
        ?.slice(1);
    expect(await at('{\n  "A" 1')).toEqual(['2', '7']);
    expect(await at('{"A"')).toEqual(['1', '5']);
  });

  it('must not be empty', async () => {
    for (const text of ['', '  \n']) {
      const made = await post(text, { 'Content-Type': 'application/json' });
      expect([made.status, made.text.includes('The body is empty')]).toEqual([400, true]);
    }
  });

  it('comes in parts, of which a character may lie in two', async () => {
    const bytes = new TextEncoder().encode('{"FirstName":"Zoë"}');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const made = await post(stream, { 'Content-Type': 'application/json' });
    expect(made.status).toBe(201);
    expect(JSON.parse(made.text)).toMatchObject({ FirstName: 'Zoë' });
  });

  it('has at most a million characters, announced or not', async () => {
    const json = { 'Content-Type': 'application/json' };
    const long = (length: number) => `{"FirstName":"Ada"${' '.repeat(length - 19)}}`;
    expect(long(100)).toHaveLength(100);
    expect((await post(long(1_000_000), json)).status).toBe(201);
    expect((await post(long(1_000_001), json)).status).toBe(413);
    expect((await post(streamed(long(1_000_000)), json)).status).toBe(201);
    expect((await post(streamed(long(600_000), ' '.repeat(400_001)), json)).status).toBe(413);
    const announced = await post('{}', { ...json, 'Content-Length': '4000001' });
    expect([announced.status, announced.text.includes('4000001 bytes')]).toEqual([413, true]);
  });

  it('that breaks off is refused', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    const made = await post(broken, { 'Content-Type': 'application/json' });
    expect([made.status, made.text.includes('broke off')]).toEqual([400, true]);
  });

  it('is an object; an empty list is read as one, unless the sandbox is strict', async () => {
    const json = { 'Content-Type': 'application/json' };
    const empty = await post('[]', json);
    expect(empty.warnings).toContain('the body is an empty list and was read as an empty object');
    expect((await post('[]', json, true)).status).toBe(422);
    expect((await post('[1]', json)).status).toBe(422);
    expect((await post('7', json)).status).toBe(422);
  });
});

describe('a body where none is read', () => {
  it('is told of, and refused by a strict sandbox; nothing and an empty object are no body', async () => {
    const remove = async (body: string, strict: boolean) => {
      const sandbox = newSandbox({ strict });
      const api = await backEnd(sandbox);
      const { Id } = (await api('POST', 'customers', { FirstName: 'Ada' })).body;
      const { status, headers } = await api('DELETE', `customers/${Id}`, body);
      return [status < 300, headers.get('X-Sandbox-Warnings') ?? ''];
    };
    for (const body of ['', ' {} ', '[]']) expect(await remove(body, true)).toEqual([true, '']);
    expect(await remove('{"A":1}', false)).toEqual([true, expect.stringContaining('the body is ignored')]);
    expect((await remove('{"A":1}', true))[0]).toBe(false);
  });
});

describe('a query', () => {
  it('has names in any case and no empty values; what comes twice or is unknown is told of', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    for (const FirstName of ['Ada', 'Bob']) await api('POST', 'customers', { FirstName });
    const warned = async (query: string) => {
      const { status, headers, body } = await api('GET', `customers?${query}`);
      return [status, body.length, headers.get('X-Sandbox-Warnings') ?? ''];
    };
    expect(await warned('TAKE=1')).toEqual([200, 1, '']);
    expect(await warned('take=&skip=')).toEqual([200, 2, '']);
    expect(await warned('take=2&take=1')).toEqual([
      200,
      1,
      expect.stringContaining('query parameter take was sent more than once; the last one counts'),
    ]);
    expect(await warned('tkae=1')).toEqual([
      200,
      2,
      expect.stringContaining('unknown query parameter tkae; did you mean take?'),
    ]);
    const strict = await backEnd(newSandbox({ strict: true }));
    for (const query of ['take=2&take=1', 'tkae=1'])
      expect((await strict('GET', `customers?${query}`)).status).toBe(422);
    expect((await strict('GET', 'customers?take=2&skip=')).status).toBe(200);
  });
});

describe('a form', () => {
  const token = async (body: string, headers: Record<string, string> = form, strict = false) => {
    const response = await newSandbox({ strict }).fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`, ...headers },
      body: new TextEncoder().encode(body),
    });
    return [response.status, response.headers.get('X-Sandbox-Warnings') ?? '', await response.text()];
  };

  it('has its content type and each parameter once; an empty one counts as absent', async () => {
    const grant = 'grant_type=client_credentials';
    expect((await token(grant))[0]).toBe(200);
    expect((await token(`${grant}&scope=`))[0]).toBe(200);
    expect((await token(`${grant}&${grant}`))[0]).toBe(400);
    expect((await token('grant_type='))[0]).toBe(400);
    expect((await token(grant, { 'Content-Type': 'text/plain' }))[2]).toContain('got \\"text/plain\\"');
    expect((await token(grant, {}))[2]).toContain('got no content type');
  });

  it('with an unknown parameter is taken with a warning, and refused by a strict sandbox', async () => {
    const text = 'grant_type=client_credentials&extra=1';
    expect(await token(text)).toEqual([
      200,
      expect.stringContaining('unknown parameter extra'),
      expect.anything(),
    ]);
    expect((await token(text, form, true))[0]).toBe(400);
  });
});
