import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Clock } from '../../../../sandbox/src/service/state/clock.ts';
import type { CollectionDefinition } from '../../../../sandbox/src/service/state/collection.ts';
import { State } from '../../../../sandbox/src/service/state/state.ts';
import {
  type KeptWorkspace,
  Persistence,
  type PersistenceOptions,
} from '../../../../sandbox/src/service/storage/persistence.ts';
import { StorageError } from '../../../../sandbox/src/service/storage/storage-error.ts';
import { examples, fc } from '../../../properties.ts';
import { MemoryEngine } from './memory-engine.ts';

interface Note {
  readonly Id: string;
  readonly Text: string;
  readonly At: number;
}

const notes: CollectionDefinition<Note> = {
  indexes: { Text: (note) => note.Text },
  orderBy: (note) => note.At,
  keep: 4,
};

const options: PersistenceOptions = { sync: true, version: '1.2.3', name: 'DIR' };

/** A state with a clock, as the core has it, that is kept. */
function workspace() {
  const store = new State({ notes, others: {} as CollectionDefinition<Note> }, 'seed');
  const clock = new Clock(0, () => 1_000);
  const told: string[] = [];
  const kept: KeptWorkspace = {
    get position() {
      return { counters: store.counters, clock: clock.position };
    },
    documents: store,
    suspend: () => told.push('suspend'),
    resume: () => told.push('resume'),
  };
  return {
    store,
    clock,
    kept,
    told,
    note: (Id: string, Text = '') =>
      store.transaction(() => store.collections.notes.put({ Id, Text, At: 0 })),
    keepIn(persistence: Persistence, name = '') {
      const storage = persistence.keep(name, kept);
      store.onCommit = ({ documents, undo }) => storage.changed(documents, undo);
      clock.onMove = (before) => storage.changed([], () => clock.resume(before));
      return storage;
    },
    replaceBy(storage: ReturnType<Persistence['keep']>, texts: readonly string[]) {
      storage.replaced(store.backup());
      store.restore({
        Random: store.counters.Random,
        LastId: 7,
        Collections: { notes: texts.map((Text) => ({ Id: Text, Text, At: 0 })) },
      });
    },
  };
}

async function open(engine: MemoryEngine, more: Partial<PersistenceOptions> = {}) {
  const persistence = new Persistence(engine, { ...options, ...more });
  await persistence.open();
  return persistence;
}

/** The state that another process finds. */
async function reopened(entries: Iterable<[string, string]>, name = '') {
  const state = (await (await open(new MemoryEngine(entries))).load()).get(name);
  if (state === undefined) return undefined;
  const { store, clock } = workspace();
  store.load(state.counters, state.collections);
  clock.resume(state.clock);
  return { store, clock };
}

const observed = ({ store, clock }: { store: ReturnType<typeof workspace>['store']; clock: Clock }) => ({
  snapshot: store.snapshot(),
  listed: store.collections.notes.list(),
  found: ['x', 'y'].map((text) => store.collections.notes.where('Text', text)),
  clock: clock.snapshot(),
});

const anId = fc.constantFrom('a', 'b', 'c/d', 'e', 'f', 'ü/0');
const step = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    note: fc.record({ Id: anId, Text: fc.constantFrom('x', 'y', ''), At: fc.integer({ min: 0, max: 3 }) }),
  }),
  fc.record({ do: fc.constant('delete' as const), id: anId }),
  fc.record({ do: fc.constantFrom('random' as const, 'id' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Transaction {
  readonly do: 'transaction';
  readonly steps: readonly Step[];
  readonly inner: readonly Step[];
  readonly throws: string;
}
type Action = Transaction | { readonly do: 'move' | 'replace' | 'wait' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('transaction' as const),
      steps: fc.array(step, { maxLength: 5 }),
      inner: fc.array(step, { maxLength: 3 }),
      throws: fc.constantFrom('no', 'no', 'inner', 'outer'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('move' as const, 'replace' as const, 'wait' as const) }),
  },
);

async function perform(
  space: ReturnType<typeof workspace>,
  storage: ReturnType<Persistence['keep']>,
  actions: readonly Action[],
): Promise<void> {
  const { store, clock } = space;
  const write = (steps: readonly Step[]) => {
    for (const one of steps) {
      if (one.do === 'put') store.collections.notes.put(one.note);
      else if (one.do === 'delete') store.collections.notes.delete(one.id);
      else if (one.do === 'id') store.newId(0);
      else store.random.word();
    }
  };
  const failing = (fails: boolean) => {
    if (fails) throw new Error('on purpose');
  };
  const transact = ({ steps, inner, throws }: Transaction) => {
    try {
      store.transaction(() => {
        write(steps);
        try {
          store.transaction(() => {
            write(inner);
            failing(throws === 'inner');
          });
        } catch {
          // A savepoint that failed alone.
        }
        failing(throws === 'outer');
      });
    } catch {
      // Taken back, so not kept.
    }
  };
  for (const one of actions) {
    if (one.do === 'transaction') transact(one);
    else if (one.do === 'move') clock.standAt(clock.now() + 5);
    else if (one.do === 'replace') space.replaceBy(storage, ['x', 'new']);
    else await storage.durable();
  }
  await storage.durable();
}

describe('Persistence', () => {
  it('restores what was in memory after any sequence of transactions with aborts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 15 }), async (actions) => {
        const engine = new MemoryEngine();
        const space = workspace();
        const storage = space.keepIn(await open(engine));
        await perform(space, storage, actions);
        const again = await reopened(engine.entries);
        expect(observed(again as NonNullable<typeof again>)).toEqual(observed(space));
      }),
      { numRuns: examples(300) },
    );
  });

  it('restores the state after one of the batches, wherever the process ends', async () => {
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    const states: unknown[] = [undefined];
    await storage.durable();
    states.push(observed(space));
    for (const text of ['v', 'y']) {
      space.note('a', text);
      await storage.durable();
      states.push(observed(space));
      space.replaceBy(storage, ['x', text, 'z']);
      await storage.durable();
      states.push(observed(space));
    }
    let entries = new Map<string, string>();
    for (entries of engine.history()) {
      const found = await reopened(entries);
      expect(states).toContainEqual(found === undefined ? undefined : observed(found));
    }
    expect(entries).toEqual(engine.entries);
    // Two generations of documents were replaced and are gone.
    const documents = [...entries.keys()].filter((key) => key.startsWith('doc/'));
    expect(documents).toEqual(['doc//3/notes/x', 'doc//3/notes/y', 'doc//3/notes/z']);
  });

  it('combines changes made while a batch is written in the next one', async () => {
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    await storage.durable();
    expect(storage.durable()).toBeUndefined();
    engine.batches.length = 0;
    for (let at = 0; at < 50; at += 1) space.note(`n${at}`);
    const first = storage.durable();
    for (let at = 0; at < 50; at += 1) space.note(`n${at}`, 'again');
    expect(storage.durable()).toBe(first);
    await first;
    expect(engine.batches).toHaveLength(1);
    expect(engine.batches[0]?.sync).toBe(true);
  });

  it('writes and deletes a large state in steps, and yields in between', async () => {
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    await storage.durable();
    const turns: number[] = [];
    let turn = 0;
    const others = () => {
      turn += 1;
      // Somebody changes the state while it is written.
      if (turns.length === 3) space.note('new', 'meanwhile');
      ticking = setImmediate(others);
    };
    let ticking = setImmediate(others);
    const write = engine.batch.bind(engine);
    engine.batch = (operations, how) => {
      expect(operations.length).toBeLessThanOrEqual(500);
      if (operations.length === 500) turns.push(turn);
      return write(operations, how);
    };
    const texts = (name: string) => Array.from({ length: 3_000 }, (_, at) => `${name}${at}`);
    try {
      space.replaceBy(storage, texts('a'));
      await storage.durable();
      space.replaceBy(storage, texts('b'));
      while (storage.durable() !== undefined) await storage.durable();
    } finally {
      clearImmediate(ticking);
    }
    expect(new Set(turns).size, 'steps that were a turn of their own').toBe(turns.length);
    expect(turns.length).toBeGreaterThanOrEqual(12);
    expect((await reopened(engine.entries))?.store.snapshot()).toEqual(space.store.snapshot());
  });

  it('replaces what an earlier process has left', async () => {
    const engine = new MemoryEngine();
    const first = workspace();
    const storage = first.keepIn(await open(engine));
    first.replaceBy(storage, ['x']);
    await storage.durable();
    const left = new MemoryEngine(engine.entries);
    const again = await open(left);
    const state = (await again.load()).get('');
    const space = workspace();
    space.store.load(state?.counters as never, state?.collections as never);
    const later = space.keepIn(again);
    space.replaceBy(later, ['y', 'z']);
    await again.close();
    const kept = await reopened(left.entries);
    expect(kept?.store.snapshot()).toEqual(space.store.snapshot());
  });

  it.each([1, 2, 3])('never uses a generation again after %i of one of its workspaces', async (count) => {
    const engine = new MemoryEngine();
    const before = await open(engine);
    const [one, two] = [workspace(), workspace()];
    const [first] = [one.keepIn(before), two.keepIn(before, 'w.1')];
    for (let at = 0; at < count; at += 1) {
      one.replaceBy(first, ['x']);
      await before.durable();
    }
    const again = await open(engine);
    for (const [name, { counters, collections }] of await again.load())
      (name === '' ? one : two).store.load(counters, collections);
    const [later] = [one.keepIn(again), two.keepIn(again, 'w.1')];
    one.replaceBy(later, ['y', 'z']);
    await again.close();
    expect((await reopened(engine.entries))?.store.snapshot()).toEqual(one.store.snapshot());
  });

  it('replaces the state whole after a page that shares it was closed in the middle of a replacement', async () => {
    const shared = { exclusively: (write: () => Promise<void>) => write() };
    const engine = new MemoryEngine();
    const first = await open(engine, shared);
    const space = workspace();
    const storage = space.keepIn(first);
    space.note('a', 'x');
    await first.durable();
    const left = new MemoryEngine(engine.entries);
    const other = await open(left, shared);
    const found = await other.load();
    const otherSpace = workspace();
    otherSpace.store.load(found.get('')?.counters as never, found.get('')?.collections as never);
    const otherStorage = otherSpace.keepIn(other);
    // The page is closed when the documents are written, and the head that names them is not.
    space.replaceBy(storage, ['p', 'q']);
    await first.durable();
    for (const [key, value] of engine.entries) if (key.startsWith('doc//2/')) left.entries.set(key, value);
    expect(left.entries.size).toBe(6);
    expect(await other.isCurrent()).toBe(true);
    otherSpace.replaceBy(otherStorage, ['r']);
    await other.durable();
    expect((await reopened(left.entries))?.store.snapshot()).toEqual(otherSpace.store.snapshot());
  });

  it('goes on from the order of creation, whatever the ids are', async () => {
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    for (const id of ['z', 'm', 'a']) space.note(id);
    await storage.durable();
    const again = await reopened(engine.entries);
    const { store } = again as NonNullable<typeof again>;
    store.transaction(() => store.collections.notes.put({ Id: 'b', Text: '', At: 0 }));
    expect(store.stored()['notes']?.map(({ document, sequence }) => [document.Id, sequence])).toEqual([
      ['z', 0],
      ['m', 1],
      ['a', 2],
      ['b', 3],
    ]);
  });

  it('separates workspaces, and removes one', async () => {
    const engine = new MemoryEngine();
    const persistence = await open(engine);
    const [one, two] = [workspace(), workspace()];
    const [, second] = [one.keepIn(persistence), two.keepIn(persistence, 'w.1')];
    one.note('a', 'of one');
    two.note('a', 'of two');
    await persistence.durable();
    expect((await reopened(engine.entries))?.store.collections.notes.get('a')?.Text).toBe('of one');
    expect((await reopened(engine.entries, 'w.1'))?.store.collections.notes.get('a')?.Text).toBe('of two');
    second.remove();
    const three = workspace();
    three.keepIn(persistence, 'w.1');
    three.note('b', 'of three');
    await persistence.durable();
    await persistence.close();
    expect((await reopened(engine.entries, 'w.1'))?.store.collections.notes.list()).toEqual([
      { Id: 'b', Text: 'of three', At: 0 },
    ]);
    expect([...engine.entries.keys()].filter((key) => key.startsWith('doc/w.1/'))).toEqual([
      'doc/w.1/3/notes/b',
    ]);
  });
});

describe('A storage that cannot be written', () => {
  const failing = async (lies: boolean) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    space.note('a', 'kept');
    space.note('b', 'kept');
    await storage.durable();
    engine.full = 'no space left on device';
    engine.liesOnFailure = lies;
    return { engine, space, storage };
  };

  it.each([false, true])(
    'rolls back what was not stored and rejects more (written after all: %s)',
    async (lies) => {
      const { engine, space, storage } = await failing(lies);
      const before = observed(space);
      space.note('a', 'changed');
      space.note('c', 'new');
      space.store.transaction(() => space.store.collections.notes.delete('b'));
      space.clock.standAt(99);
      await expect(storage.durable()).rejects.toThrow(
        new StorageError(
          'DIR cannot be written (no space left on device). Nothing was changed; reading works. ' +
            'Make room or repair the disk: the sandbox tries again each second.',
        ),
      );
      expect(observed(space)).toEqual(before);
      expect(space.told).toEqual(['suspend']);
      expect(() => space.note('d')).toThrow(StorageError);
      expect(() => space.clock.standAt(200)).toThrow(StorageError);
      expect(observed(space)).toEqual(before);

      await vi.advanceTimersByTimeAsync(1_000);
      expect(space.told).toEqual(['suspend']);
      engine.full = undefined;
      await vi.advanceTimersByTimeAsync(1_000);
      await vi.waitFor(() => expect(space.told).toEqual(['suspend', 'resume']));
      const again = await reopened(engine.entries);
      expect(observed(again as NonNullable<typeof again>)).toEqual(before);
      space.note('d', 'after');
      await storage.durable();
      const later = await reopened(engine.entries);
      expect(observed(later as NonNullable<typeof later>)).toEqual(observed(space));
      vi.useRealTimers();
    },
  );

  it('refuses what waits for the batch that fails, and takes it back too', async () => {
    const { engine, space, storage } = await failing(false);
    const before = observed(space);
    engine.takesMs = 100;
    space.note('c', 'being written');
    const first = storage.durable();
    // The batch is closed and under way when the next change comes.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    space.note('d', 'waiting');
    space.note('c', 'changed before it was written');
    const second = storage.durable();
    expect(second).not.toBe(first);
    const outcomes = Promise.allSettled([first, second]);
    await vi.advanceTimersByTimeAsync(100);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(observed(space)).toEqual(before);
    expect(space.told).toEqual(['suspend']);
    vi.useRealTimers();
  });

  it('takes back what nobody waits for, and no failure stays unhandled', async () => {
    const { space } = await failing(false);
    const before = observed(space);
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    space.note('c', 'by a task');
    while (space.told.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(observed(space)).toEqual(before);
    expect(unhandled).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('rolls back a replacement of the whole state', async () => {
    const { engine, space, storage } = await failing(true);
    const before = observed(space);
    space.note('c', 'first');
    space.replaceBy(storage, ['x']);
    space.note('z', 'last');
    await expect(storage.durable()).rejects.toThrow(StorageError);
    expect(observed(space)).toEqual(before);
    engine.full = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(space.told).toEqual(['suspend', 'resume']));
    const again = await reopened(engine.entries);
    expect(observed(again as NonNullable<typeof again>)).toEqual(before);
    vi.useRealTimers();
  });
});

describe('A storage in another condition than expected', () => {
  async function written(): Promise<Map<string, string>> {
    const engine = new MemoryEngine();
    const space = workspace();
    const storage = space.keepIn(await open(engine));
    space.note('a', 'one');
    space.note('b', 'two');
    await storage.durable();
    return engine.entries;
  }

  it.each([
    ['a document is missing', (entries: Map<string, string>) => void entries.delete('doc//1/notes/b')],
    [
      'a document is older',
      (entries: Map<string, string>) =>
        void entries.set('doc//1/notes/b', '[1,{"Id":"b","Text":"old","At":0}]'),
    ],
    ['a document is no JSON', (entries: Map<string, string>) => void entries.set('doc//1/notes/b', '[1,{"I')],
    ['the head is no JSON', (entries: Map<string, string>) => void entries.set('head/', '{')],
  ])('is rejected if %s, and stays unchanged', async (_what, damage) => {
    const entries = await written();
    damage(entries);
    const engine = new MemoryEngine(entries);
    await expect((await open(engine)).load()).rejects.toThrow(/^DIR is damaged: .*Nothing was changed\./);
    expect(engine.entries).toEqual(entries);
  });

  it('names a document that is invalid JSON', async () => {
    const entries = await written();
    entries.set('doc//1/notes/b', '[1,{"I');
    await expect((await open(new MemoryEngine(entries))).load()).rejects.toThrow(
      'DIR is damaged: the entry doc//1/notes/b cannot be read.',
    );
  });

  it('with another layout is rejected, with what to do', async () => {
    const engine = new MemoryEngine([['layout', '{"Layout":9,"Package":"7.0.0"}']]);
    await expect(open(engine)).rejects.toThrow(
      'DIR has layout 9, written by clientlib-sandbox 7.0.0; this version (1.2.3) reads layout 1. ' +
        'Start version 7.0.0, save GET /sandbox/snapshot, and PUT it to a sandbox with new storage.',
    );
  });

  it('with other content is rejected', async () => {
    const engine = new MemoryEngine([['users/1', '{}']]);
    await expect(open(engine)).rejects.toThrow('DIR holds something other than sandbox data ("users/1").');
    expect(engine.entries.size).toBe(1);
  });

  it('written by another process is detected', async () => {
    const entries = await written();
    const engine = new MemoryEngine(entries);
    const shared = { exclusively: (write: () => Promise<void>) => write() };
    const [mine, other] = [await open(engine, shared), await open(engine, shared)];
    await mine.load();
    expect(await mine.isCurrent()).toBe(true);
    await other.load();
    const space = workspace();
    space.keepIn(other);
    space.note('a', 'by the other');
    await other.durable();
    expect(await mine.isCurrent()).toBe(false);
    expect(await other.isCurrent()).toBe(true);
  });
});
