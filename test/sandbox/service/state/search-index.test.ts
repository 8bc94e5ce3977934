import { describe, expect, it } from 'vitest';
import {
  searchQuery,
  searchWords,
  wordPrefixes,
} from '../../../../sandbox/src/service/domain/records/search.ts';
import { define } from '../../../../sandbox/src/service/state/collection.ts';
import { State } from '../../../../sandbox/src/service/state/state.ts';
import { examples, fc } from '../../../properties.ts';

interface Person {
  readonly Id: string;
  readonly Name: string;
}

const words = (person: Person) => searchWords(person.Name);
const definitions = {
  people: define<Person>()({
    lazy: ['Search'],
    indexes: { Search: (person) => wordPrefixes(words(person)) },
  }),
};
const names = ['Ada Lovelace', 'ada byron', 'Grace Hopper', 'Élodie Müller-Lovell', 'Hop o’ My Thumb', ''];

/** What a search means, said slowly. */
const found = (people: Iterable<Person>, search: string) =>
  [...people].filter((person) =>
    searchWords(search).every((word) => words(person).some((one) => one.startsWith(word))),
  );

describe('search with an index created on demand', () => {
  it('finds what a full scan finds, in list order, after any changes and failures', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 7 }).map(String),
      name: fc.constantFrom(...names),
      kind: fc.constantFrom('put', 'delete', 'fail'),
      search: fc.constantFrom(
        'ada',
        'lovel ada',
        'LOVELACE',
        'elodie',
        'muller',
        'hop',
        'zzz',
        '',
        'lovelaces',
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { collections, ...state } = newState();
        for (const { id, name, kind, search } of changes) {
          try {
            state.transaction(() => {
              const person = { Id: id, Name: name };
              if (kind === 'delete') collections.people.delete(id);
              else if (collections.people.has(id)) collections.people.replace(person);
              else collections.people.insert(person);
              if (kind === 'fail') throw new Error('taken back');
            });
          } catch (error) {
            expect((error as Error).message).toBe('taken back');
          }
          expect(collections.people.list(searchQuery(search, words))).toEqual(
            found(collections.people, search),
          );
        }
      }),
      { numRuns: examples(200) },
    );
  });
});

function newState() {
  const state = new State(definitions, 'search');
  return { collections: state.collections, transaction: <R>(work: () => R) => state.transaction(work) };
}
