// Secrets must not be where people look: the log of requests with its bodies, the stream, and the lines that the command
// prints. Each operation of the OpenAPI document is asked once, with a secret wherever one may stand; then a customer signs
// up, and what was made on the way is looked for as well.
import { sample } from 'openapi-sampler';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchLog } from '../../sandbox/src/sandbox/log/live-log.ts';
import { jsonLine, prettyLine } from '../../sandbox/src/sandbox/log/log-line.ts';
import { getWorkspaces, type Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../openapi-document.ts';
import { parametersOf } from '../sandbox/openapi-references.ts';
import type { OpenApiDocument, Operation } from '../sandbox/openapi-types.ts';
import { client, newSandbox } from '../sandbox/service/http/service.ts';

const controlToken = 'control-secret-4711';
const card = { Number: '4111111111111111', ExpiryMonth: '12', ExpiryYear: '2030', Holder: 'Ada', Cvc: '987' };
const iban = 'DE89370400440532013000';

/** What is sent as a secret, each by the name of the field that it stands in. */
const sent = new Map<string, string>();
const secretOf = (place: string): string => {
  const name = place.toLowerCase().replace(/[^a-z]/g, '');
  const secret = sent.get(name) ?? `hush-${name}-${sent.size}-sesame`;
  sent.set(name, secret);
  return secret;
};

/** Names of fields and parameters whose value is a secret. */
const SECRET = /secret|password|token$|challenge|signature|receipt|^authorization$|^link$/i;

let sandbox: Sandbox;
/** What a person could see, by where. */
const seen: { readonly where: string; readonly text: string }[] = [];
const lines: string[] = [];

const ask = (path: string, init: RequestInit = {}) => sandbox.fetch(`http://localhost:4400${path}`, init);

const control = async (path: string) =>
  (
    await ask(path, { headers: { Authorization: `Bearer ${controlToken}`, 'X-Sandbox-Client': 'inspector' } })
  ).text();

/** The example with a secret in each place where one may stand. */
function withSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && SECRET.test(name)) return secretOf(name);
  if (Array.isArray(value)) return value.map((one) => withSecrets(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSecrets(one, key)]));
}

async function askFor(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): Promise<void> {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    SECRET.test(name) ? secretOf(name) : 'none',
  );
  const query = new URLSearchParams();
  for (const { name, in: where } of parametersOf(document, operation))
    if (where === 'query' && SECRET.test(name)) query.set(name, secretOf(name));
  for (const name of [
    'access_token',
    'selfServiceToken',
    'client_secret',
    'password',
    'token',
    'Secret',
    'challenge',
  ])
    query.append(name, secretOf(name));
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = content === undefined ? undefined : withSecrets(sample(content.schema, {}, document));
  const body =
    type === undefined || method === 'GET'
      ? undefined
      : type.endsWith('json')
        ? JSON.stringify(example)
        : new URLSearchParams(example as Record<string, string>).toString();
  for (const headers of [
    {},
    { Authorization: `Bearer ${secretOf('Authorization')}` },
    { Authorization: `Basic ${btoa(`x:${secretOf('Basic')}`)}` },
    ...(/^\/sandbox\/(?!reset|snapshot|stream|clock|faults)/.test(path)
      ? [{ Authorization: `Bearer ${controlToken}` }]
      : []),
  ])
    for (const search of [`?${query}`, '']) {
      const answer = await ask(place + search, {
        method,
        headers: {
          ...headers,
          'X-Sandbox-Fault': `delay=0; token=${secretOf('fault')}`,
          ...(type === undefined ? {} : { 'Content-Type': type }),
        },
        ...(body === undefined ? {} : { body }),
      });
      await answer.body?.cancel();
    }
}

const json = (body: object, headers: object = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

// biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape
async function answered(asked: Promise<Response>): Promise<any> {
  const answer = await asked;
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${answer.status} ${text}`);
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}

/** What a shop does with secrets: tokens of each kind, webhooks, cards, links. */
async function live(): Promise<void> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const grant = `grant_type=client_credentials&client_id=${client.id}&client_secret=${client.secret}`;
  const { access_token } = await answered(
    ask('/oauth/token/', { method: 'POST', headers: form, body: grant }),
  );
  const second = await answered(ask('/oauth/token/', { method: 'POST', headers: form, body: grant }));
  const rest = { Authorization: `Bearer ${access_token}` };
  const hook = await answered(
    ask(
      '/api/v1/webhooks',
      json(
        {
          Url: 'https://shop.example/hook',
          BasicAuth: { Username: 'ada', Password: secretOf('hookpassword') },
          Headers: { 'X-Shop-Key': secretOf('hookheader') },
        },
        rest,
      ),
    ),
  );
  await answered(ask(`/api/v1/webhooks/${hook.Id}/rotateSecret`, json({}, rest)));
  const Cart = { PlanVariantId: 'b00000000000000000000001' };
  const Customer = {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    EmailAddress: 'ada@example.com',
    Address: { Country: 'DE' },
    Notes: `pays with ${card.Number}`,
  };
  const self = '/api/v1/CustomerSelfService';
  await answered(ask(`${self}/paymentMethods?publicApiKey=a00000000000000000000001`));
  const { Token } = await answered(
    ask('/providers/Bravo/tokens', json({ Bearer: 'CreditCard:Bravo', Card: card })),
  );
  const order = await answered(ask(`${self}/signup/order`, json({ Cart, Customer })));
  const paid = { OrderId: order.OrderId, TetheredPaymentInformation: { Bearer: 'CreditCard:Bravo', Token } };
  await (await ask(`${self}/signup/pay`, json(paid))).text();
  const redirected = await answered(ask(`${self}/signup/order`, json({ Cart, Customer })));
  const { Url } = await answered(
    ask(
      `${self}/signup/pay`,
      json({
        OrderId: redirected.OrderId,
        TetheredPaymentInformation: { Bearer: 'Lima' },
        ProviderReturnUrl: 'http://localhost/done',
      }),
    ),
  );
  await (await ask(new URL(Url).pathname + new URL(Url).search)).text();
  await (
    await ask(
      '/providers/Foxtrot/tokens',
      json({ Bearer: 'DirectDebit:Foxtrot', Debit: { IBAN: iban, Holder: 'Ada' } }),
    )
  ).text();
  const made = await answered(ask('/api/v1/orders', json({ Cart, Customer }, rest)));
  const contract = await answered(
    ask(`/api/v1/orders/${made.Id}/commit`, json({ PaymentMethod: 'InvoicePayment' }, rest)),
  );
  const own = await answered(ask(`/api/v1/contracts/${contract.Id}/selfServiceToken`, { headers: rest }));
  await answered(ask(`${self}/contract?selfServiceToken=${own.Token}`));
  await (await ask(`/portal?selfServiceToken=${own.Token}`)).text();
  await (await ask(`/portal?token=${own.Token}`)).text();
  const [invoice] = await answered(ask(`/api/v1/invoices?access_token=${access_token}`));
  const link = await answered(ask(`/api/v1/invoices/${invoice.Id}/downloadLink`, json({}, rest)));
  await answered(ask(new URL(link.Url).pathname));
  for (const type of ['AppleIap', 'GoogleIap', 'AmazonIap']) {
    const receipt = await answered(
      ask(`/sandbox/stores/${type}/receipts`, json({}, { Authorization: `Bearer ${controlToken}` })),
    );
    await answered(ask('/api/v1/ExternalSubscriptions/check', json(receipt, rest)));
  }
  await answered(
    ask(
      '/sandbox/tokens/revoke',
      json({ Token: second.access_token }, { Authorization: `Bearer ${controlToken}` }),
    ),
  );
  sent.set('revoked token', second.access_token);
}

/** What the sandbox made and nobody else must know. */
function made(): Map<string, string> {
  const secrets = new Map<string, string>();
  const { Collections } = sandbox.snapshot();
  for (const name of [
    'accessTokens',
    'selfServiceTokens',
    'downloadLinks',
    'providerTokens',
    'providerChallenges',
    'providerCheckouts',
  ])
    for (const { Id } of Collections[name] ?? []) secrets.set(`${name} ${Id}`, Id);
  for (const one of Collections['webhooks'] ?? []) {
    const { Secret, PreviousSecret } = one as unknown as {
      Secret: string;
      PreviousSecret?: { Secret: string } | string;
    };
    secrets.set('secret of a webhook', Secret);
    const previous = typeof PreviousSecret === 'string' ? PreviousSecret : PreviousSecret?.Secret;
    if (previous !== undefined) secrets.set('previous secret of a webhook', previous);
  }
  for (const one of Collections['providerKeys'] ?? [])
    secrets.set('key of a provider', (one as unknown as { Key: string }).Key);
  return secrets;
}

beforeAll(async () => {
  sandbox = newSandbox({
    controlToken,
    deliver: async () => new Response(null, { status: 204 }),
    config: { Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } } },
  });
  watchLog(getWorkspaces(sandbox), (entry) => lines.push(jsonLine(entry), prettyLine(entry)));
  const reader = (await ask('/sandbox/stream', { headers: { Authorization: `Bearer ${controlToken}` } })).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let stream = '';
  const gather = async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      stream += value ?? '';
      if (done) return;
    }
  };
  const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument));
  const gathered = gather();
  const look = async () => {
    const listed = JSON.parse(await control('/sandbox/requests?take=1000')) as { Id: number }[];
    seen.push({ where: 'GET /sandbox/requests', text: JSON.stringify(listed) });
    for (const { Id } of listed)
      seen.push({ where: `GET /sandbox/requests/${Id}`, text: await control(`/sandbox/requests/${Id}`) });
    // The stream gathers for some milliseconds, in which a sandbox in process does all of this.
    const newest = Math.max(...listed.map(({ Id }) => Id));
    await vi.waitUntil(() => stream.includes(`event: request\ndata: {"Id":${newest},`), { timeout: 20_000 });
  };
  // The log keeps 1,000 requests.
  let asked = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      await askFor(document, method.toUpperCase(), path, operation);
      asked += 1;
      if (asked % 100 === 0) await look();
    }
  }
  await live();
  await look();
  await reader?.cancel();
  await gathered;
  seen.push(
    { where: 'the stream', text: stream },
    { where: 'the lines of the command', text: lines.join('\n') },
  );
}, 120_000);

afterAll(() => sandbox.close());

describe('no secret is shown', () => {
  it('in anything that was sent or created', () => {
    const secrets = new Map([
      ...sent,
      ...made(),
      ['control token', controlToken],
      ['client secret', client.secret],
      ['card number', card.Number],
      ['IBAN', iban],
    ]);
    expect(secrets.size).toBeGreaterThan(25);
    const leaks = seen.flatMap(({ where, text }) =>
      [...secrets]
        .filter(([, secret]) => text.includes(secret))
        .map(([what, secret]) => {
          const at = text.indexOf(secret);
          return `${where} shows ${what}: ${text.slice(Math.max(0, at - 120), at + secret.length + 5)}`;
        }),
    );
    expect(leaks).toEqual([]);
  });

  it('and something was checked', () => {
    expect(seen.length).toBeGreaterThan(1000);
    for (const { where, text } of seen) expect(text.length, where).toBeGreaterThan(50);
    expect(seen.find(({ where }) => where === 'the stream')?.text).toContain('event: request');
    expect(lines.length).toBeGreaterThan(1000);
  });
});
