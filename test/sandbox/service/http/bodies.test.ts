import { describe, expect, it, vi } from 'vitest';
import { accessToken, backEnd, newContract, newSandbox } from './service.ts';

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
  return {
    status: response.status,
    text,
    accept: response.headers.get('Accept'),
    warnings: response.headers.get('X-Sandbox-Warnings'),
  };
}

const streamed = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

it('with 500 warnings gets a header that clients accept', async () => {
  const api = await backEnd(newSandbox());
  const query = Array.from({ length: 500 }, (_, at) => `unknown${at}=1`).join('&');
  const { status, headers } = await api('POST', `customers?${query}`, { FirstName: 'Ada' });
  const warnings = headers.get('X-Sandbox-Warnings');
  expect(status).toBe(201);
  expect(warnings).toContain('unknown query parameter unknown0');
  expect(warnings).toMatch(/; there are more warnings, which are not listed$/);
  expect(warnings?.length).toBeLessThan(10_000);
});

describe('a body of JSON', () => {
  it.each([
    undefined,
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/merge-patch+json',
    'text/plain',
  ])('can have the content type %s', async (type) => {
    const bytes = new TextEncoder().encode('{"FirstName":"Ada"}');
    expect(await post(bytes, type === undefined ? {} : { 'Content-Type': type })).toMatchObject({
      status: 201,
    });
  });

  it.each(['utf-16le', '"utf-16le"'])('is read in the charset %s', async (charset) => {
    const bytes = new Uint8Array(Buffer.from('{"FirstName":"Ada"}', 'utf16le'));
    const made = await post(bytes, { 'Content-Type': `application/json; charset=${charset}` });
    expect(made).toMatchObject({ status: 201 });
  });

  it.each(['text/html', 'application/xml', 'application/json+x', 'multipart/form-data'])(
    'is refused with the content type %s',
    async (type) => {
      const made = await post('{"FirstName":"Ada"}', { 'Content-Type': type });
      expect(made.status).toBe(415);
      expect(made.text).toContain(`got \\"${type}\\"`);
      expect(made.accept).toBe('application/json');
    },
  );

  it('with another content type is rejected with its first 60 characters', async () => {
    const { status, text } = await post('{}', { 'Content-Type': `x/${'y'.repeat(59)}` });
    expect([status, text.includes(`got \\"x/${'y'.repeat(58)}\\".`)]).toEqual([415, true]);
  });

  it('reports where it is invalid', async () => {
    const at = async (text: string) =>
      /line (\d+), column (\d+)/
        .exec((await post(text, { 'Content-Type': 'application/json' })).text)
        ?.slice(1);
    expect(await at('{\n  "A" 1')).toEqual(['2', '7']);
    expect(await at('{"A"')).toEqual(['1', '5']);
    expect(await at('{"FirstName": 1 Ada}')).toEqual(['1', '17']);
    expect(await at('{"FirstName": {}')).toEqual(['1', '17']);
    expect(await at('{')).toEqual(['1', '2']);
  });

  it('reports no position if the engine names none', async () => {
    const { text } = await post('{"FirstName": Ada}', { 'Content-Type': 'application/json' });
    expect(JSON.parse(text).Message).toMatch(/^Invalid JSON( at line 1, column 15)?\.$/);
  });

  it('must not be empty', async () => {
    for (const text of ['', '  \n']) {
      const made = await post(text, { 'Content-Type': 'application/json' });
      expect([made.status, made.text.includes('The body is empty')]).toEqual([400, true]);
    }
  });

  it('can be omitted if nothing in it is required', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('POST', '/sandbox/reset')).status).toBe(200);
  });

  it('can arrive in parts that split a character', async () => {
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

  it('has at most a million characters, with or without Content-Length', async () => {
    const json = { 'Content-Type': 'application/json' };
    const long = (length: number) => `{"FirstName":"Ada"${' '.repeat(length - 19)}}`;
    expect(long(100)).toHaveLength(100);
    expect((await post(long(1_000_000), json)).status).toBe(201);
    expect((await post(long(1_000_001), json)).status).toBe(413);
    expect((await post(streamed(long(1_000_000)), json)).status).toBe(201);
    expect((await post(streamed(long(600_000), ' '.repeat(400_001)), json)).status).toBe(413);
    const announced = await post('{}', { ...json, 'Content-Length': '4000001' });
    expect([announced.status, announced.text.includes('4000001 bytes')]).toEqual([413, true]);
    // A character has four bytes at most, and what is announced is not always true.
    expect((await post('{}', { ...json, 'Content-Length': '4000000' })).status).toBe(201);
    const more = await post(long(1_000_001), { ...json, 'Content-Length': '9' });
    expect([more.status, more.text.includes('1000001 characters')]).toEqual([413, true]);
  });

  it.each([
    ['snapshot', 1_000_000_000, 200],
    ['snapshot', 1_000_000_001, 413],
    ['snapshot.ndjson', 1_000_000_001, 200],
  ])('of PUT /sandbox/%s with an announced length of %i has the status %i', async (path, length, status) => {
    const sandbox = newSandbox();
    const body = await (await sandbox.fetch(`http://sandbox/sandbox/${path}`)).text();
    const made = await sandbox.fetch(`http://sandbox/sandbox/${path}`, {
      method: 'PUT',
      headers: {
        'Content-Type': path === 'snapshot' ? 'application/json' : 'application/x-ndjson',
        'Content-Length': String(length),
      },
      body,
    });
    const text = await made.text();
    expect([made.status, text.includes('at most 1000000000 bytes')]).toEqual([status, status === 413]);
  });

  it('without an end is rejected, read for a while, and then abandoned', async () => {
    let pieces = 0;
    let whenGivenUp = () => {};
    const givenUp = new Promise<void>((resolve) => {
      whenGivenUp = resolve;
    });
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pieces += 1;
          controller.enqueue(new Uint8Array(1_000_000).fill(32));
        },
        cancel: () => whenGivenUp(),
      },
      { highWaterMark: 0 },
    );
    const made = await post(endless, { 'Content-Type': 'application/json' });
    expect([made.status, made.text.includes('more than 1000000 characters')]).toEqual([413, true]);
    await givenUp;
    expect(pieces).toBe(2 + 16);
  });

  it('that ends after it was rejected is read to its end', async () => {
    let isRead = false;
    const parts = [' '.repeat(1_000_001), 'x', 'y'];
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const part = parts.shift();
          if (part !== undefined) return controller.enqueue(new TextEncoder().encode(part));
          isRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    expect((await post(stream, { 'Content-Type': 'application/json' })).status).toBe(413);
    await vi.waitFor(() => expect(isRead).toBe(true));
  });

  it('that is interrupted is rejected', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    const made = await post(broken, { 'Content-Type': 'application/json' });
    expect([made.status, made.text.includes('incomplete')]).toEqual([400, true]);
  });

  it('is an object; an empty list is read as one, unless the sandbox is strict', async () => {
    const json = { 'Content-Type': 'application/json' };
    const empty = await post('[]', json);
    expect(empty.warnings).toContain('the body is an empty list and was read as an empty object');
    expect((await post('[]', json, true)).status).toBe(422);
    expect((await post('[1]', json)).status).toBe(422);
    const number = await post('7', json);
    expect([number.status, JSON.parse(number.text).Message]).toEqual([
      422,
      expect.stringMatching(/^The body: expected an object/),
    ]);
  });

  it('has at most 32 levels, also for the control API', async () => {
    const levels = (count: number) => `${'{"Deep":'.repeat(count - 1)}{}${'}'.repeat(count - 1)}`;
    const api = await backEnd(newSandbox());
    for (const path of ['customers', '/sandbox/reset']) {
      const { status, body } = await api('POST', path, levels(33));
      expect([path, status, body.Code]).toEqual([path, 400, 'InvalidJson']);
    }
    const { status, body } = await api('POST', '/sandbox/reset', levels(32));
    expect([status, body.Code]).toEqual([422, 'UnknownProperty']);
  });

  it('has no property that objects have of their own, at any depth', async () => {
    const api = await backEnd(newSandbox());
    for (const name of ['__proto__', 'constructor', 'prototype'])
      for (const [body, field] of [
        [`{"${name}":{}}`, name],
        [`{"CustomFields":{"${name}":"x"}}`, `CustomFields.${name}`],
        [`{"Address":[{"${name}":1}]}`, `Address[0].${name}`],
      ]) {
        const { status, body: refusal } = await api('POST', 'customers', body);
        expect([body, status, refusal.Errors?.[0]]).toEqual([
          body,
          422,
          { Field: field, Code: 'InvalidData', Message: `"${name}" cannot be the name of a property.` },
        ]);
      }
  });

  it('has no character that letters and databases fail on, in a text or a name', async () => {
    const api = await backEnd(newSandbox());
    const sent = async (body: object) => (await api('POST', 'customers', body)).status;
    const statuses = async (code: number) => {
      const letter = String.fromCharCode(code);
      return [
        await sent({ Notes: `a${letter}b` }),
        await sent({ FirstName: `a${letter}b` }),
        await sent({ CustomFields: { [`a${letter}b`]: 'x' } }),
      ];
    };
    const first = async (from: readonly number[], expected: readonly number[]) => {
      for (const code of from)
        expect([code.toString(16), ...(await statuses(code))]).toEqual([code.toString(16), ...expected]);
    };
    await first([0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x9f, 0xd800, 0xdfff], [422, 422, 422]);
    // A text of several lines may have them, and a name of one line not.
    await first([0x09, 0x0a, 0x0d], [201, 422, 201]);
    await first([0x20, 0x7e, 0xa0, 0xe4, 0x2028], [201, 201, 201]);
  });

  it('names the wrong field, and a missing one has its own code', async () => {
    const api = await backEnd(newSandbox());
    const missing = await api('POST', 'webhooks', {});
    expect([missing.status, missing.body.Code, missing.body.Errors]).toEqual([
      422,
      'InvalidData',
      [{ Field: 'Url', Code: 'Missing', Message: expect.any(String) }],
    ]);
    expect(missing.body.Message).toBe(`Url: ${missing.body.Errors[0].Message}`);
  });

  it('has a warning for each unknown property, up to 20 by name', async () => {
    const told = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `Zz${at}`);
      const { warnings } = await post(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))), {
        'Content-Type': 'application/json',
      });
      return warnings?.split('; ');
    };
    const twenty = Array.from({ length: 20 }, (_, at) => `unknown property Zz${at}`);
    expect(await told(20)).toEqual(twenty);
    expect(await told(21)).toEqual([...twenty, '1 more unknown properties']);
  });

  it('with an unknown property is rejected by a strict sandbox, with the nearest name', async () => {
    const { status, text } = await post('{"FirstNam":"Ada"}', { 'Content-Type': 'application/json' }, true);
    const Message = 'is not a known property; did you mean FirstName?';
    expect([status, JSON.parse(text).Errors]).toEqual([
      422,
      [{ Field: 'FirstNam', Code: 'UnknownProperty', Message }],
    ]);
  });
});

describe('a body where none is expected', () => {
  it('has a warning, and is rejected by a strict sandbox; an empty body or object is accepted', async () => {
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

  it('is ignored by the control API', async () => {
    const { status, headers } = await (await backEnd(newSandbox()))('DELETE', '/sandbox/faults', '{"A":1}');
    expect([status, headers.get('X-Sandbox-Warnings')]).toEqual([204, null]);
  });
});

describe('a query', () => {
  it('has case-insensitive names and no empty values; duplicates and unknown ones have a warning', async () => {
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
    // A token is no parameter of the list.
    for (const name of ['Access_Token', 'selfServiceToken'])
      expect((await strict('GET', `customers?${name}=`)).status).toBe(200);
  });

  it('of a page may have unknown parameters, also in a strict sandbox', async () => {
    const sandbox = newSandbox({ strict: true });
    for (const path of ['/docs?utm_source=mail', '/portal/account.html?language=de&utm_source=mail']) {
      const page = await sandbox.fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 200]);
    }
  });

  it('with a token works as without it', async () => {
    const sandbox = newSandbox({ strict: true });
    const token = await accessToken(sandbox);
    expect((await sandbox.fetch(`http://sandbox/api/v1/productInfo?ACCESS_TOKEN=${token}`)).status).toBe(200);
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const path = '/api/v1/CustomerSelfService/contract?SelfServiceToken=';
    expect((await sandbox.fetch(`http://sandbox${path}${Token}`)).status).toBe(200);
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

  it('has its content type and each parameter once; an empty one counts as missing', async () => {
    const grant = 'grant_type=client_credentials';
    expect((await token(grant))[0]).toBe(200);
    expect((await token(`${grant}&scope=`))[0]).toBe(200);
    expect((await token(`${grant}&${grant}`))[0]).toBe(400);
    expect((await token('grant_type='))[0]).toBe(400);
    expect((await token(grant, { 'Content-Type': 'text/plain' }))[2]).toContain('got \\"text/plain\\"');
    expect((await token(grant, {}))[2]).toContain('got no content type');
    const long = { 'Content-Type': `x/${'y'.repeat(59)}` };
    expect((await token(grant, long))[2]).toContain(`got \\"x/${'y'.repeat(58)}\\".`);
    expect((await token(`${'p'.repeat(41)}=1&${'p'.repeat(41)}=1`))[2]).toContain(
      `The parameter ${'p'.repeat(40)} was sent`,
    );
  });

  it('sent as JSON may start with spaces', async () => {
    expect((await token(' \n{"grant_type":"client_credentials"}'))[0]).toBe(200);
  });

  it('with an unknown parameter is accepted with a warning, and rejected by a strict sandbox', async () => {
    const text = 'grant_type=client_credentials&extra=1';
    expect(await token(text)).toEqual([
      200,
      expect.stringContaining('unknown parameter extra'),
      expect.anything(),
    ]);
    expect((await token(text, form, true))[0]).toBe(400);
    const long = await token(`grant_type=client_credentials&${'p'.repeat(41)}=1`);
    expect(long[1]).toBe(`unknown parameter ${'p'.repeat(40)}`);
  });
});
