import { describe, expect, it } from 'vitest';
import {
  answerBody,
  expectedText,
  member,
  noteIds,
} from '../../../../sandbox/src/served/test-code/expectation.ts';
import { fitted } from '../../../../sandbox/src/served/test-code/fitted.ts';
import { folded } from '../../../../sandbox/src/served/test-code/folded.ts';
import { sessionAsTest, testKinds } from '../../../../sandbox/src/served/test-code/session-as-test.ts';
import {
  ownHeaders,
  type Step,
  testTitle,
  toParts,
  toSteps,
} from '../../../../sandbox/src/served/test-code/steps.ts';
import type {
  SessionFile,
  SessionRequest,
  SessionRow,
} from '../../../../sandbox/src/service/model/session.ts';
import { sessionCalls } from '../../../../sandbox/src/service/model/session-calls.ts';
import { defaultCustomer, PAYS, testCard } from '../../../../sandbox/src/service/model/sign-up.ts';

/* Sessions written as code: which steps there are, which calls they become, and what is expected of answers. */

const Now = '2026-01-15T10:00:00Z';
const id = '0123456789abcdef01234567';
const fixture = 'b00000000000000000000001';

const session = (Rows: readonly object[], Start: object = {}, more: object = {}): SessionFile =>
  ({
    Format: 'clientlib-sandbox session',
    Version: 1,
    Service: '1.0.0',
    BaseUrl: 'http://sandbox',
    Start: { Seed: 's', Clock: Now, At: Now, ...Start },
    Rows: Rows.map((row, at) => ({ Row: at + 1, Now, ...row })),
    End: { At: Now, Digest: '' },
    ...more,
  }) as unknown as SessionFile;

const asked = (
  Method: string,
  Path: string,
  more: Partial<SessionRequest> = {},
  Status = 200,
  Body: unknown = {},
) =>
  ({
    Request: { Method, Path, ...more },
    Answer: { Status, Body: typeof Body === 'string' ? Body : JSON.stringify(Body) },
  }) as Partial<SessionRow>;

const stepsOf = (file: SessionFile, keeps = (_: number) => false): readonly Step[] =>
  folded(file, toSteps(file, true), keeps);
const kindsOf = (file: SessionFile, keeps?: (row: number) => boolean) =>
  stepsOf(file, keeps).map((step) => (step.kind === 'Call' ? step.name : step.kind));

describe('the steps of a session', () => {
  it('are its requests and calls, without fault rules unless they are wanted', () => {
    const file = session([
      asked('POST', '/sandbox/faults', { Body: {} }),
      asked('POST', '/sandbox/faultsx'),
      { Call: { Name: 'clock.advance', Arguments: ['P1M'] } },
      { Steps: 3 },
      { Request: { Method: 'GET', Path: '/' } },
    ]);
    expect(toSteps(file)).toEqual([
      expect.objectContaining({ kind: 'Request', row: 2, status: 200, waits: false }),
      { kind: 'Call', row: 3, name: 'clock.advance', args: ['P1M'], waits: false },
      expect.objectContaining({ kind: 'Request', row: 5, status: 0 }),
    ]);
    expect(toSteps(file, true)[0]?.row).toBe(1);
  });

  it('that waited end where they went on, if others ran meanwhile', () => {
    const waiting = session([asked('POST', '/a'), asked('POST', '/b'), { GoesOn: 1 }]);
    expect(toSteps(waiting).map(({ kind, row }) => [kind, row])).toEqual([
      ['Request', 1],
      ['Request', 2],
      ['End', 1],
    ]);
    const alone = session([asked('POST', '/a'), { Steps: 1 }, { GoesOn: 1 }]);
    expect(toSteps(alone).map(({ kind }) => kind)).toEqual(['Request']);
  });

  it('are moves of the clock where it followed real time, and tasks fell due', () => {
    const rows = [{ Steps: 1, At: Now }, { Steps: 1 }];
    expect(toSteps(session(rows, { Clock: undefined }))).toEqual([{ kind: 'Clock', row: 1, now: Now }]);
    expect(toSteps(session(rows))).toEqual([]);
  });

  it('are named by the last of them, without reads', () => {
    const steps = [
      { kind: 'SignUp', row: 1 },
      { kind: 'SignUp', row: 2, code: 'BearerInvalid' },
      { kind: 'Clock', row: 3, now: Now },
      { kind: 'Call', row: 4, name: 'clock.advance', args: ['P1M'] },
      { kind: 'Call', row: 5, name: 'clock.set', args: [Now] },
      { kind: 'Call', row: 6, name: 'payments.next', args: [{ Outcome: { Code: 'RateLimit' } }] },
      { kind: 'Call', row: 7, name: 'payments.clear', args: [] },
      { kind: 'Fault', row: 8, rule: {} },
      { kind: 'Fault', row: 9 },
      { kind: 'End', row: 1 },
      { kind: 'Request', row: 10, request: { Method: 'GET', Path: '/api/v1/orders' }, status: 200 },
      { kind: 'Rest', row: 11, request: { Method: 'PUT', Path: '/api/v1/orders/{{1.Id}}?x=1' }, status: 404 },
      { kind: 'Request', row: 12, request: { Method: 'POST', Path: '/oauth/token/' }, status: 0 },
    ] as unknown as Step[];
    expect(testTitle(steps, 500)).toBe(
      [
        ...[
          'a customer signs up',
          'a signup fails with BearerInvalid',
          `it is ${Now}`,
          'P1M later',
          `it is ${Now}`,
        ],
        ...['the next payment: RateLimit', 'requests fail', 'PUT /orders/… answers 404'],
        'POST /oauth/token/ gets no answer',
      ].join(', '),
    );
    expect(testTitle(steps, 65)).toBe('…, PUT /orders/… answers 404, POST /oauth/token/ gets no answer');
    expect(testTitle(steps, 5)).toBe('POST ');
    expect(testTitle(steps.slice(8, 11))).toBe('GET /orders');
    expect(testTitle([])).toBe('a session');
  });

  it('have the headers that only they send', () => {
    const headers = (more: object) =>
      ownHeaders({ Method: 'POST', Path: '/api/v1/x', ...more } as SessionRequest);
    const Headers = {
      Accept: '*/*',
      'Accept-Language': '*',
      'Content-Type': 'a/b',
      Authorization: 'Bearer x',
      X: '1',
    };
    expect(headers({ Headers })).toEqual({ Authorization: 'Bearer x', X: '1' });
    for (const body of [{ Body: {} }, { Form: {} }, { Text: '' }])
      expect(headers({ Headers, ...body })).toEqual({
        'Content-Type': 'a/b',
        Authorization: 'Bearer x',
        X: '1',
      });
    expect(headers({ Headers, Path: '/sandbox/clock', Fault: 'drop' })).toEqual({
      X: '1',
      'X-Sandbox-Fault': 'drop',
    });
    expect(headers({})).toEqual({});
  });

  it('have texts of literal parts, places of values, and the address of the sandbox', () => {
    expect(
      toParts('a{{4.Items.0.Url~1}}b http://sandbox/c{{secret of x}}{{2#3}}{{no}}', 'http://sandbox'),
    ).toEqual([
      'a',
      { kind: 'Answer', row: 4, path: ['Items', '0', 'Url'], token: 1 },
      'b ',
      { kind: 'BaseUrl' },
      '/c',
      { kind: 'Secret', of: 'x' },
      { kind: 'Made', row: 2, at: 3 },
      '{{no}}',
    ]);
  });
});

describe('calls in place of requests', () => {
  it.each([
    ['POST', '/sandbox/clock', { Advance: 'P1M' }, 200, 'clock.advance'],
    ['POST', '/sandbox/clock', { Now }, 200, 'clock.set'],
    ['POST', '/sandbox/clock', { Now, Mode: 'Manual' }, 200, 'Request'],
    ['POST', '/sandbox/clock', { Mode: 'WallClock' }, 200, 'Request'],
    ['POST', '/sandbox/clock', { Advance: 'P1M' }, 422, 'Request'],
    ['POST', '/sandbox/payments/next', { Outcome: {} }, 201, 'payments.next'],
    ['DELETE', '/sandbox/payments/next', undefined, 204, 'payments.clear'],
    ['DELETE', '/sandbox/payments/next/p1', undefined, 204, 'Request'],
    ['POST', '/sandbox/faults', { Fault: {} }, 201, 'Fault'],
    ['DELETE', '/sandbox/faults', undefined, 204, 'Fault'],
    ['POST', '/sandbox/reset', {}, 200, 'Request'],
    ['POST', '/api/v1/orders', {}, 200, 'Rest'],
    ['GET', '/api/v1/orders', undefined, 404, 'Rest'],
    ['POST', '/api/v1/orders', {}, 401, 'Request'],
    ['POST', '/api/v1/orders', {}, 429, 'Request'],
    ['POST', '/api/v1/orders', {}, 0, 'Request'],
    ['POST', '/api/v1/orders', {}, 302, 'Request'],
    ['POST', '/api/v1/CustomerSelfService/signup/order', {}, 200, 'Request'],
    ['POST', '/API/V1/customerselfservice/signup/order', {}, 200, 'Request'],
  ])('%s %s of %j with %d is %s', (method, path, Body, status, kind) => {
    const more = Body === undefined ? {} : { Body };
    expect(kindsOf(session([asked(method, path, more, status)]))).toEqual([kind]);
  });

  it('are none where a later step uses the answer, or the test expects it', () => {
    const clock = asked('POST', '/sandbox/clock', { Body: { Advance: 'P1M' } }, 200, { Now });
    const later = asked('POST', '/api/v1/x', { Body: { At: '{{1.Now}}' } });
    expect(kindsOf(session([clock, later]))).toEqual(['Request', 'Rest']);
    expect(kindsOf(session([clock]), () => true)).toEqual(['Request']);
    expect(kindsOf(session([clock], { Clock: undefined }))).toEqual(['Request']);
    const made = asked('POST', '/api/v1/customers', { Body: {} }, 201);
    const read = asked('POST', '/api/v1/x', { Body: { Url: '{{1.Location}}' } });
    expect(kindsOf(session([made, read]))).toEqual(['Request', 'Rest']);
  });

  it.each([
    ['POST', '/sandbox/clock', { Advance: 'P1M' }],
    ['POST', '/sandbox/payments/next', { Outcome: {} }],
    ['POST', '/sandbox/faults', { Fault: {} }],
    ['POST', '/api/v1/orders', {}],
  ])('are none where requests overlap, or a fault has met it: %s %s', (method, path, Body) => {
    const one = asked(method, path, { Body });
    const other = asked('POST', '/api/v1/CustomerSelfService/other', { Body: {} });
    expect(kindsOf(session([one, other, { GoesOn: 1 }]))).toEqual(['Request', 'Request', 'End']);
    expect(kindsOf(session([other, one, { GoesOn: 1 }]))).toEqual(['Request', 'Request', 'End']);
    expect(kindsOf(session([other, one]))).not.toContain('End');
    expect(kindsOf(session([asked(method, path, { Body, Fault: 'drop' })]))).toEqual(['Request']);
  });

  /** A session of a signup. Each parameter changes one of its requests, adds some, or is the last answer. */
  const signedUp = (
    order: { body?: object; path?: string; method?: string; status?: number; Fault?: 'drop' } = {},
    tokens: object = {},
    pay: object = {},
    more: readonly object[] = [],
    answer: object = { ContractId: id },
  ) => {
    const { body: Body = {}, path = '/order', method = 'POST', status = 200, ...own } = order;
    const TetheredPaymentInformation = { Bearer: 'CreditCard:FakePSP', Token: '{{2.Token}}' };
    const Bearer = 'CreditCard:FakePSP';
    const signup = '/api/v1/CustomerSelfService/signup';
    const ordered = { Cart: { PlanVariantId: fixture }, Customer: defaultCustomer, ...Body };
    const paid = { PublicApiKey: 'a', OrderId: '{{1.OrderId}}', TetheredPaymentInformation, ...pay };
    return session([
      asked(method, `${signup}${path}`, { Body: ordered, ...own }, status, { OrderId: id }),
      asked(
        'POST',
        '/providers/FakePSP/tokens',
        { Body: { Bearer, Card: testCard(PAYS, new Date(Now)), ...tokens } },
        200,
        { Token: 't' },
      ),
      asked('POST', `${signup}/pay`, { Body: paid }, 200, answer),
      ...more,
    ]);
  };
  const { LastName: _, ...withoutLastName } = defaultCustomer;
  const { Address: __, ...withoutAddress } = defaultCustomer;

  it('are `signUp` for what it sends, with what differs from its defaults', () => {
    const inputOf = (...parts: Parameters<typeof signedUp>) =>
      stepsOf(signedUp(...parts)).map((step) => (step.kind === 'SignUp' ? step.input : step.kind));
    const cart = { PlanVariantId: fixture };
    expect(inputOf()).toEqual([{ cart }]);
    expect(inputOf({ body: { Customer: { ...defaultCustomer, LastName: 'Byron' } } })).toEqual([
      { cart, customer: { LastName: 'Byron' } },
    ]);
    expect(inputOf({}, { Card: testCard('5555555555554444', new Date(Now)) })).toEqual([
      { cart, cardNumber: '5555555555554444' },
    ]);
    expect(inputOf({}, {}, {}, [asked('GET', '/api/v1/contracts/{{3.ContractId}}', {}, 404)])).toEqual([
      { cart },
      'Rest',
    ]);
    const declined = { Error: { Code: 'BearerInvalid' } };
    expect(stepsOf(signedUp({}, {}, {}, [], declined))).toMatchObject([{ code: 'BearerInvalid' }]);
  });

  it.each<[string, Parameters<typeof signedUp>]>([
    ['a customer without a name', [{ body: { Customer: withoutLastName } }]],
    ['a customer without an address', [{ body: { Customer: withoutAddress } }]],
    ['no customer', [{ body: { Customer: undefined } }]],
    ['another field of the order', [{ body: { Currency: 'EUR' } }]],
    ['another path', [{ path: '/preview' }]],
    ['another method', [{ method: 'PUT' }]],
    ['an order that was refused', [{ status: 422 }]],
    ['an order that met a fault', [{ Fault: 'drop' }]],
    ['a card that expires earlier', [{}, { Card: testCard(PAYS, new Date('2025-01-15T10:00:00Z')) }]],
    ['another bearer', [{}, { Bearer: 'Debit:FakePSP' }]],
    ['a payment of another order', [{}, {}, { OrderId: id }]],
    ['another field of the payment', [{}, {}, { Culture: 'de' }]],
    ['a token that is used again', [{}, {}, {}, [asked('POST', '/api/v1/x/{{2.Token}}', {}, 404)]]],
    ['an answer that is used for more', [{}, {}, {}, [asked('POST', '/api/v1/x/{{3.Url}}', {}, 404)]]],
  ])('are no `signUp` for what it does not send: %s', (_what, parts) => {
    expect(kindsOf(signedUp(...parts))).not.toContain('SignUp');
  });

  it('leave out reads and logins that nobody uses', () => {
    const rows = [
      asked('GET', '/api/v1/orders'),
      asked('GET', '/docs'),
      asked('POST', '/oauth/token', { Form: { grant_type: 'client_credentials' } }),
      asked('GET', '/api/v1/orders', {}, 404),
      asked('GET', '/api/v1/used', {}, 200, { Id: id }),
      asked('POST', '/api/v1/x/{{5.Id}}'),
    ];
    expect(stepsOf(session(rows)).map(({ row }) => row)).toEqual([4, 5, 6]);
    expect(stepsOf(session(rows), (row) => row === 1).map(({ row }) => row)).toEqual([1, 4, 5, 6]);
  });

  it.each([
    [{}, 'Rest'],
    [{ Headers: { Accept: 'application/json', 'Content-Type': 'application/json' }, Body: {} }, 'Rest'],
    [{ Headers: { Authorization: 'Bearer {{1.access_token}}' } }, 'Rest'],
    [{ Headers: { Authorization: 'Bearer {{2.Token}}' } }, 'Request'],
    [{ Headers: { Accept: 'text/csv' } }, 'Request'],
    [{ Headers: { 'Idempotency-Key': 'k' } }, 'Request'],
    [{ Form: { a: '1' } }, 'Request'],
    [{ Text: 'a' }, 'Request'],
    [{ Fault: 'drop' }, 'Request'],
  ])('are those of a back end only for what it sends: %j is %s', (more, kind) => {
    const login = asked('POST', '/oauth/token/', { Form: { grant_type: 'client_credentials' } }, 200, {
      access_token: 'x',
    });
    const other = asked('GET', '/api/v1/contracts/1/selfServiceToken', {}, 200, { Token: 'y' });
    expect(kindsOf(session([login, other, asked('PUT', '/api/v1/orders', more)])).at(-1)).toBe(kind);
  });
});

describe('an expected answer', () => {
  const file = session([], { PagesUrl: 'http://pages.test' });
  const text = (value: string, name = '', given = file) =>
    expectedText(given, new Map([[id, 'row1.body.Id']]))(value, name);
  const any = 'expect.any(String)';

  it.each([
    [id, 'row1.body.Id'],
    ['abcdef0123456789abcdef01', any],
    [fixture, `'${fixture}'`],
    ['http://sandbox/x', any],
    ['http://pages.test/x', any],
    ['http://other.test/x', "'http://other.test/x'"],
    ['***', any],
    ['Begin\u2026', any],
    [Now, `'${Now}'`],
    ["it's", "'it\\'s'"],
  ])('has %j as %s', (value, written) => {
    expect(text(value)).toBe(written);
  });

  it('has any code that is random, and any instant of a clock that runs', () => {
    expect(text('RFDT-ZHXM', 'ReferenceCode')).toBe(any);
    expect(text(Now, '', session([], { Clock: undefined }))).toBe(any);
  });

  it('is the JSON of the answer, unless it is cut off', () => {
    const rows = [
      asked('GET', '/a', {}, 200, { a: 1 }),
      asked('GET', '/b', { Fault: 'truncate' }, 200, { a: 1 }),
      asked('GET', '/c', {}, 200, '{"a":'),
    ];
    const given = session(rows);
    expect([1, 2, 3, 4].map((row) => answerBody(given, row))).toEqual([
      { a: 1 },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('names each id by where it was seen first', () => {
    const known = new Map<string, string>();
    noteIds(
      { Id: id, Items: [{ 'a-b': 'abcdef0123456789abcdef01' }], Plan: fixture, Text: `of ${id}` },
      'row1',
      known,
    );
    noteIds({ Other: id }, 'row2', known);
    expect([...known]).toEqual([
      [id, 'row1.Id'],
      ['abcdef0123456789abcdef01', "row1.Items[0]['a-b']"],
    ]);
    expect(['0', 'a1', '$x', '1a', 'a b'].map(member)).toEqual(['[0]', '.a1', '.$x', "['1a']", "['a b']"]);
  });
});

describe('a text with the id of an earlier answer in it', () => {
  it.each(['vitest', 'playwright'] as const)(
    'is code that gives that text, as %s, whatever else stands in it',
    (kind) => {
      const Notes = ['a `b` $', '{c} \\ {{1.Id}} "d" http://sandbox/x'].join('');
      const rows = [
        asked('POST', '/api/v1/customers', { Body: {} }, 200, { Id: id }),
        asked('PATCH', '/api/v1/customers/{{1.Id}}', { Body: { Notes } }),
      ];
      const code = sessionAsTest(session(rows), kind);
      const [, written = ''] = /Notes: (`(?:[^`\\]|\\.)*`)/.exec(code) ?? [];
      const read = new Function('row1', 'sandbox', `return ${written}`);
      const answer = { Id: id };
      expect(read(Object.assign(answer, { body: answer }), { baseUrl: 'http://here' })).toBe(
        Notes.replace('{{1.Id}}', id).replace('http://sandbox', 'http://here'),
      );
    },
  );
});

it('what waited while others ran has a name where its answer is used later, and only there', () => {
  const post = (body: object) => asked('POST', '/api/v1/customers', { Body: body }, 200, { Id: id });
  const rows = [post({ A: 1 }), post({ A: 2 }), { GoesOn: 1 }, asked('PATCH', '/api/v1/customers/x')];
  const last = { Method: 'PATCH', Path: '/api/v1/customers/{{1.Id}}', Body: {} };
  const awaited = (file: SessionFile) => sessionAsTest(file, 'vitest').match(/.*await waiting1;/g);
  expect(awaited(session(rows))).toEqual(['  await waiting1;']);
  const used = [...rows.slice(0, 3), { ...asked('PATCH', ''), Request: last }];
  expect(awaited(session(used))).toEqual(['  const row1 = await waiting1;']);
});

describe('a line', () => {
  const width = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));

  it('that fits stays as it is, and a longer one is broken in its outermost object', () => {
    expect(fitted('call({ a: 1 });', '  ')).toEqual(['  call({ a: 1 });']);
    const long = 'x'.repeat(60);
    expect(fitted(`call({ a: '${long}', b: ['${long}', "],{'"] }); // {`)).toEqual([
      'call({',
      `  a: '${long}',`,
      `  b: ['${long}', "],{'"],`,
      '}); // {',
    ]);
    // The width counts the indent, at every depth.
    for (const indent of ['', '  ', '      ']) {
      const fits = (length: number) =>
        `f({ a: '${'x'.repeat(length - indent.length - "f({ a: '' });".length)}' });`;
      expect(fitted(fits(120), indent)).toEqual([indent + fits(120)]);
      expect(fitted(fits(121), indent)[0]).toBe(`${indent}f({`);
    }
    // Of two lists the longest one is broken.
    expect(fitted(`call([1], ['${long}', '${long}']);`)[0]).toBe('call([1], [');
  });

  it('that is one text is joined of parts, and no escape is split', () => {
    const text = `${'a'.repeat(110)}\\u0041${'b'.repeat(110)}\\'${'c'.repeat(20)}`;
    const lines = fitted(`name: '${text}',`, '  ');
    expect(lines[0]).toBe('  name:');
    expect(width(lines)).toBeLessThanOrEqual(120);
    const read = new Function(`return { ${lines.join('\n')} }.name`)();
    expect(read).toBe(`${'a'.repeat(110)}A${'b'.repeat(110)}'${'c'.repeat(20)}`);
    expect(lines.at(-1)).toMatch(/',$/);
    expect(fitted(`call(${'x'.repeat(120)})`)).toEqual([`call(${'x'.repeat(120)})`]);
  });
});

describe('a written test', () => {
  const rows = [
    asked('POST', '/api/v1/customers', { Body: { Tag: '{{secret of c1}}' } }, 200, { Id: id }),
    asked('PUT', '/api/v1/customers/{{1.Id}}', { Body: { A: 1 } }, 422, { Code: 'InvalidData' }),
    asked('PUT', '/api/v1/customers/{{1.Id}}', { Body: { A: 2 } }, 200, { Id: id, Tag: 'x' }),
  ];

  it.each(testKinds)('as %s has the settings of the sandbox and every step', (kind) => {
    const Start = { Strict: true, Config: { Account: { Name: 'Shop' } }, Snapshot: { Collections: {} } };
    const code = sessionAsTest(session(rows, Start), kind, { title: 'my title' });
    for (const part of ['my title', 'Shop', 'Collections', '/customers', 's']) expect(code).toContain(part);
    expect(code).toMatch(/strict/);
    expect(code).not.toContain('{{');
    if (kind === 'curl') {
      expect(code).toContain("--seed 's' --clock '2026-01-15T10:00:00Z' --strict --config config.json");
      expect(code).toMatch(/expect 2 422\n/);
      expect(code).toContain("echo '3 steps, all answered as recorded.'");
    } else {
      expect(code).toContain(`from 'clientlib-sandbox/${kind}'`);
      expect(code).toContain("rejects.toThrow('InvalidData')");
      expect(code).toMatch(/toMatchObject\(\{ status: 200, body: \{ Id: row1\.Id, Tag: 'x' \} \}\)/);
      expect(code).toContain(kind === 'vitest' ? 'test.override({' : 'test.use({');
    }
  });

  it.each([
    [[], false],
    [[204, 200], 'status: 204'],
    [[204, 500, undefined], 'const statuses = [204, 500, 0];'],
    // The service takes some statuses of success only as an answer.
    [[205], 'const statuses = [205];'],
    [[199], 'const statuses = [199];'],
  ])('has receivers that answer %j', (statuses, expected) => {
    const deliveries = statuses.map((StatusCode) => ({ Delivery: { Id: 'd', At: Now, StatusCode } }));
    const code = sessionAsTest(session([...rows, ...deliveries]), 'vitest');
    expect(code.includes('deliver')).toBe(expected !== false);
    if (expected) expect(code).toContain(expected);
  });

  it('expects the contracts at the end, and fails as long as it is told to', () => {
    const made = asked('POST', '/api/v1/orders', { Body: {} }, 200, { ContractId: id });
    const contracts = [
      { id, isActive: true, owed: 3, invoices: 2 },
      { id: 'unknown', isActive: true, owed: 0, invoices: 0 },
    ];
    const code = (more: object) => sessionAsTest(session([made]), 'vitest', { isJournal: true, ...more });
    const active = code({ contracts, fails: 'sandbox.x' });
    for (const line of [
      "expect(sandbox.contract(row1.ContractId).LifecycleStatus).toBe('Active');",
      'expect(sandbox.contract(row1.ContractId)).toOwe(3);',
      'expect(sandbox.contract(row1.ContractId).Invoices).toHaveLength(2);',
      'expect(sandbox.audit().Problems).toEqual([]);',
      "expect(Boolean(await (sandbox.x)), 'sandbox.x').toBe(false);",
    ])
      expect(active).toContain(line);
    expect(active).not.toContain('unknown');
    expect(active).not.toContain("seed: 's'");
    expect(code({ contracts: [{ ...contracts[0], isActive: false }] })).toContain(".not.toBe('Active')");
  });

  it.each(['vitest', 'playwright'] as const)(
    'imports what it uses, and nothing of which a text speaks: %s',
    (kind) => {
      const title = 'unexpected TestSandboxes';
      const imports = (Rows: object[]) =>
        sessionAsTest(session(Rows), kind, { title })
          .match(/^import .*$/gm)
          ?.join();
      expect(imports([])).not.toMatch(/expect|TestSandbox/);
      expect(imports(rows)).toMatch(/expect/);
    },
  );

  it('of many steps has time', () => {
    const many = Array.from({ length: 21 }, () => asked('PUT', '/api/v1/orders', { Body: {} }));
    const isLong = (count: number) =>
      sessionAsTest(session(many.slice(0, count)), 'vitest').includes('timeout: 60_000');
    expect([isLong(20), isLong(21)]).toEqual([false, true]);
  });
});

it.each([
  ['vitest', 1, 'tokenIn(row1.body.Links[0].Url, 1)'],
  ['vitest', 0, 'tokenIn(row1.body.Links[0].Url, 0)'],
  ['curl', 1, "value 'Links' '0' 'Url' '~1'"],
  ['curl', 0, "value 'Links' '0' 'Url' '~0'"],
] as const)('in %s, token %i in a text of an earlier answer is taken from there', (kind, token, expected) => {
  const file = session([
    asked('POST', '/api/v1/CustomerSelfService/a', {}, 200, { Links: [{ Url: 'x' }] }),
    asked('POST', `/api/v1/CustomerSelfService/{{1.Links.0.Url~${token}}}`),
    asked('POST', '/api/v1/CustomerSelfService/b'),
  ]);
  expect(sessionAsTest(file, kind)).toContain(expected);
});

const curlOfCalls: { readonly [name in (typeof sessionCalls)[number]]: readonly [unknown, string] } = {
  'clock.advance': ['P1M', `request -X POST "$URL"'/sandbox/clock' {"Advance":"P1M"}`],
  'clock.set': [Now, `request -X POST "$URL"'/sandbox/clock' {"Now":"${Now}"}`],
  'clock.followWallClock': [undefined, `request -X POST "$URL"'/sandbox/clock' {"Mode":"WallClock"}`],
  'clock.cancel': [undefined, `request -X DELETE "$URL"'/sandbox/clock/advance'`],
  'payments.next': [{ Outcome: {} }, `request -X POST "$URL"'/sandbox/payments/next' {"Outcome":{}}`],
  'payments.remove': ['p1', `request -X DELETE "$URL"'/sandbox/payments/next/p1'`],
  'payments.clear': [undefined, `request -X DELETE "$URL"'/sandbox/payments/next'`],
};

it.each(sessionCalls)('a script for curl sends what has the effect of sandbox.%s', (Name) => {
  const [argument, expected] = curlOfCalls[Name];
  const file = session([{ Call: { Name, Arguments: argument === undefined ? [] : [argument] } }]);
  const code = sessionAsTest(file, 'curl');
  const command = code.slice(code.indexOf('\nrequest ') + 1, code.indexOf('\nexpect 1 '));
  const data = /--data-raw '(.*)'/.exec(command)?.[1];
  expect([command.split(' \\')[0], data].filter((part) => part !== undefined).join(' ')).toBe(expected);
});
