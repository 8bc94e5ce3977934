import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBackend } from '../../examples/merchant-backend/server.mjs';
import { createServiceClient } from '../../examples/merchant-backend/service-client.mjs';
import { createWebhookReceiver } from '../../examples/merchant-backend/webhook-receiver.mjs';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by assertions
type Json = any;

let sandbox: StartedSandbox;
let shop: Awaited<ReturnType<typeof startBackend>>;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'shop' });
  shop = await startBackend({ port: 0, sandboxUrl: sandbox.url });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

const json = async (url: string, init: RequestInit = {}): Promise<Json> => {
  const text = await (await fetch(url, init)).text();
  return text === '' ? undefined : JSON.parse(text);
};

const control = (method: string, path: string, body?: object) =>
  json(`${sandbox.url}/sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function restClient() {
  const { access_token } = await json(`${sandbox.url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return (method: string, path: string, body?: object) =>
    json(`${sandbox.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** A signup as ClientLib makes it: the customer carries our id as Tag. @returns the contract */
async function signUp(tag: string) {
  const rest = await restClient();
  const order = await rest('POST', '/orders', {
    Customer: { FirstName: 'Ada', LastName: 'Lovelace', Tag: tag, Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  return rest('POST', `/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
}

/** Everything delivered, and everything that came of it done. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await sandbox.sandbox.settle();
    await shop.backend.idle();
  }
}

const account = (id: string) => json(`${shop.url}/accounts/${id}`);
const rehearse = async (Rehearsal: object) => {
  const [{ Id }] = await control('GET', '/webhooks');
  await control('PATCH', `/webhooks/${Id}`, { Rehearsal });
};

describe('the merchant back end', () => {
  it('spec: customerData rules 2, Events 1 — learns of a signup by webhook, and sets ExternalCustomerId from its Tag', async () => {
    const waiting = json(`${shop.url}/accounts/user-1?wait=20`);
    const contract = await signUp('user-1');
    expect(await waiting).toMatchObject({ Id: 'user-1', Status: 'active', ContractId: contract.Id });
    await settled();
    const rest = await restClient();
    expect(await rest('GET', `/customers/${contract.CustomerId}`)).toMatchObject({
      Tag: 'user-1',
      ExternalCustomerId: 'user-1',
    });
    const page = await (await fetch(`${shop.url}/`)).text();
    expect(page).toContain('Ada Lovelace');
    expect(page).toContain('active');
  });

  it('forgets a deleted customer for good, whatever webhook comes late', async () => {
    const { CustomerId, Id } = await signUp('user-1');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'active' });
    const rest = await restClient();
    await rest('POST', `/contracts/${Id}/end`, { EndDate: '2026-01-20T10:00:00Z' });
    await sandbox.sandbox.clock.set('2026-01-21T10:00:00Z');
    await rest('DELETE', `/customers/${CustomerId}`);
    await settled();
    expect(await account('user-1')).toEqual({ Id: 'user-1', Status: 'pending' });
    const sent = await control('GET', '/deliveries?take=100');
    const late = sent.find(({ Event }: Json) => Event === 'ContractCreated');
    await control('POST', `/deliveries/${late.Id}/resend`);
    await settled();
    expect(await account('user-1')).toEqual({ Id: 'user-1', Status: 'pending' });
  });

  it('shows an account as pending until then', async () => {
    expect(await account('user-2')).toEqual({ Id: 'user-2', Status: 'pending' });
  });

  it('spec: Authentication 7 — keeps one access token for all its requests', async () => {
    for (const tag of ['a', 'b', 'c']) await signUp(tag);
    await settled();
    const requests: { Path: string; Method: string }[] = await control('GET', '/requests?take=500');
    const own = 3;
    expect(requests.filter(({ Path }) => Path === '/oauth/token/').length).toBe(own + 1);
    expect(requests.filter(({ Method }) => Method === 'PATCH').length).toBeGreaterThanOrEqual(3);
  });

  it('spec: Authentication 7 — fetches a new token when its own is rejected', async () => {
    await signUp('user-1');
    await settled();
    const snapshot = sandbox.sandbox.snapshot();
    sandbox.sandbox.restore({ ...snapshot, Collections: { ...snapshot.Collections, accessTokens: [] } });
    await signUp('user-2');
    await settled();
    expect(await account('user-2')).toMatchObject({ Status: 'active' });
  });

  it('spec: Authentication 7 — fetches one new token when many requests at once find theirs rejected', async () => {
    const call = createServiceClient({
      serviceUrl: sandbox.url,
      clientId: 'c00000000000000000000001',
      clientSecret: 'sandbox-secret',
    });
    await call('GET', '/orders');
    const snapshot = sandbox.sandbox.snapshot();
    sandbox.sandbox.restore({ ...snapshot, Collections: { ...snapshot.Collections, accessTokens: [] } });
    const fetched = async () => {
      const requests: { Path: string }[] = await control('GET', '/requests?take=500');
      return requests.filter(({ Path }) => Path === '/oauth/token/').length;
    };
    const before = await fetched();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('GET', '/orders')));
    expect(answers).toEqual(Array.from({ length: 10 }, () => []));
    expect(await fetched()).toBe(before + 1);
  });

  it.each([
    ['late', { Delay: 'PT10M' }],
    ['twice', { Duplicate: 1 }],
    ['out of order', { Reorder: true }],
    ['twice and out of order', { Duplicate: 1, Reorder: true }],
  ])('ends in the same state when webhooks arrive %s', async (_how, knobs) => {
    await rehearse(knobs);
    for (const tag of ['a', 'b', 'c']) await signUp(tag);
    await settled();
    await sandbox.sandbox.clock.advance('PT10M');
    await settled();
    for (const tag of ['a', 'b', 'c'])
      expect(await account(tag)).toMatchObject({ Id: tag, Status: 'active' });
    const rest = await restClient();
    const customers: { ExternalCustomerId: string }[] = await rest('GET', '/customers');
    expect(customers.map(({ ExternalCustomerId }) => ExternalCustomerId).sort()).toEqual(['a', 'b', 'c']);
  });

  it('catches up when lost events are resent', async () => {
    await rehearse({ Drop: 1 });
    await signUp('user-1');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'pending' });
    await rehearse({});
    await control('POST', '/deliveries/resend', { OnlyMissing: true });
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'active' });
  });

  it('keeps working while the secret is rotated', async () => {
    const [{ Id }] = await control('GET', '/webhooks');
    await shop.backend.rotateSecret(Id);
    await signUp('user-1');
    await settled();
    await sandbox.sandbox.clock.advance('P2D');
    await signUp('user-2');
    await settled();
    expect([(await account('user-1')).Status, (await account('user-2')).Status]).toEqual([
      'active',
      'active',
    ]);
  });

  it('registers its address once, however often it starts', async () => {
    await shop.backend.register(shop.url);
    await shop.backend.register(shop.url);
    expect(await control('GET', '/webhooks')).toHaveLength(1);
    await signUp('user-1');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'active' });
  });

  it('sees a cancellation, and the end when it takes effect', async () => {
    const contract = await signUp('user-1');
    const rest = await restClient();
    await rest('POST', `/contracts/${contract.Id}/end`, { EndDate: '2026-02-15T10:00:00Z' });
    await settled();
    expect(await account('user-1')).toMatchObject({
      Status: 'active',
      EndDate: expect.stringContaining('2026-02-15'),
    });
    await sandbox.sandbox.clock.advance('P2M');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'ended' });
  });

  it('shows the newest contract of a customer whose contracts have all ended', async () => {
    const first = await signUp('user-1');
    await settled();
    const rest = await restClient();
    await rest('POST', `/contracts/${first.Id}/end`, { EndDate: '2026-02-15T10:00:00Z' });
    await sandbox.sandbox.clock.advance('P2M');
    const order = await rest('POST', '/orders', {
      CustomerId: first.CustomerId,
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    const second = await rest('POST', `/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    await rest('POST', `/contracts/${second.Id}/end`, { EndDate: '2026-04-15T10:00:00Z' });
    await sandbox.sandbox.clock.advance('P2M');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'ended', ContractId: second.Id });
  });

  it('shows the contract that gives access, though a newer one has ended', async () => {
    const first = await signUp('user-1');
    const rest = await restClient();
    const order = await rest('POST', '/orders', {
      CustomerId: first.CustomerId,
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    const second = await rest('POST', `/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    await rest('POST', `/contracts/${second.Id}/end`, { EndDate: '2026-02-15T10:00:00Z' });
    await sandbox.sandbox.clock.advance('P2M');
    await settled();
    expect(await account('user-1')).toMatchObject({ Status: 'active', ContractId: first.Id });
  });

  it('gives the portal page a self-service token for authorized users only', async () => {
    const contract = await signUp('user-1');
    await settled();
    const { Token } = await json(`${shop.url}/accounts/user-1/portal-token`, { method: 'POST' });
    const details = await json(`${sandbox.url}/api/v1/CustomerSelfService/contract`, {
      headers: { Authorization: `Bearer ${Token}` },
    });
    expect(details.Contract.Id).toBe(contract.Id);
    expect((await fetch(`${shop.url}/accounts/nobody/portal-token`, { method: 'POST' })).status).toBe(404);
    const closed = await startBackend({ port: 0, sandboxUrl: sandbox.url, mayAct: () => false });
    expect((await fetch(`${closed.url}/accounts/user-1/portal-token`, { method: 'POST' })).status).toBe(403);
    await closed.close();
  });

  it('creates an upgrade order for the portal page', async () => {
    await signUp('user-1');
    await settled();
    const order = await json(`${shop.url}/accounts/user-1/upgrade`, {
      method: 'POST',
      body: JSON.stringify({ PlanVariantId: 'b00000000000000000000003' }),
    });
    expect(order).toMatchObject({ OrderId: expect.stringMatching(/^[0-9a-f]{24}$/), Currency: 'EUR' });
  });
});

describe('the receiver kit', () => {
  const secret = `whsec_${btoa('0123456789abcdef01234567')}`;

  const message = (id: string, body: string, { at = new Date(), key = secret } = {}) =>
    new Request('http://merchant.test/webhooks', {
      method: 'POST',
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(id, at, body),
      },
      body,
    });
  const event = JSON.stringify({ Event: 'OrderSucceeded', EntityId: 'a' });

  it('handles a message once, however often it arrives', async () => {
    const handled: string[] = [];
    const kit = createWebhookReceiver({
      secrets: () => [secret],
      handle: async (_event: object, id: string) => void handled.push(id),
    });
    for (const id of ['m1', 'm1', 'm2', 'm1'])
      expect((await kit.receive(message(id, event))).status).toBe(204);
    await kit.idle();
    expect(handled).toEqual(['m1', 'm2']);
  });

  it('responds before the work is done', async () => {
    let finish = () => {};
    const kit = createWebhookReceiver({
      secrets: () => [secret],
      handle: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    });
    expect((await kit.receive(message('m1', event))).status).toBe(204);
    await Promise.resolve();
    finish();
    await kit.idle();
  });

  it.each([
    ['no signature', () => new Request('http://m.test/', { method: 'POST', body: event })],
    ['another secret', () => message('m1', event, { key: `whsec_${btoa('another secret, 24 bytes')}` })],
    ['an old message', () => message('m1', event, { at: new Date(Date.now() - 600_000) })],
    ['a changed body', () => new Request(message('m1', event), { body: event.replace('Order', 'order') })],
  ])('rejects %s', async (_what, made) => {
    const kit = createWebhookReceiver({
      secrets: () => [secret],
      handle: async () => {
        throw new Error('must not be called');
      },
    });
    expect((await kit.receive(made())).status).toBe(401);
  });

  it('retries failed work, and reports when it gives up', async () => {
    let tries = 0;
    const kit = createWebhookReceiver({
      secrets: () => [secret],
      handle: async () => {
        tries += 1;
        if (tries < 3) throw new Error('the service is busy');
      },
      firstPause: 1,
    });
    await kit.receive(message('m1', event));
    await kit.idle();
    expect(tries).toBe(3);

    const given: unknown[] = [];
    const failing = createWebhookReceiver({
      secrets: () => [secret],
      handle: async () => {
        throw new Error('never');
      },
      failed: (error: unknown) => given.push(error),
      firstPause: 1,
    });
    await failing.receive(message('m1', event));
    await failing.idle();
    expect(given).toEqual([new Error('never')]);
  });
});
