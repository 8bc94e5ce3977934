import { expect, it } from 'vitest';
import { findContracts } from '../../../../sandbox/src/served/agents/contract-life.ts';
import type { Service } from '../../../../sandbox/src/served/agents/service.ts';

it.each([0, 1, 499, 500, 501, 1_100])(
  'a list of %i entries is read whole, each entry once',
  async (count) => {
    const all = Array.from({ length: count }, (_, at) => ({ Id: `c${(10_000 + at).toString()}` }));
    const rest = async (_method: string, path: string) => {
      const from = new URL(path, 'http://sandbox').searchParams.get('from');
      const at = from === null ? 0 : all.findIndex(({ Id }) => Id === from);
      return all.slice(at, at + 500);
    };
    const read = await findContracts({ rest } as unknown as Service, {});
    expect(read.map(({ Id }) => Id)).toEqual(all.map(({ Id }) => Id).reverse());
  },
);
