import { describe, expect, it } from 'vitest';
import {
  type CollectionDefinition,
  define,
  MAX_DELETED_PLACES,
  StateError,
} from '../../../../sandbox/src/service/state/collection.ts';
import { State } from '../../../../sandbox/src/service/state/state.ts';

interface Note {
  readonly Id: string;
  readonly Owner?: string | undefined;
  readonly Words?: readonly string[];
  readonly At?: number;
  readonly Key?: string | undefined;
}

const definition: CollectionDefinition<Note> = {
  indexes: { Owner: (note) => note.Owner, Words: (note) => note.Words, Key: (note) => note.Key },
  unique: ['Key'],
  orderBy: (note) => note.At ?? 0,
};

const byOwner = define<Note>()({ indexes: { Owner: (note) => note.Owner } });

/** A state with one collection, and what writes in a transaction of its own. */
function made(of: CollectionDefinition<Note> = definition) {
  const state = new State({ notes: of }, 'seed');
  const { notes } = state.collections;
  const write = <R>(work: () => R): R => state.transaction(work);
  return { state, notes, write };
}

const ids = (list: Iterable<Note>) => [...list].map(({ Id }) => Id).join(' ');

const mistake = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof StateError)
      return { name: error.name, message: error.message, index: error.index, value: error.value };
    throw error;
  }
  return 'none';
};

describe('a write of a collection', () => {
  it('returns the stored document, and rejects an existing id', () => {
    const { notes, write } = made();
    const note = { Id: 'a', Owner: 'ada' };
    expect(write(() => notes.insert(note))).toBe(note);
    expect(notes.size).toBe(1);
    expect(notes.has('a')).toBe(true);
    expect(notes.has('b')).toBe(false);
    expect(notes.get(undefined)).toBeUndefined();
    expect(mistake(() => write(() => notes.insert({ Id: 'a' })))).toEqual({
      name: 'StateError',
      message: 'notes a exists already.',
      index: 'Id',
      value: 'a',
    });
  });

  it('replaces an existing document, and nothing else', () => {
    const { state, notes, write } = made();
    write(() => notes.insert({ Id: 'a', Owner: 'ada' }));
    const next = { Id: 'a', Owner: 'bob' };
    expect(write(() => notes.replace(next))).toBe(next);
    expect(ids(notes.where('Owner', 'ada'))).toBe('');
    expect(ids(notes.where('Owner', 'bob'))).toBe('a');
    const { revision } = state;
    write(() => notes.replace(next));
    expect(state.revision).toBe(revision);
    expect(mistake(() => write(() => notes.replace({ Id: 'b' })))).toEqual({
      name: 'StateError',
      message: 'No notes b.',
      index: 'Id',
      value: 'b',
    });
  });

  it('puts a document whether or not it exists', () => {
    const { notes, write } = made();
    write(() => notes.put({ Id: 'a', Owner: 'ada' }));
    write(() => notes.put({ Id: 'a', Owner: 'bob' }));
    expect([...notes]).toEqual([{ Id: 'a', Owner: 'bob' }]);
  });

  it('updates the named fields, and omits undefined ones', () => {
    const { notes, write } = made();
    write(() => notes.insert({ Id: 'a', Owner: 'ada', At: 3 }));
    const after = write(() => notes.update('a', { Owner: undefined, Key: 'k' }));
    expect(after).toStrictEqual({ Id: 'a', At: 3, Key: 'k' });
    expect(notes.get('a')).toBe(after);
    expect(mistake(() => write(() => notes.update('b', {})))).toEqual({
      name: 'StateError',
      message: 'No notes b.',
      index: 'Id',
      value: 'b',
    });
  });

  it('says whether there was anything to delete', () => {
    const { notes, write } = made();
    write(() => notes.insert({ Id: 'a' }));
    expect(write(() => notes.delete('a'))).toBe(true);
    expect(write(() => notes.delete('a'))).toBe(false);
    expect(notes.size).toBe(0);
  });

  it('rejects a second document with a unique value, but not the same document again', () => {
    const { notes, write } = made();
    write(() => notes.insert({ Id: 'a', Key: 'k' }));
    expect(mistake(() => write(() => notes.insert({ Id: 'b', Key: 'k' })))).toEqual({
      name: 'StateError',
      message: 'Another of the notes has Key "k".',
      index: 'Key',
      value: 'k',
    });
    write(() => notes.replace({ Id: 'a', Key: 'k', At: 1 }));
    write(() => notes.insert({ Id: 'b', Key: 'other' }));
    expect(mistake(() => write(() => notes.replace({ Id: 'b', Key: 'k' })))).toMatchObject({ value: 'k' });
    write(() => notes.delete('a'));
    write(() => notes.replace({ Id: 'b', Key: 'k' }));
    expect(ids(notes.where('Key', 'k'))).toBe('b');
  });

  it('is rejected if a unique value has no index', () => {
    const { notes, write } = made({ unique: ['Nothing'] });
    expect(() => write(() => notes.insert({ Id: 'a' }))).toThrow('notes has no index Nothing.');
  });

  it('deletes the oldest of a log beyond its limit', () => {
    const { notes, write } = made({ keep: 2, orderBy: (note) => note.At ?? 0 });
    for (const At of [3, 1, 2]) write(() => notes.insert({ Id: `n${At}`, At }));
    expect(ids(notes)).toBe('n2 n3');
    write(() => notes.insert({ Id: 'n9', At: 9 }));
    expect(ids(notes)).toBe('n3 n9');
  });
});

describe('an index', () => {
  it('counts and lists the documents of a value, in list order', () => {
    const { notes, write } = made();
    write(() => {
      notes.insert({ Id: 'late', Owner: 'ada', At: 2 });
      notes.insert({ Id: 'early', Owner: 'ada', At: 1 });
      notes.insert({ Id: 'other', Owner: 'bob' });
      notes.insert({ Id: 'nobody' });
    });
    expect(ids(notes.where('Owner', 'ada'))).toBe('early late');
    expect(notes.count('Owner', 'ada')).toBe(2);
    expect(notes.count('Owner', 'eve')).toBe(0);
    expect(notes.where('Owner', 'eve')).toEqual([]);
  });

  it('that the collection does not have is rejected by every read, and does not compile', () => {
    const { notes } = new State({ notes: byOwner }).collections;
    const none = 'notes has no index Nothing.';
    // @ts-expect-error: names of indexes are types
    expect(() => notes.where('Nothing', 'ada')).toThrow(none);
    // @ts-expect-error
    expect(() => notes.count('Nothing', 'ada')).toThrow(none);
    // @ts-expect-error
    expect(() => notes.find({ where: { Nothing: 'ada' } })).toThrow(none);
    // @ts-expect-error
    expect(() => notes.list({ where: { Nothing: 'ada' } })).toThrow(none);
    expect(notes.where('Owner', 'ada')).toEqual([]);
  });

  it('over a list follows each value that is added and removed', () => {
    const { notes, write } = made();
    write(() => notes.insert({ Id: 'a', Words: ['x', 'y'] }));
    write(() => notes.insert({ Id: 'b', Words: ['y'] }));
    write(() => notes.replace({ Id: 'a', Words: ['y', 'z'] }));
    expect(['x', 'y', 'z'].map((word) => ids(notes.where('Words', word)))).toEqual(['', 'a b', 'a']);
    expect(['x', 'y', 'z'].map((word) => notes.count('Words', word))).toEqual([0, 2, 1]);
    write(() => notes.delete('a'));
    expect(['x', 'y', 'z'].map((word) => ids(notes.where('Words', word)))).toEqual(['', 'b', '']);
  });

  it('created on demand has everything, and is maintained from then on', () => {
    let calls = 0;
    const ownerOf = (note: Note) => {
      calls += 1;
      return note.Owner;
    };
    const { notes, write } = made({ lazy: ['Owner'], indexes: { Owner: ownerOf } });
    write(() => notes.insert({ Id: 'a', Owner: 'ada' }));
    write(() => notes.insert({ Id: 'b', Owner: 'ada' }));
    expect(calls).toBe(0);
    expect(ids(notes.where('Owner', 'ada'))).toBe('a b');
    expect(calls).toBe(2);
    expect(ids(notes.where('Owner', 'ada'))).toBe('a b');
    expect(calls).toBe(2);
    write(() => notes.insert({ Id: 'c', Owner: 'ada' }));
    expect(calls).toBe(3);
    expect(ids(notes.where('Owner', 'ada'))).toBe('a b c');
  });

  it('of a collection that was loaded is made when it is asked for first, and kept from then on', () => {
    let calls = 0;
    const ownerOf = (note: Note) => {
      calls += 1;
      return note.Owner;
    };
    const { notes, write } = made({ indexes: { Owner: ownerOf } });
    write(() => notes.insert({ Id: 'z', Owner: 'ada' }));
    calls = 0;
    notes.load([
      { Id: 'a', Owner: 'ada' },
      { Id: 'b', Owner: 'bob' },
    ]);
    write(() => notes.replace({ Id: 'a', Owner: 'eve' }));
    expect(calls).toBe(0);
    expect(ids(notes.where('Owner', 'eve'))).toBe('a');
    expect(calls).toBe(2);
    write(() => notes.insert({ Id: 'c', Owner: 'eve' }));
    expect(ids(notes.where('Owner', 'eve'))).toBe('a c');
    expect(ids(notes.where('Owner', 'ada'))).toBe('');
    expect(calls).toBe(3);
  });

  it('moves with the order of its documents', () => {
    const { notes, write } = made();
    write(() => {
      notes.insert({ Id: 'a', Owner: 'ada', At: 1 });
      notes.insert({ Id: 'b', Owner: 'ada', At: 2 });
    });
    write(() => notes.replace({ Id: 'a', Owner: 'ada', At: 3 }));
    expect(ids(notes)).toBe('b a');
    expect(ids(notes.where('Owner', 'ada'))).toBe('b a');
    expect(ids(notes.list({ min: 3 }))).toBe('a');
  });

  it('moves within a millisecond, too', () => {
    const byTicks = (note: Note) => Number(note.Words?.[0]);
    const { notes, write } = made({ ...definition, ticks: byTicks });
    write(() => {
      notes.insert({ Id: 'a', Owner: 'ada', At: 1, Words: ['5000'] });
      notes.insert({ Id: 'b', Owner: 'ada', At: 1, Words: ['5001'] });
    });
    write(() => notes.replace({ Id: 'a', Owner: 'ada', At: 1, Words: ['5002'] }));
    expect(ids(notes)).toBe('b a');
    expect(ids(notes.where('Owner', 'ada'))).toBe('b a');
    expect(ids(notes.list({ since: [1, 5002] }))).toBe('a');
    expect(ids(notes.list({ before: [1, 5002] }))).toBe('b');
  });
});

describe('a list', () => {
  const filled = () => {
    const { notes, write } = made();
    write(() => {
      for (let at = 0; at < 6; at += 1)
        notes.insert({ Id: `n${at}`, Owner: at % 2 === 0 ? 'ada' : 'bob', Words: [`w${at % 3}`], At: at });
    });
    return notes;
  };

  it('applies both bounds, a filter and a page, in either direction', () => {
    const notes = filled();
    expect(ids(notes.list({ min: 1, max: 3 }))).toBe('n1 n2 n3');
    expect(ids(notes.list({ min: 4 }))).toBe('n4 n5');
    expect(ids(notes.list({ max: 1 }))).toBe('n0 n1');
    expect(ids(notes.list({ min: 1, max: 3, newestFirst: true }))).toBe('n3 n2 n1');
    expect(ids(notes.list({ match: ({ At }) => At !== 2, skip: 1, take: 2 }))).toBe('n1 n3');
    expect(ids(notes.list({ take: 0 }))).toBe('');
    expect(ids(notes.list({ skip: 6 }))).toBe('');
    expect(ids(notes.list({ newestFirst: false, take: 1 }))).toBe('n0');
  });

  it('accepts several values, ignores missing ones, and is empty for an unknown one', () => {
    const notes = filled();
    expect(ids(notes.list({ where: { Owner: 'ada', Words: 'w1' } }))).toBe('n4');
    expect(ids(notes.list({ where: { Owner: 'bob', Words: undefined } }))).toBe('n1 n3 n5');
    expect(ids(notes.list({ where: { Owner: 'eve' } }))).toBe('');
    expect(ids(notes.list({ where: { Owner: 'ada', Words: 'w9' } }))).toBe('');
    expect(() => notes.list({ where: { Nothing: 'x' } })).toThrow('notes has no index Nothing.');
  });

  it('starts at its cursor only within its bounds', () => {
    const notes = filled();
    expect(ids(notes.list({ from: 'n1', min: 3 }))).toBe('n3 n4 n5');
    expect(ids(notes.list({ from: 'n4', min: 3 }))).toBe('n4 n5');
    expect(ids(notes.list({ from: 'n4', max: 2, newestFirst: true }))).toBe('n2 n1 n0');
    expect(ids(notes.list({ from: 'n1', max: 2, newestFirst: true }))).toBe('n1 n0');
    for (const query of [{ newestFirst: true }, { where: { Owner: 'nobody' } }])
      expect(() => notes.list({ from: 'nothing', ...query })).toThrow(
        '"nothing" is not an entry of this list. Send the id of an entry that the list returned.',
      );
  });

  it('starts where its cursor was, for at least the last 10,000 deleted ones', () => {
    const { notes, write } = made({});
    const cycle = (from: number, to: number) =>
      write(() => {
        for (let at = from; at < to; at += 1) notes.insert({ Id: `n${at}` });
        for (let at = from; at < to; at += 1) notes.delete(`n${at}`);
      });
    const listed = (from: string) => () => ids(notes.list({ from }));
    write(() => notes.insert({ Id: 'kept' }));
    cycle(0, MAX_DELETED_PLACES);
    write(() => notes.insert({ Id: 'newest' }));
    cycle(MAX_DELETED_PLACES, 2 * MAX_DELETED_PLACES - 1);
    expect(listed('n0')()).toBe('newest');
    cycle(2 * MAX_DELETED_PLACES - 1, 2 * MAX_DELETED_PLACES + 1);
    expect(listed('n0')).toThrow('"n0" is not an entry of this list.');
    expect(listed(`n${MAX_DELETED_PLACES}`)()).toBe('');
    expect(listed(`n${MAX_DELETED_PLACES - 1}`)).toThrow('is not an entry of this list.');
  });

  it('remembers no deleted ones of a collection in which nobody pages', () => {
    const { notes, write } = made({ paged: false });
    write(() => ['n0', 'n1'].map((Id) => notes.insert({ Id })));
    write(() => notes.delete('n0'));
    expect(() => notes.list({ from: 'n0' })).toThrow('"n0" is not an entry of this list.');
    expect(ids(notes.list({ from: 'n1' }))).toBe('n1');
  });

  it('finds the first', () => {
    const notes = filled();
    expect(notes.first()?.Id).toBe('n0');
    expect(notes.find({ where: { Owner: 'bob' } })?.Id).toBe('n1');
    expect(notes.find({ where: { Owner: 'eve' } })).toBeUndefined();
    expect(made().notes.first()).toBeUndefined();
  });
});

describe('the order of creation', () => {
  it('goes with the documents, and on after them', () => {
    const { notes, write } = made();
    write(() => {
      notes.insert({ Id: 'b', At: 2 });
      notes.insert({ Id: 'gone', At: 0 });
      notes.insert({ Id: 'a', At: 1 });
      notes.delete('gone');
    });
    expect(ids(notes)).toBe('a b');
    expect(ids(notes.dump())).toBe('b a');
    expect(notes.stored()).toEqual([
      { sequence: 0, document: { Id: 'b', At: 2 } },
      { sequence: 2, document: { Id: 'a', At: 1 } },
    ]);
    expect(notes.storedAt('a')).toEqual({ sequence: 2, document: { Id: 'a', At: 1 } });
    expect(notes.storedAt('gone')).toBeUndefined();
    const copy = made();
    copy.notes.loadStored(notes.stored());
    copy.write(() => copy.notes.insert({ Id: 'new', At: 9 }));
    expect(copy.notes.storedAt('new')?.sequence).toBe(3);
    copy.notes.load(notes.dump());
    expect(copy.notes.stored().map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(copy.notes.size).toBe(2);
  });

  it('is read when a document is asked for first', () => {
    const { notes } = made();
    let reads = 0;
    notes.loadStored({
      length: 2,
      *[Symbol.iterator]() {
        reads += 1;
        yield { sequence: 3, document: { Id: 'a', Owner: 'ada' } };
        yield { sequence: 5, document: { Id: 'b', Owner: 'bob' } };
      },
    });
    expect(notes.size).toBe(2);
    expect(reads).toBe(0);
    expect(ids(notes.where('Owner', 'bob'))).toBe('b');
    expect(notes.storedAt('a')?.sequence).toBe(3);
    expect(notes.size).toBe(2);
    expect(reads).toBe(1);
  });

  it('is that of what replaces it, also before it was read', () => {
    const { notes } = made();
    notes.loadStored([{ sequence: 3, document: { Id: 'a', Owner: 'ada' } }]);
    notes.load([{ Id: 'b', Owner: 'bob' }]);
    expect([notes.size, ids(notes.where('Owner', 'ada')), ids(notes.where('Owner', 'bob'))]).toEqual([
      1,
      '',
      'b',
    ]);
  });

  it('is restored when a write is rolled back', () => {
    const { notes, write } = made();
    expect(() =>
      write(() => {
        notes.insert({ Id: 'a', Owner: 'ada' });
        throw new Error('on purpose');
      }),
    ).toThrow('on purpose');
    expect(notes.count('Owner', 'ada')).toBe(0);
    write(() => notes.insert({ Id: 'b' }));
    expect(notes.storedAt('b')?.sequence).toBe(0);
  });

  it('and everything else is restored from a backup', () => {
    const { notes, write } = made();
    write(() => {
      notes.insert({ Id: 'b', Owner: 'ada', At: 2 });
      notes.insert({ Id: 'a', Owner: 'ada', At: 1 });
    });
    const before = notes.stored();
    const back = notes.backup();
    notes.load([{ Id: 'other', Owner: 'eve' }]);
    expect(ids(notes)).toBe('other');
    expect(notes.count('Owner', 'ada')).toBe(0);
    back();
    expect(notes.stored()).toEqual(before);
    expect(ids(notes.where('Owner', 'ada'))).toBe('a b');
    expect(notes.count('Owner', 'eve')).toBe(0);
    write(() => notes.insert({ Id: 'c' }));
    expect(notes.storedAt('c')?.sequence).toBe(2);
  });
});
