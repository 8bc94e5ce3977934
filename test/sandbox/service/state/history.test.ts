// What a history keeps, over a state of its own.
import { describe, expect, it } from 'vitest';
import { Activity, type ActivityEvents } from '../../../../sandbox/src/service/activity/activity.ts';
import {
  History,
  KEPT_DOCUMENTS,
  KEPT_MOMENTS,
  type Rewindable,
} from '../../../../sandbox/src/service/activity/history.ts';
import { Clock } from '../../../../sandbox/src/service/state/clock.ts';
import { define } from '../../../../sandbox/src/service/state/collection.ts';
import { Feed } from '../../../../sandbox/src/service/state/feed.ts';
import { State, type StateEvents } from '../../../../sandbox/src/service/state/state.ts';

interface Note {
  readonly Id: string;
  readonly Text: number;
}

function made() {
  const feed = new Feed<StateEvents & ActivityEvents & { replaced: 'Fresh' | 'Kept' | 'Rewound' }>();
  const state = new State({ notes: define<Note>()({}) }, 'history', feed);
  const clock = new Clock(0, Date.now);
  const activity = new Activity(feed as never);
  const of: Rewindable = {
    feed,
    clock,
    activity,
    state: {
      get position() {
        return { counters: state.counters, clock: clock.position };
      },
      visit: () => {
        throw new Error('Nobody visits it here.');
      },
      rewind: ({ counters }, documents) => state.putBack(counters, documents),
    },
  };
  const { notes } = state.collections;
  /** A row that writes so many notes. */
  const write = (
    cause: { RequestId?: number; TaskId?: string; AdvanceId?: number },
    text: number,
    count = 1,
  ) =>
    activity.causedBy(cause, () =>
      state.transaction(() => {
        for (let at = 0; at < count; at += 1) notes.put({ Id: `note-${at}`, Text: text });
      }),
    );
  const remove = (id: string) => state.transaction(() => notes.delete(id));
  return { history: new History(of), feed, notes, write, remove };
}

describe('A history', () => {
  it('puts documents back in their place among the others', () => {
    const { history, notes, write, remove } = made();
    write({ RequestId: 1 }, 1, 3);
    const before = notes.dump();
    write({ RequestId: 2 }, 2, 5);
    remove('note-0');
    expect(history.goTo('request-1')).toBe(true);
    expect(notes.dump()).toEqual(before);
  });

  it('names all rows that were undone, also those of ways that were left before', () => {
    const { history, write } = made();
    for (const [way, from] of [10, 20, 30].entries()) {
      write({ RequestId: 1 + from }, from);
      write({ RequestId: 2 + from }, from);
      expect(history.goTo(`request-${1 + from}`)).toBe(true);
      expect(history.state.Undone).toHaveLength(way + 1);
    }
    expect(history.state).toEqual({
      Undone: ['request-12', 'request-22', 'request-32'],
      Last: 'request-31',
    });
  });

  it('drops its first rows after 20,000 moments', () => {
    const { history, notes, write } = made();
    for (let id = 1; id <= KEPT_MOMENTS; id += 1) write({ RequestId: id }, id);
    expect(history.goTo('request-1')).toBe(false);
    expect(history.goTo(`request-${KEPT_MOMENTS / 2}`)).toBe(true);
    expect(notes.get('note-0')?.Text).toBe(KEPT_MOMENTS / 2);
  });

  it('joins the tasks of an advance after 200,000 documents, and reaches the row before it', () => {
    const { history, notes, write } = made();
    write({ RequestId: 1 }, 0, 1_000);
    const tasks = KEPT_DOCUMENTS / 1_000 + 10;
    for (let task = 1; task <= tasks; task += 1) write({ TaskId: `task-${task}`, AdvanceId: 2 }, task, 1_000);
    expect(history.goTo('request-1')).toBe(true);
    expect(notes.get('note-999')?.Text).toBe(0);
    expect(history.goTo('request-2')).toBe(true);
    expect(notes.get('note-999')?.Text).toBe(tasks);
  });

  it.each(['Fresh', 'Kept', 'Rewound'] as const)('begins anew with a state that is replaced: %s', (how) => {
    const { history, feed, write } = made();
    for (const id of [1, 2, 3]) write({ RequestId: id }, id);
    history.undo();
    write({ RequestId: 4 }, 4);
    history.undo();
    expect(history.state).toEqual({ Undone: ['request-3', 'request-4'], Last: 'request-2' });
    feed.emit('replaced', how);
    expect(history.state).toEqual({ Undone: [] });
    expect([history.undo(), history.goTo('request-1'), history.goTo('request-4')]).toEqual([
      false,
      false,
      false,
    ]);
    write({ RequestId: 5 }, 5);
    expect(history.state).toEqual({ Undone: [], Last: 'request-5' });
    expect(history.undo()).toBe(true);
    expect(history.state).toEqual({ Undone: ['request-5'] });
  });
});
