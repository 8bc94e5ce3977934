import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Recorder, startRecording } from '../../../../sandbox/src/hosts/command/capture-command.ts';
import { runVerify } from '../../../../sandbox/src/hosts/command/verify-command.ts';
import { startSandbox } from '../../../../sandbox/src/hosts/node/node.ts';
import { Payment, Signup } from '../../../../sdk/src/index.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

const basicMonthly = 'b00000000000000000000001';
const calls = 'd00000000000000000000003';

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'));
  out = join(folder, 'cassette.json');
});
afterEach(() => rm(folder, { recursive: true }));

async function service(): ReturnType<typeof startSandbox> {
  const started = await startSandbox({ port: 0, seed: 'recorded' });
  onTestFinished(() => started.close());
  return started;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of all kinds
type Json = any;

/** The merchant's own tests: whatever they do, through the proxy. */
class Shop {
  readonly #url: string;
  readonly tokens: string[] = [];

  constructor({ url }: Recorder) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: unknown, token = this.tokens[0], more = {}): Promise<Json> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  }

  async logIn(): Promise<void> {
    const response = await fetch(`${this.#url}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    this.tokens.push(((await response.json()) as Json).access_token);
  }

  /** A signup, usage, a look at the portal, and what is refused. */
  async test(): Promise<void> {
    await this.logIn();
    const variants = await this.call('GET', '/api/v1/planVariants?take=500');
    expect(variants.length).toBeGreaterThan(5);
    const Customer = {
      FirstName: 'Wilhelmine',
      LastName: 'Łukasiewicz Hopper',
      CompanyName: 'Hopper & Töchter',
      VatId: 'ATU12345678',
      EmailAddress: 'wilhelmine@hopper.test',
      PhoneNumber: '+43 664 5550017',
      Address: {
        Street: 'Lange Gasse',
        HouseNumber: '17',
        PostalCode: 'A-1080',
        City: 'Ybbsitz',
        Country: 'AT',
      },
    };
    const Cart = { PlanVariantId: basicMonthly, CouponCode: 'WELCOME20' };
    await this.call('POST', '/api/v1/orders/preview', { Cart, Customer });
    const order = await this.call('POST', '/api/v1/orders', { Cart, Customer }, undefined, {
      'Idempotency-Key': 'shop-1',
    });
    // The answer got lost: the same order comes again.
    await this.call('POST', '/api/v1/orders', { Cart, Customer }, undefined, { 'Idempotency-Key': 'shop-1' });
    const contract = await this.call('POST', `/api/v1/orders/${order.Id}/commit`, {
      PaymentMethod: 'InvoicePayment',
    });
    const path = `/api/v1/contracts/${contract.Id}`;
    await this.call('POST', `${path}/usage`, {
      ComponentId: calls,
      Quantity: 12,
      Memo: 'for Wilhelmine',
      Key: 'u-1',
    });
    await this.call('POST', `${path}/bill`, {});
    await this.call('GET', path);
    await this.call('GET', `${path}/ledgerEntries`);
    const [invoice] = await this.call('GET', `/api/v1/invoices?contractId=${contract.Id}`);
    await this.call('GET', `/api/v1/invoices/${invoice.Id}`);
    await this.call('PATCH', `/api/v1/customers/${contract.CustomerId}`, {
      Notes: 'Called Ms Hopper',
      CustomFields: { Dog: 'Bello', Salary: 734_512 },
    });
    await this.call('GET', `/api/v1/customers?emailAddress=wilhelmine%40hopper.test`);
    const { Token } = await this.call('GET', `${path}/selfServiceToken`);
    this.tokens.push(Token);
    await this.call('GET', '/api/v1/CustomerSelfService/contract', undefined, Token);
    await this.call('POST', '/api/v1/orders', {
      Cart: { PlanVariantId: basicMonthly, Quantity: -1 },
      Customer,
    });
    await this.call('GET', '/api/v1/planVariants?take=1', undefined, '');
    await this.call('POST', `${path}/end`, {});
    await this.call('GET', '/docs');
  }
}

async function verify(options: object = {}): Promise<[code: number, printed: string]> {
  let printed = '';
  const nothing = async () => {
    throw new Error('The service was asked.');
  };
  const place = { fetch: nothing, sleep: nothing, secret: nothing, progress: () => {} };
  const print = (text: string) => {
    printed += text;
  };
  return [await runVerify({ cassette: out, ...options }, { ...place, print }), printed];
}

it('records the tests of a merchant; a sandbox gives the same responses', { timeout: 120_000 }, async () => {
  const { url } = await service();
  const proxy = await startRecording({ from: url, port: 0, out });
  const shop = new Shop(proxy);
  await shop.test();
  expect(await proxy.close()).toBe(`Wrote 18 requests to ${out}; forwarded but not recorded: 2.\n`);
  expect(await readdir(folder)).toEqual(['cassette.json']);

  // Without its port and the fractions of seconds, which may have any digits.
  const recorded = (await readFile(out, 'utf8')).replaceAll(url, '').replaceAll(/\.\d{7}Z/g, 'Z');
  const text = recorded.toLowerCase();
  expect(shop.tokens).toHaveLength(2);
  for (const one of [
    ...shop.tokens,
    'sandbox-secret',
    'Wilhelmine',
    'Łukasiewicz',
    'Hopper',
    'Töchter',
    '12345678',
    '5550017',
    'Lange Gasse',
    '1080',
    'Ybbsitz',
    'Bello',
    '734512',
  ])
    expect(text.includes(one.toLowerCase()), one).toBe(false);
  expect(text).toContain('/api/v1/contracts/{{');

  expect(await verify()).toEqual([0, '18 requests, 0 differences.\n']);
});

it('finds differences of a sandbox with another price in the same tests', {
  timeout: 120_000,
}, async () => {
  const { url } = await service();
  const proxy = await startRecording({ from: url, port: 0, out });
  await new Shop(proxy).test();
  await proxy.close();
  const config = join(folder, 'sandbox.config.json');
  await writeFile(
    config,
    JSON.stringify({ Catalogue: { PlanVariants: [{ Id: basicMonthly, RecurringFee: 9.91 }] } }),
  );
  const [code, printed] = await verify({ config });
  expect(code).toBe(1);
  expect(printed).toContain(
    'amount  GET /api/v1/planVariants  [b00000000000000000000001].RecurringFee\n  sandbox 9.91, service 9.9\n',
  );
  expect(printed).toMatch(/\n18 requests, 1 difference\.\n$/);
});

it('compares a card checkout whole, with a token of the sandbox', { timeout: 120_000 }, async () => {
  const { url } = await service();
  const proxy = await startRecording({ from: url, port: 0, out });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001', baseUrl: proxy.url });
  await payment.ready;
  const card = { cardHolder: 'Ada Byron', cvc: '123', expiryMonth: '12', expiryYear: '2039' };
  const sign = (bearer: string, data: object) =>
    new Signup({ baseUrl: proxy.url }).subscribe(
      payment,
      { PlanVariantId: basicMonthly },
      { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
      { bearer, ...data },
    );
  await sign('CreditCard:Delta', { ...card, cardNumber: '4111111111111111' });
  await sign('Debit:Delta', { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' });
  expect(await proxy.close()).toMatch(/^Wrote 5 requests /);
  const text = await readFile(out, 'utf8');
  for (const secret of ['4111111111111111', 'DE89370400440532013000']) expect(text).not.toContain(secret);
  expect(await verify()).toEqual([0, '5 requests, 0 differences.\n']);
});

it('sends no payment of a cassette that was declined: its token is in no file', {
  timeout: 120_000,
}, async () => {
  const { url } = await service();
  const proxy = await startRecording({ from: url, port: 0, out });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001', baseUrl: proxy.url });
  await payment.ready;
  const data = { cardHolder: 'Ada Byron', cvc: '123', expiryMonth: '12', expiryYear: '2039' };
  const refused = new Signup({ baseUrl: proxy.url }).subscribe(
    payment,
    { PlanVariantId: basicMonthly },
    { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
    { bearer: 'CreditCard:Delta', cardNumber: '4000000000000002', ...data },
  );
  await expect(refused).rejects.toBeDefined();
  expect(await proxy.close()).toMatch(/^Wrote 3 requests /);
  expect(await verify()).toEqual([
    0,
    '1 of 3 requests were not sent: they have secrets or payment data, which no file has.\n' +
      '2 requests, 0 differences.\n',
  ]);
});

it('names what it cannot send to a sandbox, and why', { timeout: 120_000 }, async () => {
  const { url, sandbox } = await service();
  const before = await newContract(await backEnd(sandbox));
  const proxy = await startRecording({ from: url, port: 0, out });
  const shop = new Shop(proxy);
  await shop.logIn();
  await shop.call('GET', `/api/v1/contracts/${before.Id}`);
  await shop.call('GET', '/api/v1/contracts?take=5');
  const webhook = await shop.call('POST', '/api/v1/webhooks', {
    Url: 'http://localhost:3000/hooks',
    Secret: 'whsec_dGhlIHNlY3JldCBvZiBhIG1lcmNoYW50IQ==',
  });
  await shop.call('GET', `/api/v1/webhooks/${webhook.Id}`);
  await proxy.close();
  expect(await readFile(out, 'utf8')).not.toContain('dGhlIHNlY3Jld');
  const [code, printed] = await verify();
  expect([code, printed]).toEqual([
    0,
    '1 of 4 requests were not sent: they refer to something created before the recording.\n' +
      '1 of 4 requests were not sent: they have secrets or payment data, which no file has.\n' +
      '1 of 4 requests were not sent: they depend on one that was not sent, or that got a different response.\n' +
      '1 request, 0 differences.\n',
  ]);
});

it('forwards responses that are too long or not JSON, and reports an unreachable service', {
  timeout: 60_000,
}, async () => {
  const started = await startSandbox({ port: 0 });
  const proxy = await startRecording({ from: started.url, port: 0, out });
  expect(await (await fetch(`${proxy.url}/`, { headers: { Accept: 'text/html' } })).text()).toContain(
    '<html',
  );
  const stream = await fetch(`${proxy.url}/sandbox/stream`);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  const long = await fetch(`${proxy.url}/api/v1/orders`, { method: 'POST', body: 'x'.repeat(10_000_001) });
  expect(long.status).toBe(413);
  await started.close();
  const answer = await fetch(`${proxy.url}/api/v1/planVariants`);
  expect([answer.status, await answer.json()]).toEqual([502, { Message: `${started.url}: ECONNREFUSED.` }]);
  expect(await proxy.close()).toBe(
    `Nothing was recorded; forwarded but not recorded: 2. ${out} was not changed.\n`,
  );
  expect(await readdir(folder)).toEqual([]);
});

it('writes what is still on its way when it is stopped', async () => {
  let finish = () => {};
  let reached = () => {};
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
    finish = () => void response.end(']');
    reached();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const from = `http://localhost:${(server.address() as AddressInfo).port}`;
  const proxy = await startRecording({ from, port: 0, out });
  const call = new Shop(proxy).call('GET', '/api/v1/planVariants').catch(() => {});
  await asked;
  const closed = proxy.close();
  finish();
  expect(await closed).toBe(`Wrote 1 request to ${out}.\n`);
  await call;
});

/** A service that answers each request with the same. */
async function answering(body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const card = '4111111111111111';

it('keeps no token, card number or address that a service repeats or a path has', async () => {
  const token = 'a-token-of-the-shop';
  const from = await answering(
    `{"Message":"The token ${token} is over.","Card":${card},"Share":0.123456789012345}`,
    { ETag: `"${token}"`, 'WWW-Authenticate': `Bearer error_description="${token} ${card}"` },
  );
  const proxy = await startRecording({ from, port: 0, out });
  const shop = new Shop(proxy);
  await shop.call('GET', `/api/v1/customers/ada@shop.test/${card}?externalId=${card}`, undefined, token);
  expect(await proxy.close()).toContain('Wrote 1 request ');
  const kept = await readFile(out, 'utf8');
  expect(kept).not.toMatch(new RegExp(`${token}|${card}|ada@shop`));
  expect(kept).toContain('Bearer error_description=\\"*** ');
});

it('writes through no link beside the cassette', async () => {
  const target = join(folder, 'target');
  await writeFile(target, 'untouched');
  await symlink(target, `${out}.new`);
  const proxy = await startRecording({ from: await answering('[]'), port: 0, out });
  await new Shop(proxy).call('GET', '/api/v1/planVariants');
  await proxy.close();
  expect(await readFile(target, 'utf8')).toBe('untouched');
  expect((await readdir(folder)).sort()).toEqual(['cassette.json', 'target']);
});

it.each([
  ['to another host', { Host: 'evil.example' }, 403],
  ['to a name that only ends like its own', { Host: 'localhost.evil.example:80' }, 403],
  ['of a page of another site', { Origin: 'https://evil.example' }, 403],
  ['of a page that hides its origin', { Origin: 'null' }, 403],
  ['that a browser calls cross-site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['of a page that names no address', { Origin: 'localhost:5173' }, 403],
  ['of a page with a certificate', { Origin: 'https://localhost:5173' }, 200],
  ['of a page at an IPv6 address', { Origin: 'http://[::1]:5173' }, 200],
  ['of a page on this machine', { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-site' }, 200],
  ['by its address', { Host: '127.0.0.1:4401' }, 200],
] as const)('answers a request %s: %j with %i', async (_what, headers, status) => {
  const proxy = await startRecording({ from: await answering('[]'), port: 0, out });
  const { port } = new URL(proxy.url);
  const options = { port, path: '/api/v1/planVariants', headers, agent: false };
  const [response] = await once(get({ host: '127.0.0.1', ...options }), 'response');
  response.resume();
  expect(response.statusCode).toBe(status);
  expect(await proxy.close()).toMatch(status === 200 ? /^Wrote 1 request / : /^Nothing was recorded\. /);
});

it('counts what it could not record', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const proxy = await startRecording({ from: await answering(deep), port: 0, out });
  const shop = new Shop(proxy);
  expect(await shop.call('GET', '/api/v1/planVariants')).toHaveLength(1);
  expect(await proxy.close()).toBe(
    `Nothing was recorded; forwarded but not recorded: 1. ${out} was not changed.\n`,
  );
});

it.each([
  [
    { from: 'http://billing.example.com' },
    /^--from: billing\.example\.com is another machine and requires https\./,
  ],
  [{ from: 'billing' }, /^--from: expected a URL/],
  [{ out: '/nowhere/cassette.json' }, /^--out: \/nowhere\/cassette\.json cannot be written: ENOENT/],
])('rejects %j before it listens', async (options, message) => {
  await expect(startRecording({ from: 'http://localhost:1', port: 0, out, ...options })).rejects.toThrow(
    message,
  );
});
