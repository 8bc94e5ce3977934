import { describe, expect, it } from 'vitest';
import {
  compareResponses,
  differenceClasses,
} from '../../../../sandbox/src/clients/account/compare-responses.ts';
import { OtherPrices } from '../../../../sandbox/src/clients/account/other-prices.ts';
import { catalogueLists } from '../../../../sandbox/src/clients/account/read-catalogue.ts';
import { Shapes } from '../../../../sandbox/src/clients/account/shape-differences.ts';

const COMMON = 'b00000000000000000000001';
const [MINE, YOURS] = ['c00000000000000000000001', 'c00000000000000000000002'];
const facts = {
  ids: new Set([COMMON]),
  enums: new Map([['Status', new Set(['Active', 'Ended'])]]),
};

/** `class path` of each difference. */
function found(sandbox: unknown, service: unknown, request: object = {}): string[] {
  const answered = (body: unknown) => ({ status: 200, headers: new Headers(), body });
  const asked = { operation: 'GET /x', method: 'GET', path: '/x', ...request };
  return compareResponses(asked, answered(sandbox), answered(service), facts).map(
    (one) => `${one.class} ${one.path}`,
  );
}

describe('the kind of a difference', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 15, 10) + seconds * 1_000).toISOString();

  const examples: [string, unknown, unknown, string[]][] = [
    ['equal', { A: 1 }, { A: 1 }, []],
    ['a field less', { A: 1 }, {}, ['field A']],
    ['a field more', {}, { A: 1 }, ['field A']],
    ['another type', { A: 1 }, { A: '1' }, ['type A']],
    ['another flag', { A: true }, { A: false }, ['value A']],
    ['another text', { A: 'a' }, { A: 'b' }, ['value A']],
    ['another number', { Quantity: 1 }, { Quantity: 2 }, ['value Quantity']],
    ...['TotalGross', 'PricePerUnit', 'RecurringFee', 'Amount', 'Balance', 'VatPercentage', 'Value'].map(
      (name): [string, unknown, unknown, string[]] => [
        `another ${name}`,
        { [name]: 1 },
        { [name]: 2 },
        [`amount ${name}`],
      ],
    ),
    ['a fee period', { FeePeriodCount: 1 }, { FeePeriodCount: 2 }, ['value FeePeriodCount']],
    ['an amount in a list', { Fee: [1, 2] }, { Fee: [1, 3] }, ['amount Fee[1]']],
    ['a value that the sandbox does not know', { Status: 'Active' }, { Status: 'New' }, ['enum Status']],
    ['one that it knows', { Status: 'Active' }, { Status: 'Ended' }, ['value Status']],
    ['one that neither is', { Status: 'New' }, { Status: 'Newer' }, ['value Status']],
    ['two minutes', { A: at(0) }, { A: at(120) }, []],
    ['two minutes the other way', { A: at(120) }, { A: at(0) }, []],
    ['more than two minutes', { A: at(0) }, { A: at(121) }, ['time A']],
    ['a time and a text', { A: at(0) }, { A: 'soon' }, ['value A']],
    ['a reference code', { ReferenceCode: 'a' }, { ReferenceCode: 'b' }, []],
    ['an invoice number', { InvoiceNumber: '1' }, { InvoiceNumber: '2' }, []],
    [
      'a code of another name',
      { InvoiceReferenceCode: '1' },
      { InvoiceReferenceCode: '2' },
      ['value InvoiceReferenceCode'],
    ],
    ['ids that each has made', { A: MINE }, { A: YOURS }, []],
    ['an id of the catalogue', { A: COMMON }, { A: YOURS }, ['value A']],
    ['an id of the catalogue, the other way', { A: MINE }, { A: COMMON }, ['value A']],
    ['an id and a text', { A: MINE }, { A: 'x' }, ['value A']],
    ['whether it may be deleted', { IsDeletable: true }, { IsDeletable: false }, []],
    ['what is hidden', { A: 'x' }, { A: 'https://x/?token=***' }, []],
    ['a code that was used', { UsedCodes: ['A'] }, { UsedCodes: ['B', 'C'] }, []],
    ['one of an entry', [{ Id: COMMON, UsedCodes: ['A'] }], [{ Id: COMMON, UsedCodes: [] }], []],
    ['an entry more', [{ Id: 'a' }], [{ Id: 'a' }, { Id: 'b' }], ['value [b]']],
    ['an entry of a list within', { L: [{ Id: 'a' }] }, { L: [{ Id: 'a' }, { Id: 'b' }] }, ['field L[b]']],
    ['another order', [{ Id: 'a' }, { Id: 'b' }], [{ Id: 'b' }, { Id: 'a' }], ['order ']],
  ];
  it.each(examples)('is known: %s', (_what, sandbox, service, expected) => {
    expect(found(sandbox, service)).toEqual(expected);
  });

  it('is that of a page where entries come and go', () => {
    const [a, b] = [{ Id: 'a' }, { Id: 'b' }];
    expect([
      found([a], [a, b], { isPage: true }),
      found([a, b], [a], { isPage: true }),
      found([a, b], [b, a], { isPage: true }),
      found({ L: [a, b] }, { L: [b, a] }, { isPage: true }),
      found([{ ...a, N: 1 }], [{ ...a, N: 2 }], { isPage: true }),
    ]).toEqual([['paging [b]'], ['paging [b]'], ['paging '], ['order L'], ['value [a].N']]);
  });

  it('is that of the headers, of which some must be there and one must be equal', () => {
    const of = (headers: object, other: object, status = 200) =>
      compareResponses(
        { operation: 'GET /x', method: 'GET', path: '/x' },
        { status: 200, headers: new Headers(headers as never), body: {} },
        { status, headers: new Headers(other as never), body: {} },
        facts,
      ).map((one) => [one.class, one.path, one.sandbox, one.service]);
    const names = ['ETag', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'WWW-Authenticate'];
    const all = Object.fromEntries(names.map((name) => [name, '1']));
    expect(of(all, Object.fromEntries(names.map((name) => [name, '2'])))).toEqual([]);
    expect(of(all, {})).toEqual(names.map((name) => ['header', name, 'there', 'missing']));
    expect(of({}, { ETag: '1', 'X-Other': '1' })).toEqual([['header', 'ETag', 'missing', 'there']]);
    const type = (text: string) => ({ 'Content-Type': text });
    expect(of(type('application/json; charset=utf-8'), type('Application/JSON '))).toEqual([]);
    expect(of(type('application/json'), type('text/html; x=1'))).toEqual([
      ['header', 'Content-Type', 'application/json', 'text/html'],
    ]);
    expect(of({}, type('text/html'))).toEqual([['header', 'Content-Type', 'missing', 'text/html']]);
    expect(of(all, {}, 404)).toEqual([['status', '', 200, 404]]);
  });

  it('has a meaning, and an example here', () => {
    const kinds = examples.flatMap(([, , , expected]) => expected.map((kind) => kind.split(' ')[0]));
    expect([...new Set([...kinds, 'paging', 'header', 'status', 'code'])].sort()).toEqual(
      Object.keys(differenceClasses).sort(),
    );
  });

  it.each([399, 400])('is that of a refusal from status 400 on: %s', (status) => {
    const answered = (body: unknown) => ({ status, headers: new Headers(), body });
    const request = { operation: 'GET /x', method: 'GET', path: '/x' };
    const of = (ours: unknown, theirs: unknown) =>
      compareResponses(request, answered(ours), answered(theirs), facts).map(({ path }) => path);
    expect(of({ Code: 'A', Message: 'one' }, { Code: 'A', Message: 'other' })).toEqual(
      status === 400 ? [] : ['Message'],
    );
    expect(of({ Code: 'A' }, { Code: 'B' })).toEqual(['Code']);
    if (status === 400)
      expect([of(null, { Code: 'A', Errors: 'x' }), of(null, null)]).toEqual([['Code'], []]);
  });
});

describe('prices that differ', () => {
  const price = (list: string, path: string, differences: object[], id = '') => {
    const prices = new OtherPrices();
    prices.note({ operation: '', method: 'GET', path: `/api/v1/${path}${id}` }, differences as never);
    const snapshot = {
      Collections: {
        [list]: [
          { Id: COMMON, Fee: 1 },
          { Id: MINE, Fee: 1 },
        ],
      },
    } as never;
    const before = JSON.stringify(snapshot);
    const shown = prices.in(snapshot).Collections[list];
    expect(JSON.stringify(snapshot)).toBe(before);
    return { isAny: prices.any, fees: shown?.map((one) => (one as { Fee?: number }).Fee) };
  };
  const amount = { class: 'amount', path: `[${COMMON}].Fee`, sandbox: 1, service: 7 };

  it.each(Object.values(catalogueLists))('are noted for %s', (list) => {
    expect(price(list, list, [amount])).toEqual({ isAny: true, fees: [7, 1] });
    expect(price(list, list, [{ ...amount, path: 'Fee' }], `/${MINE}`)).toEqual({
      isAny: true,
      fees: [1, 7],
    });
    expect(price(list, list, [amount], '?take=500')).toEqual({ isAny: true, fees: [7, 1] });
  });

  it.each([
    ['another list', 'contracts', [amount]],
    ['a difference that is no amount', 'plans', [{ ...amount, class: 'value' }]],
    ['a field of an inner object', 'plans', [{ ...amount, path: `[${COMMON}].A.Fee` }]],
    ['a field of no entry', 'plans', [{ ...amount, path: 'Fee' }]],
    ['no difference', 'plans', []],
  ])('are not noted for %s', (_what, path, differences) => {
    expect(price('plans', path, differences)).toEqual({ isAny: false, fees: [1, 1] });
  });

  it('are forgotten', () => {
    const prices = new OtherPrices();
    prices.note({ operation: '', method: 'GET', path: '/api/v1/plans' }, [amount as never]);
    prices.clear();
    expect(prices.any).toBe(false);
  });
});

describe('the shape of a response', () => {
  const shape = (schema: object, body: unknown, components: object = {}) =>
    new Shapes({
      paths: {
        '/x': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } },
      },
      components: { schemas: components },
    })
      .differences('/x', body)
      .map(({ class: kind, path, sandbox, service }) => [kind, path, sandbox, service]);
  const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
  const text = { type: 'string' };

  it.each<[string, object, unknown, unknown[]]>([
    ['as it should be', object({ A: text }), { A: 'x' }, []],
    ['of no type', {}, 7, []],
    ['of another type', text, 7, [['type', '', 'string', 'number']]],
    ['of one of two types', { type: ['string', 'null'] }, null, []],
    ['of neither', { type: ['string', 'null'] }, [], [['type', '', 'string or null', 'array']]],
    ['that is whole', { type: 'integer' }, 7, []],
    ['in a list', { type: 'array', items: text }, ['a', 7], [['type', '[1]', 'string', 'number']]],
    ['in a list, once', { type: 'array', items: text }, [1, 2], [['type', '[0]', 'string', 'number']]],
    ['of an unknown value', { enum: ['a', 'b'] }, 'c', [['enum', '', ['a', 'b'], 'c']]],
    ['of a known value', { enum: ['a', 'b'] }, 'b', []],
    ['of another constant', { const: 'a' }, 'b', [['enum', '', ['a'], 'b']]],
    ['without a field', object({ A: text }, { required: ['A'] }), {}, [['field', 'A', 'there', 'missing']]],
    ['without one that may be missing', object({ A: text }), {}, []],
    ['with one more', object({ A: text }), { B: 1 }, [['field', 'B', 'missing', 'there']]],
    ['with one more that is allowed', object({ A: text }, { additionalProperties: {} }), { B: 1 }, []],
    [
      'with one more that is not',
      object({}, { additionalProperties: false }),
      { B: 1 },
      [['field', 'B', 'missing', 'there']],
    ],
    ['with any fields', { type: 'object' }, { B: 1 }, []],
    [
      'of a field within',
      object({ A: object({ B: text }) }),
      { A: { B: 1 } },
      [['type', 'A.B', 'string', 'number']],
    ],
    [
      'without a field within',
      object({ A: object({ B: text }, { required: ['B'] }) }),
      { A: {} },
      [['field', 'A.B', 'there', 'missing']],
    ],
    ['of a name', { $ref: '#/components/schemas/Named' }, 7, [['type', '', 'string', 'number']]],
    [
      'of several that are one',
      { allOf: [object({ A: text })], required: ['B'] },
      { A: 1 },
      [
        ['field', 'B', 'there', 'missing'],
        ['type', 'A', 'string', 'number'],
      ],
    ],
    [
      'of any that fits',
      { anyOf: [text, { $ref: '#/components/schemas/Named' }, { type: 'number' }] },
      7,
      [],
    ],
    ['of one that fits', { oneOf: [text, { type: 'number' }] }, 7, []],
    ['of none', { oneOf: [text, { type: 'number' }] }, true, [['type', '', 'string', 'boolean']]],
    [
      'of the nearest',
      { anyOf: [object({ A: text, B: text }), object({ A: text })] },
      { A: 1, B: 'x' },
      [['type', 'A', 'string', 'number']],
    ],
  ])('%s', (_how, schema, body, expected) => {
    expect(shape(schema, body, { Named: text })).toEqual(expected);
  });

  it('is not known for a path that the document does not have', () => {
    expect(new Shapes({ paths: {} }).differences('/y', 7)).toEqual([]);
  });
});
