import { describe, expect, it } from 'vitest';
import { ScriptedAgent } from '../../served/agents/agent.ts';
import { type Api, accessToken, backEnd, client, newContract, newSandbox } from '../http/service.ts';

// Requests as programs of others send them: encodings, credentials, repeats, limits.

const metered = 'd00000000000000000000003';

async function sent(sandbox: ReturnType<typeof newSandbox>, body: BodyInit, headers: object) {
  const response = await sandbox.fetch('http://sandbox/api/v1/customers', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await accessToken(sandbox)}`, ...headers },
    body,
  });
  const { FirstName, Message } = (await response.json()) as { FirstName?: string; Message?: string };
  return [response.status, FirstName ?? Message];
}

describe('a body', () => {
  const latin = Uint8Array.from([...'{"FirstName":"J\u00f6rg"}'].map((letter) => letter.charCodeAt(0)));

  it('of text/json is read as JSON', async () => {
    expect(await sent(newSandbox(), '{"FirstName":"Jörg"}', { 'Content-Type': 'text/json' })).toEqual([
      201,
      'Jörg',
    ]);
  });

  it.each(['iso-8859-1', 'latin1', '"windows-1252"'])('is decoded by its charset %s', async (charset) => {
    const type = { 'Content-Type': `application/json; charset=${charset}` };
    expect(await sent(newSandbox(), latin, type)).toEqual([201, 'Jörg']);
  });

  it('that is not valid UTF-8 is rejected with 400, and an unknown charset or a compressed body with 415', async () => {
    expect(await sent(newSandbox(), latin, { 'Content-Type': 'application/json' })).toEqual([
      400,
      'The body is not valid utf-8. Send UTF-8, or name the charset in Content-Type.',
    ]);
    expect(await sent(newSandbox(), latin, { 'Content-Type': 'application/json; charset=klingon' })).toEqual([
      415,
      'The charset "klingon" is not supported; send UTF-8.',
    ]);
    const gzip = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect(await sent(newSandbox(), latin, gzip)).toEqual([
      415,
      'The body has Content-Encoding "gzip"; send it uncompressed.',
    ]);
  });

  it('that has the replacement character U+FFFD is valid', async () => {
    const type = { 'Content-Type': 'application/json' };
    const text = '{"FirstName":"J\uFFFDrg"}';
    expect(await sent(newSandbox(), text, type)).toEqual([201, 'J\uFFFDrg']);
    const [start, end] = [text.slice(0, 15), text.slice(15)].map((part) => new TextEncoder().encode(part));
    const streamed = async (...parts: Uint8Array[]) => {
      const sandbox = newSandbox();
      const response = await sandbox.fetch('http://sandbox/api/v1/customers', {
        method: 'POST',
        headers: { Authorization: `Bearer ${await accessToken(sandbox)}`, ...type },
        body: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
        duplex: 'half',
      } as RequestInit);
      return response.status;
    };
    expect(await streamed(start as Uint8Array, end as Uint8Array)).toBe(201);
    expect(await streamed(start as Uint8Array, Uint8Array.of(0xfc), end as Uint8Array)).toBe(400);
    expect(await streamed(start as Uint8Array, Uint8Array.of(0xe2, 0x82))).toBe(400);
  });

  it('compressed for the control API is rejected with 415', async () => {
    const { status, body } = await (await backEnd(newSandbox()))('PUT', '/sandbox/snapshot', '{}', {
      'Content-Encoding': 'gzip',
    });
    expect([status, body.Message]).toEqual([
      415,
      'The body has Content-Encoding "gzip"; send it uncompressed.',
    ]);
  });

  it.each([
    [
      'FirstName',
      'Ada\r\nBcc: x',
      'FirstName: the text has a line break or a tab in it; this field has one line.',
    ],
    ['Tag', 'a\tb', 'Tag: the text has a line break or a tab in it; this field has one line.'],
    ['Notes', 'a\u0085b', 'Notes: the text has control characters or half a surrogate pair in it.'],
  ])('with a control character in %s is rejected', async (field, text, message) => {
    const { status, body } = await (await backEnd(newSandbox()))('POST', 'customers', { [field]: text });
    expect([status, body.Message]).toEqual([422, message]);
  });

  it('keeps the lines of notes', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('POST', 'customers', { Notes: 'a\n\tb' })).body.Notes).toBe('a\n\tb');
  });

  it.each([
    ['UK', 'GB'],
    ['el', 'GR'],
  ])('with the country %s is rejected with the ISO code %s', async (sentCode, code) => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'customers', { Address: { Country: sentCode } });
    expect([status, body.Message]).toEqual([
      422,
      `Address.Country: expected a two-letter country code such as ${code} (the ISO code of ${sentCode}), got "${sentCode}"`,
    ]);
  });
});

describe('what is ignored', () => {
  const report = (api: Api, id: string, Quantity: number) =>
    api('POST', `contracts/${id}/usage`, { ComponentId: metered, Quantity, Key: 'k1' });

  it('of a repeated usage Key with another quantity is reported, and refused if strict', async () => {
    const text = 'usage with the Key "k1" was reported with Quantity 2; Quantity 3 is ignored';
    for (const strict of [false, true]) {
      const api = await backEnd(newSandbox({ strict }));
      const { Id } = await newContract(api, { Cart: { PlanVariantId: 'b00000000000000000000003' } });
      await report(api, Id, 2);
      expect((await report(api, Id, 2)).headers.get('X-Sandbox-Warnings')).toBeNull();
      const { status, body, headers } = await report(api, Id, 3);
      expect([status, body.Quantity, body.Message, headers.get('X-Sandbox-Warnings')]).toEqual(
        strict ? [422, undefined, `${text}.`, null] : [200, 2, undefined, text],
      );
    }
  });

  it('of a property that came in two spellings is reported, and refused if strict', async () => {
    const text = 'property FirstName was sent more than once, in different case; the last one counts';
    for (const strict of [false, true]) {
      const api = await backEnd(newSandbox({ strict }));
      const { status, body, headers } = await api('POST', 'customers', {
        FirstName: 'Ada',
        firstName: 'Eve',
      });
      expect([status, body.FirstName, headers.get('X-Sandbox-Warnings')]).toEqual(
        strict ? [422, undefined, null] : [201, 'Eve', text],
      );
    }
  });
});

describe('call_api of /mcp', () => {
  it.each<[object, string]>([
    [{ FirstName: 'Ada', firstName: 'Eve' }, 'property FirstName was sent more than once'],
    [{ Locale: 'en_US' }, 'property Locale was sent as "en_US" and read as "en-US"'],
    [{ Firstname: 'Ada', Phone: '1' }, 'unknown property Phone; did you mean PhoneNumber?'],
  ])('reports ignored input, and is refused if strict: %j', async (body, warning) => {
    for (const strict of [false, true]) {
      const sandbox = newSandbox({ strict });
      const { text, isError } = await ScriptedAgent.of(sandbox).call('call_api', {
        method: 'POST',
        path: '/customers',
        body,
      });
      expect([isError, text.slice(0, 3)]).toEqual([false, strict ? '422' : '201']);
      // Text of the service is quoted: of the first the test names the beginning.
      if (!strict) expect(text).toContain(`\nWarnings: ${JSON.stringify(warning).slice(0, -1)}`);
      expect(sandbox.snapshot().Collections['customers'] ?? []).toHaveLength(strict ? 0 : 1);
    }
  });
});

describe('a language', () => {
  const customer = (Locale: string) => ({
    FirstName: 'Ada',
    EmailAddress: 'ada@example.com',
    Address: { Country: 'DE' },
    Locale,
  });
  const mailsTo = async (Locale: string, strict = false) => {
    const api = await backEnd(newSandbox({ strict }));
    const order = await api('POST', 'orders', {
      Customer: customer(Locale),
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    if (order.status !== 200) return [order.status, order.body.Message];
    await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    const { body } = await api('GET', `customers/${order.body.CustomerId}`);
    const [mail] = (await api('GET', '/sandbox/mails')).body;
    return [order.headers.get('X-Sandbox-Warnings'), body.Locale, mail.Language];
  };

  it.each([
    ['en-US', null, 'en-US', 'en-US'],
    ['en_US', 'property Customer.Locale was sent as "en_US" and read as "en-US"', 'en-US', 'en-US'],
    [
      'en_US.UTF-8',
      'property Customer.Locale was sent as "en_US.UTF-8" and read as "en-US"',
      'en-US',
      'en-US',
    ],
    ['english', 'property Customer.Locale was sent as "english" and read as unset', 'de-DE', 'de-DE'],
  ])('%s: is stored and written as a tag, or reported', async (locale, ...expected) => {
    expect(await mailsTo(locale)).toEqual(expected);
  });

  it('is rejected in another form if strict', async () => {
    expect(await mailsTo('en_US', true)).toEqual([
      422,
      'Customer.Locale: expected a language tag such as en-US, got "en_US"',
    ]);
    const api = await backEnd(newSandbox({ strict: true }));
    expect((await api('POST', 'customers', { Language: 'de_AT' })).status).toBe(422);
  });
});

it.each(['a+b%2Fc', 'p%C3%A4ss+word', 'plain'])(
  'the secret %s is taken raw and form-encoded',
  async (secret) => {
    const OAuthClients = [
      { ClientId: client.id, ClientSecret: secret, Name: 'Shop', Grants: ['client_credentials' as const] },
    ];
    const sandbox = newSandbox({ config: { Account: { OAuthClients } } });
    for (const [credential, status] of [
      [secret, 200],
      [new URLSearchParams({ secret }).toString().slice('secret='.length), 200],
      [`${secret}x`, 401],
    ] as const) {
      const response = await sandbox.fetch('http://sandbox/oauth/token', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client.id}:${credential}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      expect([credential, response.status]).toEqual([credential, status]);
    }
  },
);

it('the rate limit says that the clock is paused, and what to do', async () => {
  const api = await backEnd(newSandbox({ config: { Account: { RateLimit: { Requests: 1 } } } }));
  await api('GET', 'customers');
  const { status, body } = await api('GET', 'customers');
  expect([status, body.Message]).toEqual([
    429,
    'More than 1 requests in 60 seconds. The clock of the sandbox is paused, so the window ends only when you advance it by 60 s. Or raise Account.RateLimit in the configuration.',
  ]);
});

it('an exposed sandbox takes the private receiver that was named at its start, and no other', async () => {
  const named = 'http://backend:3000/hooks';
  const api = await backEnd(newSandbox({ exposed: true, webhooks: ['http://localhost:3000/hooks', named] }));
  const register = async (Url: string) => (await api('POST', 'webhooks', { Url, Events: [] })).status;
  // It is registered already: a back end that registers its receiver at its start deletes it first.
  expect(await register('http://localhost:3000/hooks')).toBe(409);
  const [registered] = (await api('GET', 'webhooks')).body;
  await api('DELETE', `webhooks/${registered.Id}`);
  expect(await register('http://localhost:3000/hooks')).toBe(200);
  expect(await register('http://localhost:3000/other')).toBe(422);
  const open = await backEnd(newSandbox({ exposed: true, privateWebhooks: true }));
  expect((await open('POST', 'webhooks', { Url: 'http://10.0.0.7/hooks', Events: [] })).status).toBe(200);
});
