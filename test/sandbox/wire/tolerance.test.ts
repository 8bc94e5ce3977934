import { describe, expect, it } from 'vitest';
import { backEnd, client, newContract, newSandbox } from '../http/service.ts';

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

  it('not with --strict, and not where a list is meant', async () => {
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

  it('gives a token, with a warning', async () => {
    const response = await token(false, '{"grant_type":"client_credentials"}');
    expect(response.status).toBe(200);
    expect(warningsOf(response.headers)).toContain('the body is JSON');
    expect(((await response.json()) as { token_type: string }).token_type).toBe('bearer');
  });

  it('is refused with --strict, and where it is no JSON', async () => {
    expect((await token(true, '{"grant_type":"client_credentials"}')).status).toBe(400);
    expect((await token(false, '{"grant_type":')).status).toBe(400);
  });
});

describe('18: numbers for texts and texts for numbers', () => {
  it('are converted where nothing is lost, and told of', async () => {
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
      'property Address.HouseNumber came as a number and was read as a text',
      'property Address.PostalCode came as a number and was read as a text',
      'property ExternalCustomerId came as a number and was read as a text',
      'property Hidden came as a text and was read as true or false',
    ]);
    const [logged] = (await api('GET', '/sandbox/requests')).body;
    expect(logged.Warnings).toHaveLength(4);
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

  it('not where something would be lost, and not with --strict', async () => {
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

describe('nothing is dropped in silence', () => {
  it('a read-only field with another value is told of, one that comes back unchanged is not', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const contract = (await api('GET', `contracts/${Id}`)).body;
    const back = await api('PUT', `contracts/${Id}`, { ...contract, StartDate: '2026-01-15T10:00:00Z' });
    expect(warningsOf(back.headers)).toBeNull();
    const other = await api('PATCH', `contracts/${Id}`, { StartDate: '2026-01-01', Balance: 0 });
    expect(warningsOf(other.headers)).toContain('StartDate is read-only: it stays as it is');
  });
});
