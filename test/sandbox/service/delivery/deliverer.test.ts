// From the recorded event to the receiver and back, in process: a function stands for the receivers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import type {
  DeliveryRecord,
  WebhookRecord,
} from '../../../../sandbox/src/service/domain/records/webhooks.ts';
import { recordEvent } from '../../../../sandbox/src/service/domain/webhooks/events.ts';
import { deleteWebhook, registerWebhook } from '../../../../sandbox/src/service/domain/webhooks/webhooks.ts';

const EntityId = 'a00000000000000000000001';

let core: Core;
/** Requests that came, each with what answers it. */
let came: { readonly request: Request; answer(response: Response): void; fail(error: Error): void }[];
/** Answers at once, where it is set. */
let reply: ((request: Request) => Response) | undefined;

function made(options: object = {}, Made = Core): Core {
  return new Made({
    clock: '2026-01-15T10:00:00Z',
    seed: 'deliverer',
    timers: false,
    deliver: (request) =>
      new Promise((answer, fail) => {
        came.push({ request, answer, fail });
        if (reply !== undefined) answer(reply(request));
      }),
    ...options,
  });
}

beforeEach(() => {
  came = [];
  reply = () => new Response(null, { status: 204 });
  core = made();
});
afterEach(async () => {
  vi.useRealTimers();
  await core.close();
});

const register = (input: object = {}, Url = `https://shop.example/${core.tx.webhooks.size}`): WebhookRecord =>
  core.transaction((tx) => {
    const { Rehearsal, TimeoutMs = 10_000, ...rest } = input as { Rehearsal?: object; TimeoutMs?: number };
    const webhook = registerWebhook(tx, { Url, ...rest });
    return tx.webhooks.replace({ ...webhook, TimeoutMs, ...(Rehearsal === undefined ? {} : { Rehearsal }) });
  });

const emit = (CustomerId = 'c1', Event = 'CustomerCreated') =>
  core.transaction((tx) => recordEvent(tx, { Event, EntityId, CustomerId } as never));

const turn = () => new Promise((resolve) => setImmediate(resolve));
const settled = async () => core.deliverer.quiet();
const arrived = (count: number) => vi.waitFor(() => expect(came).toHaveLength(count), { interval: 1 });
const statuses = () => [...core.tx.deliveries].map(({ Status }) => Status);
const only = () => [...core.tx.deliveries][0] as DeliveryRecord;

describe('a delivery', () => {
  it('is sent as JSON with its signature, and succeeds', async () => {
    const webhook = register();
    const { Id, Payload } = emit();
    expect(came).toEqual([]);
    await settled();
    const { request } = came[0] as (typeof came)[number];
    const { headers, url, method } = request;
    expect([method, url, await request.json()]).toEqual(['POST', webhook.Url, Payload]);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'clientlib-sandbox',
      'webhook-id': Id,
      'webhook-timestamp': expect.stringMatching(/^\d+$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(only()).toMatchObject({ Status: 'Succeeded', Attempts: [{ StatusCode: 204 }] });
    expect(core.deliverer.log.of(only().Id)).toMatchObject([{ Answer: { Status: 204 } }]);
    expect(core.deliverer.log.of(only().Id)[0]?.DurationMs).toBeLessThan(60_000);
    expect(core.deliverer.quiet()).toBeUndefined();
  });

  it('fails and is tried again where the code that signs it does not load', async () => {
    const signature = '../../../../sandbox/src/service/delivery/signature.ts';
    vi.resetModules();
    vi.doMock(signature, () => Promise.reject(new TypeError('offline')));
    const fresh = await import('../../../../sandbox/src/service/core/core.ts');
    await core.close();
    core = made({}, fresh.Core);
    register();
    emit();
    await settled();
    expect([came, only()]).toMatchObject([
      [],
      { Status: 'Pending', Attempts: [{ Error: 'not sent: its signature was not loaded' }] },
    ]);
    vi.doUnmock(signature);
    await core.advance({ Advance: 'PT1H' });
    await settled();
    expect([came.length, statuses()]).toEqual([1, ['Succeeded']]);
  });

  it('is sent by itself, soon after its change', async () => {
    register();
    emit();
    await arrived(1);
    await vi.waitFor(() => expect(statuses()).toEqual(['Succeeded']));
  });

  it('includes the credentials of the endpoint, in UTF-8', async () => {
    register({ BasicAuth: { Username: 'Zoë', Password: 'pässword' }, Headers: { 'X-Key': 'k' } });
    emit();
    await settled();
    const { headers } = (came[0] as (typeof came)[number]).request;
    const [scheme, text = ''] = headers.get('Authorization')?.split(' ') ?? [];
    expect([scheme, Buffer.from(text, 'base64').toString()]).toEqual(['Basic', 'Zoë:pässword']);
    expect(headers.get('X-Key')).toBe('k');
  });

  it('is authenticated by the basic authentication of the endpoint, whatever its own headers are', async () => {
    const webhook = register({ Headers: { Authorization: 'Bearer own', 'X-Key': 'k' } });
    const BasicAuth = { Username: 'shop', Password: 'word' };
    // The registration refuses both; a snapshot may have them.
    core.transaction((tx) => tx.webhooks.replace({ ...webhook, BasicAuth }));
    emit();
    await settled();
    const { headers } = (came[0] as (typeof came)[number]).request;
    expect([headers.get('Authorization'), headers.get('X-Key')]).toEqual([`Basic ${btoa('shop:word')}`, 'k']);
  });

  it.each([
    [
      'a header of its own',
      { Headers: { 'x-key': 'k', authorization: 'Bearer own' } },
      { 'x-key': 'k', authorization: 'Bearer own' },
    ],
    ['another User-Agent', { Headers: { 'User-Agent': 'shop' } }, { 'user-agent': 'shop' }],
    ['no signature', { Signed: false }, { 'webhook-signature': undefined }],
    ['a password', { BasicAuth: { Username: 'a', Password: '' } }, { authorization: `Basic ${btoa('a:')}` }],
  ])('has, as the endpoint is registered, %s', async (_what, input, expected) => {
    register(input);
    emit();
    await settled();
    const headers = Object.fromEntries((came[0] as (typeof came)[number]).request.headers);
    for (const [name, value] of Object.entries(expected)) expect(headers[name], name).toBe(value);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.any(String),
    });
  });

  it('that failed is retried when due, with the number of the attempt', async () => {
    reply = () => new Response(null, { status: came.length < 3 ? 500 : 200 });
    register();
    emit();
    await settled();
    expect([came.length, only().Status]).toEqual([1, 'Pending']);
    await core.advance({ Advance: 'PT1H' });
    expect(came.map(({ request }) => request.headers.get('X-Retry-Count'))).toEqual([null, '1', '2']);
    expect(only()).toMatchObject({
      Status: 'Succeeded',
      Attempts: [{ StatusCode: 500 }, { StatusCode: 500 }, { StatusCode: 200 }],
    });
  });

  it('is reported after each attempt', async () => {
    reply = () => new Response(null, { status: came.length < 2 ? 500 : 200 });
    const told: string[] = [];
    core.feed.on('attempt', ({ Status, Attempts }) => told.push(`${Status} ${Attempts.length}`));
    register();
    emit();
    await settled();
    expect(told).toEqual(['Pending 1']);
    await core.advance({ Advance: 'PT1H' });
    expect(told).toEqual(['Pending 1', 'Succeeded 2']);
  });

  it('waits for the previous one of its customer, and for no other', async () => {
    reply = undefined;
    register();
    const [first, second, other] = [emit('c1'), emit('c1', 'CustomerChanged'), emit('c2')];
    const ids = () => came.map(({ request }) => request.headers.get('webhook-id'));
    await arrived(2);
    expect(ids()).toEqual([first.Id, other.Id]);
    came[0]?.answer(new Response());
    await arrived(3);
    expect(ids()).toEqual([first.Id, other.Id, second.Id]);
    came[1]?.answer(new Response());
    came[2]?.answer(new Response());
    await settled();
    expect(statuses()).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
  });

  it('that is delayed is sent at its time', async () => {
    register({ Rehearsal: { Delay: 'PT10M' } });
    emit();
    await settled();
    expect(came).toEqual([]);
    await core.advance({ Advance: 'PT9M59S' });
    expect(came).toEqual([]);
    await core.advance({ Advance: 'PT1S' });
    expect([came.length, only().Status]).toEqual([1, 'Succeeded']);
  });

  it('in a shuffled order is sent one at a time', async () => {
    reply = undefined;
    register({ Rehearsal: { Reorder: true } });
    const ids = Array.from({ length: 8 }, (_, at) => emit(`c${at}`).Id);
    for (let at = 1; at <= 8; at += 1) {
      await arrived(at);
      await turn();
      expect(came).toHaveLength(at);
      came[at - 1]?.answer(new Response());
    }
    await settled();
    const order = came.map(({ request }) => request.headers.get('webhook-id') as string);
    expect(order).not.toEqual(ids);
    expect(order.toSorted()).toEqual(ids.toSorted());
  });
});

describe('an endpoint', () => {
  it('that responds with 410 gets no more deliveries', async () => {
    reply = () => new Response(null, { status: 410 });
    const { Id } = register();
    emit();
    emit('c1', 'CustomerChanged');
    await settled();
    expect([came.length, statuses()]).toEqual([1, ['Failed', 'Canceled']]);
    expect(core.tx.webhooks.get(Id)).toHaveProperty('DisabledAt');
  });

  it('that is deleted: the current attempt is aborted and not logged', async () => {
    reply = undefined;
    const { Id } = register();
    const told = vi.fn();
    core.feed.on('attempt', told);
    emit();
    await arrived(1);
    const waits = core.deliverer.quiet();
    expect(waits).toBeInstanceOf(Promise);
    core.transaction((tx) => deleteWebhook(tx, Id));
    core.deliverer.forget(Id);
    await waits;
    expect(came[0]?.request.signal.aborted).toBe(true);
    came[0]?.answer(new Response());
    await turn();
    expect([only().Status, only().Attempts, told.mock.calls.length]).toEqual(['Canceled', [], 0]);
    expect(core.deliverer.log.of(only().Id)).toEqual([]);
  });

  it('that does not respond does not delay others', async () => {
    reply = undefined;
    register();
    register();
    emit();
    await arrived(2);
    came[1]?.answer(new Response());
    await vi.waitFor(() => expect(statuses()).toEqual(['Pending', 'Succeeded']));
    expect(core.deliverer.quiet()).toBeInstanceOf(Promise);
  });
});

describe('the deliverer', () => {
  it('sends nothing while it is suspended, and everything pending afterwards', async () => {
    register();
    core.deliverer.suspend();
    emit('c1');
    emit('c2');
    await settled();
    await turn();
    expect(came).toEqual([]);
    core.deliverer.resume();
    await settled();
    expect(statuses()).toEqual(['Succeeded', 'Succeeded']);
    emit('c3');
    await settled();
    expect(came).toHaveLength(3);
  });

  it('restarts an attempt that was running when it was suspended', async () => {
    reply = undefined;
    register();
    emit();
    await arrived(1);
    core.deliverer.suspend();
    expect([came[0]?.request.signal.aborted, core.deliverer.quiet()]).toEqual([true, undefined]);
    core.deliverer.resume();
    await arrived(2);
    came[1]?.answer(new Response());
    await settled();
    expect(only()).toMatchObject({ Status: 'Succeeded', Attempts: [{ StatusCode: 200 }] });
  });

  it('starts again from the state after it was replaced, with an empty log', async () => {
    reply = () => new Response(null, { status: 500 });
    register();
    emit();
    await settled();
    const { Id } = only();
    expect(core.deliverer.log.of(Id)).toHaveLength(1);
    core.deliverer.reload();
    await settled();
    // It is not due yet.
    expect([came.length, core.deliverer.log.of(Id)]).toEqual([1, []]);
    reply = () => new Response();
    await core.advance({ Advance: 'PT1H' });
    expect([came.length, only().Status]).toEqual([2, 'Succeeded']);
  });

  it('that is closed aborts running attempts, and sends nothing more', async () => {
    reply = undefined;
    register();
    emit('c1');
    await arrived(1);
    core.deliverer.close();
    expect(came[0]?.request.signal.aborted).toBe(true);
    emit('c2');
    core.deliverer.due(only().Id);
    await settled();
    await turn();
    expect(came).toHaveLength(1);
  });

  it('drops the task of a deleted delivery', async () => {
    core.deliverer.due('f00000000000000000000001');
    await settled();
    expect(came).toEqual([]);
  });
});

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    reply = undefined;
  });

  it('waits for a receiver that responds, and half a second in total for one that does not', async () => {
    register({ TimeoutMs: 1_000 });
    emit();
    core.deliverer.moving();
    let isStill = false;
    void core.deliverer.canAdvance()?.then(() => {
      isStill = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect([came.length, isStill]).toEqual([1, false]);
    // The time of the attempt is over: it failed, and nothing is under way.
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(isStill).toBe(true));
    expect(only()).toMatchObject({ Status: 'Pending', Attempts: [{ Error: 'no answer within 1 s' }] });
    const due = new Date(only().NextAttemptAt as number);
    const advance = core.advance({ Advance: 'PT5M' });
    await vi.waitFor(() => expect(came).toHaveLength(2), { interval: 1 });
    await vi.advanceTimersByTimeAsync(2_000);
    await advance;
    expect(only().Attempts[1]?.At.slice(0, 19)).toBe(due.toISOString().slice(0, 19));
  });

  it('that a receiver does not hold: attempts to one that hangs count from when they fell due', async () => {
    register({ TimeoutMs: 1_000 });
    emit();
    core.deliverer.quiet();
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(only().Attempts).toHaveLength(1));
    const due = only().NextAttemptAt as number;
    // The clock has gone on for an hour when the second attempt is made, and for another one at the third.
    core.clock.standAt(due + 3_600_000);
    core.deliverer.due(only().Id);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(only().Attempts).toHaveLength(2));
    expect(Date.parse(only().Attempts[1]?.At ?? '')).toBe(due);
    const next = only().NextAttemptAt as number;
    expect(next - due).toBeGreaterThan(2 * 60_000);
    expect(next - due).toBeLessThan(3 * 60_000);
    // One that answers at last has done so now.
    reply = () => new Response(null, { status: 500 });
    core.deliverer.moving();
    core.deliverer.due(only().Id);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(only().Attempts).toHaveLength(3));
    expect(Date.parse(only().Attempts[2]?.At ?? '')).toBe(due + 3_600_000);
  });

  it('moves on at once if no attempt is running', () => {
    register();
    core.deliverer.moving();
    expect([core.deliverer.canAdvance(), core.deliverer.quiet()]).toEqual([undefined, undefined]);
  });
});

describe('a delivery of a change that is not yet stored', () => {
  it('waits until it is stored', async () => {
    let keep = () => {};
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    vi.spyOn(core.state, 'durable').mockReturnValue(kept);
    register();
    emit();
    void core.deliverer.quiet();
    await turn();
    expect(came).toEqual([]);
    keep();
    await arrived(1);
    await settled();
    expect(only().Status).toBe('Succeeded');
  });
});

describe('an attempt where others work on the state too', () => {
  /** What waits for its turn. */
  let turns: (() => void)[];

  beforeEach(() => {
    turns = [];
    core.lock = {
      locked: <R>(work: () => R) => new Promise<R>((resolve) => turns.push(() => resolve(work()))),
      unlocked: (wait) => wait(),
      yieldToOthers: () => undefined,
      advancing: (advance) => advance(),
    };
  });

  it('is logged in its turn', async () => {
    register();
    emit();
    void core.deliverer.quiet();
    await vi.waitFor(() => expect(turns).toHaveLength(1), { interval: 1 });
    expect(only().Attempts).toEqual([]);
    turns[0]?.();
    await settled();
    expect(only()).toMatchObject({ Status: 'Succeeded', Attempts: [{ StatusCode: 204 }] });
  });

  it('is not logged if the state was replaced before its turn', async () => {
    const told = vi.fn();
    core.feed.on('attempt', told);
    register();
    emit();
    void core.deliverer.quiet();
    await vi.waitFor(() => expect(turns).toHaveLength(1), { interval: 1 });
    core.deliverer.suspend();
    turns[0]?.();
    await turn();
    expect([only().Status, only().Attempts, told.mock.calls.length]).toEqual(['Pending', [], 0]);
  });
});
