// What a workspace may use, in process: each quota refuses with a status, a `Retry-After` and a line in /sandbox/usage,
// and the OpenAPI document says so. test/hosted/quotas.test.ts shows the same on workerd.
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../../../openapi-document.ts';
import { followed } from '../../openapi-references.ts';
import type { Reference } from '../../openapi-types.ts';
import { backEnd, newSandbox } from './service.ts';

const order = {
  Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
  Cart: { PlanVariantId: 'b00000000000000000000006' },
};

const endpoint = (name: string) => ({ Url: `https://merchant.example/${name}`, Events: [] });

async function usageOf(sandbox: Sandbox) {
  return (await sandbox.fetch('http://sandbox/sandbox/usage')).json();
}

describe('an exceeded quota', () => {
  it('also applies to requests whose bodies arrive at the same time', async () => {
    const endpoints = await backEnd(newSandbox({ quotas: { webhookEndpoints: 2 } }));
    const registered = await Promise.all(
      Array.from({ length: 5 }, (_, at) => endpoints('POST', 'webhooks', endpoint(`${at}`))),
    );
    expect(registered.map(({ status }) => status).sort()).toEqual([200, 200, 507, 507, 507]);
    const sandbox = newSandbox({ quotas: { documents: 60 } });
    const documents = await backEnd(sandbox);
    const made = await Promise.all(
      Array.from({ length: 40 }, () => documents('POST', 'customers', { FirstName: 'Ada' })),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 507]));
    const { Used } = ((await usageOf(sandbox)) as { Documents: { Used: number } }).Documents;
    // The last one may go beyond the limit, with what belongs to it.
    expect(Used).toBeLessThan(65);
  });

  it('of documents and endpoints also applies to snapshots', async () => {
    const sandbox = newSandbox({ quotas: { documents: 300, webhookEndpoints: 2 } });
    const before = sandbox.snapshot();
    const restored = async (collection: string, documents: readonly object[]) => {
      const Collections = { ...before.Collections, [collection]: documents };
      const body = JSON.stringify({ ...before, Collections });
      const response = await sandbox.fetch('http://sandbox/sandbox/snapshot', { method: 'PUT', body });
      return [response.status, ((await response.json()) as { Message?: string }).Message];
    };
    const webhooks = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        Id: `w${at}`,
        Url: 'https://merchant.example/hook',
        Events: [],
        Secret: 'secret',
        Active: true,
      }));
    const events = Array.from({ length: 300 }, (_, at) => ({
      Id: `e${at}`,
      At: at,
      Payload: { Event: 'ContractCreated' },
    }));
    expect(await restored('webhooks', webhooks(2))).toEqual([200, undefined]);
    expect(await restored('webhooks', webhooks(3))).toEqual([
      422,
      expect.stringContaining(
        'Collections.webhooks[2]: comes after too many others: this workspace can have at most 2',
      ),
    ]);
    expect(await restored('events', events)).toEqual([
      422,
      expect.stringContaining('this workspace can have at most 300 documents'),
    ]);
    expect(sandbox.snapshot().Collections['events']).toEqual([]);
    // A workspace that is just full fits.
    const others = Object.values(before.Collections).flat().length;
    expect((await restored('events', events.slice(0, 300 - others)))[0]).toBe(200);
    expect((await restored('events', events.slice(0, 301 - others)))[0]).toBe(422);
  });

  it('of requests per minute: 429 with the seconds to wait, whatever the request', async () => {
    const sandbox = newSandbox({ quotas: { requestsPerMinute: 3 } });
    for (let at = 0; at < 2; at += 1) await sandbox.fetch('http://sandbox/sandbox/health');
    expect(await usageOf(sandbox)).toMatchObject({ RequestsPerMinute: { Used: 3, Limit: 3 } });
    for (const path of ['/sandbox/health', '/api/v1/plans', '/clientlib.js']) {
      const refused = await sandbox.fetch(`http://sandbox${path}`);
      const { Code, Message } = (await refused.json()) as { Code: string; Message: string };
      expect([path, refused.status, Code]).toEqual([path, 429, 'QuotaExceeded']);
      expect(Message).toMatch(/^This workspace allows 3 requests a minute \(GET \/sandbox\/usage\)/);
      const seconds = Number(refused.headers.get('Retry-After'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  it('can be read by the page that calls with ClientLib', async () => {
    const sandbox = newSandbox({ quotas: { requestsPerMinute: 1 } });
    const ask = () =>
      sandbox.fetch(
        'http://sandbox/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
        { headers: { Origin: 'https://shop.example' } },
      );
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([429, '*']);
    expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });

  it('of documents: 507, while reading, deleting and a reset work', async () => {
    const sandbox = newSandbox();
    const limit = sandbox.fork();
    const { Documents } = (await usageOf(limit)) as { Documents: { Used: number } };
    const full = newSandbox({ quotas: { documents: Documents.Used + 1 } });
    const api = await backEnd(full);
    const refused = await api('POST', 'orders', order);
    expect([refused.status, refused.body.Code, refused.headers.get('Retry-After')]).toEqual([
      507,
      'QuotaExceeded',
      '60',
    ]);
    expect((await api('GET', 'orders')).status).toBe(200);
    for (const method of ['PUT', 'PATCH'])
      expect((await api(method, 'customers/6a10580a3c9b1f0e5d000001', {})).status).toBe(507);
    expect((await api('DELETE', 'webhooks/6a10580a3c9b1f0e5d000001')).status).toBe(404);
    expect((await full.fetch('http://sandbox/sandbox/reset', { method: 'POST' })).status).toBe(200);
    expect(await usageOf(full)).toMatchObject({ Documents: { ...Documents, Limit: Documents.Used + 1 } });
  });

  it('of webhook endpoints: 507, and deleting one makes room', async () => {
    const sandbox = newSandbox({ quotas: { webhookEndpoints: 2 } });
    const api = await backEnd(sandbox);
    const { body: first } = await api('POST', 'webhooks', endpoint('1'));
    expect((await api('POST', 'webhooks', endpoint('2'))).status).toBe(200);
    const refused = await api('POST', 'webhooks', endpoint('3'));
    expect([refused.status, refused.body.Code, refused.headers.get('Retry-After')]).toEqual([
      507,
      'QuotaExceeded',
      '60',
    ]);
    expect(refused.body.Message).toMatch(/^This workspace has 2 webhook endpoints; the maximum is 2/);
    expect(await usageOf(sandbox)).toMatchObject({ WebhookEndpoints: { Used: 2, Limit: 2 } });
    // Everything else goes on.
    expect((await api('PUT', 'webhooks', endpoint('3'))).status).toBe(405);
    expect((await api('POST', 'orders', order)).status).toBeLessThan(300);
    expect((await api('DELETE', `webhooks/${first.Id}`)).status).toBeLessThan(300);
    expect((await api('POST', 'webhooks', endpoint('3'))).status).toBe(200);
  });

  it('of webhooks per minute: the attempt fails with the reason, and is scheduled again', async () => {
    let sent = 0;
    const sandbox = newSandbox({
      quotas: { webhooksPerMinute: 1 },
      deliver: async () => {
        sent += 1;
        return new Response(null, { status: 204 });
      },
    });
    const api = await backEnd(sandbox);
    await api('POST', 'webhooks', endpoint('all'));
    await api('POST', 'customers', { FirstName: 'Ada' });
    await api('POST', 'customers', { FirstName: 'Grace' });
    await sandbox.settle();
    expect(sent).toBe(1);
    expect(await usageOf(sandbox)).toMatchObject({ WebhooksPerMinute: { Used: 2, Limit: 1 } });
    const log = await sandbox.fetch('http://sandbox/sandbox/deliveries');
    expect(await log.text()).toContain('not sent: the quota of 1 webhooks a minute is used up');
    expect(sandbox.pendingDeliveries()).toHaveLength(1);
  });
});

it('shows usage if nothing is limited', async () => {
  expect(await usageOf(newSandbox())).toEqual({
    Documents: { Used: expect.any(Number) },
    Collections: {
      contracts: 0,
      customers: 0,
      invoices: 0,
      mails: 0,
      orders: 0,
      paymentTransactions: 0,
      webhooks: 0,
    },
    RequestsPerMinute: { Used: 1 },
    WebhooksPerMinute: { Used: 0 },
    WebhookEndpoints: { Used: 0 },
  });
});

describe('the OpenAPI document', () => {
  interface Response {
    readonly headers?: { readonly [name: string]: unknown };
  }
  const document = openApiDocument as unknown as {
    readonly paths: Record<
      string,
      Record<string, { readonly responses: Record<string, Response | Reference> }>
    >;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const namesRetryAfter = (status: number) => {
        const response = responses[status];
        return response !== undefined && followed(document, response).headers?.['Retry-After'] !== undefined;
      };
      return { path, method, namesRetryAfter };
    }),
  );

  it('names 429 with Retry-After for every operation', () => {
    const without = operations.filter(({ namesRetryAfter }) => !namesRetryAfter(429));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('names 507 with Retry-After for what adds, and not for what makes room', () => {
    const with507 = operations.filter(({ namesRetryAfter }) => namesRetryAfter(507));
    expect(with507.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/v1/orders', '/api/v1/webhooks', '/sandbox/clock']),
    );
    const adds = operations.filter(({ method }) => ['post', 'put', 'patch'].includes(method));
    const rest = adds.filter((one) => !with507.includes(one)).map(({ method, path }) => `${method} ${path}`);
    expect(rest.toSorted()).toEqual([
      'post /mcp',
      'post /oauth/revoke/',
      'post /oauth/token/',
      'post /sandbox/faults',
      'post /sandbox/reset',
      'put /sandbox/snapshot',
      'put /sandbox/snapshot.ndjson',
    ]);
    expect(with507.filter((one) => !adds.includes(one))).toEqual([]);
  });
});
