import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  createSandbox,
  getWorkspaces,
  type Sandbox,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Core } from '../../../../sandbox/src/service/core/core.ts';
import { completeOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { isComplete } from '../../../properties.ts';
import { Service } from '../simulation/service.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

const basic = 'b00000000000000000000001';
const sandboxes: { close(): void }[] = [];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const sandbox of sandboxes.splice(0)) sandbox.close();
});

function made(options: SandboxOptions = {}): Sandbox {
  const sandbox = newSandbox(options);
  sandboxes.push(sandbox);
  return sandbox;
}

/** Signs contracts up, so that every month of an advance is work. */
function fill(
  { tx, transaction }: { tx: Core['tx']; transaction: Core['transaction'] },
  contracts: number,
): void {
  for (let at = 0; at < contracts; at += 1) {
    const Customer = { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } };
    transaction((inside) => {
      const order = createOrder(
        inside,
        { Customer, Cart: { PlanVariantId: basic } },
        { bySelfService: true },
      );
      const Shown = { Type: 'InvoicePayment' } as const;
      const method = {
        Id: '',
        Bearer: 'InvoicePayment',
        Provider: 'InvoicePayment',
        Role: 'BlackLabel',
        Shown,
      } as const;
      completeOrder(inside, order.Id, { method: { ...method, SupportsRefunds: false } });
    });
  }
  expect(tx.contracts.size).toBe(contracts);
}

const prepared = new Map<number, Sandbox>();

/** A fork of a sandbox with as many contracts, which is filled once. */
function filled(contracts: number): Sandbox {
  const full = prepared.get(contracts) ?? newSandbox();
  if (!prepared.has(contracts)) {
    const { core } = getWorkspaces(full).main;
    fill({ tx: core.tx, transaction: core.transaction.bind(core) }, contracts);
    prepared.set(contracts, full);
  }
  const fork = full.fork();
  sandboxes.push(fork);
  return fork;
}

const control = (sandbox: Sandbox, method: string, path: string, body?: object, headers: object = {}) =>
  sandbox.fetch(`http://sandbox/sandbox/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Resolves in the middle of an advance. */
async function underWay(sandbox: Sandbox): Promise<void> {
  while ((sandbox.clock.progress?.Done ?? 0) < 2) await new Promise((resolve) => setImmediate(resolve));
}

/** Requests over a port arrive between two turns of the event loop. */
const othersTurn = () => new Promise((resolve) => setImmediate(resolve));

afterAll(() => {
  for (const sandbox of prepared.values()) sandbox.close();
});

describe('an advance of the clock', () => {
  it('lets health, the control API and other workspaces respond meanwhile', async () => {
    const sandbox = filled(isComplete ? 150 : 50);
    const other = sandbox.workspace('other');
    await control(sandbox, 'GET', 'health');
    const catalog = () =>
      other.fetch(
        'http://sandbox/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
      );
    await catalog();
    let over = false;
    const advance = sandbox.clock.advance('P10Y').then(() => {
      over = true;
    });
    let answered = 0;
    while (!over) {
      for (const ask of [() => control(sandbox, 'GET', 'health'), catalog]) {
        await othersTurn();
        expect((await ask()).status).toBe(200);
        answered += 1;
      }
    }
    await advance;
    // `npm run bench latency` measures how long they took.
    expect(answered).toBeGreaterThan(50);
  }, 60_000);

  it('delays requests to its own workspace, or rejects those that do not wait', async () => {
    const sandbox = filled(60);
    const api = await backEnd(sandbox);
    const advance = control(sandbox, 'POST', 'clock', { Now: '2036-01-15T10:00:00Z' });
    await underWay(sandbox);
    const waiting = api('GET', 'contracts?take=1');
    const refused = await api('GET', 'contracts', undefined, { Prefer: 'wait=0' });
    expect([refused.status, refused.body.Code, refused.headers.get('Retry-After')]).toEqual([
      409,
      'ClockMoving',
      '1',
    ]);
    expect(sandbox.clock.progress).toBeDefined();
    expect((await waiting).status).toBe(200);
    expect(sandbox.clock.progress).toBeUndefined();
    expect((await advance).status).toBe(200);
  });

  it('reports how far it has come', async () => {
    // A slice ends after its number of tasks, and never after its time.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const sandbox = filled(40);
    const advance = control(sandbox, 'POST', 'clock', { Now: '2036-01-15T10:00:00Z' });
    await underWay(sandbox);
    const first = await (await control(sandbox, 'GET', 'clock')).json();
    expect(first).toMatchObject({
      Next: {
        Type: 'approaching',
        Key: '6968baa0db18e26db700007a',
        DueAt: '2026-02-08T10:00:00.0000000Z',
      },
      Now: '2026-02-08T10:00:00.0000000Z',
      Mode: 'Manual',
      Target: '2036-01-15T10:00:00.0000000Z',
      // The first slice is the smallest.
      Done: 10,
      Due: 70,
    });
    expect(await (await advance).json()).toMatchObject({
      Now: '2036-01-15T10:00:00.0000000Z',
      Mode: 'Manual',
    });
    const after = await (await control(sandbox, 'GET', 'clock')).json();
    expect(after).toMatchObject({ Now: '2036-01-15T10:00:00.0000000Z', Mode: 'Manual' });
    expect(after).not.toHaveProperty('Target');
  });

  it('can be canceled between two tasks, and the rest ends in the same state', async () => {
    const whole = filled(40);
    await whole.clock.set('2036-01-15T10:00:00Z');
    const sandbox = filled(40);
    const advance = control(sandbox, 'POST', 'clock', { Now: '2036-01-15T10:00:00Z' });
    const waits = control(sandbox, 'POST', 'clock', { Advance: 'P1M' });
    await underWay(sandbox);
    const canceled = await control(sandbox, 'DELETE', 'clock/advance');
    expect((await canceled.json()).Now < '2036').toBe(true);
    for (const ended of [await advance, await waits]) {
      expect(ended.status).toBe(409);
      expect(await ended.json()).toMatchObject({ Code: 'AdvanceCanceled' });
    }
    await sandbox.clock.set('2036-01-15T10:00:00Z');
    expect(JSON.stringify(sandbox.snapshot())).toBe(JSON.stringify(whole.snapshot()));
    expect((await control(sandbox, 'DELETE', 'clock/advance')).status).toBe(200);
  });

  it('adds up with others at the same time, also while webhooks are running', async () => {
    const sandbox = made({
      webhooks: ['https://shop.test/hook'],
      deliver: async () => {
        // Longer than the other requests take to arrive.
        for (let turn = 0; turn < 20; turn += 1) await othersTurn();
        return new Response(null, { status: 204 });
      },
    });
    await newContract(await backEnd(sandbox));
    const four = Array.from({ length: 4 }, () => control(sandbox, 'POST', 'clock', { Advance: 'P1M' }));
    const answers = await Promise.all(four);
    expect(await Promise.all(answers.map(async (answer) => (await answer.json()).Now.slice(0, 10)))).toEqual([
      '2026-02-15',
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ]);
  });

  it('rejects a time in the past at once, while another is running', async () => {
    const sandbox = filled(40);
    const advance = sandbox.clock.advance('P5Y');
    await underWay(sandbox);
    const refused = await control(sandbox, 'POST', 'clock', { Advance: 'P1' });
    expect(refused.status).toBe(422);
    expect(sandbox.clock.progress).toBeDefined();
    await advance;
  });

  it('lets a receiver call back while it waits for it', async () => {
    const seen: number[] = [];
    const sandbox: Sandbox = made({
      webhooks: [{ Url: 'https://shop.test/hook', Events: ['InvoiceCreated'] }],
      deliver: async () => {
        seen.push((await api('GET', 'customers')).status);
        return new Response(null, { status: 204 });
      },
    });
    const api = await backEnd(sandbox);
    await newContract(api);
    await sandbox.clock.advance('P1M');
    expect(seen).toEqual([200, 200]);
  });
});

describe('a receiver that hangs', () => {
  const registered = { Url: 'https://shop.test/hook', Events: ['PaymentFailed'] as const };

  it('holds the clock for its own timeout once, and loses nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let hangs = true;
    let isAsked = false;
    const arrived: string[] = [];
    const sandbox = made({
      webhooks: [{ ...registered, Events: ['ContractCreated'] }],
      deliver: async (request) => {
        isAsked = true;
        if (hangs) return new Promise<Response>(() => {});
        arrived.push(request.headers.get('webhook-id') as string);
        return new Response(null, { status: 204 });
      },
    });
    await newContract(await backEnd(sandbox));
    const [pending] = sandbox.pendingDeliveries();
    expect(pending?.Event).toBe('ContractCreated');
    // Its time-out begins when it is asked, and until then real time passes.
    while (!isAsked) {
      await vi.advanceTimersByTimeAsync(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    let over = false;
    const advance = sandbox.clock.advance('P1Y').then(() => {
      over = true;
    });
    // One time-out of the receiver, of which all later attempts take none of the clock's.
    let waited = 0;
    while (!over && waited < 300) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
      waited += 1;
    }
    await advance;
    expect(waited).toBeLessThanOrEqual(31);
    expect(sandbox.clock.now().toISOString()).toBe('2027-01-15T10:00:00.000Z');
    expect(sandbox.pendingDeliveries()).toHaveLength(1);
    hangs = false;
    const settled = sandbox.settle();
    await vi.advanceTimersByTimeAsync(60_000);
    await settled;
    expect(arrived).toHaveLength(1);
  });

  it('does not prevent an advance from being canceled', async () => {
    const sandbox = made({
      webhooks: [{ ...registered, Events: ['ContractCreated'] }],
      deliver: () => new Promise(() => {}),
    });
    await newContract(await backEnd(sandbox));
    const advance = sandbox.clock.advance('P1Y');
    const refused = expect(advance).rejects.toMatchObject({ code: 'AdvanceCanceled' });
    await sandbox.clock.cancel();
    await refused;
  });
});

describe('a reset', () => {
  it('ends an advance, and keeps no earlier task', async () => {
    const sandbox = filled(60);
    const advance = control(sandbox, 'POST', 'clock', { Advance: 'P20Y' });
    const waits = control(sandbox, 'POST', 'clock', { Advance: 'P1M' });
    await underWay(sandbox);
    expect((await control(sandbox, 'POST', 'reset')).status).toBe(200);
    for (const ended of [await advance, await waits])
      expect([ended.status, (await ended.json()).Code]).toEqual([409, 'StateReplaced']);
    await sandbox.settle();
    const fresh = made();
    expect(JSON.stringify(sandbox.snapshot())).toBe(JSON.stringify(fresh.snapshot()));
    expect(sandbox.clock.nextDue()).toBeUndefined();
  });

  it('also happens by restoring a snapshot', async () => {
    const sandbox = filled(60);
    await sandbox.settle();
    const before = sandbox.snapshot();
    const advance = sandbox.clock.advance('P20Y');
    const refused = expect(advance).rejects.toMatchObject({ code: 'StateReplaced' });
    await underWay(sandbox);
    sandbox.restore(before);
    await refused;
    await sandbox.settle();
    expect(JSON.stringify(sandbox.snapshot())).toBe(JSON.stringify(before));
  });

  it('rejects running payments with 409, and the new state does not contain them', async () => {
    const sandbox = createSandbox({ seed: 'payments' });
    sandboxes.push(sandbox);
    const service = new Service();
    Object.assign(service, { sandbox });
    const order = await service.selfService('signup/order', {
      Cart: { PlanVariantId: basic },
      Customer: {
        FirstName: 'Ada',
        LastName: 'Byron',
        EmailAddress: 'ada@example.com',
        Address: { Country: 'DE' },
      },
    });
    expect(order.status).toBe(200);
    const token = await service.token('CreditCard:Hotel', {
      Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2099, Holder: 'Ada', Cvc: '123' },
    });
    const paying = service.selfService('signup/pay', {
      OrderId: order.body.OrderId,
      TetheredPaymentInformation: { Bearer: 'CreditCard:Hotel', Token: token.body.Token },
    });
    await vi.waitFor(() => expect(getWorkspaces(sandbox).main.core.tx.paymentTransactions.size).toBe(1));
    sandbox.reset();
    const answer = await paying;
    expect([answer.status, answer.body.Code]).toEqual([409, 'StateReplaced']);
    const { Collections } = sandbox.snapshot();
    expect([Collections['orders'], Collections['paymentTransactions'], Collections['tasks']]).toEqual([
      [],
      [],
      [],
    ]);
  }, 20_000);
});

describe('close', () => {
  it('ends an advance between two tasks', async () => {
    const sandbox = filled(60);
    const refused = expect(sandbox.clock.advance('P20Y')).rejects.toMatchObject({ code: 'Closed' });
    await underWay(sandbox);
    sandbox.close();
    await refused;
    const stood = sandbox.clock.now();
    // An advance yields once per task: in as many turns one that goes on would have moved the clock.
    for (let turn = 0; turn < 100; turn += 1) await othersTurn();
    expect(sandbox.clock.now()).toEqual(stood);
  });
});
