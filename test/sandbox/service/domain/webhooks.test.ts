// The rules of webhooks without sending any: who gets which event, what follows of an attempt, and what may be registered.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import type {
  DeliveryRecord,
  WebhookRecord,
} from '../../../../sandbox/src/service/domain/records/webhooks.ts';
import {
  type AttemptOutcome,
  addDelivery,
  cancelPending,
  DELIVERY_TASK,
  disableWebhook,
  recordAttempt,
  wants,
} from '../../../../sandbox/src/service/domain/webhooks/deliveries.ts';
import { rehearse } from '../../../../sandbox/src/service/domain/webhooks/delivery-problems.ts';
import { recordEvent } from '../../../../sandbox/src/service/domain/webhooks/events.ts';
import { resendDelivery, resendRange } from '../../../../sandbox/src/service/domain/webhooks/resend.ts';
import { nextAttemptAt } from '../../../../sandbox/src/service/domain/webhooks/retry-schedule.ts';
import {
  checkedEvents,
  deleteWebhook,
  enableWebhook,
  registerWebhook,
  rotateSecret,
} from '../../../../sandbox/src/service/domain/webhooks/webhooks.ts';

const START = Date.parse('2026-01-15T10:00:00Z');
const NOW = '2026-01-15T10:00:00.0000000Z';
const HOUR = 3_600_000;
const EntityId = 'a00000000000000000000001';

let core: Core;
let tx: Core['tx'];
const inTx: Core['transaction'] = (work) => core.transaction(work);

beforeEach(() => {
  core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'webhooks', timers: false });
  core.deliverer.suspend();
  tx = core.tx;
});
afterEach(() => core.close());

const register = (input: object = {}, Url = `https://shop.example/${tx.webhooks.size}`): WebhookRecord =>
  inTx((inside) => registerWebhook(inside, { Url, ...input }));

const created = { Event: 'CustomerCreated', EntityId, CustomerId: 'c1' } as const;
const failed = {
  Event: 'PaymentFailed',
  EntityId,
  PaymentTransactionId: 'p1',
  PaymentTransactionType: 'Payment',
} as const;

const emit = (payload: object = created, webhookId?: string) =>
  inTx((inside) => recordEvent(inside, payload as never, webhookId));

/** Deliveries, in the order in which they were made. */
const deliveries = (): DeliveryRecord[] =>
  [...tx.deliveries].toSorted((one, other) => (one.Id < other.Id ? -1 : 1));
const only = (): DeliveryRecord => {
  expect(deliveries()).toHaveLength(1);
  return deliveries()[0] as DeliveryRecord;
};
const taskOf = ({ Id }: DeliveryRecord) => tx.tasks.get(`${DELIVERY_TASK}/${Id}`)?.DueAt;
const attempt = (outcome: AttemptOutcome, id = only().Id, at = tx.now) =>
  inTx((inside) => recordAttempt(inside, id, outcome, at));
const at = (milliseconds: number) => new Date(milliseconds).toISOString().replace('Z', '0000Z');

describe('spec: What the service does 7, Events 2 — an event', () => {
  it('is stored, and queued for each endpoint that subscribes to it', () => {
    const all = register();
    const one = register({ Events: ['CustomerCreated', 'PlanCreated'] });
    register({ Events: ['PlanCreated'] });
    const event = emit();
    expect(event).toEqual({ Id: expect.stringMatching(/^[0-9a-f]{24}$/), At: START, Payload: created });
    expect(tx.events.get(event.Id)).toEqual(event);
    const common = {
      Id: expect.stringMatching(/^[0-9a-f]{24}$/),
      EventId: event.Id,
      Event: 'CustomerCreated',
      Lane: 'c1',
      Body: JSON.stringify(created),
      Status: 'Pending',
      Attempts: [],
      NextAttemptAt: START,
    };
    expect(deliveries()).toEqual([
      { ...common, WebhookId: all.Id, Url: all.Url },
      { ...common, WebhookId: one.Id, Url: one.Url },
    ]);
    // What may go out at once needs no task.
    expect(deliveries().map(taskOf)).toEqual([undefined, undefined]);
  });

  it('without a customer is in the order of the account', () => {
    register();
    emit(failed);
    expect(only().Lane).toBe('account');
  });

  it('can be sent to one endpoint, whatever its subscriptions', () => {
    register();
    const one = register({ Events: ['PlanCreated'] });
    emit(created, one.Id);
    expect(only().WebhookId).toBe(one.Id);
    expect(() => emit(created, 'f00000000000000000000001')).toThrow('f00000000000000000000001');
  });

  it('is sent to endpoints that name it or none, and to none that is disabled', () => {
    const wanted = (change: object) => wants({ Events: [], ...change } as never, 'PlanCreated');
    expect(wanted({})).toBe(true);
    expect(wanted({ Events: ['PlanCreated'] })).toBe(true);
    expect(wanted({ Events: ['PlanChanged'] })).toBe(false);
    expect(wanted({ DisabledAt: NOW })).toBe(false);
  });

  it('contains the merchant’s id of the customer if it has a field for it', () => {
    inTx((inside) => {
      inside.customers.insert({ Id: 'c1', ExternalCustomerId: 'crm-1' } as never);
      inside.customers.insert({ Id: 'c2' } as never);
    });
    const payload = (given: object) =>
      emit({ EntityId, ...given }).Payload as unknown as Record<string, string>;
    const contract = { ContractId: 'k1', CustomerId: 'c1', ContractChangeId: 'h1' };
    expect(payload({ Event: 'ContractCreated', ...contract })['ExternalCustomerId']).toBe('crm-1');
    expect(payload({ Event: 'PaymentEscalated', ...contract })['YourCustomerId']).toBe('crm-1');
    const own = { Event: 'ContractCreated', ...contract, ExternalCustomerId: 'mine' };
    expect(payload(own)['ExternalCustomerId']).toBe('mine');
    for (const other of [
      { Event: 'ContractCreated', ...contract, CustomerId: 'c2' },
      { Event: 'CustomerChanged', CustomerId: 'c1' },
      { Event: 'DebitAuthCancelled' },
    ]) {
      expect(payload(other)).toEqual({ EntityId, ...other });
      expect(Object.keys(payload(other))).not.toContain('YourCustomerId');
    }
  });
});

describe('simulated problems', () => {
  const rehearsed = (Rehearsal: object, cause?: 'Resend') => {
    const webhook = { ...register(), Rehearsal };
    inTx((inside) => {
      inside.webhooks.replace(webhook);
      const event = recordEvent(inside, created);
      if (cause !== undefined) addDelivery(inside, event, webhook, cause);
    });
    return deliveries();
  };

  it('drop', () => {
    const [dropped, ...rest] = rehearsed({ Drop: 1, Duplicate: 1 });
    expect(rest).toEqual([]);
    expect([dropped?.Status, dropped?.NextAttemptAt, dropped?.Attempts]).toEqual(['Dropped', undefined, []]);
  });

  it('duplicate, each with its own id', () => {
    const [first, second, ...rest] = rehearsed({ Duplicate: 1, Drop: 0 });
    expect(rest).toEqual([]);
    expect(second).toEqual({ ...first, Id: second?.Id, Cause: 'Duplicate' });
    expect(first).not.toHaveProperty('Cause');
  });

  it('delay, on the sandbox clock, duplicates as well', () => {
    const both = rehearsed({ Delay: 'PT10M', Duplicate: 1 });
    expect(both.map(({ NextAttemptAt }) => NextAttemptAt)).toEqual([START + 600_000, START + 600_000]);
    expect(both.map(taskOf)).toEqual([START + 600_000, START + 600_000]);
  });

  it('reorder by giving each delivery an order of its own', () => {
    const [delivery] = rehearsed({ Reorder: true });
    expect(delivery?.Lane).toBe(delivery?.Id);
    expect(rehearsed({ Reorder: false }).at(-1)?.Lane).toBe('c1');
  });

  it('do not apply to manual resends, which wait for nothing', () => {
    const [dropped, again, ...rest] = rehearsed({ Drop: 1, Delay: 'PT1H' }, 'Resend');
    expect(rest).toEqual([]);
    expect(dropped?.Status).toBe('Dropped');
    expect(again).toMatchObject({
      EventId: dropped?.EventId,
      Status: 'Pending',
      Cause: 'Resend',
      Lane: 'Resend c1',
      NextAttemptAt: START,
    });
  });

  it('can be set in part, and a delay is limited to days', () => {
    const { Id } = register();
    inTx((inside) => rehearse(inside, Id, { Rehearsal: { Drop: 0.5 }, TimeoutMs: 50 }));
    expect(tx.webhooks.get(Id)).toMatchObject({ Rehearsal: { Drop: 0.5 }, TimeoutMs: 50 });
    inTx((inside) => rehearse(inside, Id, { TimeoutMs: 60 }));
    expect(tx.webhooks.get(Id)).toMatchObject({ Rehearsal: { Drop: 0.5 }, TimeoutMs: 60 });
    for (const Delay of ['PT0S', 'PT10M', 'P2D'])
      expect(inTx((inside) => rehearse(inside, Id, { Rehearsal: { Delay } }))).toMatchObject({
        Rehearsal: { Delay },
        TimeoutMs: 60,
      });
    for (const Delay of ['P1M', '-PT1M', 'ten minutes', 'x'.repeat(50)])
      expect(() => inTx((inside) => rehearse(inside, Id, { Rehearsal: { Delay } }))).toThrow(
        `Rehearsal.Delay: expected a duration in days or less such as PT10M, got "${Delay.slice(0, 40)}"`,
      );
    expect(() => inTx((inside) => rehearse(inside, 'no', {}))).toThrow(
      expect.objectContaining({ kind: 'NotFound' }),
    );
  });
});

describe('an attempt', () => {
  beforeEach(() => {
    register();
    emit();
  });

  it('that succeeds ends the delivery', () => {
    const { NextAttemptAt, ...before } = only();
    const after = { ...before, Status: 'Succeeded', Attempts: [{ At: at(START - 5), StatusCode: 204 }] };
    expect(attempt({ StatusCode: 204 }, before.Id, START - 5)).toEqual(after);
    expect(only()).toEqual(after);
  });

  it('that fails is followed by another', () => {
    const before = only();
    attempt({ StatusCode: 500, Error: 'answered 500' });
    const next = nextAttemptAt(1, { now: START, firstAt: START, key: before.Id }) as number;
    expect(only()).toEqual({
      ...before,
      Attempts: [{ At: NOW, StatusCode: 500, Error: 'answered 500' }],
      NextAttemptAt: next,
    });
    expect(taskOf(before)).toBe(next);
    attempt({ Error: 'no answer within 10 s', RetryAfter: 5 * HOUR }, before.Id, next);
    expect(only().Attempts).toEqual([
      { At: NOW, StatusCode: 500, Error: 'answered 500' },
      { At: at(next), Error: 'no answer within 10 s' },
    ]);
    expect([only().NextAttemptAt, taskOf(before)]).toEqual([next + 5 * HOUR, next + 5 * HOUR]);
  });

  it('is the last one two days after the first, or if it is the twelfth', () => {
    const { Id } = only();
    attempt({ Error: 'x' });
    attempt({ Error: 'x' }, Id, START + 48 * HOUR - 1);
    expect([only().Status, only().NextAttemptAt]).toEqual(['Pending', START + 48 * HOUR]);
    attempt({ Error: 'x' }, Id, START + 48 * HOUR);
    expect(only()).toMatchObject({ Status: 'Failed' });
    expect(only()).not.toHaveProperty('NextAttemptAt');
    emit();
    const [, other] = deliveries() as [DeliveryRecord, DeliveryRecord];
    for (let tries = 1; tries <= 12; tries += 1) {
      expect(tx.deliveries.get(other.Id)?.Status).toBe('Pending');
      attempt({ Error: 'x' }, other.Id);
    }
    expect(tx.deliveries.get(other.Id)).toMatchObject({ Status: 'Failed' });
  });

  it('answered with 410 disables the endpoint and cancels pending ones', () => {
    const first = only();
    emit(failed);
    const [, second] = deliveries() as [DeliveryRecord, DeliveryRecord];
    attempt({ Error: 'x' }, second.Id);
    expect(taskOf(second)).toBeGreaterThan(START);
    const gone = attempt({ StatusCode: 410, Error: 'answered 410', Gone: true }, first.Id);
    expect(gone).toMatchObject({ Status: 'Failed', Attempts: [{ StatusCode: 410 }] });
    expect(tx.webhooks.get(first.WebhookId)).toMatchObject({
      DisabledAt: NOW,
      DisabledReason: 'the endpoint answered 410 Gone to CustomerCreated',
    });
    const canceled = tx.deliveries.get(second.Id);
    expect(canceled).toMatchObject({ Status: 'Canceled', Attempts: [{ Error: 'x' }] });
    expect(canceled).not.toHaveProperty('NextAttemptAt');
    expect(taskOf(second)).toBeUndefined();
    // What was under way is noted, and stays canceled.
    expect(attempt({ StatusCode: 200 }, second.Id)).toMatchObject({
      Status: 'Canceled',
      Attempts: [{ Error: 'x' }, { At: NOW, StatusCode: 200 }],
    });
  });

  it('of a deleted delivery is dropped', () => {
    expect(attempt({ StatusCode: 200 }, 'f00000000000000000000001')).toBeUndefined();
    expect(deliveries()).toHaveLength(1);
  });
});

it('an endpoint is disabled once, with the first reason, and can be enabled again', () => {
  const { Id, ...webhook } = register();
  inTx((inside) => disableWebhook(inside, 'f00000000000000000000001', 'unknown'));
  inTx((inside) => disableWebhook(inside, Id, 'first'));
  inTx((inside) => disableWebhook(inside, Id, 'second'));
  expect(tx.webhooks.get(Id)).toEqual({ Id, ...webhook, DisabledAt: NOW, DisabledReason: 'first' });
  emit();
  expect(deliveries()).toEqual([]);
  expect(inTx((inside) => enableWebhook(inside, Id))).toEqual({ Id, ...webhook });
  expect(tx.webhooks.get(Id)).toEqual({ Id, ...webhook });
});

it('a deleted endpoint gets no pending deliveries, and others do', () => {
  const [one, two] = [register(), register()];
  emit();
  inTx((inside) => deleteWebhook(inside, one.Id));
  expect([...tx.webhooks]).toEqual([two]);
  expect(deliveries().map(({ Status }) => Status)).toEqual(['Canceled', 'Pending']);
  inTx((inside) => cancelPending(inside, two.Id));
  expect(deliveries().map(({ Status }) => Status)).toEqual(['Canceled', 'Canceled']);
  expect(() => inTx((inside) => deleteWebhook(inside, one.Id))).toThrow(
    expect.objectContaining({ kind: 'NotFound' }),
  );
});

describe('the log of deliveries', () => {
  const many = (count: number, change: object) => {
    const webhook = register();
    emit();
    const { NextAttemptAt, ...first } = only();
    inTx((inside) => {
      for (let number = 1; number < count; number += 1)
        inside.deliveries.insert({
          ...first,
          Id: `d${String(number).padStart(23, '0')}`,
          ...change,
        } as never);
    });
    return { webhook, first: first.Id };
  };

  it('keeps 10,000 finished ones, and all pending ones', () => {
    const { first } = many(10_000, { Status: 'Succeeded' });
    emit();
    const second = deliveries().find(({ Id, Status }) => Status === 'Pending' && Id !== first)?.Id as string;
    attempt({ StatusCode: 200 }, first);
    expect([tx.deliveries.count('Ended', 'yes'), tx.deliveries.size]).toEqual([10_000, 10_001]);
    attempt({ StatusCode: 200 }, second);
    expect([tx.deliveries.count('Ended', 'yes'), tx.deliveries.size]).toEqual([10_000, 10_000]);
    expect([tx.deliveries.has(first), tx.deliveries.has(second)]).toEqual([false, true]);
  });

  it('gives up the oldest of more than 50,000 pending ones of an endpoint', () => {
    const { first } = many(49_999, { NextAttemptAt: START + HOUR });
    attempt({ Error: 'x' }, first);
    emit();
    expect(tx.deliveries.get(first)?.Status).toBe('Pending');
    expect(tx.tasks.get(`${DELIVERY_TASK}/${first}`)).toBeDefined();
    emit();
    const given = tx.deliveries.get(first);
    expect(given).toMatchObject({
      Status: 'Failed',
      Attempts: [
        { Error: 'x' },
        { At: NOW, Error: 'given up: 50000 newer deliveries are waiting for this endpoint' },
      ],
    });
    expect(given).not.toHaveProperty('NextAttemptAt');
    expect(tx.tasks.get(`${DELIVERY_TASK}/${first}`)).toBeUndefined();
  });
});

describe('the next attempt', () => {
  const key = 'k';
  const next = (count: number, change: object = {}) =>
    nextAttemptAt(count, { now: START, firstAt: START, key, ...change });

  it('comes after 75 seconds, doubled each time, a tenth more or less', () => {
    for (let tries = 1; tries <= 10; tries += 1) {
      const shares = Array.from({ length: 200 }, (_, at) => {
        const delay = (next(tries, { key: `k${at}` }) as number) - START;
        expect(Number.isInteger(delay)).toBe(true);
        return delay / (75_000 * 2 ** (tries - 1));
      });
      const [least, most] = [Math.min(...shares), Math.max(...shares)];
      expect(least).toBeGreaterThanOrEqual(0.899);
      expect(least).toBeLessThan(0.91);
      expect(most).toBeLessThanOrEqual(1.101);
      expect(most).toBeGreaterThan(1.09);
    }
  });

  it('is the same for the same delivery, and different for another attempt', () => {
    expect(next(1)).toBe(next(1));
    const share = (tries: number) => ((next(tries) as number) - START) / 2 ** (tries - 1);
    expect(share(1)).not.toBe(share(2));
  });

  it('is the twelfth at most, and not later than two days after the first', () => {
    const last = START + 48 * HOUR;
    expect([next(12), next(13)]).toEqual([undefined, undefined]);
    expect(next(11)).toBeGreaterThan(START);
    expect(next(11, { now: last - 1 })).toBe(last);
    expect(next(1, { now: last })).toBeUndefined();
    expect(next(1, { now: last + 1 })).toBeUndefined();
  });

  it('waits as long as the receiver asks, and not less than planned', () => {
    expect(next(1, { retryAfter: 2 * HOUR })).toBe(START + 2 * HOUR);
    expect(next(1, { retryAfter: 1 })).toBe(next(1));
    expect(next(1, { retryAfter: 1_000 * HOUR })).toBe(START + 48 * HOUR);
  });
});

describe('resending', () => {
  it('a pending delivery: now', () => {
    register();
    emit();
    const { Id } = only();
    attempt({ Error: 'x' });
    expect(inTx((inside) => resendDelivery(inside, Id))).toEqual({ ...only(), NextAttemptAt: START });
    expect(taskOf(only())).toBe(START);
  });

  it('a finished one: again, with the same event, even if that is no longer in the log', () => {
    const webhook = register();
    const { Id: EventId } = emit();
    attempt({ StatusCode: 200 });
    const { Id } = only();
    const again = () => inTx((inside) => resendDelivery(inside, Id));
    const expected = {
      EventId,
      WebhookId: webhook.Id,
      Cause: 'Resend',
      Status: 'Pending',
      Lane: 'Resend c1',
    };
    expect(again()).toMatchObject({ ...expected, Body: JSON.stringify(created) });
    inTx((inside) => inside.events.delete(EventId));
    expect(again()).toMatchObject({ ...expected, Event: 'CustomerCreated', Body: JSON.stringify(created) });
    expect(deliveries()).toHaveLength(3);
  });

  it('is rejected for an unknown delivery, and if the endpoint is disabled or deleted', () => {
    const { Id: webhook } = register();
    emit();
    const { Id } = only();
    const kind = (id: string) => {
      try {
        inTx((inside) => resendDelivery(inside, id));
        return 'none';
      } catch (error) {
        return `${(error as { kind: string }).kind}: ${(error as Error).message}`;
      }
    };
    expect(kind('f00000000000000000000001')).toMatch(/^NotFound: /);
    inTx((inside) => disableWebhook(inside, webhook, 'because'));
    expect(kind(Id)).toMatch(/^Conflict: .* is disabled: because\./);
    inTx((inside) => deleteWebhook(inside, webhook));
    expect(kind(Id)).toMatch(/^Conflict: .* was deleted/);
  });

  it('a range: oldest first, to current subscribers, by time, endpoint and event', () => {
    const times = [0, 1, 2].map((hours) => {
      const payload = hours === 1 ? failed : created;
      return inTx((inside) =>
        inside.events.insert({ Id: `e${hours}`, At: START + hours * HOUR, Payload: payload }),
      );
    });
    const all = register();
    const one = register({ Events: ['PaymentFailed'] });
    const sent = (range: object) =>
      inTx((inside) => resendRange(inside, range)).map(({ EventId, WebhookId }) => [EventId, WebhookId]);
    expect(times).toHaveLength(3);
    const [first, second, third] = [
      ['e0', all.Id],
      ['e1', all.Id],
      ['e2', all.Id],
    ];
    expect(sent({})).toEqual([first, second, ['e1', one.Id], third]);
    expect(sent({ since: [START + HOUR, 0] })).toEqual([second, ['e1', one.Id], third]);
    expect(sent({ since: [START + HOUR, 1] })).toEqual([third]);
    expect(sent({ before: [START, 1] })).toEqual([first]);
    expect(sent({ before: [START, 0] })).toEqual([]);
    expect(sent({ webhookId: one.Id })).toEqual([['e1', one.Id]]);
    expect(sent({ events: ['CustomerCreated'] })).toEqual([first, third]);
    expect(deliveries().every(({ Cause }) => Cause === 'Resend')).toBe(true);
    expect(() => sent({ webhookId: 'f00000000000000000000001' })).toThrow(
      expect.objectContaining({ kind: 'NotFound' }),
    );
  });

  it('only missing ones: neither delivered nor pending ones', () => {
    register();
    const ids = [0, 1, 2, 3].map(() => emit().Id);
    const [taken, , lost, canceled] = deliveries() as DeliveryRecord[];
    attempt({ StatusCode: 200 }, taken?.Id);
    attempt({ Error: 'x', Gone: true }, lost?.Id);
    inTx((inside) => enableWebhook(inside, lost?.WebhookId as string));
    expect(tx.deliveries.get(canceled?.Id as string)?.Status).toBe('Canceled');
    const missing = () =>
      inTx((inside) => resendRange(inside, { onlyMissing: true })).map(({ EventId }) => EventId);
    // The second waited and was canceled with the fourth.
    expect(missing()).toEqual([ids[1], ids[2], ids[3]]);
    expect(missing()).toEqual([]);
    // To another endpoint all of them are missing.
    register();
    expect(missing()).toEqual(ids);
  });
});

describe('a registration', () => {
  const refusal = (input: object) => {
    try {
      register(input);
      return undefined;
    } catch (error) {
      const { fields, code, message } = error as {
        fields: { Field: string }[];
        code: string;
        message: string;
      };
      return { field: fields[0]?.Field, code, message };
    }
  };
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

  it('is stored as sent, with a secret of its own', () => {
    const Headers = { 'X-Tenant': 'blue' };
    const BasicAuth = { Username: 'ada', Password: 'a:b' };
    const one = register({ Events: [' ordersucceeded '], Headers, BasicAuth });
    expect(one).toEqual({
      Id: expect.stringMatching(/^[0-9a-f]{24}$/),
      Url: 'https://shop.example/0',
      Events: ['OrderSucceeded'],
      Signed: true,
      Secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
      BasicAuth,
      Headers,
      CreatedAt: NOW,
      TimeoutMs: 10_000,
    });
    expect(tx.webhooks.get(one.Id)).toEqual(one);
    const two = register({ Signed: false });
    expect(two).toMatchObject({ Signed: false, Events: [] });
    expect(two.Secret).not.toBe(one.Secret);
    expect(Object.keys(two)).not.toContain('Headers');
  });

  it.each([
    [secretOf(24), true],
    [secretOf(25), true],
    [secretOf(64), true],
    [secretOf(23), false],
    [secretOf(65), false],
    [secretOf(24).slice(6), false],
    [`x${secretOf(24)}`, false],
    [`${secretOf(24)}!`, false],
    [`${secretOf(24)}A`, false],
    ['whsec_', false],
  ])('can have the secret %s: %s', (Secret, isTaken) => {
    if (isTaken) expect(register({ Secret }).Secret).toBe(Secret);
    else expect(refusal({ Secret })).toMatchObject({ field: 'Secret', code: 'InvalidData' });
  });

  it.each([
    'Content-Type',
    'content-length',
    'HOST',
    'Connection',
    'Transfer-Encoding',
    'webhook-id',
    'Webhook-X',
    'X-Retry-Count',
  ])('cannot set the header %s, which each delivery sets', (name) => {
    expect(refusal({ Headers: { [name]: 'x' } })).toMatchObject({ field: `Headers.${name}` });
    expect(refusal({ Headers: { [`X-${name}-Y`]: 'x' } })).toBeUndefined();
  });

  it('can have one Authorization, and valid HTTP headers', () => {
    const BasicAuth = { Username: 'ada', Password: 'x' };
    expect(refusal({ Headers: { authorization: 'Bearer x' } })).toBeUndefined();
    for (const name of ['Authorization', 'authorization'])
      expect(refusal({ BasicAuth, Headers: { [name]: 'Bearer x' } })?.field).toBe(`Headers.${name}`);
    expect(refusal({ BasicAuth: { Username: 'a:b', Password: '' } })?.field).toBe('BasicAuth.Username');
    expect(refusal({ Headers: { 'no header': 'x' } })?.field).toBe('Headers.no header');
    expect(refusal({ Headers: { 'X-Line': 'a\nb' } })?.field).toBe('Headers.X-Line');
  });

  it.each([
    ['hooks', 'expected an absolute URL such as http://localhost:4402/webhooks, got "hooks"'],
    [`x${'y'.repeat(200)}`, `got "x${'y'.repeat(199)}"`],
    ['ftp://shop.example/', 'expected http or https, got ftp:'],
    ['https://ada@shop.example/', 'must not contain a user name or password'],
    ['https://:secret@shop.example/', 'must not contain a user name or password'],
    ['https://shop.example/#top', 'must not have a fragment, got "#top"'],
  ])('requires an address that can be reached, unlike %s', (Url, message) => {
    expect(refusal({ Url })).toEqual({
      field: 'Url',
      code: 'InvalidData',
      message: expect.stringContaining(message),
    });
  });

  it('names existing events, each once', () => {
    expect(checkedEvents(['plancreated', ' PlanChanged'])).toEqual(['PlanCreated', 'PlanChanged']);
    const unknown = refusal({ Events: ['PlanCreated', 'PlanCreate'] });
    expect(unknown).toMatchObject({
      field: 'Events[1]',
      message: expect.stringContaining('did you mean PlanCreated?'),
    });
    expect(refusal({ Events: ['x'.repeat(61)] })?.message).toContain(
      `"${'x'.repeat(60)}" is not an event of the service; /docs`,
    );
    expect(refusal({ Events: ['PlanCreated', 'PlanChanged', 'planCreated'] })).toMatchObject({
      field: 'Events[2]',
      code: 'Duplicate',
    });
    expect(() => checkedEvents(['no'], 'event')).toThrow('event: "no" is not an event');
  });

  it('cannot send an address the same event twice', () => {
    const Url = 'https://shop.example/hook';
    const first = register({ Events: ['PlanCreated', 'PlanChanged'] }, Url);
    expect(refusal({ Url, Events: ['PlanDeleted', 'PlanChanged'] })).toEqual({
      field: undefined,
      code: 'Duplicate',
      message: expect.stringContaining(`is already registered for PlanChanged (webhook ${first.Id})`),
    });
    expect(refusal({ Url: 'https://SHOP.example/hook' })?.message).toContain(
      'for PlanCreated, PlanChanged (webhook',
    );
    expect(refusal({ Url, Events: ['PlanDeleted'] })).toBeUndefined();
    expect(refusal({ Url: `${Url}2` })).toBeUndefined();
    expect(refusal({ Url: `${Url}2`, Events: ['PlanDeleted'] })?.message).toContain(
      'for all events (webhook',
    );
  });

  it('is limited to 100', () => {
    for (let number = 0; number < 99; number += 1) register();
    expect(refusal({})).toBeUndefined();
    expect(refusal({})).toMatchObject({ code: 'InvalidPreconditions' });
  });

  it('can rotate its secret, and the old one signs for another day', () => {
    const { Id, Secret, ...webhook } = register();
    const chosen = secretOf(32);
    expect(inTx((inside) => rotateSecret(inside, Id, chosen))).toEqual({
      Id,
      ...webhook,
      Secret: chosen,
      PreviousSecret: { Secret, ValidUntil: START + 24 * HOUR },
    });
    const { Secret: made, PreviousSecret } = inTx((inside) => rotateSecret(inside, Id));
    expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect([made === Secret, PreviousSecret?.Secret]).toEqual([false, chosen]);
    expect(() => inTx((inside) => rotateSecret(inside, Id, 'short'))).toThrow('Secret: expected whsec_');
    expect(() => inTx((inside) => rotateSecret(inside, 'no'))).toThrow(
      expect.objectContaining({ kind: 'NotFound' }),
    );
  });
});
