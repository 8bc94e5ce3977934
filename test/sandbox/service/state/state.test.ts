import { describe, expect, it } from 'vitest';
import { type CollectionDefinition, StateError } from '../../../../sandbox/src/service/state/collection.ts';
import { State } from '../../../../sandbox/src/service/state/state.ts';
import { examples, fc } from '../../../properties.ts';

interface Note {
  readonly Id: string;
  readonly Owner?: string | undefined;
  readonly Words: readonly string[];
  readonly At: number;
  readonly Key?: string | undefined;
}

const notes: CollectionDefinition<Note> = {
  indexes: { Owner: (note) => note.Owner, Words: (note) => note.Words, Key: (note) => note.Key },
  unique: ['Key'],
  orderBy: (note) => note.At,
};

const makeState = () => new State({ notes, others: {} as CollectionDefinition<Note> }, 'seed');

type TestState = ReturnType<typeof makeState>;

type Step =
  | { readonly do: 'insert' | 'replace'; readonly note: Note }
  | { readonly do: 'delete'; readonly id: string }
  | { readonly do: 'id' | 'random' };

const note = fc.record({
  Id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  Owner: fc.constantFrom(undefined, 'ada', 'bob'),
  Words: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }).map((words) => [...new Set(words)]),
  At: fc.integer({ min: 0, max: 4 }),
  Key: fc.constantFrom(undefined, 'k1', 'k2'),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('insert' as const, 'replace' as const), note }),
  fc.record({ do: fc.constant('delete' as const), id: note.map(({ Id }) => Id) }),
  fc.record({ do: fc.constantFrom('id' as const, 'random' as const) }),
);

const script = fc.array(fc.record({ steps: fc.array(step, { maxLength: 6 }), throws: fc.boolean() }), {
  maxLength: 12,
});

function run(state: TestState, steps: readonly Step[], throws: boolean): boolean {
  try {
    state.transaction(() => {
      for (const entry of steps) {
        if (entry.do === 'insert') state.collections.notes.insert(entry.note);
        else if (entry.do === 'replace') state.collections.notes.replace(entry.note);
        else if (entry.do === 'delete') state.collections.notes.delete(entry.id);
        else if (entry.do === 'id') state.newId(0);
        else state.random.word();
      }
      if (throws) throw new Error('on purpose');
    });
    return true;
  } catch {
    return false;
  }
}

/** Everything that can be observed of a state, found by its indexes as well as by scanning. */
function observed(state: TestState) {
  const { notes } = state.collections;
  return {
    snapshot: state.snapshot(),
    all: notes.list(),
    newest: notes.list({ newestFirst: true }),
    byOwner: ['ada', 'bob'].map((owner) => notes.where('Owner', owner)),
    byWord: ['x', 'y', 'z'].map((word) => notes.where('Words', word)),
    byKey: ['k1', 'k2'].map((key) => notes.where('Key', key)),
    window: notes.list({ min: 1, max: 3 }),
  };
}

describe('State', () => {
  it('knows the ids of every collection, and no other', () => {
    const state = makeState();
    const one = (Id: string) => ({ Id, Words: [], At: 0 });
    state.transaction(() => {
      state.collections.notes.insert(one('a'));
      state.collections.others.insert(one('b'));
    });
    expect(['a', 'b', 'c'].map((id) => state.knows(id))).toEqual([true, true, false]);
    state.transaction(() => state.collections.notes.delete('a'));
    expect(state.knows('a')).toBe(false);
  });

  it.each<[what: string, work: (state: TestState) => unknown, isTouched: boolean]>([
    ['a document', ({ collections }) => collections.notes.insert({ Id: 'a', Words: [], At: 0 }), true],
    ['an id', (state) => state.newId(0), true],
    ['a random number', ({ random }) => random.word(), true],
    ['a number below another', ({ random }) => random.below(10), true],
    ['a random text', ({ random }) => random.base64url(18), true],
    ['a read', ({ collections }) => collections.notes.list(), false],
  ])('is touched by %s: %s', (_what, work, isTouched) => {
    const state = makeState();
    for (let time = 0; time < 2; time += 1) {
      const { touched } = state;
      state.transaction(() => {
        if (time === 1) state.collections.notes.delete('a');
        work(state);
      });
      expect(state.touched > touched).toBe(isTouched);
    }
  });

  it('contains exactly what successful transactions wrote, including indexes', () => {
    fc.assert(
      fc.property(script, (transactions) => {
        const state = makeState();
        const mirror = makeState();
        for (const { steps, throws } of transactions) {
          if (run(state, steps, throws)) run(mirror, steps, false);
        }
        expect(observed(state)).toEqual(observed(mirror));
      }),
      { numRuns: examples(500) },
    );
  });

  it('finds by index what a scan finds, in the same order', () => {
    fc.assert(
      fc.property(script, (transactions) => {
        const state = makeState();
        for (const { steps, throws } of transactions) run(state, steps, throws);
        const { notes } = state.collections;
        const all = notes.list();
        expect(all.map(({ At }) => At)).toEqual(all.map(({ At }) => At).sort((a, b) => a - b));
        for (const owner of ['ada', 'bob']) {
          expect(notes.where('Owner', owner)).toEqual(all.filter(({ Owner }) => Owner === owner));
        }
        expect(notes.list({ where: { Owner: 'ada', Words: 'x' } })).toEqual(
          all.filter(({ Owner, Words }) => Owner === 'ada' && Words.includes('x')),
        );
        expect(notes.list({ newestFirst: true })).toEqual(all.toReversed());
      }),
      { numRuns: examples(300) },
    );
  });

  it('is restored identically from a snapshot, and continues identically', () => {
    fc.assert(
      fc.property(script, script, (before, after) => {
        const state = makeState();
        for (const { steps, throws } of before) run(state, steps, throws);
        const copy = makeState();
        copy.restore(JSON.parse(JSON.stringify(state.snapshot())));
        for (const { steps, throws } of after) {
          run(state, steps, throws);
          run(copy, steps, throws);
        }
        expect(JSON.stringify(observed(copy))).toBe(JSON.stringify(observed(state)));
      }),
      { numRuns: examples(200) },
    );
  });

  it('rolls back a failed inner transaction only', () => {
    const state = makeState();
    state.transaction(() => {
      state.collections.notes.insert({ Id: 'a', Words: [], At: 0 });
      expect(() =>
        state.transaction(() => {
          state.collections.notes.insert({ Id: 'b', Words: [], At: 0 });
          throw new Error('inner');
        }),
      ).toThrow('inner');
    });
    expect(state.collections.notes.list().map(({ Id }) => Id)).toEqual(['a']);
  });

  it('runs follow-up work after the outermost commit, and never after a failure', () => {
    const state = makeState();
    const seen: string[] = [];
    state.transaction(() => {
      state.transaction(() => state.afterCommit(() => seen.push('inner')));
      expect(seen).toEqual([]);
    });
    expect(() =>
      state.transaction(() => {
        state.afterCommit(() => seen.push('never'));
        throw new Error('failed');
      }),
    ).toThrow('failed');
    expect(seen).toEqual(['inner']);
  });

  it('rejects a write outside of a transaction, and a duplicate unique value', () => {
    const state = makeState();
    expect(() => state.collections.notes.insert({ Id: 'a', Words: [], At: 0 })).toThrow(
      /outside of a transaction/,
    );
    state.transaction(() => state.collections.notes.insert({ Id: 'a', Words: [], At: 0, Key: 'k1' }));
    expect(() =>
      state.transaction(() => state.collections.notes.insert({ Id: 'b', Words: [], At: 0, Key: 'k1' })),
    ).toThrow(StateError);
  });
});

describe('Collection.list', () => {
  const filled = () => {
    const state = makeState();
    state.transaction(() => {
      for (let at = 0; at < 10; at += 1) {
        state.collections.notes.insert({
          Id: `n${at}`,
          Owner: at % 2 === 0 ? 'ada' : 'bob',
          Words: [],
          At: at,
        });
      }
    });
    return state.collections.notes;
  };
  const ids = (list: readonly Note[]) => list.map(({ Id }) => Id).join(' ');

  it('pages with an inclusive cursor in both directions', () => {
    const list = filled();
    expect(ids(list.list({ from: 'n3', take: 3 }))).toBe('n3 n4 n5');
    expect(ids(list.list({ from: 'n3', take: 3, newestFirst: true }))).toBe('n3 n2 n1');
    expect(ids(list.list({ from: 'n4', where: { Owner: 'ada' }, skip: 1, take: 2 }))).toBe('n6 n8');
    expect(() => list.list({ from: 'nothing' })).toThrow('"nothing" is not an entry of this list.');
  });

  it('keeps the cursor stable when earlier documents are deleted', () => {
    const state = makeState();
    const { notes: list } = state.collections;
    state.transaction(() => {
      for (let at = 0; at < 5; at += 1) list.insert({ Id: `n${at}`, Words: [], At: at });
      list.delete('n0');
    });
    expect(ids(list.list({ from: 'n2', take: 2 }))).toBe('n2 n3');
  });
});

describe('ids', () => {
  it('are 24 hexadecimal digits, unique, and the same for the same seed', () => {
    const make = () => {
      const state = makeState();
      return Array.from({ length: 100 }, (_, at) => state.newId(1_767_225_600_000 + at * 1000));
    };
    const ids = make();
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(make()).toEqual(ids);
  });
});
