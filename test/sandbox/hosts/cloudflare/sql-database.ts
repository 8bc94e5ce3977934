import { expect } from 'vitest';

interface Row {
  readonly key: string;
  readonly part: number;
  readonly value: string;
}

/** A database that knows the statements of the engine alone. */
export function sqlDatabase() {
  let entries: Row[] = [];
  let rests: Row[] = [];
  let reads = 0;
  const sorted = (rows: Row[]) =>
    rows.toSorted((one, other) =>
      one.key < other.key ? -1 : one.key > other.key ? 1 : one.part - other.part,
    );
  const exec = (query: string, ...given: (string | number)[]): Row[] => {
    const [first = '', second = '', third = ''] = given as string[];
    const [verb] =
      /^(CREATE|DELETE FROM \w+|INSERT[A-Z ]* INTO \w+|SELECT key, value FROM \w+)/.exec(query) ?? [];
    switch (verb) {
      case 'CREATE':
        return [];
      case 'DELETE FROM rests':
        rests = rests.filter(({ key }) => key !== first);
        return [];
      case 'DELETE FROM entries':
        entries = entries.filter(({ key }) => key !== first);
        return [];
      case 'INSERT OR REPLACE INTO entries':
        entries = [...entries.filter(({ key }) => key !== first), { key: first, part: 0, value: second }];
        return [];
      case 'INSERT INTO rests':
        rests.push({ key: first, part: Number(second), value: third });
        return [];
      case 'SELECT key, value FROM entries': {
        reads += 1;
        const [, comparison, limit] = /key (>=?) \? AND key < \? ORDER BY key LIMIT (\d+)$/.exec(query) ?? [];
        const from = ({ key }: Row) => (comparison === '>' ? key > first : key >= first);
        return sorted(entries)
          .filter((row) => from(row) && row.key < second)
          .slice(0, Number(limit));
      }
      case 'SELECT key, value FROM rests':
        expect(query).toMatch(/key >= \? AND key <= \? ORDER BY key, part$/);
        return sorted(rests).filter(({ key }) => key >= first && key <= second);
      default:
        throw new Error(`no such statement: ${query}`);
    }
  };
  return {
    exec,
    rests: () => rests,
    reads: () => reads,
    clear: () => {
      [entries, rests] = [[], []];
    },
    /** As if each letter were a byte. */
    size: () => [...entries, ...rests].reduce((sum, { key, value }) => sum + key.length + value.length, 0),
  };
}
