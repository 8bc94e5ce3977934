// Requests that once kept the sandbox busy for seconds, or for ever.
import { beforeAll, describe, expect, it } from 'vitest';
import { Redaction } from '../../sandbox/src/clients/account/redaction.ts';
import { collectVocabulary } from '../../sandbox/src/clients/account/vocabulary.ts';
import { ActivityLog } from '../../sandbox/src/service/activity/activity-log.ts';
import { Core } from '../../sandbox/src/service/core/core.ts';
import { issueAccessToken } from '../../sandbox/src/service/domain/access/access-tokens.ts';
import { createDownloadLink } from '../../sandbox/src/service/domain/access/download-links.ts';
import { issueSelfServiceToken } from '../../sandbox/src/service/domain/access/self-service-tokens.ts';
import { recordEvent } from '../../sandbox/src/service/domain/webhooks/events.ts';
import { nearestPath } from '../../sandbox/src/service/http/middleware/nearest-path.ts';
import { Faults } from '../../sandbox/src/service/http/traffic/faults.ts';
import { toCsv } from '../../sandbox/src/service/model/csv.ts';
import { tokenize } from '../../sandbox/src/service/simulation/tokenize.ts';
import { type Api, backEnd, newContract, newSandbox } from '../sandbox/service/http/service.ts';
import { Service } from '../sandbox/service/simulation/service.ts';

const basic = 'b00000000000000000000001';
let api: Api;

beforeAll(async () => {
  api = await backEnd(newSandbox());
});

describe('too many billing periods', () => {
  it('are rejected: from the year 1 on', async () => {
    const { status, body } = await api('POST', 'orders/preview', {
      Cart: { PlanVariantId: basic },
      StartDate: '0001-01-01',
    });
    expect([status, body.Errors[0].Field]).toEqual([422, 'StartDate']);
  });

  it('are rejected: a plan that is billed each second, from a year ago on', async () => {
    const { body: variant } = await api('POST', 'planVariants', {
      PlanId: 'b10000000000000000000001',
      InternalName: 'Per second',
      RecurringFee: 1,
      FeePeriod: { Unit: 'Second', Quantity: 1 },
      BillingPeriod: { Unit: 'Second', Quantity: 1 },
      ContractPeriod: { Unit: 'Second', Quantity: 1 },
    });
    const order = { Cart: { PlanVariantId: variant.Id }, StartDate: '2025-01-15' };
    const { status, body } = await api('POST', 'orders/preview', order);
    expect([status, body.Errors[0].Field]).toEqual([422, 'StartDate']);
  });

  it('are allowed for decades by the month', async () => {
    const order = { Cart: { PlanVariantId: basic }, StartDate: '1990-01-15' };
    expect((await api('POST', 'orders/preview', order)).status).toBe(200);
  });
});

it('of a long list for the control API, the first wrong item is reported alone', async () => {
  const Keep = ['Webhooks', ...Array.from({ length: 40_000 }, () => ({}))];
  const { status, body } = await api('POST', '/sandbox/reset', { Keep });
  expect([status, body.Errors.map(({ Field }: { Field: string }) => Field)]).toEqual([422, ['Keep[1]']]);
});

it('the next end of a contract is found among millions of terms', async () => {
  const sandbox = newSandbox();
  const back = await backEnd(sandbox);
  const { body: variant } = await back('POST', 'planVariants', {
    PlanId: 'b10000000000000000000001',
    InternalName: 'Terms of a second',
    RecurringFee: 1,
    FeePeriod: { Unit: 'Year', Quantity: 1 },
    BillingPeriod: { Unit: 'Year', Quantity: 1 },
    ContractPeriod: { Unit: 'Second', Quantity: 7 },
    CancellationPeriod: { Unit: 'Second', Quantity: 2 },
  });
  const contract = await newContract(back, { Cart: { PlanVariantId: variant.Id }, StartDate: '2016-01-15' });
  const { body } = await back('GET', `contracts/${contract.Id}/cancellationPreview`);
  const end = Date.parse(body.EndDate ?? body.NextPossibleCancellationDate);
  const now = Date.parse('2026-01-15T10:00:00Z');
  const start = Date.parse('2016-01-15T00:00:00Z');
  expect(end - 2000).toBeGreaterThanOrEqual(now);
  expect(end - 2000 - 7000).toBeLessThan(now);
  expect((end - start) % 7000).toBe(0);
  sandbox.close();
});

describe('a fault pattern', () => {
  const meets = (pattern: string, path: string) => {
    const faults = new Faults('patterns');
    faults.add({ Path: pattern, Fault: { Status: 503 } });
    return faults.meet('GET', path, undefined) !== undefined;
  };

  it.each([
    ['/api/*/orders', '/api/v1/orders', true],
    ['/api/*', '/api/', false],
    ['*', '/anything', true],
    ['/a*b*c', '/aXbXbXc', true],
    ['/a*b*c', '/aXcXb', false],
    ['/ab*bc', '/abc', false],
    ['/a.c', '/abc', false],
    ['/A//B', '/a/b/', true],
  ])('%s meets %s: %s', (pattern, path, expected) => expect(meets(pattern, path)).toBe(expected));

  it('takes no longer with many stars', () => {
    expect(meets(`/${'a*'.repeat(900)}b`, `/${'a'.repeat(20_000)}`)).toBe(false);
  });
});

it('the nearest path of a long one is not searched', () => {
  const routes = { [Symbol.iterator]: () => expect.unreachable() } as never;
  expect(nearestPath(`/${'x'.repeat(300)}`, routes)).toBeUndefined();
});

describe('a long text takes no longer than a short one', () => {
  const LONG = 200_000;

  /** Milliseconds of the processor that something takes: other work on the machine does not count. */
  const timeOf = async (run: () => unknown) => {
    const began = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };

  /** A mail by a template with this text. */
  const mailOf = async (HtmlText: string) => {
    const sandbox = newSandbox();
    const back = await backEnd(sandbox);
    await back('POST', 'emailNotificationsTemplates', {
      EventType: 'InvoiceCreated',
      Name: 'Long',
      Subject: { _c: 'Long' },
      HtmlText: { _c: HtmlText },
    });
    const { Id } = (await back('POST', 'customers', { FirstName: 'Ada', EmailAddress: 'a@b.test' })).body;
    await back('POST', '/sandbox/events', { Event: 'InvoiceCreated', CustomerId: Id });
    return { back, sandbox };
  };

  it.each(['T', '1 ', '[a=b]', '2026-01-15T10:00:00Z[a=b]'])('as a time: %s, over and over', async (part) => {
    const StartDate = part.repeat(LONG / part.length);
    const order = { Cart: { PlanVariantId: basic }, StartDate };
    const asked = async () => {
      const { status, body } = await api('POST', 'orders/preview', order);
      expect([status, body.Errors[0].Field]).toEqual([422, 'StartDate']);
    };
    expect(await timeOf(asked)).toBeLessThan(1_000);
  });

  it('as the token in X-Sandbox-Fault', async () => {
    const sandbox = newSandbox({ exposed: true, controlToken: 'secret' });
    const headers = { 'X-Sandbox-Fault': `token=x${' '.repeat(LONG)}y` };
    const asked = async () =>
      expect((await sandbox.fetch('http://sandbox/openapi.json', { headers })).status).toBe(403);
    expect(await timeOf(asked)).toBeLessThan(1_000);
    sandbox.close();
  });

  it('as a cell of an export', async () => {
    const rows = [[`${'\n'.repeat(LONG)}x`]];
    expect(await timeOf(() => toCsv({ columns: ['Name'], rows }))).toBeLessThan(1_000);
  });

  it.each(['<', '<style', '<script>', '<head>', '<br', '<a> ', '</head'])(
    'as a mail: %s, over and over',
    async (part) => {
      const { back, sandbox } = await mailOf(part.repeat(LONG / part.length));
      const asked = async () => {
        const [{ Id }] = (await back('GET', '/sandbox/mails')).body;
        expect((await back('GET', `/sandbox/mails/${Id}/page`)).status).toBe(200);
      };
      expect(await timeOf(asked)).toBeLessThan(1_000);
      sandbox.close();
    },
  );

  it.each(['x', 'x%40'])('as a path that the proxy of record keeps: %s, over and over', async (part) => {
    const path = `/${part.repeat(LONG / part.length)}`;
    const redaction = new Redaction(collectVocabulary({ paths: {} }));
    expect(await timeOf(() => redaction.path(path))).toBeLessThan(1_000);
    expect(await timeOf(() => redaction.text(path))).toBeLessThan(1_000);
  });

  it("as the payer's address of a wallet", async () => {
    const service = new Service();
    const { Url } = (await service.pay(await service.order(), { Bearer: 'November' })).body;
    const form = new URLSearchParams({ action: 'pay', email: `${'@'.repeat(LONG)} x`, password: 'x' });
    const asked = async () =>
      expect((await service.sandbox.fetch(Url, { method: 'POST', body: form })).status).toBe(422);
    expect(await timeOf(asked)).toBeLessThan(1_000);
    service.sandbox.close();
  });

  it('as a path of a fault rule is rejected, since each request is compared with it', async () => {
    const rule = { Path: 'x'.repeat(2_001), Fault: { Status: 503 } };
    const { status, body } = await api('POST', '/sandbox/faults', rule);
    expect([status, body.Errors[0].Field]).toEqual([422, 'Path']);
    expect(() => new Faults('paths').add(rule)).toThrow('Path');
  });
});

describe('a subscription of a store', () => {
  it.each(['GoogleIap', 'AppleIap', 'AmazonIap'])(
    'of %s whose period has no length is rejected: it would be renewed without end',
    async (type) => {
      for (const field of ['Period', 'Trial']) {
        const request = { [field]: { Unit: 'Month', Quantity: 0 } };
        const { status, body } = await api('POST', `/sandbox/stores/${type}/receipts`, request);
        expect([status, body.Errors[0].Field]).toEqual([422, `${field}.Quantity`]);
      }
    },
  );

  it('of a snapshot, with a period of a second since the year 1, is answered at once', async () => {
    const sandbox = newSandbox();
    const back = await backEnd(sandbox);
    const { body: receipt } = await back('POST', '/sandbox/stores/GoogleIap/receipts', {});
    const { body: snapshot } = await back('GET', '/sandbox/snapshot');
    const [subscription] = snapshot.Collections.storeSubscriptions;
    const longAgo = Date.parse('0001-01-02T00:00:00Z');
    const Period = { Unit: 'Second', Quantity: 1 };
    Object.assign(subscription, { StartedAt: longAgo, Anchor: longAgo, PaidUntil: longAgo, Period });
    snapshot.Collections.tasks = [];
    expect((await back('PUT', '/sandbox/snapshot', snapshot)).status).toBe(200);
    const again = await backEnd(sandbox);
    expect((await again('POST', 'ExternalSubscriptions/check', receipt)).status).toBe(200);
    sandbox.close();
  });
});

describe('lists', () => {
  it.each(['ComponentSubscriptions', 'MeteredUsages'])('a cart has 500 %s at most', async (list) => {
    const entries = (count: number) =>
      Array.from({ length: count }, () => ({ ComponentId: 'd00000000000000000000001', Quantity: 1 }));
    const ask = (count: number) =>
      api('POST', 'orders/preview', { Cart: { PlanVariantId: basic, [list]: entries(count) } });
    const { status, body } = await ask(501);
    expect([status, body.Errors[0].Field]).toEqual([422, `Cart.${list}`]);
    expect((await ask(500)).body.Errors?.[0]?.Field).not.toBe(`Cart.${list}`);
  });

  it('a contract has at most 1,000 phases', async () => {
    const sandbox = newSandbox();
    const back = await backEnd(sandbox);
    const { Id } = await newContract(back);
    const change = { ContractId: Id, Cart: { PlanVariantId: 'b00000000000000000000003' } };
    const { Collections, ...snapshot } = sandbox.snapshot();
    const contracts = (Collections['contracts'] ?? []).map((contract) => {
      const [phase] = (contract as unknown as { Phases: object[] }).Phases;
      return { ...contract, Phases: Array.from({ length: 1000 }, () => phase) };
    });
    sandbox.restore({ ...snapshot, Collections: { ...Collections, contracts } });
    for (const [path, body] of [
      ['orders/preview', change],
      [`contracts/${Id}/pause`, {}],
    ] as const) {
      const answer = await back('POST', path, body);
      expect([path, answer.status, answer.body.Message]).toEqual([
        path,
        422,
        expect.stringContaining('1000 phases, the maximum'),
      ]);
    }
    sandbox.close();
  });

  it('there are at most 1,000 fault rules and 1,000 decided payments', async () => {
    const sandbox = newSandbox();
    const back = await backEnd(sandbox);
    const rule = { Path: '/nowhere', Fault: { Status: 503 } } as const;
    for (let at = 0; at < 1000; at += 1) sandbox.faults.add(rule);
    for (let at = 0; at < 1000; at += 1) sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    expect((await back('POST', '/sandbox/faults', rule)).status).toBe(422);
    expect((await back('POST', '/sandbox/payments/next', { Outcome: { Code: 'Rejected' } })).status).toBe(
      422,
    );
    sandbox.faults.clear();
    expect((await back('POST', '/sandbox/faults', rule)).status).toBe(200);
    sandbox.close();
  });

  it('there are at most 100 webhook endpoints', async () => {
    const sandbox = newSandbox();
    const back = await backEnd(sandbox);
    const register = (at: number) => back('POST', 'webhooks', { Url: `https://shop.example/${at}` });
    for (let at = 0; at < 100; at += 1) expect((await register(at)).status).toBe(200);
    expect((await register(100)).status).toBe(409);
    sandbox.close();
  });
});

describe('limits of the state', () => {
  it('10,000 tokens of each kind: one more deletes the first to expire', async () => {
    const core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'kept' });
    core.restore(await withContract());
    const [contract] = [...core.tx.contracts];
    const contractId = contract?.Id as string;
    const issued = core.transaction((tx) => ({
      access: Array.from({ length: 10_001 }, () => issueAccessToken(tx, 'client').Id),
      self: Array.from({ length: 10_001 }, () => issueSelfServiceToken(tx, contractId).Id),
      links: Array.from({ length: 10_001 }, () => createDownloadLink(tx, 'Invoice', 'none').Id),
    }));
    expect([core.tx.accessTokens.size, core.tx.selfServiceTokens.size, core.tx.downloadLinks.size]).toEqual([
      10_000, 10_000, 10_000,
    ]);
    for (const [ids, collection] of [
      [issued.access, core.tx.accessTokens],
      [issued.self, core.tx.selfServiceTokens],
      [issued.links, core.tx.downloadLinks],
    ] as const) {
      expect(collection.has(ids[0] as string)).toBe(false);
      expect(collection.has(ids.at(-1) as string)).toBe(true);
    }
    await core.close();
  });

  it('10,000 tokens of cards that wait for a payment; one that pays a contract stays', () => {
    const core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'kept' });
    const Card = {
      Number: '4111111111111111',
      ExpiryMonth: 12,
      ExpiryYear: 2030,
      Holder: 'Ada',
      Cvc: '123',
    };
    const request = { Bearer: 'CreditCard:Bravo', Card };
    const first = core.transaction((tx) => tokenize(tx, 'Bravo', request, undefined).Token);
    core.transaction((tx) => {
      tx.providerTokens.update(first, { ExpiresAt: undefined });
      for (let at = 0; at < 10_001; at += 1) tokenize(tx, 'Bravo', request, undefined);
    });
    core.transaction(() => {});
    expect(core.tx.providerTokens.size).toBe(10_001);
    expect(core.tx.providerTokens.has(first)).toBe(true);
    void core.close();
  });

  it('50,000 pending deliveries of an endpoint: one more gives up the oldest', async () => {
    const core = new Core({
      clock: '2026-01-15T10:00:00Z',
      seed: 'kept',
      webhooks: ['https://shop.example/hook'],
      deliver: () => new Promise(() => {}),
    });
    const ids = core.transaction((tx) =>
      Array.from({ length: 50_001 }, () => recordEvent(tx, { Event: 'OrderSucceeded' } as never).Id),
    );
    const of = (event: string) => core.tx.deliveries.find({ where: { EventId: event } });
    expect(of(ids[0] as string)).toMatchObject({
      Status: 'Failed',
      Attempts: [{ Error: 'given up: 50000 newer deliveries are waiting for this endpoint' }],
    });
    expect(of(ids[1] as string)?.Status).toBe('Pending');
    await core.close();
  });

  it('the activity: by number and by length', () => {
    const activity = new ActivityLog();
    for (let at = 0; at < 40_001; at += 1) activity.add('change', { at });
    /** The numbers that a reader of all after an entry gets. */
    const readAfter = (sequence: number): number[] => {
      const read: number[] = [];
      let batch = activity.after(sequence);
      while (batch !== undefined) {
        read.push(...Array.from(batch.text.matchAll(/^id: \w+\.(\d+)$/gm), ([, number]) => Number(number)));
        batch = activity.after(batch.last);
      }
      return read;
    };
    expect(activity.reaches(0)).toBe(false);
    expect(activity.reaches(activity.last - 20_000)).toBe(true);
    expect(activity.reaches(activity.last - 20_500)).toBe(false);
    const latest = Array.from({ length: 20_000 }, (_, at) => activity.last - 19_999 + at);
    expect(readAfter(activity.last - 20_000)).toEqual(latest);
    const long = { text: 'x'.repeat(1_000_000) };
    for (let at = 0; at < 101; at += 1) activity.add('change', long);
    expect(activity.reaches(activity.last - 49)).toBe(true);
    expect(readAfter(activity.last - 49)).toHaveLength(49);
    expect(activity.reaches(activity.last - 60)).toBe(false);
  });
});

/** A state with one contract. */
async function withContract() {
  const sandbox = newSandbox();
  await newContract(await backEnd(sandbox));
  const snapshot = sandbox.snapshot();
  sandbox.close();
  return snapshot;
}
