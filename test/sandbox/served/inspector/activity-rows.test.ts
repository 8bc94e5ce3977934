import { describe, expect, it } from 'vitest';
import {
  countDeliveries,
  type Filter,
  filtered,
  isOnTop,
  readFilter,
  toRows,
} from '../../../../sandbox/src/served/inspector/activity-rows.ts';
import { type Group, Timeline } from '../../../../sandbox/src/served/inspector/timeline.ts';

/* Which groups of the activity are listed, and with which lines. */

const At = '2026-01-15T10:00:00Z';
const delivery = {
  Id: 'd1',
  WebhookId: 'w1',
  Url: 'http://shop.test/',
  Event: 'OrderSucceeded',
  Attempts: [],
};

/** A sandbox in which one of each kind has happened, oldest first. */
function timeline(): Timeline {
  const made = new Timeline();
  const add = (name: string, data: object) => made.apply([{ name, data: { At, ...data } }]);
  const request = (Id: number, Method: string, Path: string, Status: number, more: object = {}) =>
    add('request', { Id, Method, Path, Status, DurationMs: 1, ...more });
  request(1, 'POST', '/api/v1/orders', 201);
  add('event', { Id: 'e1', Event: 'OrderSucceeded', Cause: { RequestId: 1 } });
  add('delivery', { ...delivery, EventId: 'e1', Status: 'Failed' });
  request(2, 'GET', '/api/v1/orders', 200);
  request(3, 'GET', '/api/v1/orders/x', 404);
  request(4, 'POST', '/oauth/token/', 200);
  request(5, 'GET', '/', 200);
  request(6, 'POST', '/api/v1/tokens', 200, { Client: 'playground' });
  request(7, 'POST', '/sandbox/clock', 200);
  add('task', { Id: 't1', Type: 'collect', Key: 'c1', AdvanceId: 7 });
  add('event', { Id: 'e2', Event: 'PaymentFailed', Cause: { TaskId: 't1', AdvanceId: 7 } });
  add('event', { Id: 'e3', Event: 'Imported' });
  request(8, 'HEAD', '/api/v1/orders', 0);
  return made;
}

const none: Filter = { kind: '', method: '', status: '', failures: '', reads: '', q: '' };
const keys = (
  filter: Partial<Filter>,
  limit = Number.POSITIVE_INFINITY,
  ...more: [number?, typeof isOnTop?]
) =>
  filtered(timeline().groups, { ...none, ...filter }, limit, ...more).map(({ key }) =>
    key.replace('request-', ''),
  );

describe('the filter', () => {
  const usual = ['8', 'event-e3', 't1', '7', '3', '1'];

  it.each([
    [{}, usual],
    [{ reads: 'yes' }, ['8', 'event-e3', 't1', '7', '4', '3', '2', '1']],
    [{ kind: 'request' }, ['8', '7', '3', '1']],
    [{ kind: 'task' }, ['t1']],
    [{ kind: 'event' }, ['event-e3', 't1', '1']],
    [{ kind: 'webhook' }, ['1']],
    [{ kind: 'playground' }, ['6']],
    [{ kind: 'playground', q: 'orders' }, []],
    [{ method: 'GET' }, ['3', '2']],
    [{ method: 'POST' }, ['7', '4', '1']],
    [{ status: '4' }, ['3']],
    [{ status: '2' }, ['7', '1']],
    [{ failures: 'yes' }, ['8', '3', '1']],
    // A search finds what is otherwise quiet.
    [{ q: ' ORDERS  get ' }, ['3', '2']],
    [{ q: 'tokens' }, ['6']],
    [{ q: '#4' }, ['4']],
    [{ q: 'nothing' }, []],
  ])('%j lists %j, newest first', (filter, listed) => {
    expect(keys(filter)).toEqual(listed);
  });

  it.each([
    ['GET', '/api/v1/orders', 200, true],
    ['GET', '/api/v1/orders', 400, false],
    ['HEAD', '/api/v1/orders', 200, true],
    ['OPTIONS', '/api/v1/orders', 204, true],
    ['PUT', '/api/v1/orders', 200, false],
    ['POST', '/oauth/token', 200, true],
    ['POST', '/OAuth/token/', 200, true],
    ['POST', '/oauth/tokens', 200, false],
    ['POST', '/x/oauth/token', 200, false],
    ['POST', '/providers/India/tokens', 200, true],
    ['POST', '/providers/India/tokens/t1', 200, false],
    ['POST', '/providers/tokens', 200, false],
    ['POST', '/x/providers/India/tokens', 200, false],
  ])('a %s of %s with %d only reads: %s', (Method, Path, Status, isQuiet) => {
    const made = new Timeline();
    made.apply([{ name: 'request', data: { Id: 1, At, Method, Path, Status, DurationMs: 1 } }]);
    const listed = () => filtered(made.groups, none, Number.POSITIVE_INFINITY).length;
    expect(listed()).toBe(isQuiet ? 0 : 1);
    // What has an effect is listed, however it was asked for.
    made.apply([{ name: 'change', data: { At, Cause: { RequestId: 1 }, Documents: [{ Id: 'c1' }] } }]);
    expect(listed()).toBe(1);
  });

  it('lists a read that has caused an event', () => {
    const made = new Timeline();
    const data = { Id: 1, At, Method: 'GET', Path: '/api/v1/orders', Status: 200, DurationMs: 1 };
    made.apply([{ name: 'request', data }]);
    made.apply([{ name: 'event', data: { Id: 'e1', At, Event: 'X', Cause: { RequestId: 1 } } }]);
    expect(filtered(made.groups, none, Number.POSITIVE_INFINITY)).toHaveLength(1);
  });

  it('ends at the newest group that was there, and after as many as are wanted', () => {
    const { order } = timeline().get('request-7') as Group;
    expect(keys({}, order)).toEqual(['7', '3', '1']);
    expect(keys({}, Number.POSITIVE_INFINITY, 2)).toEqual(['8', 'event-e3']);
    expect(keys({}, Number.POSITIVE_INFINITY, 9, isOnTop)).toEqual(['8', 'event-e3', '7', '3', '1']);
  });

  it('is read from the address', () => {
    expect(
      readFilter(new URLSearchParams('kind=a&method=b&status=4&failures=yes&reads=no&q=x&other=1')),
    ).toEqual({
      ...{ kind: 'a', method: 'b', status: '4', failures: 'yes', reads: 'no', q: 'x' },
    });
    expect(readFilter(new URLSearchParams())).toEqual(none);
  });
});

describe('the rows', () => {
  const rowsOf = (groups: readonly Group[], ...open: string[]) => {
    const rows = toRows(groups, new Set(open));
    return Array.from({ length: rows.length }, (_, index) => {
      const row = rows.at(index);
      if (row?.kind === 'group') return `${row.isNested ? '> ' : ''}${row.group.key}`;
      if (row?.kind === 'event') return `event ${row.node.event.Id}`;
      return row?.kind === 'delivery' ? `delivery ${row.delivery.Id}` : `${row?.kind}`;
    });
  };
  const all = () => filtered(timeline().groups, none, Number.POSITIVE_INFINITY);
  const closed = ['request-8', 'event-e3', 'request-7', 'request-3', 'request-1'];

  it('have tasks below the advance that caused them, if that is listed', () => {
    expect(rowsOf(all())).toEqual(closed);
    const tasks = filtered(timeline().groups, { ...none, kind: 'task' }, Number.POSITIVE_INFINITY);
    expect([rowsOf(tasks), rowsOf(tasks, 'x')]).toEqual([['t1'], ['t1']]);
    expect(toRows(all(), new Set()).at(99)).toBeUndefined();
  });

  it('of an open group are its changes, its events with their deliveries, and its tasks', () => {
    expect(rowsOf(all(), 'request-1').slice(4)).toEqual(['request-1', 'changes', 'event e1', 'delivery d1']);
    expect(rowsOf(all(), 'request-7').slice(2, 5)).toEqual(['request-7', 'changes', '> t1']);
    expect(rowsOf(all(), 'request-7', 't1').slice(4, 6)).toEqual(['> t1', 'event e2']);
  });

  it('say how much a group has caused, with its tasks', () => {
    const made = timeline();
    made.apply([{ name: 'delivery', data: { ...delivery, Id: 'd2', EventId: 'e2', Status: 'Succeeded' } }]);
    const counts = (key: string) => countDeliveries(made.get(key) as Group);
    expect(counts('request-1')).toEqual({ events: 1, deliveries: 1, failed: 1, tasks: 0 });
    expect(counts('request-7')).toEqual({ events: 1, deliveries: 1, failed: 0, tasks: 1 });
    expect(counts('event-e3')).toEqual({ events: 1, deliveries: 0, failed: 0, tasks: 0 });
  });
});
