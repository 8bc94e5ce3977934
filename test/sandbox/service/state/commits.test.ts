import { describe, expect, it } from 'vitest';
import type { CollectionDefinition } from '../../../../sandbox/src/service/state/collection.ts';
import { type Commit, type ObservedChange, State } from '../../../../sandbox/src/service/state/state.ts';

interface Note {
  readonly Id: string;
  readonly Text?: string;
}

const made = (seed: string | undefined = 'seed') => {
  const notes: CollectionDefinition<Note> = {};
  const others: CollectionDefinition<Note> = {};
  const state = new State({ notes, others }, seed);
  return { state, ...state.collections };
};

const fails = (state: { transaction(work: () => unknown): unknown }, work: () => unknown) =>
  expect(() =>
    state.transaction(() => {
      work();
      throw new Error('on purpose');
    }),
  ).toThrow('on purpose');

describe('a commit', () => {
  it('reports each changed document once, in its final state, and the counters', () => {
    const { state, notes } = made();
    const commits: Commit[] = [];
    state.onCommit = (commit) => commits.push(commit);
    state.transaction(() => {
      notes.insert({ Id: 'a' });
      notes.insert({ Id: 'b' });
      notes.replace({ Id: 'a', Text: 'new' });
      notes.delete('b');
    });
    expect(commits.map(({ documents }) => documents)).toEqual([
      [
        { collection: 'notes', id: 'a', stored: { sequence: 0, document: { Id: 'a', Text: 'new' } } },
        { collection: 'notes', id: 'b', stored: undefined },
      ],
    ]);
    expect(commits[0]?.counters).toEqual(state.counters);
  });

  it('is reported if only an id or a random number was drawn, and not if nothing was', () => {
    const { state } = made();
    const commits: Commit[] = [];
    state.onCommit = (commit) => commits.push(commit);
    state.transaction(() => {});
    expect(commits).toHaveLength(0);
    state.transaction(() => state.newId(0));
    expect(commits).toHaveLength(1);
    state.transaction(() => state.random.word());
    expect(commits).toHaveLength(2);
    expect(commits[1]?.documents).toEqual([]);
  });

  it('reports what an inner transaction changed together with the outer one', () => {
    const { state, notes, others } = made();
    const commits: Commit[] = [];
    state.onCommit = (commit) => commits.push(commit);
    state.transaction(() => {
      notes.insert({ Id: 'a' });
      state.transaction(() => others.insert({ Id: 'a' }));
      fails(state, () => notes.insert({ Id: 'never' }));
    });
    expect(
      commits.map(({ documents }) => documents.map(({ collection, id }) => `${collection}/${id}`)),
    ).toEqual([['notes/a', 'others/a']]);
  });

  it('fails with its observer, and leaves nothing', () => {
    const { state, notes } = made();
    state.onCommit = () => {
      throw new Error('disk full');
    };
    const before = state.snapshot();
    expect(() => state.transaction(() => notes.insert({ Id: state.newId(0) }))).toThrow('disk full');
    expect(state.snapshot()).toEqual(before);
    expect(state.revision).toBe(0);
    state.onCommit = undefined;
    state.transaction(() => notes.insert({ Id: 'a' }));
    expect(notes.size).toBe(1);
  });

  it('can be rolled back, with its ids, and counts as a change', () => {
    const { state, notes } = made();
    const commits: Commit[] = [];
    state.onCommit = (commit) => commits.push(commit);
    const before = state.snapshot();
    state.transaction(() => notes.insert({ Id: state.newId(0) }));
    commits[0]?.undo();
    expect(state.snapshot()).toEqual(before);
    expect(state.revision).toBe(2);
  });
});

describe('observers get', () => {
  it('each document before and after, once, and none that did not change', () => {
    const { state, notes } = made();
    const seen: ObservedChange[] = [];
    state.feed.on('changes', (changes) => seen.push(...changes));
    const first = { Id: 'a' };
    state.transaction(() => notes.insert(first));
    state.transaction(() => {
      notes.replace({ Id: 'a', Text: '1' });
      state.transaction(() => notes.replace({ Id: 'a', Text: '2' }));
      notes.insert({ Id: 'brief' });
      notes.delete('brief');
    });
    state.transaction(() => notes.delete('a'));
    expect(seen).toEqual([
      { collection: 'notes', id: 'a', before: undefined, after: { Id: 'a' }, sequences: [0, 0] },
      { collection: 'notes', id: 'a', before: { Id: 'a' }, after: { Id: 'a', Text: '2' }, sequences: [0, 0] },
      { collection: 'notes', id: 'a', before: { Id: 'a', Text: '2' }, after: undefined, sequences: [0, 0] },
    ]);
  });

  it('nothing if no document was written, or the transaction failed', () => {
    const { state, notes } = made();
    let calls = 0;
    state.feed.on('changes', () => {
      calls += 1;
    });
    state.transaction(() => state.newId(0));
    fails(state, () => notes.insert({ Id: 'a' }));
    expect(calls).toBe(0);
  });
});

describe('a transaction', () => {
  it('counts as one change, and none where nothing was written', () => {
    const { state, notes } = made();
    state.transaction(() => {
      notes.insert({ Id: 'a' });
      state.transaction(() => notes.insert({ Id: 'b' }));
    });
    expect(state.revision).toBe(1);
    expect(state.size).toBe(2);
    state.transaction(() => notes.size);
    expect(state.revision).toBe(1);
  });

  it('returns the result of its work, and rolls back ids, stamps and random numbers', () => {
    const { state, notes } = made();
    expect(state.transaction(() => 7)).toBe(7);
    const before = state.counters;
    fails(state, () => {
      notes.insert({ Id: 'a' });
      state.newId(0);
      state.newStamp(5);
      state.random.word();
    });
    expect(state.counters).toEqual(before);
    expect(before).not.toHaveProperty('LastStamp');
    expect(state.size).toBe(0);
    expect(() => notes.insert({ Id: 'a' })).toThrow('A document was written outside of a transaction.');
  });

  it('runs follow-up work at once outside of it', () => {
    const { state } = made();
    const seen: string[] = [];
    state.afterCommit(() => seen.push('now'));
    expect(seen).toEqual(['now']);
    state.transaction(() => {
      state.afterCommit(() => seen.push('outer'));
      state.transaction(() => state.afterCommit(() => seen.push('inner')));
      fails(state, () => state.afterCommit(() => seen.push('never')));
    });
    state.afterCommit(() => seen.push('later'));
    expect(seen).toEqual(['now', 'outer', 'inner', 'later']);
  });
});

describe('stamps and ids', () => {
  it('are unique: an instant gets 20 microseconds after the newest', () => {
    const { state } = made();
    expect(state.newStamp(10)).toEqual([10, 0]);
    expect(state.newStamp(10)).toEqual([10, 20]);
    expect(state.newStamp(9)).toEqual([10, 40]);
    expect(state.newStamp(11)).toEqual([11, 0]);
    expect(state.counters.LastStamp).toEqual([11, 0]);
    for (let count = 1; count <= 49; count += 1) state.newStamp(11);
    expect(state.counters.LastStamp).toEqual([11, 980]);
    expect(state.newStamp(11)).toEqual([12, 0]);
  });

  it('start with the seconds of their instant', () => {
    const { state } = made();
    const id = state.newId(1_767_225_600_999);
    expect(id.slice(0, 8)).toBe('6955b900');
    expect(id.slice(18)).toBe('000001');
    const next = state.newId(1_767_225_601_000);
    expect(next.slice(0, 8)).toBe('6955b901');
    expect(next.slice(8, 18)).toBe(id.slice(8, 18));
    expect(next.slice(18)).toBe('000002');
    expect(state.newId(5000).slice(0, 8)).toBe('00000005');
    expect(state.newRandomId(1_767_225_600_999)).toMatch(/^6955b900[0-9a-f]{16}$/);
    expect(state.newRandomId(5000)).toMatch(/^00000005[0-9a-f]{16}$/);
    expect(made('other').state.newId(0).slice(8, 18)).not.toBe(id.slice(8, 18));
  });
});

describe('a state that is replaced', () => {
  it('has what the snapshot names, empties the rest, and counts as a change', () => {
    const { state, notes, others } = made();
    state.transaction(() => {
      notes.insert({ Id: 'a' });
      others.insert({ Id: 'b' });
    });
    const { Collections, ...counters } = state.snapshot();
    expect(Collections).toEqual({ notes: [{ Id: 'a' }], others: [{ Id: 'b' }] });
    state.restore({ ...counters, LastId: 5, Collections: { notes: [{ Id: 'c' }] } });
    expect(state.snapshot()).toMatchObject({ LastId: 5, Collections: { notes: [{ Id: 'c' }], others: [] } });
    expect(state.revision).toBe(2);
  });

  it('can be a stored state with its order', () => {
    const { state, notes } = made();
    state.transaction(() => {
      notes.insert({ Id: 'gone' });
      notes.insert({ Id: 'a' });
      notes.delete('gone');
    });
    const copy = made('other');
    copy.state.load(state.counters, state.stored());
    expect(copy.state.stored()).toEqual({
      notes: [{ sequence: 1, document: { Id: 'a' } }],
      others: [],
    });
    expect(copy.state.counters).toEqual(state.counters);
    copy.state.load(state.counters, {});
    expect(copy.state.size).toBe(0);
    expect(copy.state.storedAt('nothing', 'a')).toBeUndefined();
  });

  it('is rejected inside a transaction', () => {
    const { state } = made();
    const snapshot = state.snapshot();
    state.transaction(() =>
      expect(() => state.restore(snapshot)).toThrow('The state cannot be replaced inside a transaction.'),
    );
  });

  it('is restored from its backup, with its counters', () => {
    const { state, notes } = made();
    state.transaction(() => notes.insert({ Id: state.newId(0) }));
    const before = state.snapshot();
    const back = state.backup();
    state.restore({ ...before, LastId: 99, Collections: {} });
    back();
    expect(state.snapshot()).toEqual(before);
    expect(state.revision).toBe(3);
  });
});
