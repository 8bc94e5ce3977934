// What is asked of both sides: of a cassette, of contracts and customers, and for signups.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import type { Cassette, Exchange } from '../../../../sandbox/src/clients/account/cassette.ts';
import { compareCassette } from '../../../../sandbox/src/clients/account/compare-cassette.ts';
import { Recording } from '../../../../sandbox/src/clients/account/recording.ts';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';
import {
  fittingEntries,
  shownCustomer,
  shownLists,
} from '../../../../sandbox/src/clients/account/shown-entries.ts';
import { Verification } from '../../../../sandbox/src/clients/account/verify.ts';
import type { VerifyRequest } from '../../../../sandbox/src/clients/account/verify-requests.ts';
import { compareShapes } from '../../../../sandbox/src/clients/account/verify-shapes.ts';
import { compareSignups, findTestBearer } from '../../../../sandbox/src/clients/account/verify-signups.ts';

const [KNOWN, OTHER] = ['b00000000000000000000001', '6a10580a3c9b1f0e5d000001'];

/** The comparison, played: what is compared, with what the sandbox answers. */
function verification(answer: (request: VerifyRequest) => unknown = () => ({})) {
  const compared: { ours: VerifyRequest; theirs: VerifyRequest; service: unknown }[] = [];
  const played = {
    lists: async () => ({ Plans: [{ Id: KNOWN }] }),
    payable: async (request: VerifyRequest) => request,
    compare: async (
      requests: VerifyRequest[],
      { answer: ask }: { answer: (one: VerifyRequest) => Promise<{ body: unknown }> },
    ) => {
      for (const one of requests) compared.push({ ours: one, theirs: one, service: (await ask(one)).body });
    },
    compareOne: async (
      ours: VerifyRequest,
      theirs: VerifyRequest,
      ask: (one: VerifyRequest) => Promise<{ body: unknown }>,
    ) => {
      const service = await ask(theirs);
      compared.push({ ours, theirs, service: service.body });
      return [{ status: 200, headers: new Headers(), body: answer(ours) }, service];
    },
  };
  return { compared, played: played as never };
}

const exchange = (Path: string, more: Partial<Exchange> = {}, Body: unknown = {}): Exchange => ({
  Operation: `${more.Method ?? 'GET'} ${Path}`,
  Method: 'GET',
  Path,
  Response: { Status: 200, Headers: {}, Body },
  ...more,
});

async function compare(Exchanges: readonly Exchange[], answer?: (request: VerifyRequest) => unknown) {
  const { compared, played } = verification(answer);
  const progress: string[] = [];
  const cassette: Cassette = { Version: 1, Url: '', Recorded: true, Exchanges };
  const skipped = await compareCassette(played, cassette, (done, all) => progress.push(`${done}/${all}`));
  expect(progress).toEqual(Exchanges.map((_, at) => `${at + 1}/${Exchanges.length}`));
  return { compared, skipped };
}

describe('a recorded cassette', () => {
  it.each([
    ...['customers', 'contracts', 'subscriptions', 'orders', 'invoices', 'invoiceDrafts', 'contractChanges'],
    ...['componentSubscriptions', 'paymentTransactions', 'dunnings', 'reports', 'files', 'webhooks'],
  ])('is compared by its shape where it lists %s', async (list) => {
    for (const path of [`/api/v1/${list}`, `/api/v1/${list}/?take=2`, `/API/v1/${list}?take=2`]) {
      const { compared } = await compare([exchange(path, {}, [1])]);
      expect(compared).toEqual([
        expect.objectContaining({
          ours: expect.objectContaining({ isShape: true, isRecorded: true, path }),
          theirs: expect.objectContaining({ isShape: true }),
          service: [1],
        }),
      ]);
    }
    for (const one of [
      exchange(`/api/v1/${list}/${KNOWN}`),
      exchange(`/api/v1/${list}`, { Method: 'POST' }),
      exchange(`/api/v1/${list}x`.replace('paymentTransactionsx', 'plans')),
    ]) {
      const { compared } = await compare([one]);
      expect([compared.length, compared[0]?.ours.isShape]).toEqual([1, undefined]);
    }
  });

  it('has the ids and tokens of the sandbox in place of those of the service', async () => {
    const { compared, skipped } = await compare(
      [
        exchange('/api/v1/orders', { Method: 'POST', Body: { A: 1 } }, { Id: OTHER }),
        exchange('/api/v1/orders/{{1.Id}}', { Token: '{{1.Token}}' }, { Id: OTHER }),
        exchange('/api/v1/orders?orderId={{1.Id}}'),
        exchange('/api/v1/orders/preview', { Method: 'POST', Body: { Of: '{{2.Id}}' }, Key: 'key-1' }),
      ],
      () => ({ Id: 'd00000000000000000000009', Token: 'tok' }),
    );
    expect(skipped).toEqual([]);
    expect(compared.map(({ ours }) => [ours.path, ours.token, ours.body, ours.key])).toEqual([
      ['/api/v1/orders', undefined, { A: 1 }, undefined],
      ['/api/v1/orders/d00000000000000000000009', 'tok', undefined, undefined],
      ['/api/v1/orders?orderId=d00000000000000000000009', undefined, undefined, undefined],
      ['/api/v1/orders/preview', undefined, { Of: 'd00000000000000000000009' }, 'key-1'],
    ]);
    expect(compared.map(({ theirs }) => theirs.path)[1]).toBe('/api/v1/orders/{{1.Id}}');
  });

  it.each<[string, Exchange, string | undefined]>([
    ['the path', exchange('/api/v1/orders/{{9.Id}}'), 'they depend on one that was not sent'],
    ['the body', exchange('/api/v1/orders', { Method: 'POST', Body: { A: '{{9.Id}}' } }), 'they depend on'],
    ['the token', exchange('/api/v1/x', { Token: '{{9.Token}}' }), 'they depend on'],
    [
      'a secret',
      exchange('/api/v1/orders', { Method: 'POST', Body: { Password: '***' } }),
      'they have secrets or payment data',
    ],
    ['a key', exchange('/api/v1/x', { Key: '***' }), 'they have secrets'],
    ['an id of before', exchange(`/api/v1/orders/${OTHER}`), 'they refer to something created before'],
    ['an id in a query', exchange(`/api/v1/plans?x=%63${OTHER.slice(1)}`), 'they refer to'],
    ['an id of the catalogue', exchange(`/api/v1/plans/${KNOWN}`), undefined],
    ['a public key', exchange(`/api/v1/x?publicApiKey=${OTHER}&a=1`), undefined],
    ['a part of a word', exchange(`/api/v1/x/${OTHER}0`), undefined],
  ])('leaves out what cannot be sent: %s', async (_what, one, reason) => {
    const { compared, skipped } = await compare([one, one]);
    expect([compared.length, skipped.length]).toEqual(reason === undefined ? [2, 0] : [0, 1]);
    if (reason !== undefined)
      expect(skipped[0]?.startsWith(`2 of 2 requests were not sent: ${reason}`)).toBe(true);
  });

  it('of verify is compared as it is', async () => {
    const { compared, played } = verification();
    const Exchanges = [
      exchange(`/api/v1/contracts/${OTHER}`, {}, { A: 1 }),
      exchange('/api/v1/orders', {}, { A: 2 }),
    ];
    expect(await compareCassette(played, { Version: 1, Url: '', Exchanges }, () => {})).toEqual([]);
    expect(compared.map(({ ours, service }) => [ours.path, ours.isShape, service])).toEqual([
      [`/api/v1/contracts/${OTHER}`, undefined, { A: 1 }],
      ['/api/v1/orders', undefined, { A: 2 }],
    ]);
  });
});

it('shapes are compared of each list, and of five entries and each part of five contracts', async () => {
  const asked: string[] = [];
  const { compared, played } = verification();
  const answer = async ({ path }: VerifyRequest) => {
    asked.push(path);
    const isList = /\?take=100$/.test(path);
    const body = isList ? [...Array.from({ length: 6 }, (_, at) => ({ Id: `i${at}` })), null, {}] : {};
    return { status: 200, headers: new Headers(), body };
  };
  await compareShapes(played, { answer, onProgress: () => {} });
  const lists = [
    'customers',
    'contracts',
    'subscriptions',
    'orders',
    'invoices',
    'invoiceDrafts',
    'contractChanges',
  ];
  const all = [...lists, 'componentSubscriptions', 'paymentTransactions'];
  const parts = [
    'subscriptions',
    'componentSubscriptions',
    'discountSubscriptions',
    'usage',
    'ratedItems',
    'ledgerEntries',
    'cancellationPreview',
  ];
  const five = [0, 1, 2, 3, 4];
  expect(asked).toEqual(
    all.flatMap((list) => [
      `/api/v1/${list}?take=100`,
      ...(['customers', 'contracts', 'orders', 'invoices'].includes(list)
        ? five.map((at) => `/api/v1/${list}/i${at}`)
        : []),
      ...(list === 'contracts'
        ? five.flatMap((at) => parts.map((part) => `/api/v1/contracts/i${at}/${part}`))
        : []),
    ]),
  );
  expect(compared.every(({ ours }) => ours.isShape === true && ours.method === 'GET')).toBe(true);
  const operations = new Set(compared.map(({ ours }) => ours.operation));
  for (const path of [...all, 'contracts/{id}', ...parts.map((part) => `contracts/{id}/${part}`)])
    expect(operations).toContain(`GET /api/v1/${path}`);
});

describe('signups', () => {
  const service = (status: number, body: unknown) => {
    const asked: unknown[] = [];
    const client = {
      send: async (...args: unknown[]) => {
        asked.push(args);
        return { status, headers: new Headers(), body };
      },
    } as unknown as AccountClient;
    return { asked, client };
  };

  it.each([
    [200, { Environment: 'Sandbox', Bearers: ['CreditCard:X', 'Debit:FakePSP'] }, 'Debit:FakePSP'],
    [200, { Environment: 'Sandbox', Bearers: ['CreditCard:X'] }, 'InvoicePayment'],
    [200, { Environment: 'Sandbox' }, 'InvoicePayment'],
    [200, { Environment: 'Production', Bearers: ['Debit:FakePSP'] }, 'Environment is "Production"'],
    [200, {}, 'Environment is unknown, status 200'],
    [404, { Environment: 'Sandbox' }, 'Environment is unknown, status 404'],
  ])('on an account that answers %s with %j are paid by %s', async (status, body, expected) => {
    const { client, asked } = service(status, body);
    const found = findTestBearer(client, 'a key');
    if (expected.startsWith('Env')) await expect(found).rejects.toThrow(expected);
    else expect(await found).toBe(expected);
    if (expected.startsWith('Env')) await expect(found).rejects.toThrow(AccountError);
    expect(asked).toEqual([
      ['GET', '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a%20key', { isAnonymous: true }],
    ]);
  });

  it('are compared of five variants, each side with its ids, and annulled', async () => {
    const { compared, played } = verification(({ operation }) => ({ Id: `ours-${operation.split(' ')[0]}` }));
    const { client, asked } = service(200, { Id: 'theirs' });
    const variants = Array.from({ length: 6 }, (_, at) => ({ Id: `v${at}` }));
    await compareSignups(played, client, { PlanVariants: variants }, 'InvoicePayment');
    expect(compared).toHaveLength(5 * 7);
    expect(compared.slice(0, 7).map(({ ours, theirs }) => [ours.operation, ours.path, theirs.path])).toEqual([
      ['POST /api/v1/orders/preview', '/api/v1/orders/preview', '/api/v1/orders/preview'],
      ['POST /api/v1/orders', '/api/v1/orders', '/api/v1/orders'],
      ['POST /api/v1/orders/{id}/commit', '/api/v1/orders/ours-POST/commit', '/api/v1/orders/theirs/commit'],
      ['GET /api/v1/contracts/{id}', '/api/v1/contracts/ours-POST', '/api/v1/contracts/theirs'],
      [
        'GET /api/v1/contracts/{id}/subscriptions',
        '/api/v1/contracts/ours-POST/subscriptions',
        '/api/v1/contracts/theirs/subscriptions',
      ],
      [
        'GET /api/v1/contracts/{id}/ledgerEntries',
        '/api/v1/contracts/ours-POST/ledgerEntries',
        '/api/v1/contracts/theirs/ledgerEntries',
      ],
      [
        'POST /api/v1/contracts/{id}/annulate',
        '/api/v1/contracts/ours-POST/annulate',
        '/api/v1/contracts/theirs/annulate',
      ],
    ]);
    expect(compared[2]?.ours.body).toEqual({ PaymentMethod: 'InvoicePayment' });
    expect(compared[0]?.ours.body).toMatchObject({
      Cart: { PlanVariantId: 'v0' },
      Customer: { Address: { Country: 'DE' } },
    });
    const keys = asked.map((args) => (args as [string, string, { key: string }])[2].key);
    expect(new Set(keys).size).toBe(5 * 7);
  });

  it('end where there is no contract', async () => {
    const { compared, played } = verification(() => ({}));
    const { client } = service(200, null);
    await compareSignups(played, client, { PlanVariants: [{ Id: 'v' }] }, 'InvoicePayment');
    expect(compared).toHaveLength(2);
  });
});

it('an entry that does not fit is left out by the field, and not by its value', () => {
  const notes: string[] = [];
  const good = {
    Id: KNOWN,
    ContractId: KNOWN,
    ComponentId: KNOWN,
    Quantity: 1,
    StartDate: '2026-01-15T10:00:00Z',
  };
  const kept = fittingEntries(
    shownLists.ComponentSubscriptions,
    [good, { Id: 'x', Quantity: 'Ada' } as never],
    'Thing',
    notes,
  );
  expect(kept.every((one) => one.Id === KNOWN)).toBe(true);
  expect(notes.filter((note) => note.startsWith('Thing x was skipped: '))).toEqual([
    expect.stringMatching(/^Thing x was skipped: \w+ is missing or has the wrong type\.$/),
  ]);
  const customer = {
    Id: KNOWN,
    CreatedAt: good.StartDate,
    IsDeletable: true,
    IsLocked: false,
    CustomerName: 'Ada',
  };
  const unfit = {
    ...customer,
    CustomFields: {},
    Id: KNOWN,
    Address: { City: 'Ada', Country: { Code: 'DE' } },
  } as never;
  expect(fittingEntries(shownCustomer, [unfit], 'Customer', notes)).toEqual([]);
  expect(notes.at(-1)).toBe(
    `Customer ${KNOWN} was skipped: Address.Country is missing or has the wrong type.`,
  );
  expect(notes.join()).not.toContain('Ada');
});

describe('a recording', () => {
  const vocabulary = {
    fields: new Set(['id', 'contractid', 'token', 'firstname', 'take']),
    enumerations: new Set<string>(),
    maps: new Set<string>(),
    words: new Set(['', 'api', 'v1', 'orders', 'plans', 'contracts']),
  };
  const traffic = (path: string, more: object = {}) => ({
    method: 'GET',
    path,
    headers: new Headers({ Authorization: 'Bearer secret-token-1234567890' }),
    body: '',
    status: 200,
    responseHeaders: new Headers(),
    responseBody: '{}',
    ...more,
  });
  const recorded = (...all: ReturnType<typeof traffic>[]) => {
    const recording = new Recording(vocabulary);
    for (const one of all) recording.add(one);
    const cassette = recording.cassette('https://x');
    expect([recording.length + recording.notKept, cassette.Recorded, cassette.Url]).toEqual([
      all.length,
      true,
      'https://x',
    ]);
    expect(JSON.stringify(cassette)).not.toContain('secret-token');
    return cassette.Exchanges;
  };

  it('refers to ids and tokens by the first answer that has them, and to ids of the catalogue as they are', () => {
    const [, second, third, fourth] = recorded(
      traffic('/api/v1/orders', {
        method: 'POST',
        body: '{"FirstName":"Ada"}',
        responseBody: `{"Id":"${OTHER}","Token":"tok-1234567890123456"}`,
      }),
      traffic(`/api/v1/orders/${OTHER}`, {
        headers: new Headers({ Authorization: 'Bearer tok-1234567890123456' }),
      }),
      traffic('/api/v1/plans', { responseBody: `[{"Id":"${KNOWN}"}]` }),
      traffic(`/api/v1/plans/${KNOWN}`, { headers: new Headers() }),
    );
    expect([second?.Path, second?.Token, second?.Operation]).toEqual([
      '/api/v1/orders/{{1.Id}}',
      '{{1.Token}}',
      'GET /api/v1/orders/{id}',
    ]);
    expect([third?.Token, third?.Anonymous]).toEqual([undefined, undefined]);
    expect([fourth?.Path, fourth?.Anonymous]).toEqual([`/api/v1/plans/${KNOWN}`, true]);
  });

  it('refers to ids within texts, and hides the rest of a text that nobody may read', () => {
    const [, second] = recorded(
      traffic('/api/v1/orders', { method: 'POST', body: '{}', responseBody: `{"Id":"${OTHER}"}` }),
      traffic('/api/v1/orders', {
        method: 'POST',
        body: `{"Token":"mine of ${OTHER}","ContractId":"${OTHER}"}`,
      }),
    );
    expect(second?.Body).toEqual({ Token: '***', ContractId: '{{1.Id}}' });
  });

  it('numbers idempotency keys', () => {
    const keyed = (key: string) =>
      traffic('/api/v1/orders', { headers: new Headers({ 'Idempotency-Key': key }) });
    expect(
      recorded(keyed('a'), keyed('b'), keyed('a'), traffic('/api/v1/orders')).map(({ Key }) => Key),
    ).toEqual(['key-1', 'key-2', 'key-1', undefined]);
  });

  it.each([
    ['no API', '/portal', {}, false],
    ['the API in capitals', '/API/V1/orders', {}, true],
    ['a body that is no JSON', '/api/v1/orders', { method: 'POST', body: 'x' }, false],
    ['an answer that is no JSON', '/api/v1/orders', { responseBody: '<p>' }, false],
    ['no answer', '/api/v1/orders', { status: 204, responseBody: '' }, true],
  ])('keeps of %s: %s', (_what, path, more, isKept) => {
    expect(recorded(traffic(path, more))).toHaveLength(isKept ? 1 : 0);
  });
});

describe('a recorded payment', () => {
  const paid = { status: 200, headers: new Headers(), body: {} };
  const payment = (Bearer: string, Token = '***') => ({ Bearer, Token });
  const request = (body?: object, path = '/api/v1/CustomerSelfService/signup/pay'): VerifyRequest => ({
    ...{ operation: 'POST /pay', method: 'POST', path, ...(body === undefined ? {} : { body }) },
  });

  /** The request for the sandbox, whose clock is that of the service. */
  async function payable(asked: VerifyRequest, answer = paid, now = '2026-01-15T10:00:00Z') {
    const played = new Verification({});
    onTestFinished(() => played.close());
    const list: VerifyRequest = { operation: 'GET /api/v1/plans', method: 'GET', path: '/api/v1/plans' };
    const service = { status: 200, headers: new Headers({ Date: new Date(now).toUTCString() }), body: [] };
    await played.compareOne(list, { ...list, isRecorded: true }, async () => service);
    return played.payable(asked, answer);
  }
  const tokenOf = ({ body }: VerifyRequest) =>
    (body as { TetheredPaymentInformation: { Token?: string } }).TetheredPaymentInformation.Token;

  it.each(
    ['CreditCard:FakePSP', 'Debit:FakePSP'].flatMap((bearer) =>
      ['2019-12-31T23:00:00Z', '2026-01-15T10:00:00Z', '2040-06-01T00:00:00Z'].map(
        (now) => [bearer, now] as const,
      ),
    ),
  )('by %s in %s has a token of the sandbox', async (bearer, now) => {
    const token = tokenOf(await payable(request({ TetheredPaymentInformation: payment(bearer) }), paid, now));
    expect(token).toMatch(/^(?!\*\*\*$).{8,}/);
  });

  it.each([
    ['that was refused', payment('CreditCard:FakePSP'), { ...paid, status: 422 }],
    ['that failed', payment('CreditCard:FakePSP'), { ...paid, body: { Error: { Code: 'Rejected' } } }],
    ['of a bearer that the sandbox does not have', payment('CreditCard:Nobody'), paid],
    ['with a token of its own', payment('CreditCard:FakePSP', 'own-token'), paid],
  ])('%s keeps its token', async (_which, TetheredPaymentInformation, answer) => {
    expect(tokenOf(await payable(request({ TetheredPaymentInformation }), answer))).toBe(
      TetheredPaymentInformation.Token,
    );
  });

  it('and every other request has the public key of the sandbox', async () => {
    const { path } = await payable(request(undefined, '/x?a=1&publicApiKey=theirs&b=2'));
    const key = /^\/x\?a=1&publicApiKey=([^&]+)&b=2$/.exec(path)?.[1];
    expect(key).not.toBe('theirs');
    expect((await payable(request(undefined, '/x?PUBLICAPIKEY=theirs'))).path).toBe(`/x?PUBLICAPIKEY=${key}`);
    const TetheredPaymentInformation = payment('InvoicePayment', 'none');
    expect((await payable(request({ TetheredPaymentInformation }))).body).toMatchObject({
      PublicApiKey: key,
    });
  });
});
