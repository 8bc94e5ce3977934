import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from 'clientlib/webhooks';
import { certify } from 'clientlib-sandbox/explore';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ReadBack, wrongBelief } from '../../../../sandbox/src/clients/explore/certify/belief.ts';
import { type Bench, cases } from '../../../../sandbox/src/clients/explore/certify/cases.ts';
import {
  type LifeKind,
  newContract,
  newLives,
} from '../../../../sandbox/src/clients/explore/certify/lives.ts';
import {
  isTaken,
  type Oddity,
  type Receiver,
  Sender,
} from '../../../../sandbox/src/clients/explore/certify/receiver.ts';
import { certifyReport } from '../../../../sandbox/src/clients/explore/certify/report.ts';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import type { TestSandbox } from '../../../../sandbox/src/clients/kit/types.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';
import { SampleReceiver, wrongReceivers } from './receivers.ts';

const [SECRET, OTHER] = ['the secret of a merchant, 24', 'another secret of 24 letters'].map(
  (text) => `whsec_${btoa(text)}`,
) as [string, string];

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function newSandbox(): TestSandbox {
  const made = createSandbox({ seed: 'certify', clock: '2026-01-15T09:00:00Z' });
  const [sandbox, end] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1_000);
  onTestFinished(() => {
    end();
    made.close();
  });
  return sandbox;
}

describe('a message', () => {
  const event = { Event: 'PlanCreated', EntityId: 'e', PlanId: 'p' };

  /** Who has signed a message, and how old it is in seconds. */
  async function posted(oddity: Oddity) {
    let got: Request | undefined;
    const receiver: Receiver = {
      fetch: (request) => {
        got = request;
        return new Response(null, { status: 204 });
      },
    };
    const sender = new Sender(receiver, SECRET, 15_000);
    expect([sender.posted, sender.last]).toEqual([0, undefined]);
    expect(await sender.post(event, oddity)).toEqual({ status: 204 });
    expect([sender.posted, sender.last]).toEqual([1, event]);
    const { method, url, headers } = got as Request;
    expect([method, url, headers.get('Content-Type')]).toEqual([
      'POST',
      'https://merchant.test/webhooks',
      'application/json',
    ]);
    const text = await (got as Request).text();
    const at = Number(headers.get('webhook-timestamp'));
    const signers = await Promise.all(
      [SECRET, OTHER].map((secret) =>
        verifyWebhook({ headers, text: async () => text }, secret, { now: at * 1_000 }).then(
          () => secret,
          () => undefined,
        ),
      ),
    );
    const signatures = headers.get('webhook-signature')?.split(' ').length ?? 0;
    return { text, id: headers.get('webhook-id'), signers: signers.filter(Boolean), signatures, at };
  }
  const now = () => Date.now() / 1_000;

  it.each<[string, Oddity, object]>([
    ['as usual', {}, { id: 'msg_00000001', signers: [SECRET], signatures: 1 }],
    ['with an id', { id: 'mine' }, { id: 'mine', signers: [SECRET], signatures: 1 }],
    ['by another secret', { secrets: [OTHER] }, { signers: [OTHER], signatures: 1 }],
    ['by both', { secrets: [OTHER, SECRET] }, { signers: [SECRET, OTHER], signatures: 2 }],
    ['unsigned', { isUnsigned: true }, { id: null, signers: [], signatures: 0, at: 0 }],
    ['with another body', { body: '{"Event":"x"}' }, { text: '{"Event":"x"}', signers: [], signatures: 1 }],
  ])('%s', async (_how, oddity, expected) => {
    expect(await posted(oddity)).toMatchObject({ text: JSON.stringify(event), ...expected });
  });

  it.each([0, 3_600, -3_600])('that is %s seconds old', async (age) => {
    const { at, signers } = await posted({ age });
    expect([Math.abs(now() - age - at) < 10, signers]).toEqual([true, [SECRET]]);
  });

  it('has an id of its own', async () => {
    const sender = new Sender({ fetch: () => new Response() }, SECRET, 1_000);
    expect([sender.newId(), sender.newId()]).toEqual(['msg_00000001', 'msg_00000002']);
  });
});

it.each(
  [200, 201, 202, 203, 204, 205, 206, 304, 400, 500, 0].map((status) => [
    status,
    [200, 201, 202, 204].includes(status),
  ]),
)('an answer with %s takes an event: %s', (status, taken) => {
  expect(isTaken({ status: Number(status) })).toBe(taken);
});

describe('a receiver', () => {
  const post = (receiver: Receiver, timeoutMs = 15_000) =>
    new Sender(receiver, SECRET, timeoutMs).post({ Event: 'X' });

  it('that throws in process has answered 500', async () => {
    const fetch = () => Promise.reject(new Error('broken'));
    expect(await post({ fetch })).toEqual({ status: 500 });
  });

  it.each([
    ['at its beginning', () => {}],
    ['in its middle', (_request: unknown, response: { write(text: string): void }) => response.write('a')],
  ] as const)('on a port that is late %s has not answered', async (_where, listener) => {
    expect(await post(await served(listener as RequestListener), 100)).toEqual({ status: 0 });
  });

  it('on a port that ends after it was reached has not answered, and one that never was is named', async () => {
    let isGone = false;
    const address = await served((request, response) => {
      if (isGone) request.socket.destroy();
      else response.writeHead(201).end();
    });
    const sender = new Sender(address, SECRET, 15_000);
    expect(await sender.post({ Event: 'X' })).toEqual({ status: 201 });
    isGone = true;
    expect(await sender.post({ Event: 'X' })).toEqual({ status: 0 });
    await expect(post('http://127.0.0.1:1/hooks')).rejects.toThrow(
      /^certify: nothing answers at http:\/\/127\.0\.0\.1:1\/hooks \(\S.*\)\. Start the receiver first/,
    );
  });
});

describe('what a merchant believes', () => {
  const PlanVariantId = 'b00000000000000000000001';

  it.each([
    [{}, undefined],
    [{ Status: 'Active', PaidUntil: '2026-02-15', PlanVariantId }, undefined],
    [{ PaidUntil: '2026-02-15T23:00:00Z' }, undefined],
    [{ Status: 'Ended' }, 'the receiver reports Status Ended; it is Active'],
    [{ Status: null }, 'the receiver reports Status nothing; it is Active'],
    [{ Status: '' }, 'the receiver reports Status nothing; it is Active'],
    [{ PlanVariantId: '' }, `the receiver reports PlanVariantId nothing; it is ${PlanVariantId}`],
    [{ PaidUntil: '2026-02-14' }, /^the receiver reports PaidUntil 2026-02-14; it is 2026-02-15T/],
    [{ PaidUntil: null }, /^the receiver reports PaidUntil nothing; it is 2026-02-15T/],
    [{ PlanVariantId: 'x' }, `the receiver reports PlanVariantId x; it is ${PlanVariantId}`],
    [undefined, 'the receiver does not know the contract'],
  ])('is compared with the contract: %j', async (belief, expected) => {
    const sandbox = newSandbox();
    const { ContractId } = await sandbox.signUp();
    const asked: string[] = [];
    const readBack: ReadBack = (id) => {
      asked.push(id);
      return belief;
    };
    const wrong = await wrongBelief(sandbox, ContractId, readBack);
    if (expected instanceof RegExp) expect(wrong).toMatch(expected);
    else expect(wrong).toBe(expected);
    expect(asked).toEqual([ContractId]);
  });

  it('is nothing that is paid where something is owed', async () => {
    const sandbox = newSandbox();
    const { ContractId } = await sandbox.signUp();
    sandbox.payments.next({ ContractId, Outcome: { Code: 'BearerExpired' } });
    await sandbox.clock.advance('P1M');
    expect(await wrongBelief(sandbox, ContractId, () => ({ PaidUntil: null }))).toBeUndefined();
    expect(await wrongBelief(sandbox, ContractId, () => ({ PaidUntil: '2026-03-15' }))).toBe(
      'the receiver reports PaidUntil 2026-03-15; it is nothing',
    );
  });

  it('is paid until the next billing where the contract has credit', async () => {
    const sandbox = newSandbox();
    const { ContractId } = await sandbox.signUp();
    const [invoice] = await sandbox.rest<[{ Id: string }]>('GET', `/invoices?contractId=${ContractId}`);
    await sandbox.rest('POST', `/invoices/${invoice.Id}/creditNote`, {});
    expect(sandbox.contract(ContractId).Balance).toBeLessThan(0);
    expect(await wrongBelief(sandbox, ContractId, () => ({ PaidUntil: '2026-02-15' }))).toBeUndefined();
  });

  it.each<[number, string, string | undefined]>([
    [200, '{"Status":"Ended"}', 'the receiver reports Status Ended; it is Active'],
    [404, '', 'the receiver does not know the contract'],
    [500, '{"Status":"Active"}', ' answered 500 with "{\\"Status\\":\\"Active\\"}"; expected 200'],
    [200, 'x'.repeat(90), ` answered 200 with "${'x'.repeat(80)}"; expected 200`],
    [200, '1', ' answered 200 with "1"; expected 200'],
  ])('comes with %s and %s from an address', async (status, body, expected) => {
    const sandbox = newSandbox();
    const { ContractId } = await sandbox.signUp();
    const urls: (string | undefined)[] = [];
    const address = await served(({ url }, response) => {
      urls.push(url);
      response.writeHead(status).end(body);
    });
    const wrong = wrongBelief(sandbox, ContractId, `${address}/of/{contract}`);
    if (expected?.startsWith(' ') === true)
      await expect(wrong).rejects.toThrow(`certify: ${address}/of/{contract}${expected}`);
    else expect(await wrong).toBe(expected);
    expect(urls).toEqual([`/of/${ContractId}`]);
  });
});

it.each<[LifeKind, number, readonly string[]]>([
  ['signed up', 0, ['InvoiceCreated', 'PaymentSucceeded', 'OrderSucceeded']],
  ['ended', 31, ['PaymentSucceeded', 'OrderSucceeded', 'ContractCancelled', 'ContractChanged']],
  ['changed', 0, ['PaymentSucceeded', 'ContractChanged']],
  ['not paid', 31, ['PaymentSucceeded', 'PaymentFailed']],
])('contracts that are %s have at most six events, from their creation on', async (kind, days, expected) => {
  const sandbox = newSandbox();
  // Of an earlier case, and renewed before theirs.
  const earlier = await newContract(sandbox);
  await sandbox.clock.advance('PT1H');
  const lives = await newLives(sandbox, kind, 2);
  expect(new Set(lives.map(({ ContractId }) => ContractId)).size).toBe(2);
  expect(
    (sandbox.clock.now().getTime() - Date.parse('2026-01-15T09:00:00Z')) / 86_400_000,
  ).toBeGreaterThanOrEqual(days);
  for (const { ContractId, CustomerId, events } of lives) {
    expect(events[0]).toMatchObject({ Event: 'ContractCreated', ContractId, CustomerId });
    expect(events.length).toBeLessThanOrEqual(6);
    expect(events.map(({ Event }) => Event)).toEqual(expect.arrayContaining([...expected]));
    for (const event of events)
      expect([event, 'At' in event]).toEqual([expect.objectContaining({ ContractId }), false]);
    const { LifecycleStatus, Balance } = sandbox.contract(ContractId);
    expect([LifecycleStatus === 'Ended', Balance > 0]).toEqual([kind === 'ended', kind === 'not paid']);
  }
  expect(sandbox.contract(earlier.ContractId)).toMatchObject({ LifecycleStatus: 'Active', Balance: 0 });
});

it('contracts of all kinds are of customers with different ids of the merchant', async () => {
  const sandbox = newSandbox();
  const lives = [...(await newLives(sandbox, 'signed up', 2)), ...(await newLives(sandbox, 'changed', 1))];
  const tags: unknown[] = [];
  for (const { CustomerId } of lives)
    tags.push((await sandbox.rest<{ Tag: string }>('GET', `/customers/${CustomerId}`)).Tag);
  expect(tags).toEqual(['certify-1', 'certify-2', 'certify-3']);
});

describe('a case alone', () => {
  /** What it finds in a receiver. */
  async function find(name: string, receiver: SampleReceiver): Promise<string | undefined> {
    const sandbox = newSandbox();
    await receiver.options.enter?.(sandbox, { secret: SECRET });
    const bench: Bench = {
      sandbox,
      sender: new Sender(receiver, SECRET, 15_000),
      secret: SECRET,
      otherSecret: OTHER,
      maxOrders: 2,
      belief: (id) => wrongBelief(sandbox, id, receiver.options.readBack as ReadBack),
    };
    return cases.find((one) => one.name === name)?.run(bench);
  }

  const twice = ['refuses repeats', 'breaks at repeats'];
  const nothing = 'answers and stores nothing';
  const byName = 'takes the status from the name of the event';
  /** Receivers of which each is found by this case, whatever the others before it would have found. */
  const finds: Readonly<Record<string, readonly string[]>> = {
    'the events of a contract that is signed up, as they happen': ['wants the time in milliseconds', nothing],
    'the events of a contract that is ended, as they happen': [byName, 'does not hear of changes'],
    'the events of a contract that is changed, as they happen': ['keeps the first plan'],
    'the events of a contract that is not paid, as they happen': ['grants although something is owed'],
    // What is refused changes nothing: the message itself comes after it.
    'a message without a signature': ['verifies nothing', nothing],
    'a signature by the secret of somebody else': ['wants any signature', nothing],
    'a body that was changed after it was signed': [nothing],
    'a message of an hour ago': ['takes old messages', nothing],
    'a message of an hour from now': ['takes messages from the future', nothing],
    'a message that the new and the old secret have signed': ['looks at the first signature alone'],
    'a message that the old and the new secret have signed': ['looks at the last signature alone'],
    'an event of a name that is not known': ['refuses events that it does not know'],
    'an event with further fields': ['refuses fields that it does not know', nothing],
    'event 1 twice': twice,
    'event 2 twice': twice,
    'event 3 twice': twice,
    'event 4 twice': [...twice, nothing],
    'an event twice at the same moment': [nothing],
    'an event that is late, of a contract that was signed up': [nothing],
    'an event that is late, of a contract that was ended': ['believes that the last event is the newest'],
    'an event that is late, of a contract that was changed': ['hears of orders alone'],
    'only the last event: those before are lost for good': ['does not hear of changes'],
    'events that were lost, and come again from the list, newest first': [...twice, nothing],
    'events while the service cannot be read': ['answers before it has stored'],
    'an event of a customer and a contract that are not there yet': [
      'takes a contract that is not there for gone',
    ],
    'every order of the events of a contract that was ended': [byName],
    'every order of the events of a contract that was changed': ['hears of orders alone'],
    'every order of the events of a contract that was not paid': ['grants although something is owed'],
  };
  /** They take their time: certify.test.ts has them. */
  const slow = ['events while the service is slow', 'events while the result of one read is late'];

  it('is known here', () => {
    expect(Object.keys(finds).sort()).toEqual(
      cases.flatMap(({ name }) => (slow.includes(name) ? [] : name)).sort(),
    );
  });

  it.each(Object.entries(finds))(
    '%s: finds nothing in a receiver that is right, and %j',
    async (name, wrong) => {
      expect(await find(name, new SampleReceiver())).toBeUndefined();
      for (const one of wrong) {
        const Receiver = wrongReceivers[one] as typeof SampleReceiver;
        expect(await find(name, new Receiver()), one).toMatch(/\w/);
      }
    },
  );

  it.each([409, 429, 503])(
    'an event twice at the same moment: one of both may be answered %i',
    async (status) => {
      let ask = () => {};
      const isAskedAgain = new Promise<void>((resolve) => {
        ask = resolve;
      });
      class Busy extends SampleReceiver {
        override repeated(known: Parameters<SampleReceiver['repeated']>[0]): number | undefined {
          if (known !== 'being worked on') return super.repeated(known);
          ask();
          return status;
        }
        /** Works on the first until it has been asked again. */
        override async work(event: Parameters<SampleReceiver['work']>[0]): Promise<number> {
          await isAskedAgain;
          return super.work(event);
        }
      }
      expect(await find('an event twice at the same moment', new Busy())).toBeUndefined();
    },
  );

  it('a body that was changed: finds who takes it unread', async () => {
    class Trusting extends SampleReceiver {
      override async verify(): Promise<void> {}
      override async work(event: { readonly Event: string }): Promise<number> {
        await super.work(event);
        return 200;
      }
    }
    expect(await find('a body that was changed after it was signed', new Trusting())).toBe(
      'it was answered 200',
    );
  });

  it('says what to do about what it finds', () => {
    const advice: readonly (readonly [name: string, advice: string])[] = [
      ['as they happen', 'Read the contract by REST'],
      ['a message without a signature', 'verifyWebhook of clientlib/webhooks'],
      ['the secret of somebody else', 'your own secret'],
      ['changed after it was signed', 'byte for byte'],
      ['of an hour ago', 'more than five minutes old'],
      ['of an hour from now', 'more than five minutes ahead'],
      ['secret have signed', 'both sign'],
      ['a name that is not known', 'Answer 2xx and ignore them'],
      ['with further fields', 'Ignore those'],
      ['event 3 twice', 'Take the webhook-id that you know'],
      ['at the same moment', 'a unique key on webhook-id'],
      ['that is late, of', 'Read the contract by REST'],
      ['those before are lost', 'loses events. Read the contract'],
      ['newest first', 'sent again by hand'],
      ['cannot be read', 'answer 5xx'],
      ['is slow', 'within ten seconds'],
      ['one read is late', 'one after the other'],
      ['not there yet', 'answer 4xx or 5xx'],
      ['every order', 'is not guaranteed'],
    ];
    for (const [part, text] of advice) {
      const about = cases.filter(({ name }) => name.includes(part));
      expect([part, about.length > 0, about.filter((one) => !one.advice.includes(text))]).toEqual([
        part,
        true,
        [],
      ]);
    }
  });
});

describe('certify', () => {
  const receiver: Receiver = { fetch: () => new Response(null, { status: 500 }) };

  it('uses the sandbox that it is given, and leaves it open', async () => {
    const sandbox = createSandbox({ seed: 'mine', clock: '2030-01-15T09:00:00Z' });
    onTestFinished(() => sandbox.close());
    const close = vi.spyOn(sandbox, 'close');
    const entered: unknown[] = [];
    const { problems } = await certify(receiver, {
      sandbox,
      secret: SECRET,
      enter: (test, { secret }) => void entered.push(secret, test.clock.now().getUTCFullYear()),
      maxProblems: 2,
    });
    expect([entered, problems.length]).toEqual([[SECRET, 2030], 2]);
    expect(close).not.toHaveBeenCalled();
    expect(sandbox.snapshot().Collections['contracts']).toHaveLength(2);
  });

  it('begins when the merchant has entered, and leaves alone what it has not made', async () => {
    const sandbox = createSandbox({ seed: 'mine', clock: '2026-01-15T09:00:00Z' });
    onTestFinished(() => sandbox.close());
    const rule = sandbox.faults.add({ Path: '/mine', Fault: { Status: 503 } });
    const merchant = new SampleReceiver();
    const { enter, ...options } = merchant.options;
    let isIn = false;
    let posted = 0;
    const orders = new Map<string, string[]>();
    const fetch = async (request: Request) => {
      expect(isIn).toBe(true);
      posted += 1;
      const { Event, ContractId } = await request.clone().json();
      orders.set(ContractId, [...(orders.get(ContractId) ?? []), Event]);
      return merchant.fetch(request);
    };
    const report = await certify(
      { fetch },
      {
        ...options,
        sandbox,
        maxOrders: 3,
        async enter(test, endpoint) {
          await enter?.(test, endpoint);
          await new Promise((resolve) => setImmediate(resolve));
          isIn = true;
        },
      },
    );
    expect([report.problems, report.posted]).toEqual([[], posted]);
    expect(sandbox.faults.list().map(({ Id }) => Id)).toEqual([rule.Id]);
    // Of the orders of six events it tries some that differ in more than the place of one event.
    const others = [...orders.values()]
      .slice(-9, -6)
      .map((events) => events.filter((one) => one !== 'ContractChanged'));
    expect(new Set(others.map(String)).size).toBe(3);
  });

  it('waits for an answer as long as it is told to, and for the merchant to be right', async () => {
    const late = await certify({ fetch: () => new Promise(() => {}) }, { timeoutMs: 5, maxProblems: 1 });
    expect(late.problems[0]?.problem).toMatch(/^\w+ was answered not in time, 4 times/);
    let reads = 0;
    const readBack = () => {
      reads += 1;
      return undefined;
    };
    const taking: Receiver = { fetch: () => new Response(null, { status: 204 }) };
    const wrong = await certify(taking, { readBack, quietMs: 0, maxProblems: 1 });
    expect([wrong.problems[0]?.problem, reads]).toEqual([
      expect.stringMatching(/^the receiver does not know the contract/),
      1,
    ]);
  });

  it('reads back from an address that may not answer, and gives up', async () => {
    const sandbox = newSandbox();
    const { ContractId } = await sandbox.signUp();
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    onTestFinished(() => asked.mockRestore());
    const patience = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => patience.mockRestore());
    await wrongBelief(sandbox, ContractId, 'http://localhost:1/{contract}');
    expect(asked.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal);
    expect(patience.mock.calls).toEqual([[30_000]]);
  });

  it('sends each event of a signup twice in a row under the same webhook-id', async () => {
    const repeated: string[] = [];
    let before = '';
    const merchant = new SampleReceiver();
    const fetch = async (request: Request) => {
      const message = `${request.headers.get('webhook-id')} ${await request.clone().text()}`;
      if (message === before) repeated.push(/"Event":"(\w+)"/.exec(message)?.[1] ?? '');
      before = message;
      // What comes later is of no interest.
      return repeated.length < 4 ? merchant.fetch(request) : new Response(null, { status: 500 });
    };
    await certify({ fetch }, { ...merchant.options, maxOrders: 1, maxProblems: 1 });
    expect(repeated.slice(0, 4)).toEqual([
      'ContractCreated',
      'InvoiceCreated',
      'PaymentSucceeded',
      'OrderSucceeded',
    ]);
  });

  it('repeats a message that was not taken under its webhook-id, as the service does', async () => {
    const asked: { readonly id: string | null; readonly text: string }[] = [];
    const fetch = async (request: Request) => {
      asked.push({ id: request.headers.get('webhook-id'), text: await request.text() });
      return new Response(null, { status: asked.length === 1 ? 500 : 204 });
    };
    await certify({ fetch }, { maxOrders: 1, maxProblems: 1 });
    const [first, second, third] = asked;
    expect(second).toEqual(first);
    expect(third?.id).not.toBe(first?.id);
  });

  it('sends one event twice before either has an answer', async () => {
    const underWay = new Map<string, number>();
    let overlaps = 0;
    const fetch = async (request: Request) => {
      const id = request.headers.get('webhook-id') as string;
      underWay.set(id, (underWay.get(id) ?? 0) + 1);
      if (underWay.get(id) === 2) overlaps += 1;
      await new Promise((resolve) => setImmediate(resolve));
      underWay.set(id, (underWay.get(id) ?? 0) - 1);
      return new Response(null, { status: 204 });
    };
    await certify({ fetch }, { maxOrders: 1 });
    expect(overlaps).toBe(1);
  });

  it.each([
    ['of its own', {}, '2026-01-15T09:00:00.000Z', 1e9],
    ['with your options', { clock: '2031-01-15T09:00:00Z' }, '2031-01-15T09:00:00.000Z', 1e9],
    [
      'with your configuration',
      { config: { Account: { RateLimit: { Requests: 70_000 } } } },
      '2026-01-15T09:00:00.000Z',
      70_000,
    ],
  ])(
    'opens a sandbox %s without a limit but yours, with a secret that signs',
    async (_which, sandboxOptions, clock, limit) => {
      let signed = 0;
      let secretOf = '';
      const seen: unknown[] = [];
      const fetch = async (request: Request) => {
        await verifyWebhook(request, secretOf).then(
          () => (signed += 1),
          () => {},
        );
        return new Response(null, { status: 500 });
      };
      await certify(
        { fetch },
        {
          sandboxOptions,
          enter: (test, { secret }) => {
            secretOf = secret;
            const [account] = test.snapshot().Collections['accounts'] ?? [];
            seen.push(
              test.clock.now().toISOString(),
              (account as { RateLimit?: { Requests: number } } | undefined)?.RateLimit?.Requests,
            );
          },
          maxProblems: 1,
        },
      );
      expect([signed, seen]).toEqual([4, [clock, limit]]);
    },
  );
});

it('a report has right and wrong cases, with what to do', () => {
  const { ok, problems, posted, text, html, junit } = certifyReport(
    [
      { name: '<a>', advice: 'do a' },
      { name: 'b', advice: 'do <b>', problem: 'it "broke"' },
    ],
    7,
  );
  expect([ok, problems.map(({ name }) => name), posted]).toEqual([false, ['b'], 7]);
  expect(text).toBe('ok     <a>\nWRONG  b: it "broke"\n       do <b>\n\n1 of 2 passed; 7 messages sent.\n');
  expect(html).toContain('<p>1 of 2 passed; 7 messages sent.</p>');
  expect(html).toContain(
    '<tr><td>&lt;a&gt;</td><td class="right">right</td><td></td></tr>\n<tr><td>b</td><td class="wrong">it &quot;broke&quot;</td><td>do &lt;b&gt;</td></tr>',
  );
  expect(junit).toContain('<testsuites tests="2" failures="1">');
  expect(junit).toContain('<testcase classname="certify" name="&lt;a&gt;"/>');
  expect(junit).toContain('<failure message="it &quot;broke&quot;">do &lt;b&gt;</failure>');
});

it('a report cuts what a receiver answered at length', () => {
  const problem = 'x'.repeat(budgets.reportText + 2);
  const { problems, text, html, junit } = certifyReport([{ name: 'a', advice: 'b', problem }], 1);
  for (const shown of [problems[0]?.problem, text, html, junit]) {
    expect(shown).toContain('x… (2 more characters)');
    expect(shown).not.toContain(problem);
  }
});
