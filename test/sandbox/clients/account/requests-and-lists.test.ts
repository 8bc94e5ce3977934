// Which requests verify sends, which lists an import reads, and what becomes of their entries.
import { describe, expect, it } from 'vitest';
import type { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import { toConfiguration } from '../../../../sandbox/src/clients/account/import-configuration.ts';
import {
  catalogueLists,
  type ListName,
  type ReadLists,
  readCatalogue,
} from '../../../../sandbox/src/clients/account/read-catalogue.ts';
import type { Entry } from '../../../../sandbox/src/clients/account/read-list.ts';
import { serviceTime } from '../../../../sandbox/src/clients/account/service-time.ts';
import {
  type Lists,
  orderableVariants,
  readOnlyRequests,
} from '../../../../sandbox/src/clients/account/verify-requests.ts';
import { collectVocabulary } from '../../../../sandbox/src/clients/account/vocabulary.ts';

const entries = (prefix: string, count: number, fields: object = {}): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ Id: `${prefix}${at}`, ...fields }));
const names = Object.entries(catalogueLists) as [ListName, string][];

describe('verify', () => {
  const asked = (lists: Lists) => readOnlyRequests(lists).map(({ method, path }) => `${method} ${path}`);
  const of = (path: string, lists: Lists) =>
    asked(lists).filter(
      (one) =>
        new RegExp(`^GET /api/v1/${path}[/?]`).test(one) && !/planId|take=501|take=x|take=1$/.test(one),
    );

  it.each(names)('reads %s whole, in pages and one by one', (name, path) => {
    const get = (rest: string) => `GET /api/v1/${path}${rest}`;
    const none = get('/ffffffffffffffffffffffff');
    const parts = [get('?take=2'), get('?take=2&skip=1')];
    expect(of(path, {})).toEqual([get('?take=500'), ...parts, none]);
    const alone = (lists: Lists) =>
      of(path, lists).filter((one) => !/planGroups\/\w+\/coupons|plans\/\w+\/planVariants/.test(one));
    expect(alone({ [name]: entries('e', 1) }).slice(0, 5)).toEqual([
      get('?take=500'),
      ...parts,
      get('/e0'),
      none,
    ]);
    expect(alone({ [name]: entries('e', 1_001) }).slice(0, 12)).toEqual([
      get('?take=500'),
      get('?take=500&from=e500'),
      get('?take=500&from=e1000'),
      ...parts,
      get('?take=2&from=e1'),
      ...[0, 1, 2, 3, 4].map((at) => get(`/e${at}`)),
      none,
    ]);
  });

  it('marks parts of lists, and what is asked without a token, and groups by what is asked', () => {
    const all = readOnlyRequests({ Plans: entries('p', 3), PlanGroups: entries('g', 1) });
    const marked = (name: 'isPage' | 'isAnonymous' | 'isShape') => all.filter((one) => one[name] === true);
    expect(marked('isPage').every(({ path }) => /\?take=2(&|$)/.test(path))).toBe(true);
    expect(marked('isPage')).toHaveLength(names.length * 2 + 1);
    expect(marked('isAnonymous').map(({ path }) => path)).toEqual(['/api/v1/planVariants?take=1']);
    expect(marked('isShape')).toEqual([]);
    const operations = Object.fromEntries(all.map(({ path, operation }) => [path, operation]));
    expect(operations).toMatchObject({
      '/api/v1/plans?take=500': 'GET /api/v1/plans',
      '/api/v1/plans?take=2': 'GET /api/v1/plans?take',
      '/api/v1/plans?take=2&skip=1': 'GET /api/v1/plans?take&skip',
      '/api/v1/plans?take=2&from=p1': 'GET /api/v1/plans?take&from',
      '/api/v1/plans/p0': 'GET /api/v1/plans/{id}',
      '/api/v1/plans/ffffffffffffffffffffffff': 'GET /api/v1/plans/{unknown id}',
      '/api/v1/taxDefinitions?take=500': 'GET /api/v1/taxDefinitions',
      '/api/v1/productInfo': 'GET /api/v1/productInfo',
      '/api/v1/productInfo/g0': 'GET /api/v1/productInfo/{id}',
      '/api/v1/planGroups/g0/coupons?take=500': 'GET /api/v1/planGroups/{id}/coupons',
      '/api/v1/plans/p0/planVariants?take=500': 'GET /api/v1/plans/{id}/planVariants',
      '/api/v1/planVariants?take=500&planId=p0': 'GET /api/v1/planVariants?planId',
      '/api/v1/nowhere': 'GET /api/v1/{unknown path}',
      '/api/v1/planVariants?take=501': 'GET /api/v1/planVariants?take too large',
      '/api/v1/planVariants?take=x': 'GET /api/v1/planVariants?take not a number',
    });
  });

  const catalogue = {
    PlanGroups: [{ Id: 'g1' }, { Id: 'g2', Store: 'GooglePlay' }, { Id: 'g3' }],
    Plans: [
      { Id: 'p1', PlanGroupId: 'g1' },
      { Id: 'p2', PlanGroupId: 'g2' },
      { Id: 'p3', PlanGroupId: 'g3' },
    ],
    PlanVariants: [
      { Id: 'v2', PlanId: 'p2' },
      { Id: 'v3', PlanId: 'p3' },
      { Id: 'v1', PlanId: 'p1' },
    ],
    Components: [
      { Id: 'c1', PlanGroupId: 'g1', ComponentType: 'Metered' },
      { Id: 'c2', PlanGroupId: 'g1', ComponentType: 'OnOff' },
      { Id: 'c3', PlanGroupId: 'g3', ComponentType: 'Quantity' },
      { Id: 'c4', PlanGroupId: 'g2', ComponentType: 'Quantity' },
    ],
    Coupons: [
      { Id: 'k1', PlanGroupId: 'g1', Codes: ['A', 'B'] },
      { Id: 'k2', PlanGroupId: 'g1', Codes: [] },
      { Id: 'k3', PlanGroupId: 'g2', Codes: ['C'] },
      { Id: 'k4', PlanGroupId: 'g3' },
    ],
  };
  const previews = (lists: Lists) =>
    readOnlyRequests(lists)
      .filter(({ path }) => path === '/api/v1/orders/preview')
      .map(({ operation, method, body }) => {
        expect(method).toBe('POST');
        const { Cart, Customer } = body as { Cart: object; Customer: { Address: { Country: string } } };
        return [operation.replace('POST /api/v1/orders/preview', '').trim(), Cart, Customer.Address.Country];
      });

  it('previews what can be ordered without an app store, also for customers with other taxes', () => {
    expect(orderableVariants(catalogue).map(({ Id }) => Id)).toEqual(['v3', 'v1']);
    const others = (PlanVariantId: string) =>
      ['AT', 'AT', 'US'].map((country) => ['of another country', { PlanVariantId }, country]);
    expect(previews(catalogue)).toEqual([
      ['of an unknown plan variant', { PlanVariantId: 'f'.repeat(24) }, 'DE'],
      ['of nothing', {}, 'DE'],
      ['', { PlanVariantId: 'v3' }, 'DE'],
      ['', { PlanVariantId: 'v1' }, 'DE'],
      ...others('v3'),
      ...others('v1'),
      [
        'with a component',
        { PlanVariantId: 'v1', MeteredUsages: [{ ComponentId: 'c1', Quantity: 3 }] },
        'DE',
      ],
      [
        'with a component',
        { PlanVariantId: 'v1', ComponentSubscriptions: [{ ComponentId: 'c2', Quantity: 1 }] },
        'DE',
      ],
      [
        'with a component',
        { PlanVariantId: 'v3', ComponentSubscriptions: [{ ComponentId: 'c3', Quantity: 3 }] },
        'DE',
      ],
      ['with a coupon', { PlanVariantId: 'v1', CouponCode: 'A' }, 'DE'],
      ['with an unknown coupon', { PlanVariantId: 'v3', CouponCode: 'NO-SUCH-CODE' }, 'DE'],
    ]);
    const businesses = readOnlyRequests(catalogue).filter(({ body }) =>
      JSON.stringify(body ?? '').includes('VatId'),
    );
    expect(businesses).toHaveLength(2);
  });

  it('previews twenty components and coupons, and twenty variants for other customers', () => {
    const many = {
      ...catalogue,
      PlanVariants: entries('v', 25, { PlanId: 'p1' }),
      Components: entries('c', 25, { PlanGroupId: 'g1' }),
      Coupons: entries('k', 25, { PlanGroupId: 'g1', Codes: ['A'] }),
    };
    const count = (what: string) => previews(many).filter(([operation]) => operation === what).length;
    expect(['', 'of another country', 'with a component', 'with a coupon'].map(count)).toEqual([
      25, 60, 20, 20,
    ]);
  });
});

describe('the time of a service', () => {
  const day = Date.parse('2026-01-15T00:00:00Z');
  const client = (answers: (at: number) => { start?: number; date?: string }) => {
    const bodies: unknown[] = [];
    const send = async (method: string, path: string, { body }: { body: unknown }) => {
      const { start, date } = answers(bodies.length);
      bodies.push([method, path, body]);
      const LineItems = start === undefined ? [] : [{ PeriodStart: new Date(start).toISOString() }];
      return {
        status: 200,
        headers: new Headers(date === undefined ? {} : { Date: date }),
        body: { Order: { RecurringFee: { LineItems } } },
      };
    };
    return { bodies, client: { send } as unknown as AccountClient };
  };
  const variants = { PlanVariants: entries('v', 30) };

  it.each([
    [0, true],
    [25 * 3_600_000 - 1_000, true],
    [25 * 3_600_000, false],
    [-1_000, false],
  ])('is that of its answer, %s ms after its preview: %s', async (after, isAnswer) => {
    const { client: service } = client(() => ({ start: day, date: new Date(day + after).toUTCString() }));
    expect(await serviceTime(service, variants)).toBe(isAnswer ? day + after : day);
  });

  it('is looked for in ten variants, and that of the last answer otherwise', async () => {
    const { client: service, bodies } = client((at) => ({ date: new Date(day + at * 1_000).toUTCString() }));
    expect(await serviceTime(service, variants)).toBe(day + 9_000);
    expect(bodies).toEqual(
      Array.from({ length: 10 }, (_, at) => [
        'POST',
        '/api/v1/orders/preview',
        { body: { Cart: { PlanVariantId: `v${at}` }, Customer: { Address: { Country: 'DE' } } } }.body,
      ]),
    );
    const later = client((at) => (at === 2 ? { start: day } : {}));
    expect([await serviceTime(later.client, variants), later.bodies.length]).toEqual([day, 3]);
  });

  it('is ours where it says none', async () => {
    for (const lists of [variants, {}]) {
      const [before, time, after] = [
        Date.now(),
        await serviceTime(client(() => ({})).client, lists),
        Date.now(),
      ];
      expect(time >= before && time <= after).toBe(true);
    }
  });
});

describe('the catalogue of an account', () => {
  /** A service whose lists each request gets, and what was asked. */
  const client = (answer: (path: string, asked: number) => { status?: number; body: unknown }) => {
    const asked: string[] = [];
    const get = async (path: string) => {
      asked.push(path);
      return { status: 200, ...answer(path, asked.length) };
    };
    return { asked, client: { get } as unknown as AccountClient };
  };
  const paths = names.map(([, path]) => `/api/v1/${path}?take=500`);

  it('is read twice where it stays the same', async () => {
    const { client: service, asked } = client((path) => ({ body: [{ Id: path }] }));
    const read = await readCatalogue(service, { begun: {}, onRead: async () => {} });
    expect(asked).toEqual([...paths, ...paths]);
    expect(read).toEqual({
      lists: Object.fromEntries(names.map(([name, path]) => [name, [{ Id: `/api/v1/${path}?take=500` }]])),
      notes: [],
    });
  });

  it('is read again until it stays the same, five times at most', async () => {
    for (const changes of [1, 3, 99]) {
      const { client: service, asked } = client((path, count) => ({
        body: path === paths[0] ? [{ Id: 'a', N: Math.min(changes, Math.ceil(count / names.length)) }] : [],
      }));
      const { notes, lists } = await readCatalogue(service, { begun: {}, onRead: async () => {} });
      const passes = Math.min(5, changes + 1);
      expect([asked.length / names.length, lists.TaxPolicies]).toEqual([
        passes,
        [{ Id: 'a', N: Math.min(changes, 5) }],
      ]);
      expect(notes).toEqual(
        changes < 5
          ? []
          : [
              'The catalogue changed during each of 5 passes. Run the import again when nobody is editing it.',
            ],
      );
    }
  });

  it('goes on with what was read, and has a note for each list that is not there', async () => {
    const begun: ReadLists = {
      TaxPolicies: { entries: [{ Id: 'a' }], isWhole: true },
      Plans: { entries: [{ Id: 'p1' }], isWhole: false },
    };
    const onRead: unknown[] = [];
    const { client: service, asked } = client((path) => {
      if (path.includes('coupons')) return { status: 403, body: {} };
      if (path.includes('taxPolicies')) return { body: [{ Id: 'a' }] };
      return { body: path.includes('plans') ? [{ Id: 'p1' }, { Id: 'p2' }] : [] };
    });
    const read = await readCatalogue(service, {
      begun,
      onRead: async (name, pages) => void onRead.push([name, pages.entries.length]),
    });
    expect(asked.slice(0, 3)).toEqual([
      '/api/v1/planGroups?take=500',
      '/api/v1/plans?take=500&from=p1',
      '/api/v1/components?take=500',
    ]);
    expect(read.notes).toEqual(['Coupons: GET /api/v1/coupons could not be read: it answers 403.']);
    expect([read.lists.TaxPolicies, read.lists.Plans, read.lists.Coupons]).toEqual([
      [{ Id: 'a' }],
      [{ Id: 'p1' }, { Id: 'p2' }],
      undefined,
    ]);
    expect(onRead).toEqual([
      ['PlanGroups', 0],
      ['Plans', 2],
      ['Components', 0],
      ['PlanVariants', 0],
      ['Discounts', 0],
      ['PriceLists', 0],
    ]);
  });

  const group = 'b00000000000000000000001';

  it('becomes a configuration with sorted keys, without what is derived, and a note for the rest', () => {
    const derived: { readonly [list in ListName]?: readonly string[] } = {
      Plans: ['IsDeletable'],
      PlanVariants: ['IsDeletable', 'PlanGroupId'],
      Components: ['IsDeletable'],
      Discounts: ['IsDeletable'],
      Coupons: ['Active'],
      PriceLists: ['IsDeletable'],
    };
    const lists = Object.fromEntries(
      names.map(([name]) => [
        name,
        [{ Id: 'x', Extra: 1, ...Object.fromEntries((derived[name] ?? []).map((field) => [field, true])) }],
      ]),
    );
    const notes = [...toConfiguration({ lists, notes: ['before'] }).notes];
    expect(notes.shift()).toBe('before');
    expect(notes.filter((note) => note.includes('no counterpart'))).toEqual(
      names.map(([name]) => `${name} x: Extra has no counterpart and was skipped.`),
    );
    const { configuration } = toConfiguration({
      lists: {
        Plans: [
          {
            ...{ Id: 'p1', Name: { en: 'B', de: 'A' }, PlanGroupId: group },
            CustomFields: { Z: 1, Limits: { Seats: [{ To: 5, From: 1 }], Files: 2 } },
          },
        ],
        TaxPolicies: [{ Id: 't1', Predefined: 'Standard', Name: 'T', Entries: [] }],
        Coupons: [],
      },
      notes: [],
    });
    expect(JSON.stringify(configuration.Catalogue)).toBe(
      JSON.stringify({
        Defaults: false,
        TaxPolicies: [{ Id: 't1', Name: 'T', Entries: [], Predefined: 'Standard' }],
        Plans: [
          {
            ...{ Id: 'p1', PlanGroupId: group, Name: { de: 'A', en: 'B' } },
            CustomFields: { Limits: { Files: 2, Seats: [{ From: 1, To: 5 }] }, Z: 1 },
          },
        ],
        Coupons: [],
      }),
    );
  });

  it('has no values that a sandbox rejects, and no entry that lacks what it must have', () => {
    const plans = [
      { Id: 'p1', Name: { en: 'P' }, PlanGroupId: group, Hidden: 'yes', IsQuantityBased: 7 },
      { Id: 'p2' },
    ];
    const { configuration, notes } = toConfiguration({ lists: { Plans: plans }, notes: [] });
    expect(configuration.Catalogue['Plans']).toEqual([{ Id: 'p1', PlanGroupId: group, Name: { en: 'P' } }]);
    expect(notes.map((note) => note.split(':').slice(0, 2).join(':'))).toEqual([
      expect.stringMatching(/^Plans p1: (Hidden|IsQuantityBased) was skipped/),
      expect.stringMatching(/^Plans p1: (Hidden|IsQuantityBased) was skipped/),
      'Plans p2 was skipped: PlanGroupId',
    ]);
  });

  it('counts the codes of a coupon that were used', () => {
    const coupon = (UsedCodes: string[]) => ({ Id: 'k1', DiscountId: group, UsedCodes });
    const noted = (codes: string[]) =>
      toConfiguration({ lists: { Coupons: [coupon(codes)] }, notes: [] }).notes;
    expect([noted([]), noted(['A', 'B'])]).toEqual([
      [],
      ['Coupons k1: 2 used codes are unused in the sandbox, which counts only its own contracts.'],
    ]);
  });
});

it('the vocabulary has the fields, words, maps and enumerations of a document', () => {
  const schemas = {
    One: {
      type: 'object',
      properties: {
        Status: { enum: ['A'] },
        Kind: { const: 'x' },
        Mixed: { type: ['string', 'null'] },
        Names: { type: 'object', additionalProperties: { type: 'string' } },
        Closed: { type: 'object', additionalProperties: false },
        List: { type: 'array', items: { properties: { Inner: { type: 'string' } } } },
      },
      example: { properties: { NotAField: {} } },
      examples: [{ properties: { NotAField: {} } }],
      default: { properties: { NotAField: {} } },
    },
    Two: { anyOf: [{ properties: { Mixed: { enum: ['B'] } } }, { type: 'string' }] },
  };
  const paths = {
    '/api/v1/Plans/{id}': {
      get: { parameters: [{ name: 'PlanId', in: 'query', schema: { type: 'string' } }] },
    },
  };
  const { fields, words, maps, enumerations } = collectVocabulary({ paths, components: { schemas } });
  expect([...fields].sort()).toEqual([
    'closed',
    'inner',
    'kind',
    'list',
    'mixed',
    'names',
    'planid',
    'status',
  ]);
  expect([...words].filter(Boolean)).toEqual(['api', 'v1', 'plans']);
  expect([...maps]).toEqual(['names']);
  expect([...enumerations].sort()).toEqual(['kind', 'status']);
});
