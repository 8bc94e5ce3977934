// The log of requests: who called, with which program and headers, what came of it, and what is left out.
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { Service } from '../simulation/service.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

interface Entry {
  readonly Id: number;
  readonly Status: number;
  readonly Path: string;
  readonly DurationMs: number;
  readonly Caller?: string;
  readonly Client?: string;
  readonly Headers?: Readonly<Record<string, string>>;
  readonly Events?: readonly string[];
  readonly RequestBody?: string;
}

interface Changed {
  readonly Id: string;
  readonly Collection: string;
  readonly Change: string;
}

/** What the inspector reads is not logged. */
const looking = { headers: { 'X-Sandbox-Client': 'inspector' } };

async function logOf(sandbox: Sandbox): Promise<Entry[]> {
  return (await sandbox.fetch('http://sandbox/sandbox/requests', looking)).json() as Promise<Entry[]>;
}

/** The newest request with all that is known of it. */
async function latest(sandbox: Sandbox): Promise<Entry> {
  const [{ Id } = { Id: 0 }] = await logOf(sandbox);
  return (await sandbox.fetch(`http://sandbox/sandbox/requests/${Id}`, looking)).json() as Promise<Entry>;
}

/** Somebody looks on. */
async function streamOf(sandbox: Sandbox) {
  const { body } = await sandbox.fetch('http://sandbox/sandbox/stream', looking);
  const reader = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  return {
    cancel: () => reader.cancel(),
    /** Reads on until something was sent. */
    async until(part: string): Promise<string> {
      while (!text.includes(part)) text += (await reader.read()).value ?? '';
      return text;
    },
  };
}

describe('the log of requests', () => {
  it('keeps bodies without secrets, and the reason of a problem', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const refused = await api('POST', 'orders', { Cart: { PlanVariantId: 'no' }, Secret: 'hidden-1' });
    const entries = (await api('GET', '/sandbox/requests')).body;
    expect(entries[0]).toMatchObject({
      Path: '/api/v1/orders',
      Status: 422,
      Error: { Code: refused.body.Code, Message: refused.body.Message },
    });
    const { body } = await api('GET', `/sandbox/requests/${entries[0].Id}`);
    expect(JSON.parse(body.RequestBody)).toEqual({ Cart: { PlanVariantId: 'no' }, Secret: '***' });
    expect(JSON.parse(body.AnswerBody).Code).toBe(refused.body.Code);
    const login = entries.find(({ Path }: { Path: string }) => Path === '/oauth/token/');
    const { body: oauth } = await api('GET', `/sandbox/requests/${login.Id}`);
    expect(JSON.parse(oauth.AnswerBody).access_token).toBe('***');
    expect((await api('GET', '/sandbox/requests/999999')).status).toBe(404);
  });

  it.each([
    ['priceLists', { PlanGroupId: 'a10000000000000000000001', InternalName: 'Partners' }, ['priceLists']],
    ['reports', { Type: 'OpenItems' }, ['files', 'reports']],
    [
      'emailNotificationsTemplates',
      {
        EventType: 'CustomerCreated',
        Subject: { _c: 'Hello' },
        HtmlText: { _c: '<p>Hello</p>' },
        Attachements: [],
      },
      ['emailTemplates'],
    ],
  ])('shows the documents that POST %s creates', async (path, input, collections) => {
    const api = await backEnd(newSandbox());
    const created = await api('POST', path, input);
    const { body } = await api('GET', `/sandbox/requests/${created.headers.get('X-Request-Id')}`);
    expect(body.Documents.map(({ Collection }: Changed) => Collection).toSorted()).toEqual(collections);
    expect(body.Documents.map(({ Change }: Changed) => Change)).toEqual(collections.map(() => 'Created'));
    expect(body.Documents.map(({ Id }: Changed) => Id)).toContain(created.body.Id);
  });

  it('hides a secret of a query wherever request and answer repeat it', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const answer = await api('POST', 'webhooks?password=hush-hush', { Url: 'https://shop.test/hush-hush' });
    const { body } = await api('GET', `/sandbox/requests/${answer.headers.get('X-Request-Id')}`);
    expect([body.Path, JSON.parse(body.RequestBody).Url, JSON.parse(body.AnswerBody).Url]).toEqual([
      '/api/v1/webhooks?password=***',
      'https://shop.test/***',
      'https://shop.test/***',
    ]);
  });

  it('keeps what a request changed, found by the X-Request-Id of its response', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id, CustomerId } = await newContract(api);
    const changed = await api('PATCH', `customers/${CustomerId}`, { FirstName: 'Grace' });
    const id = changed.headers.get('X-Request-Id');
    const { body } = await api('GET', `/sandbox/requests/${id}`);
    expect(body).toMatchObject({ Method: 'PATCH', Path: `/api/v1/customers/${CustomerId}` });
    const customer = body.Documents.find(({ Collection }: Changed) => Collection === 'customers');
    expect(customer).toMatchObject({ Id: CustomerId, Change: 'Changed' });
    expect(customer.Fields).toContainEqual({ Field: 'FirstName', Before: 'Ada', After: 'Grace' });
    const read = await api('GET', `contracts/${Id}`);
    const { body: reading } = await api('GET', `/sandbox/requests/${read.headers.get('X-Request-Id')}`);
    expect([reading.Path, reading.Documents]).toEqual([`/api/v1/contracts/${Id}`, []]);
  });

  it('keeps what all transactions of a payment changed', async () => {
    const service = new Service();
    await service.pay(await service.order(), await service.byCard('4111111111111111'));
    const { Documents } = (await latest(service.sandbox)) as unknown as { readonly Documents: Changed[] };
    const changed = Documents.map(({ Collection, Change }) => `${Collection} ${Change}`);
    expect(changed).toEqual(
      expect.arrayContaining(['orders Changed', 'contracts Created', 'paymentTransactions Created']),
    );
  });

  it.each([
    [50, undefined],
    [60, 10],
  ])('lists 50 documents of a request, and counts the rest: of %i, %s more', async (length, more) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const usages = Array.from({ length }, (_, at) => ({
      ComponentId: 'd00000000000000000000003',
      Key: `usage-${at}`,
      Quantity: 1,
      DueDate: '2026-02-15T00:00:00Z',
    }));
    const sent = await api('POST', `contracts/${Id}/usage`, usages);
    expect(sent.status).toBeLessThan(300);
    const { body } = await api('GET', `/sandbox/requests/${sent.headers.get('X-Request-Id')}`);
    expect([body.Documents.length, body.MoreDocuments]).toEqual([50, more]);
  });

  it('has an X-Request-Id on problems, pages, files and preflights, readable by pages of other origins', async () => {
    const sandbox = newSandbox();
    const ids = new Set<string>();
    for (const [method, path, Accept] of [
      ['GET', '/api/v1/nowhere', '*/*'],
      ['PUT', '/sandbox/health', '*/*'],
      ['GET', '/api/v1/contracts', '*/*'],
      ['GET', '/', 'text/html'],
      ['GET', '/clientlib.js', '*/*'],
      ['OPTIONS', '/api/v1/CustomerSelfService/signup/order', '*/*'],
      ['GET', '/sandbox/clock', '*/*'],
    ] as const) {
      const { headers } = await sandbox.fetch(`http://sandbox${path}`, { method, headers: { Accept } });
      expect(headers.get('X-Request-Id'), `${method} ${path}`).toMatch(/^\d+$/);
      ids.add(headers.get('X-Request-Id') ?? '');
    }
    expect(ids.size).toBe(7);
    const open = await sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/account/none', {
      headers: { Origin: 'https://shop.test' },
    });
    expect(open.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
  });

  it('keeps writes when 1,000 reads follow', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    await newContract(api);
    for (let at = 0; at < 1_005; at += 1) await sandbox.fetch('http://sandbox/sandbox/health');
    const entries: Entry[] = (await api('GET', '/sandbox/requests?take=2000')).body;
    expect(entries.filter(({ Path }) => Path === '/sandbox/health')).toHaveLength(1_000);
    expect(entries.some(({ Path }) => Path.endsWith('/commit'))).toBe(true);
  });

  it.each([20_000, 40_000])('shows the beginning of a response of %i characters', async (length) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await api('PATCH', `contracts/${Id}`, { Notes: 'n'.repeat(length) });
    const [entry] = (await api('GET', '/sandbox/requests')).body;
    const shown: string = (await api('GET', `/sandbox/requests/${entry.Id}`)).body.AnswerBody;
    expect(shown).toHaveLength(16_001);
    expect(shown.endsWith('nnn…')).toBe(true);
  });

  it('keeps no card data, in any form', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const card = '4111111111111111';
    await api('POST', 'customers', { Notes: card, cardNumber: card, cvc: '987' });
    await api('POST', 'customers', `{"cvc": "987", "FirstName": "${card}`);
    await api('POST', '/providers/FakePSP/tokens', { cardNumber: card, cvc: '987' });
    const entries: { Id: number }[] = (await api('GET', '/sandbox/requests')).body;
    for (const { Id } of entries) {
      const { body } = await api('GET', `/sandbox/requests/${Id}`);
      // How long it took may be any number.
      expect(JSON.stringify({ ...body, DurationMs: 0 })).not.toMatch(/4111111111111111|987/);
    }
  });

  it.each([
    ['/providers/hush-hush', '/providers/…'],
    ['/providers/Alpha/checkout/hush-hush/more', '/providers/…/…/…/…'],
    ['/api/v1/nothing', '/api/v1/nothing'],
  ])('hides each part of a path without a route where paths have secrets: %s', async (path, shown) => {
    const sandbox = newSandbox();
    expect((await sandbox.fetch(`http://sandbox${path}`)).status).toBeGreaterThanOrEqual(400);
    expect((await latest(sandbox)).Path).toBe(shown);
  });

  it('omits reads of the inspector, and gives it an allowance of its own', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const before = (await api('GET', '/sandbox/requests')).body.length;
    const own = { 'X-Sandbox-Client': 'inspector' };
    const seen = await api('GET', 'customers', undefined, own);
    const mine = await api('GET', 'customers');
    expect(seen.headers.get('X-RateLimit-Remaining')).toBe(mine.headers.get('X-RateLimit-Remaining'));
    await api('POST', '/sandbox/clock', { Advance: 'P1D' }, own);
    const entries = (await api('GET', '/sandbox/requests')).body;
    // The list itself, the other customers, and what the inspector did.
    expect(entries).toHaveLength(before + 3);
    expect(entries[0]).toMatchObject({ Path: '/sandbox/clock', Client: 'inspector' });
  });

  it('keeps bodies of the API only, and none if there was none', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const kept = async (path: string, body?: object) => {
      await api('POST', path, body);
      return (await latest(sandbox)).RequestBody;
    };
    expect(await kept('customers', { FirstName: 'Ada' })).toBe('{"FirstName":"Ada"}');
    expect(await kept('/providers/Bravo/tokens', { Bearer: 'Bravo' })).toBeUndefined();
    expect(await kept('/sandbox/reset')).toBeUndefined();
  });

  it('names the caller', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const callers: (string | undefined)[] = [];
    for (const [path, headers] of [
      ['customers', {}],
      ['CustomerSelfService/contract', { Authorization: `Bearer ${Token}` }],
      ['CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001', {}],
      ['/sandbox/clock', {}],
      ['/nowhere', {}],
    ] as const) {
      await api('GET', path, undefined, headers);
      callers.push((await latest(sandbox)).Caller);
    }
    expect(callers).toEqual([
      'OAuth client c00000000000000000000001',
      `Customer of contract ${Id}`,
      'Public',
      'Control API',
      undefined,
    ]);
  });

  it('names the calling program, in 40 characters', async () => {
    const sandbox = newSandbox();
    const called = async (name: string | undefined) => {
      const headers: Record<string, string> = name === undefined ? {} : { 'X-Sandbox-Client': name };
      await sandbox.fetch('http://sandbox/openapi.json', { headers });
      return (await latest(sandbox)).Client;
    };
    expect(await called(undefined)).toBeUndefined();
    expect(await called('my-tests/1.0')).toBe('my-tests/1.0');
    expect(await called('x'.repeat(41))).toBe('x'.repeat(40));
    expect(await called('card 4111 1111 1111 1111')).toBe('card …');
  });

  it('lists the events that a request caused', async () => {
    const sandbox = newSandbox();
    await (await backEnd(sandbox))('POST', 'customers', { FirstName: 'Ada' });
    const events = sandbox.snapshot().Collections['events'] ?? [];
    expect(events).toHaveLength(1);
    expect((await latest(sandbox)).Events).toEqual(events.map(({ Id }) => Id));
  });

  it('shows how long a request took', async () => {
    const sandbox = newSandbox();
    const began = performance.now();
    await sandbox.fetch('http://sandbox/openapi.json');
    const took = performance.now() - began;
    const { DurationMs } = await latest(sandbox);
    expect(DurationMs).toBeGreaterThan(0);
    expect(DurationMs).toBeLessThanOrEqual(took + 0.01);
  });

  it('contains a request whose connection was dropped, with status 0', async () => {
    const sandbox = newSandbox();
    sandbox.faults.add({ Path: '/openapi.json', Fault: { Drop: true } });
    await expect(sandbox.fetch('http://sandbox/openapi.json')).rejects.toThrow('dropped');
    expect(await latest(sandbox)).toMatchObject({ Path: '/openapi.json', Status: 0 });
  });

  it('is streamed to readers, each request when it was answered', async () => {
    const sandbox = newSandbox();
    const stream = await streamOf(sandbox);
    await sandbox.fetch('http://sandbox/openapi.json');
    const text = await stream.until('"Path":"/openapi.json"');
    expect(text).toMatch(/event: request\ndata: .*"Path":"\/openapi.json","Status":200/);
    await stream.cancel();
  });

  it('numbers the requests', async () => {
    const sandbox = newSandbox();
    for (let at = 0; at < 3; at += 1) await sandbox.fetch('http://sandbox/openapi.json');
    expect((await logOf(sandbox)).map(({ Id }) => Id)).toEqual([3, 2, 1]);
  });
});

describe('the headers of a request', () => {
  /** Headers as a program sends them, and those that are noted of them while somebody looks on. */
  async function noted(method: string, headers: Record<string, string>) {
    const sandbox = newSandbox();
    const stream = await streamOf(sandbox);
    const body = method === 'GET' ? {} : { body: '{}' };
    await sandbox.fetch('http://sandbox/openapi.json', { method, headers, ...body });
    await stream.cancel();
    return (await latest(sandbox)).Headers;
  }

  const every = {
    Accept: 'application/json',
    'Accept-Language': 'de',
    'If-None-Match': '"a"',
    Origin: 'http://sandbox',
    Prefer: 'wait=2',
    'User-Agent': 'agent',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k',
    'If-Match': '"b"',
    Authorization: 'Bearer secret-token',
    Cookie: 'secret-cookie',
    'X-Own': 'secret-own',
  };

  it('are not recorded without a reader', async () => {
    const sandbox = newSandbox();
    await sandbox.fetch('http://sandbox/openapi.json', { headers: every });
    expect((await latest(sandbox)).Headers).toBeUndefined();
  });

  it('are recorded if they are informative and not secret; fewer for a request that reads', async () => {
    const { Authorization, Cookie, 'X-Own': own, ...shown } = every;
    expect(await noted('POST', every)).toEqual(shown);
    const { 'Content-Type': type, 'Idempotency-Key': key, 'If-Match': match, ...ofReads } = shown;
    expect(await noted('GET', every)).toEqual(ofReads);
  });

  it('are shown up to 200 characters, and without possible card numbers', async () => {
    const long = { 'User-Agent': 'a'.repeat(201), Prefer: 'card 4111111111111111' };
    const headers = await noted('GET', long);
    expect(headers?.['User-Agent']).toBe('a'.repeat(200));
    expect(headers?.['Prefer']).not.toContain('4111111111111111');
  });
});
