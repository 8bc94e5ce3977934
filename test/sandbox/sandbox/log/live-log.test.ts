import { stripVTControlCharacters, styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { greeting } from '../../../../sandbox/src/hosts/command/greeting.ts';
import { givenUp } from '../../../../sandbox/src/hosts/command/undelivered.ts';
import {
  watchGivenUp,
  watchLog,
  watchLogLater,
  watchWorkspaceLater,
} from '../../../../sandbox/src/sandbox/log/live-log.ts';
import type { LogEntry } from '../../../../sandbox/src/sandbox/log/log-entry.ts';
import { jsonLine, type Paint, prettyLine } from '../../../../sandbox/src/sandbox/log/log-line.ts';
import { getWorkspaces, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { Service } from '../../service/simulation/service.ts';

const colored: Paint = (style, text) => styleText(style, text, { validateStream: false });
const hook = 'http://shop.test/hooks';

/** A service whose log is kept, and a merchant whose answers the test decides. */
function logged(options: SandboxOptions = {}) {
  const merchant = { answer: (): Response => new Response(null, { status: 204 }) };
  const service = new Service({ webhooks: [hook], deliver: async () => merchant.answer(), ...options });
  const entries: LogEntry[] = [];
  const workspaces = getWorkspaces(service.sandbox);
  watchLog(workspaces, (entry) => entries.push(entry));
  const given = watchGivenUp(workspaces);
  const lines = (kind?: LogEntry['Kind']) =>
    entries
      .filter(({ Kind }) => kind === undefined || Kind === kind)
      .map((entry) => prettyLine(entry).trimEnd());
  return { service, entries, lines, merchant, given, workspaces };
}

const refused = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
};

describe('the live log', () => {
  it('hears nothing more of a workspace once it has ended', async () => {
    const { service, workspaces } = logged();
    const heard: unknown[] = [];
    const end = watchWorkspaceLater('', workspaces.main, (entry) => heard.push(entry));
    await service.order();
    expect(heard.length).toBeGreaterThan(0);
    heard.length = 0;
    end();
    await service.pay(await service.order(), await service.byCard('4111111111111111'));
    await service.sandbox.settle();
    expect(heard).toEqual([]);
  });

  it('keeps the latest thousand webhooks that were given up', () => {
    const { given, workspaces } = logged();
    for (let at = 0; at < 1_002; at += 1) {
      const delivery = { Id: `${at}`, Event: 'PlanCreated', Url: hook, Status: 'Failed', Attempts: [] };
      workspaces.main.core.feed.emit('attempt', delivery as never);
    }
    expect([given.length, given[0]?.Id, given.at(-1)?.Id]).toEqual([1_000, '2', '1001']);
  });

  it('makes the entry of a request when its line is written, as it is at once', async () => {
    const { service, entries, workspaces } = logged();
    const later: (() => LogEntry)[] = [];
    watchLogLater(workspaces, (entry) => later.push(entry));
    await service.order();
    await service.sandbox.clock.advance('P1D');
    const requests = later.map((entry) => entry()).filter(({ Kind }) => Kind === 'request');
    expect(requests).toEqual(entries.filter(({ Kind }) => Kind === 'request'));
    expect(requests[0]?.At).toBe('2026-01-15T10:00:00.0000000Z');
  });

  it('has a line for each request, event and attempt to deliver a webhook', async () => {
    const { service, lines } = logged();
    const { body } = await service.pay(await service.order(), await service.byCard('4111111111111111'));
    await service.sandbox.settle();
    expect(lines('request').map((line) => line.replace(/ {2}\d+ ms$/, ''))).toEqual([
      '2026-01-15 10:00:00Z  POST /api/v1/CustomerSelfService/signup/order → 200',
      '2026-01-15 10:00:00Z  GET /api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001 → 200',
      '2026-01-15 10:00:00Z  POST /providers/Delta/tokens → 200',
      '2026-01-15 10:00:00Z  POST /api/v1/CustomerSelfService/signup/pay → 200',
    ]);
    expect(lines('event')).toContain(
      `2026-01-15 10:00:00Z  OrderSucceeded  OrderId ${body.OrderId}, ContractId ${body.ContractId}, CustomerId ${body.CustomerId}`,
    );
    expect(lines('event').find((line) => line.includes('PaymentSucceeded'))).toMatch(
      / {2}11\.78 EUR by Delta: Succeeded$/,
    );
    expect(lines('delivery')).toContain(`2026-01-15 10:00:00Z  webhook OrderSucceeded to ${hook} → 204`);
  });

  it.each(['OrderId', 'ContractId', 'CustomerId', 'InvoiceId', 'DunningId', 'PaymentTransactionId'])(
    'names the %s of an event, and no other fact',
    (field) => {
      const Payload = { Event: 'X', EntityId: 'e', At: '', [field]: 'id-1', Tag: 'crm-7' } as never;
      const line = prettyLine({ At: '2026-01-15T10:00:00.0000000Z', Kind: 'event', Payload });
      expect(line).toBe(`2026-01-15 10:00:00Z  X  ${field} id-1\n`);
    },
  );

  it('says why a webhook failed and when it is retried, and when it is given up', async () => {
    const { service, lines, merchant, given } = logged();
    merchant.answer = refused;
    await service.sandbox.fetch('http://sandbox/sandbox/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Event: 'PlanCreated', PlanId: 'p' }),
    });
    await service.sandbox.settle();
    expect(lines('delivery')).toEqual([
      expect.stringMatching(/webhook PlanCreated to \S+ → ECONNREFUSED, next try in \d+ s$/),
    ]);
    expect(givenUp(given)).toBe('');
    await service.sandbox.clock.advance('P30D');
    const last = lines('delivery').at(-1) ?? '';
    expect(last).toMatch(
      /→ ECONNREFUSED, given up after \d+ attempts; resend it with POST \/sandbox\/deliveries\/\w+\/resend$/,
    );
    expect(lines('delivery').slice(1, -1).join('\n')).toMatch(/next try in \d+ min/);
    expect(givenUp(given)).toMatch(
      new RegExp(
        `^1 webhook was given up\\. .*\n {2}PlanCreated to ${hook}, ECONNREFUSED after \\d+ attempts\n$`,
      ),
    );
  });

  it('shows a declined payment with its code, and which decision was used', async () => {
    const { service, entries, lines } = logged();
    await service.pay(await service.order(), await service.byCard('4111111111111111'));
    service.sandbox.payments.next({ Outcome: { Code: 'LimitExceeded', DelayMs: 1 } });
    await service.sandbox.clock.advance('P1M');
    expect(lines('payment')).toEqual([
      expect.stringMatching(
        /payment by Delta of ContractId \w+: delayed by 1 ms, declined with LimitExceeded \(decided by/,
      ),
    ]);
    expect(lines('event').find((line) => line.includes('PaymentFailed'))).toMatch(/Failed, LimitExceeded$/);
    const failed = entries.find((entry) => entry.Kind === 'event' && entry.Payload.Event === 'PaymentFailed');
    expect(failed).toMatchObject({
      Payment: {
        Amount: 11.78,
        Currency: 'EUR',
        Provider: 'Delta',
        Status: 'Failed',
        ErrorCode: 'LimitExceeded',
        ErrorMessage: expect.stringMatching(/\w/),
      },
    });
  });

  it('names the workspace, shows warnings, and omits health checks', async () => {
    const { service, lines } = logged();
    for (const unseen of ['health', 'health?at=1', 'stream'])
      await service.sandbox.fetch(`http://sandbox/w/checkout/sandbox/${unseen}`);
    await service.sandbox.fetch('http://sandbox/w/checkout/nothing');
    await service.selfService('signup/order', {
      Cart: { PlanVariantId: 'b00000000000000000000001', Quantty: 1 },
      Customer: { FirstName: 'A', LastName: 'B', Address: { Country: 'DE' } },
    });
    expect(lines('request')).toHaveLength(2);
    expect(lines('request')[0]).toMatch(/^\S+ \S+ {2}\[checkout\] GET \/nothing → 404 {2}\d+ ms$/);
    expect(lines('request')[1]).toMatch(/\n {4}warning: .*Quantty/);
  });

  it('shows no control characters of a request, which would be commands for the terminal', async () => {
    const { service, lines } = logged();
    await service.sandbox.fetch(
      'http://sandbox/api/v1/CustomerSelfService/signup/offer?a%1B]0;title%07%0Ab=1',
    );
    const [line] = lines('request');
    expect(line).toMatch(/\n {4}warning: unknown query parameter a\ufffd]0;title\ufffd\ufffdb/);
  });

  it('is JSON on request, one object per line, without secrets or card data', async () => {
    const { service, entries } = logged();
    await service.pay(await service.order(), await service.byCard('4000000000000002'));
    await service.sandbox.fetch('http://sandbox/portal?token=s3cret&card=4111111111111111');
    await service.sandbox.settle();
    const printed = entries.map(jsonLine).join('');
    for (const line of printed.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ At: expect.any(String), Kind: expect.any(String) });
    expect(printed).not.toMatch(/s3cret|4111111111111111|4000000000000002/);
    expect(entries.map(({ Kind }) => Kind)).toEqual(expect.arrayContaining(['request', 'event', 'delivery']));
  });

  it('is colored on a terminal, with the same words', async () => {
    const { service, entries } = logged();
    await service.order();
    await service.sandbox.fetch('http://sandbox/nothing');
    await service.sandbox.settle();
    for (const entry of entries) {
      const line = prettyLine(entry, colored);
      expect(line).toContain('\u001b[');
      expect(stripVTControlCharacters(line)).toBe(prettyLine(entry));
    }
  });
});

it('the ready line is followed by what a newcomer needs', () => {
  const { workspaces } = logged();
  const text = greeting(workspaces.main, 'http://localhost:4400');
  for (const part of [
    'a00000000000000000000001',
    'c00000000000000000000001 / sandbox-secret',
    'api@merchant.test / sandbox-password',
    '4111 1111 1111 1111',
    'http://localhost:4400/docs',
    'http://localhost:4400/sandbox/catalog',
  ])
    expect(text).toContain(part);
});
