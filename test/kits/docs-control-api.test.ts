import { readFileSync } from 'node:fs';
import { configure, Payment, Signup } from 'clientlib';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../openapi-document.ts';

/* docs/control-api.md: it has every operation of the control API once, and its examples do what it says. */

interface Example {
  /** `POST /sandbox/clock`, as the heading has it. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  /** The answer, as far as the page shows it. */
  readonly answer: string | undefined;
}

const page = readFileSync('docs/control-api.md', 'utf8');
const examples: Example[] = page
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const operation = /^`([^`]+)`/.exec(part)?.[1] ?? '';
    const [, request = '', body] = /```http\n(.+)\n(?:\n([\s\S]+?)\n)?```/.exec(part) ?? [];
    const [method = '', path = ''] = request.split(' ');
    const answer = /```(?:json|text)\n([\s\S]+?)\n```/.exec(part)?.[1];
    return { operation, method, path, body, answer };
  });

/** Paths as the description has them, without the names of their parameters. */
const canonical = (operation: string) => operation.replace(/\{\w+\}/g, '{}').replace(/\/$/, '');

it('has every operation of the control API once, with an example', () => {
  const { paths } = openApiDocument;
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/sandbox/'))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
  expect(examples.map(({ operation }) => canonical(operation)).sort()).toEqual(
    described.map(canonical).sort(),
  );
  for (const { operation, method, path } of examples) {
    const [at = '', of = ''] = operation.split(' ');
    expect(method).toBe(at);
    const pattern = of.split(/\{\w+\}/).map((text) => text.replace(/[.]/g, '\\.'));
    expect(path.split('?')[0], operation).toMatch(new RegExp(`^${pattern.join('[^/]+')}$`));
  }
});

/** What the page shows of an answer, as a matcher: `…` is any value. */
function expected(value: unknown): unknown {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.length === 0 ? [] : expect.arrayContaining(value.map(expected));
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expected(part)])),
  );
}

/** The lists from which an id of an example comes, by the path before it. */
const idsOf: { readonly [before: string]: string } = {
  '/sandbox/payments/next/': '/sandbox/payments/next',
  '/sandbox/payments/': '/api/v1/paymentTransactions',
  '/sandbox/faults/': '/sandbox/faults',
  '/sandbox/deliveries/': '/sandbox/deliveries',
  '/sandbox/webhooks/': '/sandbox/webhooks',
  '/sandbox/mails/': '/sandbox/mails?eventType=InvoiceCreated',
  '/sandbox/stores/GoogleIap/subscriptions/': '/sandbox/stores/GoogleIap/subscriptions',
  '/sandbox/requests/': '/sandbox/requests',
};

it('its examples respond as shown, one after the other', { timeout: 60_000 }, async () => {
  const url = 'http://sandbox';
  const sandbox = createSandbox({
    seed: 'control API',
    record: true,
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['http://shop.test/hooks'],
    deliver: async () => new Response(null, { status: 500 }),
  });
  onTestFinished(() => {
    sandbox.close();
  });
  const call = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
    sandbox.fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const accessToken = async () => {
    const granted = await sandbox.fetch(`${url}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await granted.json()) as { access_token: string };
    return { Authorization: `Bearer ${access_token}` };
  };
  const signUp = async () => {
    configure({ baseUrl: url, fetch: sandbox.fetch });
    const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
    await payment.ready;
    const customer = { FirstName: 'Ada', LastName: 'Byron', EmailAddress: 'ada@example.com' };
    await new Signup().subscribe(
      payment,
      { PlanVariantId: 'b00000000000000000000001' },
      { ...customer, Address: { Country: 'DE' } },
      {
        bearer: 'CreditCard:FakePSP',
        cardNumber: '4111111111111111',
        expiryMonth: '12',
        expiryYear: '2032',
        cardHolder: 'Ada Byron',
        cvc: '123',
      },
    );
  };
  /** The newest id of the list that a `{id}` of the path is in. */
  const filled = async (path: string): Promise<string> => {
    if (path.includes('{name}')) {
      const mail = await (await call('GET', await filled(path.split('/attachments')[0] ?? ''))).json();
      const [file] = (mail as { Attachments: { Name: string }[] }).Attachments;
      return `${await filled(path.split('/attachments')[0] ?? '')}/attachments/${file?.Name}`;
    }
    const [before = ''] = path.split('{id}');
    const list = idsOf[before];
    if (list === undefined || !path.includes('{id}')) return path;
    const found = await (await call('GET', list, undefined, await accessToken())).json();
    return path.replace('{id}', String((found as { Id: string }[])[0]?.Id));
  };

  const contractId = async (): Promise<string> => {
    const found = await (await call('GET', '/api/v1/contracts', undefined, await accessToken())).json();
    return (found as { Id: string }[])[0]?.Id ?? '';
  };

  /** The newest payment has failed, and its retry is planned. */
  const declineRenewal = async () => {
    sandbox.payments.next({ Outcome: { Code: 'InsufficientBalance' } });
    for (;;) {
      const { Next } = (await (await call('GET', '/sandbox/clock')).json()) as {
        Next: { Type: string; DueAt: string };
      };
      if (Next.Type === 'payment-retry') return;
      await sandbox.clock.set(Next.DueAt);
    }
  };

  let before = '';
  await signUp();
  for (const { operation, method, path, body, answer } of examples) {
    if (operation === 'POST /sandbox/tokens/revoke') await accessToken();
    if (operation === 'GET /sandbox/clock') await signUp();
    if (operation === 'POST /sandbox/payments/{id}/retry') await declineRenewal();
    if (operation === 'DELETE /sandbox/payments/next') await call('POST', '/sandbox/payments/next', '{}');
    const named = body?.includes('"…"') ? body.replace('…', await contractId()) : body;
    const whole = named?.startsWith('<') ? before : named;
    const response = await call(method, await filled(path), whole);
    expect([operation, response.status]).toEqual([operation, response.status < 300 ? response.status : 200]);
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toContain(answer);
      await reader?.cancel();
      continue;
    }
    const text = await response.text();
    if (/^GET \/sandbox\/s(napshot|ession$)/.test(operation)) before = text;
    if (answer !== undefined)
      expect([operation, JSON.parse(text)]).toEqual([operation, expected(JSON.parse(answer))]);
  }
});
