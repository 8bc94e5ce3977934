import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  failedDelivery,
  failureText,
  type Group,
  hasFailed,
  isOfPlayground,
  searchText,
  Timeline,
} from '../../../../sandbox/src/served/inspector/timeline.ts';

const at = (minute: number): string => `2026-01-15T10:0${minute}:00.0000000Z`;
const deliveryOf = (...codes: readonly number[]): Delivery => ({
  Id: 'd1',
  EventId: 'e1',
  WebhookId: 'w1',
  Url: 'http://shop.test/hooks',
  Event: 'OrderSucceeded',
  Status: codes.at(-1) === 204 ? 'Succeeded' : 'Pending',
  Attempts: codes.map((StatusCode, minute) => ({ At: at(minute), StatusCode })),
});
const request = (Id: number, more: object = {}) => ({
  Id,
  At: at(Id),
  Method: 'POST',
  Path: '/api/v1/orders',
  Status: 201,
  DurationMs: 1,
  ...more,
});
const event = (Id: string, Cause?: object, minute = 0) => ({
  Id,
  At: at(minute),
  Event: 'OrderSucceeded',
  ...(Cause && { Cause }),
});
type Entry = readonly [name: string, data: object];
const applied = (...entries: readonly Entry[]): Timeline => {
  const timeline = new Timeline();
  timeline.apply(entries.map(([name, data]) => ({ name, data })));
  return timeline;
};
const groupOf = (...entries: readonly Entry[]): Group => applied(...entries).groups[0] as Group;

it.each([
  ['its newest state', [[], [500], [500, 204]], [500, 204]],
  ['its newest state, where an answer to an earlier request comes later', [[500, 204], [500]], [500, 204]],
  ['what came last of one attempt', [[500], [204]], [204]],
])('a delivery has %s', (_what, states, shown) => {
  const timeline = new Timeline();
  timeline.load([], [{ Id: 'e1', At: at(0), Event: 'OrderSucceeded' }], []);
  for (const codes of states) timeline.apply([{ name: 'delivery', data: deliveryOf(...codes) }]);
  const [delivery, ...others] = timeline.groups.flatMap(({ events }) => events)[0]?.deliveries ?? [];
  expect([delivery?.Attempts.map(({ StatusCode }) => StatusCode), others]).toEqual([shown, []]);
});

it('deliveries of an event stand from the oldest to the newest, those of the log and those that come', () => {
  const timeline = new Timeline();
  const sent = (Id: string) => ({ ...deliveryOf(204), Id });
  timeline.load([], [{ Id: 'e1', At: at(0), Event: 'OrderSucceeded' }], [sent('d2'), sent('d1')]);
  timeline.apply([{ name: 'delivery', data: sent('d3') }]);
  const deliveries = timeline.groups.flatMap(({ events }) => events)[0]?.deliveries ?? [];
  expect(deliveries.map(({ Id }) => Id)).toEqual(['d1', 'd2', 'd3']);
});

describe('what happens stands with its cause', () => {
  it('events, changes and deliveries of a request, whatever comes first', () => {
    const timeline = applied(
      ['event', event('e1', { RequestId: 1 })],
      ['delivery', deliveryOf(204)],
      ['change', { At: at(1), Cause: { RequestId: 1 }, Documents: [{ Id: 'c1' }], More: 3 }],
      ['change', { At: at(1), Cause: { RequestId: 1 }, Documents: [{ Id: 'c2' }] }],
      ['request', request(1)],
      ['event', event('e1', { RequestId: 1 })],
    );
    expect(timeline.groups).toHaveLength(1);
    const [group] = timeline.groups;
    expect(group).toMatchObject({
      key: 'request-1',
      kind: 'request',
      at: at(1),
      events: [{ event: { Id: 'e1' }, deliveries: [{ Id: 'd1' }] }],
      changes: [{ Id: 'c1' }, { Id: 'c2' }],
      moreChanges: 3,
    });
    expect([timeline.get('request-1'), timeline.findGroup('e1')]).toEqual([group, group]);
  });

  it('of a task, which stands below the request that moved the clock', () => {
    const cause = { TaskId: 't1', TaskType: 'collect', TaskKey: 'c1', AdvanceId: 2, RequestId: 0 };
    const timeline = applied(
      ['event', event('e1', cause, 4)],
      ['task', { Id: 't1', At: at(3), Type: 'collect', Key: 'c1', AdvanceId: 2 }],
      ['request', request(2)],
    );
    const [task, advance] = timeline.groups;
    expect([task?.kind, task?.task, task?.advance, advance?.tasks]).toEqual([
      'task',
      { Id: 't1', At: at(3), Type: 'collect', Key: 'c1', AdvanceId: 2 },
      advance,
      [task],
    ]);
    const [unseen] = applied(['event', event('e2', { TaskId: 't2' }, 4)]).groups;
    expect(unseen?.task).toEqual({ Id: 't2', At: at(4), Type: '', Key: '' });
  });

  it('by itself, if nothing here caused it; a change without a cause is not listed', () => {
    const timeline = applied(
      ['event', event('e1')],
      ['delivery', { ...deliveryOf(500), EventId: 'e2', Attempts: [], NextAttemptAt: at(5) }],
      ['change', { At: at(1), Documents: [{ Id: 'c1' }] }],
      ['hello', {}],
    );
    expect(timeline.groups.map(({ key, kind, at: when }) => [key, kind, when])).toEqual([
      ['event-e1', 'event', at(0)],
      ['event-e2', 'event', at(5)],
    ]);
  });
});

describe('the logs', () => {
  it('are in the order of time, events of one instant before the requests of it', () => {
    const timeline = new Timeline();
    timeline.load(
      [request(3), request(1)],
      [
        event('late', undefined, 5),
        event('caused', { RequestId: 1 }, 1),
        event('early', { RequestId: 9 }, 1),
      ],
      [deliveryOf(204)],
    );
    expect(timeline.groups.map(({ key }) => key)).toEqual([
      'request-9',
      'request-1',
      'request-3',
      'event-late',
      'event-e1',
    ]);
    expect(timeline.groups.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);
    expect(timeline.get('request-1')?.events.map((node) => node.event.Id)).toEqual(['caused']);
  });

  it('are of one instant whatever their last digits, which only separate records', () => {
    const timeline = new Timeline();
    const ticked = { Id: 'e9', At: '2026-01-15T10:01:00.0000020Z', Event: 'PlanCreated' };
    timeline.load([request(1)], [ticked], []);
    expect(timeline.groups.map(({ key }) => key)).toEqual(['event-e9', 'request-1']);
  });

  it('tell views of each change, and can be begun anew', () => {
    const timeline = applied(['event', event('e1')]);
    const before = timeline.version.get();
    timeline.clear();
    expect([timeline.groups, timeline.get('event-e1'), timeline.findGroup('e1')]).toEqual([
      [],
      undefined,
      undefined,
    ]);
    expect(timeline.version.get()).toBeGreaterThan(before);
    timeline.apply([{ name: 'event', data: event('e1') }]);
    expect(timeline.groups).toHaveLength(1);
  });

  it('lose the oldest groups when there are too many', () => {
    const timeline = new Timeline();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: 'event', data: event(`e${from + index}`) }));
    timeline.apply(many(0, 110_000));
    expect(timeline.groups).toHaveLength(110_000);
    timeline.apply(many(110_000, 1));
    expect([timeline.groups.length, timeline.groups.at(-1)?.key]).toEqual([100_000, 'event-e110000']);
    expect([timeline.get('event-e10000'), timeline.findGroup('e10000')]).toEqual([undefined, undefined]);
    expect(timeline.findGroup('e10001')?.key).toBe('event-e10001');
  });
});

describe('a failure', () => {
  const failing = { At: at(0), StatusCode: 500, Error: 'Answered 500.' };
  it.each([
    ['Failed', [], true],
    ['Pending', [failing], true],
    ['Pending', [failing, { At: at(1), StatusCode: 204 }], false],
    ['Pending', [], false],
    ['Succeeded', [failing], false],
    ['Canceled', [failing], false],
    ['Dropped', [failing], false],
  ] as const)('is a delivery that is %s after %j: %s', (Status, Attempts, isFailure) => {
    const delivery = { ...deliveryOf(), Status, Attempts };
    expect(failedDelivery(delivery)).toBe(isFailure);
    expect(hasFailed(groupOf(['event', event('e1')], ['delivery', delivery]))).toBe(isFailure);
  });

  it.each([
    [200, false],
    [399, false],
    [400, true],
    [500, true],
    // A fault rule dropped the connection.
    [0, true],
  ])('is a request with %d: %s, also in a task of it', (Status, isFailure) => {
    expect(hasFailed(groupOf(['request', request(1, { Status })]))).toBe(isFailure);
    const failed = { ...deliveryOf(), Status: 'Failed' };
    const cause = { TaskId: 't1', AdvanceId: 1 };
    const advance = applied(
      ['request', request(1, { Status: 200 })],
      ['event', event('e1', cause)],
      ['delivery', isFailure ? failed : deliveryOf(204)],
    ).get('request-1') as Group;
    expect(hasFailed(advance)).toBe(isFailure);
  });

  const attempt = (Body: string) => ({ ...failing, Answer: { Status: 500, Headers: {}, Body } });
  it.each([
    [failing, 'Answered 500.'],
    [{ At: at(0), Error: 'Refused.' }, 'Refused.'],
    [{ At: at(0), StatusCode: 204 }, undefined],
    [attempt(''), 'Answered 500.'],
    [attempt('Nope'), '500 Nope'],
    [attempt('Oops\n  TypeError: total is undefined\n at x'), '500 TypeError: total is undefined'],
    [attempt('<h1>Oops</h1>&nbsp;<pre>ValueException: no</pre>'), '500 ValueException: no'],
    [attempt('Error: a&amp;b&#39;c'), '500 Error: a b c'],
    [attempt('{"stack":"Oops\\nRangeError: far"}'), '500 RangeError: far"}'],
    [attempt(`Error: ${'x'.repeat(200)}`), `500 Error: ${'x'.repeat(153)}`],
  ])("says why, in the receiver's words: %j", (given, text) => {
    expect(failureText(given)).toBe(text);
  });
});

describe('a request of a page', () => {
  it.each([
    ['GET', '/', undefined, true],
    ['GET', '/?x=1', undefined, true],
    ['GET', '/assets/app.js', undefined, true],
    ['GET', '/Playground', undefined, true],
    ['GET', '/playground/x', undefined, false],
    ['GET', '/sandbox/mails/m1/page', undefined, true],
    ['GET', '/sandbox/mails/m1', undefined, false],
    ['GET', '/sandbox/mails/m1/pages', undefined, false],
    ['GET', '/sandbox/mails/m1/x/page', undefined, false],
    ['GET', '/x/playground', undefined, false],
    ['POST', '/', undefined, false],
    ['POST', '/oauth/token/', 'inspector', true],
    ['POST', '/oauth/token/', undefined, false],
    ['POST', '/sandbox/session/rewind', 'inspector', true],
    ['POST', '/sandbox/session/rewind', undefined, false],
    ['POST', '/api/v1/orders', 'inspector', false],
  ])('%s %s by %s is one: %s', (Method, Path, Client, isOfPage) => {
    expect(groupOf(['request', request(1, { Method, Path, Client })]).isOfPage).toBe(isOfPage);
  });

  it.each([
    ['playground', true],
    ['inspector', false],
    [undefined, false],
  ])('by %s is of the playground: %s', (Client, isIt) => {
    expect(isOfPlayground(groupOf(['request', request(1, { Client })]))).toBe(isIt);
  });
});

it('a group is found by all that it has, also by what comes later', () => {
  const timeline = applied(
    ['request', request(7, { Caller: 'OAuth client', Error: { Code: 'NotFound', Message: 'No Plan' } })],
    ['event', { ...event('E1', { RequestId: 7 }), ContractId: 'C-9', Amount: 3 }],
    ['change', { At: at(1), Cause: { RequestId: 7 }, Documents: [{ Id: 'DOC' }] }],
  );
  const group = timeline.get('request-7') as Group;
  const words = [
    '#7',
    'post',
    '/api/v1/orders',
    '201',
    'oauth client',
    'notfound',
    'no plan',
    'e1',
    'c-9',
    'doc',
  ];
  expect(words.filter((word) => !searchText(group).includes(word))).toEqual([]);
  timeline.apply([{ name: 'delivery', data: { ...deliveryOf(204), EventId: 'E1' } }]);
  expect(searchText(group)).toContain('http://shop.test/hooks');
  const task = groupOf(['task', { Id: 't1', At: at(3), Type: 'collect', Key: 'C1' }]);
  expect(searchText(task).trim()).toBe('collect c1');
});
