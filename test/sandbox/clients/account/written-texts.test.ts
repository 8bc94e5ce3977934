// What the commands write about an account: forecasts, types, reports and cassettes.
import { describe, expect, it } from 'vitest';
import {
  type Cassette,
  type Exchange,
  played,
  readCassette,
  recorded,
} from '../../../../sandbox/src/clients/account/cassette.ts';
import { catalogueTypes } from '../../../../sandbox/src/clients/account/catalogue-types.ts';
import { differenceClasses } from '../../../../sandbox/src/clients/account/compare-responses.ts';
import { forecastText } from '../../../../sandbox/src/clients/account/forecast-text.ts';
import { Redaction } from '../../../../sandbox/src/clients/account/redaction.ts';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';
import {
  readAccepted,
  VerifyFindings,
  verifyJunit,
  verifyText,
} from '../../../../sandbox/src/clients/account/verify-report.ts';
import type { VerifyRequest } from '../../../../sandbox/src/clients/account/verify-requests.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';
import type {
  Forecast,
  ForecastContractChange,
  ForecastInvoice,
} from '../../../../sandbox/src/service/model/forecast.ts';

describe('a forecast', () => {
  const invoice = (Currency: string, TotalGross: number, CustomerName = 'Ada'): ForecastInvoice => ({
    Date: '2026-02-15',
    ContractId: 'c1',
    CustomerId: 'k1',
    CustomerName,
    DueDate: '2026-03-01',
    IsInvoice: true,
    TotalNet: TotalGross - 2,
    TotalVat: 2,
    TotalGross,
    Currency,
  });
  const sum = (Currency: string, gross: number): Forecast['Sums'][number] => {
    const totals = { Invoices: 3, TotalNet: gross - 2, TotalVat: 2, TotalGross: gross };
    return { Currency, ...totals, Months: [{ Month: '2026-02', ...totals, Invoices: 1 }] };
  };
  const change = (Currency: string, Before: number, After: number): ForecastContractChange => ({
    ContractId: 'c1',
    CustomerId: 'k1',
    CustomerName: 'Ada',
    Before,
    After,
    Difference: After - Before,
    Currency,
  });
  const forecast = (more: Partial<Forecast>): Forecast => ({
    From: '2026-01-15T10:00:00Z',
    Until: '2026-03-15T10:00:00Z',
    Invoices: [],
    Sums: [],
    ...more,
  });

  it('has its period, a table for each currency, and each document without what moves a cursor', () => {
    const text = forecastText(
      forecast({
        Invoices: [invoice('EUR', 12, 'A\u001b[31m\nB\u009b'), invoice('JPY', 1_200)],
        Sums: [sum('EUR', 12), sum('JPY', 1_200)],
      }),
      'text',
    );
    expect(text).toBe(
      [
        '2026-01-15 to 2026-03-15',
        '',
        'Month    Documents    Net   VAT  Gross  Currency',
        '2026-02          1  10.00  2.00  12.00  EUR',
        'Total            3  10.00  2.00  12.00  EUR',
        '',
        'Month    Documents   Net  VAT  Gross  Currency',
        '2026-02          1  1198    2   1200  JPY',
        'Total            3  1198    2   1200  JPY',
        '',
        'Date        CustomerName  ContractId  TotalGross  Currency',
        '2026-02-15  A [31m B      c1               12.00  EUR',
        '2026-02-15  Ada           c1                1200  JPY',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [40, undefined],
    [41, '… and 1 more document; --format csv lists all.'],
    [42, '… and 2 more documents; --format csv lists all.'],
  ])('of %s documents shows forty', (count, hint) => {
    const Invoices = Array.from({ length: count }, () => invoice('EUR', 12));
    const lines = forecastText(forecast({ Invoices }), 'text').trimEnd().split('\n');
    expect(lines).toContain('Nothing will be billed.');
    expect(lines.filter((line) => line.startsWith('2026-02-15'))).toHaveLength(40);
    expect(lines.find((line) => line.startsWith('…'))).toBe(hint);
  });

  it('says what another configuration changes, in each currency', () => {
    const changes = [change('EUR', 20, 25), change('JPY', 1_200, 1_100)];
    const ChangeSums = changes.map(({ ContractId: _, ...one }, at) => ({ ...one, Contracts: at + 1 }));
    const lines = forecastText(forecast({ Changes: changes, ChangeSums }), 'text').split('\n');
    expect(lines.slice(3)).toEqual([
      '',
      '1 contract is billed differently: 20.00 EUR becomes 25.00 EUR, +5.00 EUR.',
      '2 contracts are billed differently: 1200 JPY becomes 1100 JPY, -100 JPY.',
      '',
      'CustomerName  ContractId  Before  After  Difference  Currency',
      'Ada           c1           20.00  25.00        5.00  EUR',
      'Ada           c1            1200   1100        -100  JPY',
      '',
    ]);
    const many = Array.from({ length: 41 }, () => change('EUR', 1, 1));
    const text = forecastText(forecast({ Changes: many, ChangeSums }), 'text');
    expect(text).toContain('… and 1 more contract; --format csv lists all.\n');
    expect(forecastText(forecast({ Changes: [], Invoices: [invoice('EUR', 1)] }), 'text')).toBe(
      '2026-01-15 to 2026-03-15\n\nNothing will be billed.\n\nThe other configuration does not change any billing.\n',
    );
    expect(forecastText(forecast({ Changes: [], ChangeSums }), 'text')).not.toContain('billed differently');
  });

  it('has all columns in CSV, and everything in JSON', () => {
    const given = forecast({ Invoices: [invoice('EUR', 12)] });
    expect(forecastText(given, 'csv')).toBe(
      'Date,ContractId,CustomerId,CustomerName,DueDate,TotalNet,TotalVat,TotalGross,Currency\r\n' +
        '2026-02-15,c1,k1,Ada,2026-03-01,10,2,12,EUR\r\n',
    );
    expect(forecastText({ ...given, Changes: [change('JPY', 1_200, 1_100)] }, 'csv')).toBe(
      'ContractId,CustomerId,CustomerName,Before,After,Difference,Currency\r\nc1,k1,Ada,1200,1100,-100,JPY\r\n',
    );
    const text = forecastText(given, 'json');
    expect([JSON.parse(text), text.split('\n')[1], text.at(-1)]).toEqual([
      given,
      '  "From": "2026-01-15T10:00:00Z",',
      '\n',
    ]);
  });
});

describe('the types of a catalogue', () => {
  const of = (...names: string[]) =>
    catalogueTypes({ PlanVariants: [], Components: [], Coupons: [] }, { Customer: names })
      .split('\n')
      .flatMap((line) => /^ {2}(\w.*|\p{L}.*): '/u.exec(line)?.[1] ?? []);

  it.each([
    ['shoe size', 'shoeSize'],
    ['Pro Monthly (EU)', 'proMonthlyEU'],
    ['größe', 'große'],
    ['WELCOME20', 'WELCOME20'],
    ['A_B', 'A_B'],
    ['ABc', 'aBc'],
    ['20 off', '_20Off'],
    ['2X', '_2X'],
    ['!?', 'unnamed'],
    ['Prix élevé', 'prixEleve'],
  ])('call %s %s', (name, expected) => {
    expect(of(name)).toEqual([expected]);
  });

  it('number what has the same name', () => {
    expect(of('a b', 'aB', 'a-b', 'aB2')).toEqual(['aB', 'aB2', 'aB3', 'aB22']);
  });

  it('have a name, a value and a comment for each entry of each kind', () => {
    const text = catalogueTypes(
      {
        PlanVariants: [
          { Id: 'b1', Name: 'Pro', RecurringFee: 9.9, Currency: 'EUR' },
          { Id: 'b2', Name: 'Pro */ x\n', RecurringFee: 1_200, Currency: 'JPY' },
        ] as never,
        Components: [
          { Id: 'd1', Name: 'Seat', ComponentType: 'Quantity' },
          { Id: 'd2', ComponentType: 'OnOff' },
        ] as never,
        Coupons: [{ Codes: ['A', "B'"], Outcome: '20 % off' }] as never,
      },
      { Customer: ['size'], Order: ['gift'] },
    );
    const block = (name: string, type: string, ...lines: string[]) => [
      '',
      `export const ${name} = {`,
      ...lines.map((line) => `  ${line}`),
      '} as const;',
      `export type ${type} = (typeof ${name})[keyof typeof ${name}];`,
    ];
    expect(text.split('\n').slice(1)).toEqual([
      ...block(
        'plans',
        'PlanVariantId',
        '/** Pro: 9.9 EUR */',
        "pro: 'b1',",
        '/** Pro  / x : 1200 JPY */',
        "proX: 'b2',",
      ),
      ...block(
        'components',
        'ComponentId',
        '/** Seat (Quantity) */',
        "seat: 'd1',",
        '/** d2 (OnOff) */',
        "d2: 'd2',",
      ),
      ...block('coupons', 'CouponCode', '/** 20 % off */', "A: 'A',", '/** 20 % off */', "b: 'B\\'',"),
      ...block(
        'customFields',
        'CustomFieldName',
        '/** Custom field: Customer */',
        "size: 'size',",
        '/** Custom field: Order */',
        "gift: 'gift',",
      ),
      '',
    ]);
  });
});

describe('the report of verify', () => {
  const request = (operation: string, more: Partial<VerifyRequest> = {}): VerifyRequest => ({
    operation,
    method: 'GET',
    path: '/api/v1/plans',
    ...more,
  });
  const difference = (kind: string, path: string, sandbox: unknown = 1, service: unknown = 2) =>
    ({ class: kind, path, sandbox, service }) as never;
  const found = () => {
    const findings = new VerifyFindings();
    findings.add(request('GET a'), [
      difference('value', '[b1].Name', 'x', 'y'),
      difference('value', '[b2].Name'),
      difference('status', ''),
    ]);
    findings.add(request('POST b', { method: 'POST', body: { A: "it's" } }), [
      difference('value', '[b1].Name'),
    ]);
    findings.add(request('GET c'), []);
    findings.add(request('GET c'), []);
    return findings;
  };
  const accepted = (Class: string, Operation: string, Path: string) => ({ Class, Operation, Path }) as never;

  it('has each difference once, in the order of the kinds, with where it was first seen', () => {
    const { differences, ...rest } = found().report([]);
    expect(rest).toEqual({
      requests: 4,
      omitted: 0,
      accepted: [],
      gone: [],
      operations: ['GET a', 'POST b', 'GET c'],
    });
    expect(differences).toEqual([
      {
        ...{ Class: 'status', Operation: 'GET a', Path: '', FirstPath: '', Sandbox: 1, Service: 2, Count: 1 },
        Request: { Method: 'GET', Path: '/api/v1/plans' },
      },
      {
        ...{ Class: 'value', Operation: 'GET a', Path: '[].Name', FirstPath: '[b1].Name', Count: 2 },
        ...{ Sandbox: 'x', Service: 'y', Request: { Method: 'GET', Path: '/api/v1/plans' } },
      },
      {
        ...{ Class: 'value', Operation: 'POST b', Path: '[].Name', FirstPath: '[b1].Name', Count: 1 },
        ...{ Sandbox: 1, Service: 2 },
        Request: { Method: 'POST', Path: '/api/v1/plans', Body: { A: "it's" } },
      },
    ]);
  });

  it('sets aside what is accepted, and names what is gone', () => {
    const list = [
      accepted('value', 'GET a', '[].Name'),
      accepted('value', 'GET z', '[].Name'),
      accepted('type', 'GET a', '[].Name'),
    ];
    const report = found().report(list);
    expect(report.differences.map(({ Class, Operation }) => `${Class} ${Operation}`)).toEqual([
      'status GET a',
      'value POST b',
    ]);
    expect([report.accepted.map(({ Operation }) => Operation), report.gone]).toEqual([
      ['GET a'],
      list.slice(1),
    ]);
  });

  it('cuts long paths, and counts what is too much', () => {
    const findings = new VerifyFindings();
    const long = `[b1].${'x'.repeat(600)}`;
    findings.add(request('GET a'), [difference('value', long)]);
    const [only] = findings.report([]).differences;
    expect([only?.Path.length, only?.FirstPath.length, only?.Path.slice(0, 3)]).toEqual([500, 500, '[].']);
    for (let at = 0; at <= budgets.differences; at += 1)
      findings.add(request('GET b'), [difference('value', `f${at}`)]);
    findings.add(request('GET b'), [difference('value', 'f0')]);
    const report = findings.report([]);
    expect([report.differences.length, report.omitted]).toEqual([budgets.differences, 2]);
    expect(report.differences.find(({ Path }) => Path === 'f0')?.Count).toBe(2);
    expect(verifyText(report, 'https://x')).toContain('\n2 more differences are not shown.\n');
  });

  it('is a table of the kinds, each difference with the request to repeat, and a summary', () => {
    const text = verifyText(found().report([accepted('value', 'GET z', 'A')]), 'https://x');
    expect(text).toBe(
      [
        'Class   Found  Meaning',
        `status      1  ${differenceClasses.status}`,
        `value       2  ${differenceClasses.value}`,
        '',
        'status  GET a  ',
        '  sandbox 1, service 2',
        '  curl -X GET -H "Authorization: Bearer $TOKEN" \'https://x/api/v1/plans\'',
        '  accept: {"Class":"status","Operation":"GET a","Path":""}',
        '',
        'value  GET a  [b1].Name (2 times)',
        '  sandbox "x", service "y"',
        '  curl -X GET -H "Authorization: Bearer $TOKEN" \'https://x/api/v1/plans\'',
        '  accept: {"Class":"value","Operation":"GET a","Path":"[].Name"}',
        '',
        'value  POST b  [b1].Name',
        '  sandbox 1, service 2',
        `  curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"A":"it'\\''s"}' 'https://x/api/v1/plans'`,
        '  accept: {"Class":"value","Operation":"POST b","Path":"[].Name"}',
        '',
        'Accepted, but no longer found:',
        '  {"Class":"value","Operation":"GET z","Path":"A"}',
        '',
        '4 requests, 3 differences.',
        '',
      ].join('\n'),
    );
    const one = new VerifyFindings();
    one.add(request('GET a'), [difference('status', '')]);
    expect(verifyText(one.report([]), '')).toMatch(/\n1 request, 1 difference\.\n$/);
    expect(verifyText(one.report([accepted('status', 'GET a', '')]), '')).toBe(
      '1 request, 0 differences, 1 accepted.\n',
    );
  });

  it('has a case for each operation in JUnit', () => {
    const lines = verifyJunit(found().report([])).split('\n');
    expect(lines.slice(2, -3)).toEqual([
      '  <testsuite name="verify" tests="3" failures="2">',
      '    <testcase classname="verify" name="GET a">',
      '      <failure message="status : sandbox 1, service 2">status : sandbox 1, service 2',
      'value [b1].Name: sandbox &quot;x&quot;, service &quot;y&quot;</failure>',
      '    </testcase>',
      '    <testcase classname="verify" name="POST b">',
      '      <failure message="value [b1].Name: sandbox 1, service 2">value [b1].Name: sandbox 1, service 2</failure>',
      '    </testcase>',
      '    <testcase classname="verify" name="GET c"/>',
    ]);
  });

  const known = { Class: 'value', Operation: 'GET a', Path: 'A' };
  it.each<[string, unknown]>([
    ['[]', []],
    [JSON.stringify([known]), [known]],
    [JSON.stringify([{ ...known, Reason: 'x' }]), [{ ...known, Reason: 'x' }]],
    [JSON.stringify([known, { ...known, Class: 1 }]), undefined],
    [JSON.stringify([known, { ...known, Operation: 1 }]), undefined],
    [JSON.stringify([known, { ...known, Path: 1 }]), undefined],
    ['{}', undefined],
    ['[null]', undefined],
    ['[', undefined],
  ])('takes as accepted: %s', (text, expected) => {
    const read = () => readAccepted(text, 'known.json');
    if (expected === undefined)
      expect(read).toThrow(
        new AccountError(
          '--accept: known.json: expected a list of {"Class", "Operation", "Path", "Reason"}.',
        ),
      );
    else expect(read()).toEqual(expected);
  });
});

describe('an exchange of a cassette', () => {
  const vocabulary = {
    fields: new Set(['id']),
    enumerations: new Set<string>(),
    maps: new Set<string>(),
    words: new Set(['api', 'v1', 'plans']),
  };
  const plain = { operation: 'POST x', method: 'POST', path: '/api/v1/plans' };
  const headers = {
    'Content-Type': 'application/json',
    ETag: '"1"',
    'X-RateLimit-Limit': '9',
    'X-RateLimit-Remaining': '8',
    'WWW-Authenticate': 'Bearer to ada@mail.test',
    Date: 'Thu, 15 Jan 2026 10:00:00 GMT',
    'Set-Cookie': 'a=b',
  };
  const answered = {
    status: 201,
    headers: new Headers(headers),
    body: { Id: 'b00000000000000000000001', Secret: 'x' },
  };

  it.each<VerifyRequest>([
    plain,
    { ...plain, body: { A: 1 } },
    { ...plain, isAnonymous: true },
    { ...plain, isPage: true },
    { ...plain, isShape: true },
    { ...plain, token: '{{1.Token}}' },
    { ...plain, key: 'key-1' },
    { ...plain, body: { A: 1 }, isAnonymous: true, isPage: true, isShape: true, token: 't', key: 'k' },
  ])('is played as it was recorded: %j', (request) => {
    const exchange = JSON.parse(JSON.stringify(recorded(request, answered, new Redaction(vocabulary))));
    const { request: again, response } = played(exchange);
    expect(again).toEqual(request);
    expect([response.status, response.body]).toEqual([201, { Id: 'b00000000000000000000001' }]);
    const { 'Set-Cookie': _, ...kept } = headers;
    expect(exchange.Response.Headers).toEqual({
      ...kept,
      'WWW-Authenticate': expect.stringMatching(/^Bearer to person\d@example\.com$/),
    });
    expect(Object.fromEntries(response.headers)).toEqual(
      Object.fromEntries(
        Object.entries(exchange.Response.Headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    );
  });

  it('has nothing for a body that is not there', () => {
    const { Response } = recorded(
      plain,
      { status: 204, headers: new Headers(), body: undefined },
      new Redaction(vocabulary),
    );
    expect(Response).toEqual({ Status: 204, Headers: {}, Body: null });
  });

  it.each<[string, Partial<Cassette> | undefined]>([
    ['{"Format":"clientlib-sandbox cassette","Version":1,"Url":"","Exchanges":[]}', { Version: 1 }],
    ['{"Version":1,"Exchanges":[]}', { Exchanges: [] as readonly Exchange[] }],
    ['{"Version":2,"Exchanges":[]}', undefined],
    ['{"Version":1,"Exchanges":{}}', undefined],
    ['null', undefined],
    ['{', undefined],
  ])('is read from a cassette: %s', (text, expected) => {
    const read = () => readCassette(text, 'file.json');
    if (expected === undefined) expect(read).toThrow(/^--cassette: file\.json is not a cassette\./);
    else expect(read()).toMatchObject(expected);
  });
});
