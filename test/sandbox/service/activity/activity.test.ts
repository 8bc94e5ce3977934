// What happens, with its causes, and who is told.
import { describe, expect, it } from 'vitest';
import { Activity, type ActivityEvents } from '../../../../sandbox/src/service/activity/activity.ts';
import { ActivityLog } from '../../../../sandbox/src/service/activity/activity-log.ts';
import { changedDocuments } from '../../../../sandbox/src/service/activity/changes.ts';
import { Feed } from '../../../../sandbox/src/service/state/feed.ts';

function made() {
  const feed = new Feed<ActivityEvents>();
  return { feed, activity: new Activity(feed) };
}

describe('a cause', () => {
  it('is that of the innermost work, also after it failed', () => {
    const { activity } = made();
    const collect = () => {};
    activity.causedBy(
      { RequestId: 1 },
      () => {
        const fails = () =>
          activity.causedBy({ RequestId: 2 }, () => {
            expect([activity.cause, activity.collect]).toEqual([{ RequestId: 2 }, undefined]);
            throw new Error('lost');
          });
        expect(fails).toThrow('lost');
        expect([activity.cause, activity.collect]).toEqual([{ RequestId: 1 }, collect]);
      },
      collect,
    );
    expect([activity.cause, activity.collect]).toEqual([undefined, undefined]);
  });

  it('is known of an event of its time, of the latest 10,000 at least, until the state is replaced', () => {
    const { activity } = made();
    activity.eventRecorded('nobody', 1);
    activity.causedBy({ RequestId: 1 }, () => activity.eventRecorded('first', 1));
    activity.causeKnown('foreign', { RequestId: 2 });
    const find = (Id: string, At = 1) => activity.findCause({ Id, At });
    expect([find('first'), find('first', 2), find('foreign', 5), find('nobody')]).toEqual([
      { RequestId: 1 },
      undefined,
      { RequestId: 2 },
      undefined,
    ]);
    for (let at = 0; at < 9_999; at += 1) activity.causeKnown(`a${at}`, { RequestId: 3 });
    activity.causeKnown('last', { RequestId: 1 });
    expect([find('first'), activity.eventsFor(1)]).toEqual([{ RequestId: 1 }, ['first', 'last']]);
    for (let at = 0; at < 10_000; at += 1) activity.causeKnown(`b${at}`, { RequestId: 3 });
    expect([find('first'), find('last')]).toEqual([undefined, { RequestId: 1 }]);
    activity.clear();
    expect([find('last'), activity.eventsFor(3)]).toEqual([undefined, []]);
  });

  it('of a task has its type, its key and the request that moves the clock', () => {
    const { activity } = made();
    const task = { Type: 'Bill', Key: 'k', DueAt: 0 } as never;
    const cause = () =>
      activity.causedByTask(
        task,
        () => 'now',
        () => activity.cause,
      );
    expect(cause()).toEqual({ TaskId: 'task-1', TaskType: 'Bill', TaskKey: 'k' });
    activity.advancedBy = 7;
    expect(cause()).toEqual({ TaskId: 'task-2', TaskType: 'Bill', TaskKey: 'k', AdvanceId: 7 });
  });
});

it('each subscription is on the feed, once the subscriber is there', () => {
  const { feed, activity } = made();
  const told: boolean[] = [];
  feed.on('reader', () => told.push(activity.hasReaders));
  const stop = activity.listen(() => {});
  stop();
  activity.listen(() => {});
  expect(told).toEqual([true, true]);
});

describe('an entry', () => {
  it('is added once somebody has subscribed, and until the end; only those of this process are on the feed', () => {
    const { feed, activity } = made();
    const log = new ActivityLog();
    const own: string[] = [];
    const heard: number[] = [];
    feed.on('entry', ({ kind }) => own.push(kind));
    activity.add('state', {});
    activity.addForeign('state', {});
    expect([activity.isWatched, log.last]).toEqual([false, 0]);
    activity.watch(log);
    const stop = activity.listen(() => heard.push(log.last));
    activity.add('task', { Id: 1 });
    activity.addForeign('event', { Id: 2 });
    expect([activity.isWatched, activity.hasReaders, own, heard]).toEqual([true, true, ['task'], [1, 2]]);
    expect(log.after(0)?.text).toBe(
      `id: ${log.run}.1\nevent: task\ndata: {"Id":1}\n\nid: ${log.run}.2\nevent: event\ndata: {"Id":2}\n\n`,
    );
    expect(log.after(1)).toMatchObject({ first: 2, last: 2, text: expect.not.stringContaining('task') });
    expect([log.after(2), log.reaches(0), log.reaches(2), log.reaches(3), log.reaches(0.5)]).toEqual([
      undefined,
      true,
      true,
      false,
      false,
    ]);
    stop();
    expect(activity.hasReaders).toBe(false);
    activity.listen(() => heard.push(-1));
    activity.close();
    activity.add('task', { Id: 3 });
    activity.addForeign('task', { Id: 3 });
    expect([heard, log.last, activity.isClosed, activity.hasReaders]).toEqual([[1, 2, -1], 2, true, false]);
  });

  it('is kept with the 20,000 latest, of at most 50,000,000 characters', () => {
    const log = new ActivityLog();
    for (let at = 0; at < 20_500; at += 1) log.add('state', {});
    expect([log.reaches(499), log.reaches(500)]).toEqual([false, true]);
    const long = { text: 'x'.repeat(10_000_000) };
    for (let at = 0; at < 5; at += 1) log.add('state', long);
    expect([log.reaches(log.last - 5), log.reaches(log.last - 4)]).toEqual([false, true]);
  });
});

it('a change shows the fields that differ, shortened and without card numbers', () => {
  const change = (
    before: object | undefined,
    after: object | undefined,
    observed: string | undefined = 'Fields',
  ) => changedDocuments([{ collection: 'notes', id: 'n', observed, before, after } as never])[0];
  const shown = { Collection: 'notes', Id: 'n' };
  expect(change(undefined, { A: 1 })).toEqual({ ...shown, Change: 'Created' });
  expect(change({ A: 1 }, undefined)).toEqual({ ...shown, Change: 'Deleted' });
  expect(change({ A: 1 }, { A: 2 }, 'Ids')).toEqual({ ...shown, Change: 'Changed' });
  expect(changedDocuments([{ collection: 'notes', id: 'n', before: {}, after: {} } as never])).toEqual([]);
  const before = { Same: [1], Gone: 'old', Card: 'a', Both: '', Long: '' };
  const Both = `card 4111111111111111 ${'z'.repeat(300)}`;
  const after = { Same: [1], New: 7, Card: 'card 4111111111111111', Both, Long: 'y'.repeat(299) };
  expect(change(before, after)?.Fields).toEqual([
    { Field: 'Gone', Before: 'old' },
    { Field: 'Card', Before: 'a', After: expect.not.stringContaining('4111111111111111') },
    { Field: 'Both', Before: '', After: expect.stringMatching(/^"card (?!4111111111111111).*z…$/) },
    { Field: 'Long', Before: '', After: `"${'y'.repeat(299)}…` },
    { Field: 'New', After: 7 },
  ]);
});
