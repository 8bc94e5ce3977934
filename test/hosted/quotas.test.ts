// What one hosted workspace may use: on workerd, with small quotas.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure, Payment, Signup } from 'clientlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer, startEngine } from '../../examples/hosted/engine/engine.mjs';
import { type MadeWorkspace, startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

type Hosted = Awaited<ReturnType<typeof startHosted>>;

const order = {
  Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
  Cart: { PlanVariantId: 'b00000000000000000000006' },
};

/** A customer who pays each month. */
async function signUp({ Url }: MadeWorkspace): Promise<void> {
  configure({ baseUrl: Url });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(payment, cart, { Tag: 'quota' }, { bearer: 'InvoicePayment' });
}

describe('documents', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await startHosted({ MAX_DOCUMENTS: '250' });
  });
  afterAll(() => hosted.close());

  it('over the quota are rejected with 507; reading and deleting still work', async () => {
    const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
    const rest = await restOf(made);
    let last = await rest('POST', 'orders', order);
    expect(last.status).toBeLessThan(300);
    for (let at = 0; at < 300 && last.status < 300; at += 1) last = await rest('POST', 'orders', order);
    expect([last.status, last.json.Code, last.retryAfter]).toEqual([507, 'QuotaExceeded', '60']);
    expect(last.json.Message).toMatch(/^This workspace has 250 documents; the maximum is 250/);
    const usage = await control(made)('GET', 'usage');
    expect(usage.json).toMatchObject({ Documents: { Used: 250, Limit: 250 }, IdleHours: 720 });
    expect((await rest('GET', 'orders')).status).toBe(200);
    expect((await control(made)('POST', 'clock', { Advance: 'P1D' })).status).toBe(507);
    expect((await control(made)('POST', 'reset')).status).toBe(200);
    expect((await (await restOf(made))('POST', 'orders', order)).status).toBeLessThan(300);
  });

  it('of an advance end it when the quota is reached', async () => {
    const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
    await signUp(made);
    const advanced = await control(made)('POST', 'clock', { Advance: 'P50Y' });
    expect([advanced.status, advanced.json.Code]).toEqual([507, 'QuotaExceeded']);
    const { json: clock } = await control(made)('GET', 'clock');
    expect(Date.parse(clock.Now)).toBeLessThan(Date.parse('2076-01-15T10:00:00Z'));
    const { json: usage } = await control(made)('GET', 'usage');
    expect(usage.Documents.Used).toBeGreaterThanOrEqual(250);
    expect(usage.Documents.Used).toBeLessThan(2_500);
  });
});

describe('bytes', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await startHosted({ MAX_BYTES: '300000' });
  });
  afterAll(() => hosted.close());

  it('over the quota are rejected with 507, and a reset makes room', async () => {
    const made = await hosted.make();
    const large = {
      ...order,
      Customer: { ...order.Customer, CustomFields: {}, VatId: '', CompanyName: 'x'.repeat(100_000) },
    };
    const rest = await restOf(made);
    let last = await rest('POST', 'orders', large);
    for (let at = 0; at < 20 && last.status < 300; at += 1) last = await rest('POST', 'orders', large);
    expect([last.status, last.json.Code, last.retryAfter]).toEqual([507, 'QuotaExceeded', '60']);
    expect((await control(made)('GET', 'usage')).json.Bytes).toMatchObject({ Limit: 300_000 });
    expect((await control(made)('POST', 'reset')).status).toBe(200);
    expect((await control(made)('GET', 'usage')).json.Bytes.Used).toBeLessThan(300_000);
  });

  it('of a body that is too large are not read', async () => {
    const made = await hosted.make();
    // Nothing of it is sent: the length that it announces is enough.
    const status = await new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${made.ControlToken}`, 'Content-Length': 33_000_000 };
      const sending = request(`${made.Url}/sandbox/snapshot`, { method: 'PUT', headers }, (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      sending.on('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
    const rest = await restOf(made);
    expect((await rest('POST', 'orders', `"${'x'.repeat(1_000_001)}"`)).status).toBe(413);
  });

  it('of a body without Content-Length are counted', async () => {
    const { Url, ControlToken } = await hosted.make();
    // Nothing is wrong with it until it is too large.
    const event = { At: 1, Payload: { Event: 'ContractCreated', Note: 'x'.repeat(1_000_000) } };
    const pieces = 33;
    const encoder = new TextEncoder();
    let sent = 0;
    // The last piece passes the limit, and nothing follows it: the body has no end. So nothing is under way when the
    // service answers and closes the connection; a client that still wrote would read a reset in place of the answer.
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === pieces) return;
        const piece =
          sent === 0 ? '{"Collections":{"events":[' : `${JSON.stringify({ Id: `e${sent}`, ...event })},`;
        sent += 1;
        controller.enqueue(encoder.encode(piece));
      },
    });
    const answer = await fetch(`${Url}/sandbox/snapshot`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${ControlToken}`, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    await answer.body?.cancel();
  });
});

describe('requests and webhooks per minute', () => {
  let hosted: Hosted;
  let receiver: Server;
  let received = 0;
  beforeAll(async () => {
    hosted = await startHosted({
      REQUESTS_PER_MINUTE: '60',
      WEBHOOKS_PER_MINUTE: '2',
      MAX_WEBHOOK_ENDPOINTS: '3',
      PRIVATE_TARGETS: 'true',
    });
    receiver = createServer((_request, response) => {
      received += 1;
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await hosted.close();
    receiver.close();
    receiver.closeAllConnections();
  });

  it('requests: one too many gets 429, only in its workspace', async () => {
    const made = await hosted.make();
    const health = () => control(made)('GET', 'health');
    const answers = await Promise.all(Array.from({ length: 70 }, health));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.json.Code).toBe('QuotaExceeded');
    expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0);
    expect((await control(await hosted.make())('GET', 'health')).status).toBe(200);
  });

  it('webhook endpoints: one too many gets 507', async () => {
    const rest = await restOf(await hosted.make());
    const register = (at: number) => rest('POST', 'webhooks', { Url: `http://127.0.0.1/${at}`, Events: [] });
    for (let at = 0; at < 3; at += 1) expect((await register(at)).status).toBe(200);
    const refused = await register(3);
    expect([refused.status, refused.json.Code, refused.retryAfter]).toEqual([507, 'QuotaExceeded', '60']);
  });

  it('are shown with the limits of the deployment', async () => {
    const { json } = await control(await hosted.make())('GET', 'usage');
    expect(json).toEqual({
      Documents: { Used: expect.any(Number), Limit: 20_000 },
      Bytes: { Used: expect.any(Number), Limit: 50_000_000 },
      Collections: expect.objectContaining({ contracts: 0, customers: 0 }),
      RequestsPerMinute: { Used: 1, Limit: 60 },
      WebhooksPerMinute: { Used: 0, Limit: 2 },
      WebhookEndpoints: { Used: 0, Limit: 3 },
      IdleHours: 720,
    });
  });

  it('webhooks: one too many is retried later, and the log says why', async () => {
    const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
    const rest = await restOf(made);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    expect(
      (
        await rest('POST', 'webhooks', {
          Url: url,
          Events: ['OrderSucceeded', 'CustomerCreated', 'ContractCreated'],
        })
      ).status,
    ).toBe(200);
    const made1 = await rest('POST', 'orders', order);
    await rest('POST', `orders/${made1.json.Id ?? made1.json.OrderId}/commit`, {});
    await control(made)('POST', 'deliveries/settle');
    expect(received).toBe(2);
    const { json: deliveries } = await control(made)('GET', 'deliveries');
    const reasons = JSON.stringify(deliveries);
    expect(reasons).toContain('not sent: the quota of 2 webhooks a minute is used up');
  });
});

/** A worker that fetches any URL it is asked for, in the same engine: without the sandbox's own check of targets. */
const probe = `
import { DurableObject } from 'cloudflare:workers';
export class Workspace extends DurableObject {}
export default {
  async fetch(request) {
    const to = new URL(request.url).searchParams.get('to');
    return new Response(await fetch(to).then(({ status }) => String(status), () => 'refused'));
  },
};`;

describe('webhook targets', () => {
  let hosted: Hosted;
  let inside: Server;
  let asked = 0;
  beforeAll(async () => {
    hosted = await startHosted();
    inside = createServer((_request, response) => {
      asked += 1;
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '0.0.0.0', resolve));
  });
  afterAll(async () => {
    await hosted.close();
    inside.close();
    inside.closeAllConnections();
  });
  const port = () => (inside.address() as AddressInfo).port;

  it.each([
    '127.0.0.1',
    'localhost',
    '10.1.2.3',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    'db.internal',
  ])('refuses to register %s', async (host) => {
    const rest = await restOf(await hosted.make());
    const answer = await rest('POST', 'webhooks', { Url: `http://${host}:${port()}/`, Events: [] });
    expect([answer.status, answer.json.Errors?.[0]?.Field]).toEqual([422, 'Url']);
  });

  it('does not deliver to a private address from a snapshot', async () => {
    const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
    const rest = await restOf(made);
    const before = asked;
    expect(
      (await rest('POST', 'webhooks', { Url: 'https://merchant.example/hook', Events: [] })).status,
    ).toBe(200);
    const { json: snapshot } = await control(made)('GET', 'snapshot');
    snapshot.Collections.webhooks[0].Url = `http://127.0.0.1:${port()}/`;
    expect((await control(made)('PUT', 'snapshot', snapshot)).status).toBe(200);
    await signUp(made);
    await control(made)('POST', 'deliveries/settle');
    expect(asked).toBe(before);
    expect(JSON.stringify((await control(made)('GET', 'deliveries')).json)).toContain(
      'not sent: 127.0.0.1 is a private address',
    );
  });

  it('does not follow a redirect to a private address', async () => {
    const reached: string[] = [];
    const redirecting = await startHosted(
      {},
      {
        // The merchant's server, which is public and redirects to where its address says.
        outside({ url }) {
          reached.push(url);
          const to = new URL(url).searchParams.get('to') as string;
          return new Answer(null, { status: 301, headers: { Location: to } });
        },
      },
    );
    try {
      const targets = [
        `http://127.0.0.1:${port()}/`,
        `http://localhost:${port()}/`,
        'http://169.254.169.254/latest/meta-data',
        'http://[::ffff:10.0.0.1]/',
        'http://db.internal/',
        'file:///etc/passwd',
      ];
      const made = await redirecting.make({ Clock: '2026-01-15T10:00:00Z' });
      const rest = await restOf(made);
      const urls = targets.map((to) => `http://merchant.example/?to=${encodeURIComponent(to)}`);
      for (const Url of urls) {
        const registered = await rest('POST', 'webhooks', { Url, Events: ['CustomerCreated'] });
        expect(registered.status).toBe(200);
      }
      const before = asked;
      await rest('POST', 'customers', { FirstName: 'Ada' });
      await control(made)('POST', 'deliveries/settle');
      expect(reached.toSorted()).toEqual(urls.toSorted());
      expect(asked).toBe(before);
      const { json: deliveries } = await control(made)('GET', 'deliveries');
      const reasons = deliveries.map(
        ({ Attempts }: { Attempts: readonly { Error: string }[] }) => Attempts[0]?.Error,
      );
      expect(reasons).toHaveLength(targets.length);
      for (const reason of reasons) expect(reason).toMatch(/^301 to .+ is not followed$/);
    } finally {
      await redirecting.close();
    }
  });

  it.each([
    // A name of this machine is what a public name would be that somebody lets lead here.
    ['refuses', 'localhost', {}, 'refused'],
    ['refuses', hostname(), {}, 'refused'],
    ['allows, where the deployment says so,', hostname(), { PRIVATE_TARGETS: 'true' }, '204'],
  ])('the engine %s a name that resolves to a private address: %s', async (_, name, variables, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'hosted-probe-'));
    const script = join(folder, 'probe.js');
    await writeFile(script, probe);
    const engine = await startEngine({ script, variables });
    try {
      const answer = await fetch(
        `${engine.url}/?${new URLSearchParams({ to: `http://${name}:${port()}/` })}`,
      );
      expect(await answer.text()).toBe(expected);
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });
});
