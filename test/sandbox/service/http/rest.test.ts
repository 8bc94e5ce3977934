import { describe, expect, it } from 'vitest';
import { accessToken, backEnd, newContract, newSandbox } from './service.ts';

const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';

describe('paths', () => {
  it('are case-insensitive, with doubled and trailing slashes; ids keep their case', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    for (const path of [
      `/api/v1/Contracts/${Id}`,
      `/API/V1/contracts/${Id}/`,
      `//api//v1/CONTRACTS//${Id}`,
    ]) {
      expect((await api('GET', path)).body.Id).toBe(Id);
    }
    expect((await api('GET', `contracts/${Id.toUpperCase()}`)).status).toBe(404);
  });

  it('that are unknown suggest a known one', async () => {
    const api = await backEnd(newSandbox());
    const cases = {
      '/api/v1/contract': '/api/v1/contracts',
      '/api/v1/contracts/6a10580a3c9b1f0e5d000001/selfservicetokn': '/api/v1/contracts/{id}/selfServiceToken',
      '/customers': '/api/v1/customers',
      '/api/v1/contracts/6a10580a3c9b1f0e5d000001/cancel': '/api/v1/contracts/{id}',
      '/oauth/tokens': '/oauth/token',
    };
    for (const [path, meant] of Object.entries(cases)) {
      const answer = await api('GET', path);
      expect(answer.status).toBe(404);
      expect(answer.body.Message).toContain(`Did you mean ${meant}?`);
    }
    expect((await api('GET', '/nothing/like/it/at/all')).body.Message).toContain('/openapi.json');
  });

  it('respond with 405 and Allow, to HEAD as to GET without a body, and to OPTIONS with the methods', async () => {
    const api = await backEnd(newSandbox());
    const { CustomerId } = await newContract(api);
    await api('PATCH', `customers/${CustomerId}`, { LastName: 'Müller' });
    const wrong = await api('DELETE', 'customers');
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    const got = await api('GET', `customers/${CustomerId}`);
    const head = await api('HEAD', `customers/${CustomerId}`);
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('ETag')).toBe(got.headers.get('ETag'));
    expect(Number(head.headers.get('Content-Length'))).toBe(
      new TextEncoder().encode(JSON.stringify(got.body)).length,
    );
    const options = await api('OPTIONS', `customers/${CustomerId}`);
    expect([options.status, options.headers.get('Allow')]).toEqual([
      204,
      'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });
});

describe('bodies', () => {
  it('are rejected early: invalid JSON, another content type, too large, too deep', async () => {
    const api = await backEnd(newSandbox());
    const post = (body: string, type = 'application/json') =>
      api('POST', 'customers', body, { 'Content-Type': type });
    const broken = await post('{"FirstName":\n "Ada",}');
    expect([broken.status, broken.body.Message]).toEqual([400, expect.stringContaining('line 2')]);
    expect((await post('')).status).toBe(400);
    expect((await post('<a/>', 'text/xml')).status).toBe(415);
    expect((await post(JSON.stringify({ FirstName: 'x'.repeat(1_000_000) }))).status).toBe(413);
    const deep = `${'{"CustomFields":'.repeat(200)}1${'}'.repeat(200)}`;
    expect((await post(deep)).status).toBe(400);
    for (const answer of [broken])
      expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
  });

  it('have case-insensitive names; unknown ones have a warning with the nearest, and are rejected with --strict', async () => {
    const api = await backEnd(newSandbox());
    const made = await api('POST', 'customers', {
      firstname: 'Ada',
      LASTNAME: 'Lovelace',
      adress: { country: 'DE' },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ FirstName: 'Ada', LastName: 'Lovelace' });
    expect(made.headers.get('X-Sandbox-Warnings')).toContain('adress; did you mean Address?');
    const strict = await backEnd(newSandbox({ strict: true }));
    const refused = await strict('POST', 'customers', { adress: {} });
    expect(refused.status).toBe(422);
    expect(refused.body.Errors[0]).toMatchObject({ Field: 'adress', Code: 'UnknownProperty' });
  });

  it('of ClientLib too: a misspelled field of customerChange has a warning, and contractDetails can be sent back', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const self = { Authorization: `Bearer ${Token}` };
    const { Customer } = (await api('GET', 'CustomerSelfService/contract', undefined, self)).body;
    const put = (body: object) => api('PUT', 'CustomerSelfService/customer', body, self);
    const same = await put(Customer);
    expect(same.body).toEqual(Customer);
    expect(same.headers.get('X-Sandbox-Warnings')).toBeNull();
    const misspelt = await put({ FristName: 'Ada', 'customFields.Size': null });
    expect(misspelt.headers.get('X-Sandbox-Warnings')).toBe(
      'unknown property FristName; did you mean FirstName?',
    );
  });

  it('that were read before can be sent back whole, also with --strict', async () => {
    const api = await backEnd(newSandbox({ strict: true }));
    const { Id, CustomerId } = await newContract(api);
    for (const path of [`customers/${CustomerId}`, `contracts/${Id}`, `planVariants/${basicMonthly}`]) {
      const before = await api('GET', path);
      const after = await api('PUT', path, before.body);
      expect(after.status, JSON.stringify(after.body)).toBe(200);
      expect(after.body).toEqual(before.body);
    }
  });

  it('with wrong fields get 422 with each field, its value and the expected one, and no card number', async () => {
    const api = await backEnd(newSandbox());
    const answer = await api('POST', 'orders', {
      Cart: { PlanVariantId: '4111 1111 1111 1111', Quantity: 'many' },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.Errors.map(({ Field }: { Field: string }) => Field)).toEqual([
      'Cart.PlanVariantId',
      'Cart.Quantity',
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/4111/);
  });

  it('unset a field with null or an empty text in PATCH; PUT unsets missing ones', async () => {
    const api = await backEnd(newSandbox());
    const { body } = await api('POST', 'customers', {
      FirstName: 'Ada',
      VatId: 'DE123456789',
      PhoneNumber: '1',
      CustomFields: { a: 1, b: 2 },
    });
    const patched = await api('PATCH', `customers/${body.Id}`, {
      VatId: null,
      PhoneNumber: '',
      CustomFields: { a: null },
    });
    expect(patched.body).toMatchObject({ FirstName: 'Ada', CustomFields: { b: 2 } });
    expect('VatId' in patched.body || 'PhoneNumber' in patched.body || 'a' in patched.body.CustomFields).toBe(
      false,
    );
    const put = await api('PUT', `customers/${body.Id}`, { LastName: 'Byron' });
    expect(put.body).toMatchObject({ LastName: 'Byron', CustomFields: {} });
    expect('FirstName' in put.body).toBe(false);
  });
});

describe('headers', () => {
  it('ETag and If-Match separate two writers; If-None-Match saves the body', async () => {
    const api = await backEnd(newSandbox());
    const { Id, CustomerId } = await newContract(api);
    for (const path of [`customers/${CustomerId}`, `contracts/${Id}`]) {
      const first = await api('GET', path);
      const etag = first.headers.get('ETag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
      expect((await api('GET', path, undefined, { 'If-None-Match': etag })).status).toBe(304);
      const mine = await api('PATCH', path, { Notes: 'mine' }, { 'If-Match': etag });
      expect(mine.status).toBe(200);
      const late = await api('PATCH', path, { Notes: 'late' }, { 'If-Match': etag });
      expect([late.status, (await api('GET', path)).body.Notes]).toEqual([412, 'mine']);
      expect((await api('PATCH', path, { Notes: 'any' }, { 'If-Match': '*' })).status).toBe(200);
      const again = await api(
        'PUT',
        path,
        { Notes: 'put' },
        { 'If-Match': (await api('GET', path)).headers.get('ETag') ?? '' },
      );
      expect(again.status).toBe(200);
    }
  });

  it('If-Match and If-None-Match accept lists, weak tags and the asterisk, also before DELETE', async () => {
    const api = await backEnd(newSandbox());
    const { body, headers } = await api('POST', 'customers', { FirstName: 'Ada' });
    const path = `customers/${body.Id}`;
    const tag = (await api('GET', path)).headers.get('ETag') as string;
    expect(headers.get('ETag')).toBe(tag);
    const read = async (known: string) =>
      (await api('GET', path, undefined, { 'If-None-Match': known })).status;
    expect(await read(`"x", W/${tag}`)).toBe(304);
    expect(await read('*')).toBe(304);
    expect(await read('"x", W/"y"')).toBe(200);
    const change = async (method: string, wanted: object) =>
      (await api(method, path, method === 'DELETE' ? undefined : {}, { ...wanted })).status;
    // If-Match compares strongly: a weak tag never matches.
    expect(await change('PATCH', { 'If-Match': `W/${tag}` })).toBe(412);
    expect(await change('PATCH', { 'If-Match': `"x", ${tag}` })).toBe(200);
    expect(await change('PATCH', { 'If-Match': '*' })).toBe(200);
    expect(await change('PATCH', { 'If-None-Match': '*' })).toBe(412);
    expect(await change('DELETE', { 'If-Match': '"x"' })).toBe(412);
    expect(await change('DELETE', { 'If-Match': tag })).toBe(204);
  });

  it('If-Match rejects a webhook that has changed since it was read', async () => {
    const api = await backEnd(newSandbox());
    const webhook = await api('POST', 'webhooks', {
      Url: 'https://merchant.test/hook',
      Events: ['OrderSucceeded'],
    });
    const path = `webhooks/${webhook.body.Id}`;
    const tag = (await api('GET', path)).headers.get('ETag') ?? '';
    const late = await api('DELETE', path, undefined, { 'If-Match': '"x"' });
    expect([late.status, late.body.Code]).toEqual([412, 'Changed']);
    expect((await api('GET', path)).headers.get('ETag')).toBe(tag);
    expect((await api('DELETE', path, undefined, { 'If-Match': tag })).status).toBe(204);
    expect((await api('GET', path)).status).toBe(404);
  });

  it('X-RateLimit counts a client over all its tokens, 429 says when to retry, and the window ends', async () => {
    const sandbox = newSandbox({
      config: { Account: { RateLimit: { Requests: 3, TokenRequests: 5, WindowSeconds: 60 } } },
    });
    const [api, sameClient] = [await backEnd(sandbox), await backEnd(sandbox)];
    const left = async (call: typeof api) => {
      const { status, headers } = await call('GET', 'customers');
      return [status, headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')];
    };
    expect(await left(api)).toEqual([200, '3', '2']);
    expect(await left(sameClient)).toEqual([200, '3', '1']);
    expect(await left(api)).toEqual([200, '3', '0']);
    expect(await left(sameClient)).toEqual([429, '3', '0']);
    await sandbox.clock.advance('PT59S');
    const refused = await api('GET', 'customers');
    expect([refused.status, refused.headers.get('Retry-After'), refused.body.Code]).toEqual([
      429,
      '1',
      'RateLimit',
    ]);
    await sandbox.clock.advance('PT1S');
    expect(await left(api)).toEqual([200, '3', '2']);
  });

  it('Idempotency-Key: the same body once, another body never, and a rejected request can be corrected', async () => {
    const api = await backEnd(newSandbox());
    const key = { 'Idempotency-Key': 'one' };
    const first = await api('POST', 'customers', { FirstName: 'Ada' }, key);
    const repeat = await api('POST', 'customers', { FirstName: 'Ada' }, key);
    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual(first.body);
    expect(repeat.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await api('POST', 'customers', { FirstName: 'Grace' }, key)).status).toBe(422);
    expect((await api('GET', 'customers')).body).toHaveLength(1);

    const wrong = await api('POST', 'customers', { VatId: '??' }, { 'Idempotency-Key': 'two' });
    const right = await api('POST', 'customers', { VatId: 'DE123456789' }, { 'Idempotency-Key': 'two' });
    expect([wrong.status, right.status]).toEqual([422, 201]);
  });

  it('Idempotency-Key: a repeat while the first is running gets 409', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const order = await api('POST', 'orders', {
      Customer: { FirstName: 'Ada' },
      Cart: { PlanVariantId: basicMonthly },
    });
    const pay = async () =>
      sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/signup/pay', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'pay' },
        body: JSON.stringify({
          OrderId: order.body.Id,
          TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
        }),
      });
    const [one, two] = await Promise.all([pay(), pay()]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await pay()).headers.get('Idempotent-Replayed')).toBe('true');
  });
});

describe('IsDeletable', () => {
  it('of a customer matches DELETE: not while a contract is active', async () => {
    const api = await backEnd(newSandbox());
    const { Id, CustomerId } = await newContract(api);
    const shown = async () => {
      const one = await api('GET', `customers/${CustomerId}`);
      const repeated = await api(
        'PATCH',
        `customers/${CustomerId}`,
        {},
        { 'If-Match': one.headers.get('ETag') ?? '' },
      );
      const list = await api('GET', 'customers');
      return [one.body, repeated.body, list.body[0]].map((customer) => customer.IsDeletable);
    };
    expect(await shown()).toEqual([false, false, false]);
    expect((await api('DELETE', `customers/${CustomerId}`)).status).toBe(409);
    await api('POST', `contracts/${Id}/annulate`);
    expect(await shown()).toEqual([true, true, true]);
    expect((await api('DELETE', `customers/${CustomerId}`)).status).toBe(204);
  });
});

describe('lists', () => {
  it('use take and skip, or an inclusive cursor that stays stable', async () => {
    const api = await backEnd(newSandbox());
    const ids: string[] = [];
    for (let at = 0; at < 25; at += 1)
      ids.push((await api('POST', 'customers', { LastName: `N${at}` })).body.Id);
    const list = async (query: string) =>
      (await api('GET', `customers?${query}`)).body.map(({ Id }: { Id: string }) => Id);
    expect(await list('')).toEqual(ids.slice(0, 20));
    expect(await list('take=3&skip=2')).toEqual(ids.slice(2, 5));
    expect(await list(`from=${ids[4]}&take=2`)).toEqual(ids.slice(4, 6));
    expect(await list('externalId=&from=&take=2')).toEqual(ids.slice(0, 2));
    await api('DELETE', `customers/${ids[2]}`);
    expect(await list(`FROM=${ids[4]}&Take=2`)).toEqual(ids.slice(4, 6));
    for (const query of ['take=500', 'take=0', 'skip=1000'])
      expect((await api('GET', `customers?${query}`)).status, query).toBe(200);
    for (const query of ['take=501', 'take=-1', 'take=x', 'skip=1001', 'take=1.5']) {
      expect((await api('GET', `customers?${query}`)).status, query).toBe(422);
    }
  });

  it('filter by words, fields and inclusive windows, newest first', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const first = await newContract(api);
    await sandbox.clock.advance('P3D');
    const second = await newContract(api, {
      Customer: {
        FirstName: 'Grace',
        LastName: 'Hopper',
        CompanyName: 'Compilers GmbH',
        Address: { Country: 'DE' },
      },
      Cart: { PlanVariantId: proMonthly },
    });
    const ids = async (path: string, field = 'Id') =>
      (await api('GET', path)).body.map((entry: Record<string, string>) => entry[field]);
    expect(await ids('customers?search=love%20ad')).toEqual([first.CustomerId]);
    expect(await ids('customers?search=compil')).toEqual([second.CustomerId]);
    expect(await ids('contracts?search=hopper')).toEqual([]);
    expect(await ids('contracts?search=compilers')).toEqual([second.Id]);
    expect(await ids(`contracts?planVariantId=${proMonthly}`)).toEqual([second.Id]);
    expect(await ids('invoices', 'ContractId')).toEqual([second.Id, first.Id]);
    expect(await ids('invoices?search=lovelace', 'ContractId')).toEqual([first.Id]);
    expect(await ids('invoices?dateFrom=2026-01-16', 'ContractId')).toEqual([second.Id]);
    expect(await ids('invoices?dateTo=2026-01-15', 'ContractId')).toEqual([first.Id]);
    expect(await ids('invoices?dateFrom=2026-01-15&dateTo=2026-01-18', 'ContractId')).toEqual([
      second.Id,
      first.Id,
    ]);
    expect(await ids('orders?status=Completed&type=Signup', 'ContractId')).toEqual([second.Id, first.Id]);
    expect(await ids('orders?search=grace', 'ContractId')).toEqual([second.Id]);
    const more = await api('POST', 'orders', { ContractId: first.Id, Cart: { PlanVariantId: proMonthly } });
    const again = await api('POST', 'orders', {
      CustomerId: first.CustomerId,
      Cart: { PlanVariantId: basicMonthly },
    });
    expect(await ids('orders?search=lovelace&take=2')).toEqual([again.body.Id, more.body.Id]);
    expect(await ids('subscriptions?contractStartFrom=2026-01-18', 'ContractId')).toEqual([second.Id]);
    expect(await ids('subscriptions', 'ContractId')).toEqual([second.Id, first.Id]);
  });
});

describe('mistakes of merchants', () => {
  it('are named: an id or token of another workspace', async () => {
    const sandbox = newSandbox();
    const blue = await backEnd({
      ...sandbox,
      fetch: (input, init) =>
        sandbox.fetch(String(input).replace('http://sandbox', 'http://sandbox/w/blue'), init),
    });
    const { Id } = await newContract(blue);
    const api = await backEnd(sandbox);
    const strayed = await api('GET', `contracts/${Id}`);
    expect([strayed.status, strayed.body.Message]).toEqual([404, expect.stringContaining('/w/blue/')]);
    const token = await accessToken(sandbox);
    const response = await sandbox.fetch('http://sandbox/w/blue/api/v1/contracts', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect(((await response.json()) as { Message: string }).Message).toContain(
      'the sandbox without a workspace',
    );
  });
});

it('what belongs to one contract is not found at another, and stays as it is', async () => {
  const api = await backEnd(newSandbox());
  const [own, other] = [await newContract(api), await newContract(api)];
  const ofOwn = `contracts/${own.Id}`;
  const usage = (
    await api('POST', `${ofOwn}/usage`, { ComponentId: 'd00000000000000000000003', Quantity: 1 })
  ).body;
  const component = (
    await api('POST', `${ofOwn}/componentSubscriptions`, {
      ComponentId: 'd00000000000000000000001',
      Quantity: 1,
    })
  ).body;
  for (const [method, path] of [
    ['GET', `usage/${usage.Id}`],
    ['DELETE', `usage/${usage.Id}`],
    ['GET', `componentSubscriptions/${component.Id}`],
    ['POST', `componentSubscriptions/${component.Id}/end`],
  ] as const) {
    const { status } = await api(method, `contracts/${other.Id}/${path}`);
    expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([404, 405])]);
  }
  expect(component).toMatchObject((await api('GET', `${ofOwn}/componentSubscriptions/${component.Id}`)).body);
  expect((await api('GET', `${ofOwn}/usage`)).body.map(({ Id }: { Id: string }) => Id)).toEqual([usage.Id]);
});
