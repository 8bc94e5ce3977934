import { describe, expect, it } from 'vitest';
import { type Answer, type Api, backEnd, client, newContract, newSandbox } from '../http/service.ts';
import { publicApiKey, Service } from '../simulation/service.ts';

// Differences from real services, titled by their numbers.

const warningsOf = (headers: Headers) => headers.get('X-Sandbox-Warnings');

describe('3: an empty list is an empty body', () => {
  it.each(['commit', 'commit/'])('of orders/{id}/%s', async (path) => {
    const api = await backEnd(newSandbox());
    const order = await api('POST', 'orders', {
      Customer: { FirstName: 'Ada' },
      Cart: { PlanVariantId: 'b00000000000000000000006' },
    });
    const committed = await api('POST', `orders/${order.body.Id}/${path}`, []);
    expect([committed.status, committed.body.LifecycleStatus]).toEqual([200, 'Active']);
    expect(warningsOf(committed.headers)).toContain('empty list');
  });

  it('of bill, annulate and a download link', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const [invoice] = (await api('GET', 'invoices')).body;
    expect((await api('POST', `contracts/${Id}/bill`, [])).status).toBe(200);
    expect((await api('POST', `invoices/${invoice.Id}/downloadLink`, [])).status).toBe(200);
    expect((await api('POST', `contracts/${Id}/annulate`, [])).body.LifecycleStatus).toBe('Annulled');
  });

  it('but not with --strict, and not where a list is expected', async () => {
    const strict = await backEnd(newSandbox({ strict: true }));
    const { Id } = await newContract(strict);
    expect((await strict('POST', `contracts/${Id}/bill`, [])).status).toBe(422);
    const api = await backEnd(newSandbox());
    const contract = await newContract(api);
    expect((await api('POST', `contracts/${contract.Id}/usage`, [])).body).toEqual([]);
  });
});

describe('9: JSON under the content type of a form at the token endpoint', () => {
  const token = (strict: boolean, body: string) =>
    newSandbox({ strict }).fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body,
    });

  it('returns a token, with a warning', async () => {
    const response = await token(false, '{"grant_type":"client_credentials"}');
    expect(response.status).toBe(200);
    expect(warningsOf(response.headers)).toContain('the body is JSON');
    expect(((await response.json()) as { token_type: string }).token_type).toBe('bearer');
  });

  it('is rejected with --strict, and if it is invalid JSON', async () => {
    expect((await token(true, '{"grant_type":"client_credentials"}')).status).toBe(400);
    expect((await token(false, '{"grant_type":')).status).toBe(400);
  });
});

describe('what was read is sent back without a warning', () => {
  it.each([
    ['as it came', (name: string) => name],
    ['in camel case', (name: string) => name.charAt(0).toLowerCase() + name.slice(1)],
    ['in small letters', (name: string) => name.toLowerCase()],
    ['in capitals', (name: string) => name.toUpperCase()],
  ])('%s', async (_how, written) => {
    const api = await backEnd(newSandbox());
    const { Id, CustomerId } = await newContract(api);
    for (const [method, path] of [
      ['PUT', `customers/${CustomerId}`],
      ['PATCH', `customers/${CustomerId}`],
      ['PUT', `contracts/${Id}`],
      ['PATCH', `contracts/${Id}`],
    ] as const) {
      const { body } = await api('GET', path);
      const sent = Object.fromEntries(Object.entries(body).map(([name, value]) => [written(name), value]));
      const { status, headers } = await api(method, path, sent);
      expect([method, path, status, warningsOf(headers)]).toEqual([method, path, 200, null]);
    }
  });
});

describe('18: numbers for texts and texts for numbers', () => {
  it('are converted without loss, with a warning', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { status, headers, body } = await api('POST', 'customers', {
      ExternalCustomerId: 4711,
      Address: { PostalCode: 10117, HouseNumber: 5, Country: 'DE' },
      Hidden: 'true',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ExternalCustomerId: '4711',
      Address: { PostalCode: '10117', HouseNumber: '5' },
      Hidden: true,
    });
    expect(warningsOf(headers)?.split('; ').sort()).toEqual([
      'property Address.HouseNumber was sent as a number and read as a text',
      'property Address.PostalCode was sent as a number and read as a text',
      'property ExternalCustomerId was sent as a number and read as a text',
      'property Hidden was sent as a text and read as true or false',
    ]);
    const [logged] = (await api('GET', '/sandbox/requests')).body;
    expect(logged.Warnings).toHaveLength(4);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
  ])('truth as other languages write it: %s', async (Hidden, expected) => {
    const api = await backEnd(newSandbox());
    const { Id } = (await api('POST', 'customers', { FirstName: 'Ada', Hidden: !expected })).body;
    expect((await api('PATCH', `customers/${Id}`, { Hidden })).body.Hidden).toBe(expected);
  });

  it('quantities as texts, also in a list of usages; an empty one is unset', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api, {
      Cart: {
        PlanVariantId: 'b00000000000000000000003',
        Quantity: '',
        ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: '2' }],
      },
    });
    const usage = await api('POST', `contracts/${contract.Id}/usage`, [
      { ComponentId: 'd00000000000000000000003', Quantity: '5.5' },
    ]);
    expect(usage.body[0].Quantity).toBe(5.5);
  });

  it('but not with loss, and not with --strict', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    for (const Amount of ['five', '1e3', '12345678901234567']) {
      const { status, body } = await api('POST', `contracts/${Id}/payment`, { Amount });
      expect([status, body.Errors[0].Field]).toEqual([422, 'Amount']);
    }
    expect((await api('POST', 'customers', '{"Tag":12345678901234567890}')).status).toBe(422);
    const strict = await backEnd(newSandbox({ strict: true }));
    expect((await strict('POST', 'customers', { ExternalCustomerId: 4711 })).status).toBe(422);
  });
});

describe('nothing is ignored silently', () => {
  it('a changed read-only field has a warning, an unchanged one has none', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const contract = (await api('GET', `contracts/${Id}`)).body;
    const back = await api('PUT', `contracts/${Id}`, { ...contract, StartDate: '2026-01-15T10:00:00Z' });
    expect(warningsOf(back.headers)).toBeNull();
    // Also where every warning is a refusal, for each kind that can be changed, by both methods.
    const strict = await backEnd(newSandbox({ strict: true }));
    await newContract(strict);
    for (const path of [
      'planGroups',
      'plans',
      'planVariants',
      'components',
      'discounts',
      'coupons',
      'taxPolicies',
      'customers',
      'contracts',
    ]) {
      const [known] = (await strict('GET', path)).body;
      for (const method of ['PUT', 'PATCH']) {
        const sent = await strict(method, `${path}/${known.Id}`, known);
        expect([method, path, sent.status, warningsOf(sent.headers)]).toEqual([method, path, 200, null]);
        expect(sent.body).toEqual(known);
      }
    }
    const other = await api('PATCH', `contracts/${Id}`, { StartDate: '2026-01-01', Balance: 0 });
    expect(warningsOf(other.headers)).toContain('StartDate is read-only and was not changed');
  });
});

describe('nothing is ignored silently, and --strict rejects it', () => {
  it.each([null, ''])(
    'a read-only field that is sent as %j is not set, so nothing is ignored',
    async (unset) => {
      const api = await backEnd(newSandbox({ strict: true }));
      const { Id } = await newContract(api);
      const fields = { Balance: unset, StartDate: unset, LifecycleStatus: unset };
      for (const method of ['PATCH', 'PUT']) {
        const { status, headers } = await api(method, `contracts/${Id}`, fields);
        expect([method, status, warningsOf(headers)]).toEqual([method, 200, null]);
      }
      const lenient = await backEnd(newSandbox());
      const { headers } = await lenient('PATCH', `contracts/${(await newContract(lenient)).Id}`, fields);
      expect(warningsOf(headers)).toBeNull();
    },
  );

  const signup = { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: 'b00000000000000000000001' } };

  it.each<[string, (api: Api) => Promise<Answer>, string]>([
    [
      'a query parameter where there are none',
      (api) => api('GET', 'productInfo?detailLevel=2'),
      'unknown query parameter detailLevel',
    ],
    [
      'a query parameter that comes twice',
      (api) => api('GET', 'customers?take=1&take=2'),
      'query parameter take was sent more than once; the last one counts',
    ],
    [
      'a body where none is expected',
      async (api) =>
        api('DELETE', `orders/${(await api('POST', 'orders', signup)).body.Id}`, { Reason: 'late' }),
      'the body is ignored: this path takes none',
    ],
    [
      'dates of a change in a signup',
      (api) => api('POST', 'orders', { ...signup, ChangeDate: '2026-02-01' }),
      'property ChangeDate is ignored: it only applies to orders on a contract (ContractId)',
    ],
    [
      'what ends in a signup',
      (api) =>
        api('POST', 'orders/preview', {
          ...signup,
          Cart: { ...signup.Cart, EndComponentSubscriptions: ['d00000000000000000000001'] },
        }),
      'property Cart.EndComponentSubscriptions is ignored: it only applies to orders on a contract (ContractId)',
    ],
    [
      'the start of a contract in a change of it',
      async (api) =>
        api('POST', 'orders', {
          ContractId: (await newContract(api)).Id,
          Cart: { PlanVariantId: 'b00000000000000000000003' },
          StartDate: '2026-02-01',
        }),
      'property StartDate is ignored: it only applies to signups, and this order changes a contract',
    ],
    [
      'a new customer beside one that exists',
      async (api) => api('POST', 'orders', { ...signup, CustomerId: (await newContract(api)).CustomerId }),
      'property Customer is ignored: the order is for an existing customer',
    ],
    [
      'a preview after the trial in an order',
      (api) => api('POST', 'orders', { ...signup, PreviewAfterTrial: true }),
      'property PreviewAfterTrial is ignored: it only applies to previews',
    ],
    [
      'a read-only field with another value',
      async (api) => api('PATCH', `contracts/${(await newContract(api)).Id}`, { Balance: 5 }),
      'Balance is read-only',
    ],
  ])('%s', async (_what, call, warning) => {
    const sandbox = newSandbox();
    const lenient = await call(await backEnd(sandbox));
    expect(lenient.status).toBeLessThan(300);
    expect(warningsOf(lenient.headers)).toContain(warning);
    const [logged] = (await (await backEnd(sandbox))('GET', '/sandbox/requests?skip=1')).body;
    expect(logged.Warnings.join()).toContain(warning);
    const refused = await call(await backEnd(newSandbox({ strict: true })));
    expect([refused.status, refused.body.Message]).toEqual([422, expect.stringContaining(warning)]);
  });

  it('each unknown property, also after many read-only ones; above 20, their number', async () => {
    const api = await backEnd(newSandbox());
    const { CustomerId } = await newContract(api);
    const customer = (await api('GET', `customers/${CustomerId}`)).body;
    const back = await api('PUT', `customers/${CustomerId}`, { ...customer, Notez: 'x' });
    expect(warningsOf(back.headers)).toBe('unknown property Notez; did you mean Notes?');
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`Field${at}`, at]));
    const { headers } = await api('POST', 'customers', many);
    expect(warningsOf(headers)?.split('; ')).toHaveLength(21);
    expect(warningsOf(headers)).toContain('130 more unknown properties');
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'a query parameter called %s is unknown, and was not sent twice',
    async (name) => {
      const api = await backEnd(newSandbox());
      for (const path of ['customers', `contracts/${(await newContract(api)).Id}/selfServiceToken`])
        expect(warningsOf((await api('GET', `${path}?${name}=1`)).headers)).toBe(
          `unknown query parameter ${name}`,
        );
    },
  );

  it('but the id of the contract beside its custom fields is neither, however it is written', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    for (const name of ['ContractId', 'contractId', 'CONTRACTID']) {
      const { status, headers, body } = await api('PATCH', `contracts/${Id}/customFields`, {
        [name]: Id,
        Size: name,
      });
      expect([status, warningsOf(headers), body]).toEqual([200, null, { Size: name }]);
    }
  });

  it.each([true, false])('but a token in the query is no unknown parameter, strict: %s', async (strict) => {
    const sandbox = newSandbox({ strict });
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const { access_token } = (
      await api('POST', '/oauth/token/', 'grant_type=client_credentials', {
        Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      })
    ).body;
    for (const path of [
      `CustomerSelfService/contract?selfServiceToken=${Token}`,
      `CustomerSelfService/contract?SELFSERVICETOKEN=${Token}`,
      `customers?access_token=${access_token}`,
      `customers/none?Access_Token=${access_token}`,
    ]) {
      const { status, headers } = await sandbox.fetch(`http://sandbox/api/v1/${path}`);
      expect([path, status, warningsOf(headers)]).toEqual([path, path.includes('none') ? 404 : 200, null]);
    }
  });

  it('an amount that differs from the order', async () => {
    const pay = async (strict: boolean) => {
      const service = new Service({ strict });
      const OrderId = await service.order();
      const tethered = await service.byCard('4111111111111111');
      const body = {
        PublicApiKey: publicApiKey,
        OrderId,
        TetheredPaymentInformation: tethered,
        GrossTotal: 1,
        ProviderReturnUrl: 'https://shop.test/thanks',
      };
      const answer = await service.selfService('signup/pay', body);
      return [answer.status, service.transactions.length];
    };
    expect(await pay(false)).toEqual([200, 1]);
    expect(await pay(true)).toEqual([422, 0]);
  });

  it('a parameter of the token endpoint', async () => {
    const token = (strict: boolean) =>
      newSandbox({ strict }).fetch('http://sandbox/oauth/token/', {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials&audience=billing',
      });
    const lenient = await token(false);
    expect([lenient.status, warningsOf(lenient.headers)]).toEqual([200, 'unknown parameter audience']);
    expect((await token(true)).status).toBe(400);
  });
});
