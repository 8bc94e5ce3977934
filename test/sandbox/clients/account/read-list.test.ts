import { expect, it } from 'vitest';
import type { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import { readContracts } from '../../../../sandbox/src/clients/account/read-contracts.ts';
import { type Entry, NotServed, readList } from '../../../../sandbox/src/clients/account/read-list.ts';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';
import { compareShapes } from '../../../../sandbox/src/clients/account/verify-shapes.ts';

/** A service that answers each request so. */
const answering = (answer: (path: string) => { status?: number; body: unknown }) =>
  ({ get: async (path: string) => ({ status: 200, ...answer(path) }) }) as unknown as AccountClient;

it.each([403, 404, 405, 501])('a list that is answered with %i is not served', async (status) => {
  const client = answering(() => ({ status, body: {} }));
  await expect(readList(client, '/api/v1/plans')).rejects.toThrow(NotServed);
});

it.each([
  [401, []],
  [500, []],
  [200, {}],
  [200, [{ Name: 'without an id' }]],
  [200, [null]],
])('a list that is answered with %i and %j ends the reading', async (status, body) => {
  const client = answering(() => ({ status, body }));
  await expect(readList(client, '/api/v1/plans')).rejects.toThrow(AccountError);
});

it('a list of many pages has each entry once, also where the one that it goes on from is deleted', async () => {
  let all: Entry[] = Array.from({ length: 1_200 }, (_, at) => ({ Id: `id-${1_000 + at}` }));
  let asked = 0;
  const client = answering((path) => {
    asked += 1;
    const from = new URL(path, 'http://service.test').searchParams.get('from');
    if (asked === 2) all = all.filter(({ Id }) => Id !== from);
    const at = from === null ? 0 : all.findIndex(({ Id }) => Id >= from);
    return { body: all.slice(at, at + 500) };
  });
  const read = await readList(client, '/api/v1/plans');
  expect(read).toEqual(all);
  expect(all).toHaveLength(1_199);
});

it('a customer whose list does not have him is asked for by his id, whatever is in it', async () => {
  const asked: string[] = [];
  const CustomerId = 'a/b?c=1#d e';
  const client = answering((path) => {
    asked.push(path);
    return path.startsWith('/api/v1/contracts?')
      ? { body: [{ Id: 'c1', CustomerId }] }
      : { status: 200, body: [] };
  });
  const reading = { begun: new Map(), stores: new Map(), onRead: async () => {} };
  const { notes } = await readContracts(client, reading);
  expect(asked).toContain('/api/v1/customers/a%2Fb%3Fc%3D1%23d%20e');
  expect(notes.at(-1)).toBe(
    `Contract c1 was skipped: the service does not return its customer ${CustomerId}.`,
  );
});

it('a list goes on from any id', async () => {
  const asked: (string | null)[] = [];
  const last = { Id: 'a+b&from=c d' };
  const client = answering((path) => {
    asked.push(new URL(path, 'http://service.test').searchParams.get('from'));
    return { body: [last] };
  });
  expect(await readList(client, '/api/v1/plans?x=1', [last])).toEqual([last]);
  expect(asked).toEqual([last.Id]);
});

it.each([0, 1, 5, 6])('of %i entries of a list, five at most are compared one by one', async (count) => {
  const asked: string[] = [];
  const entries = Array.from({ length: count }, (_, at) => ({ Id: `id-${at}` }));
  const compareOne = async ({ path }: { readonly path: string }) => {
    asked.push(path);
    return [{}, { body: path.includes('?take=') ? entries : {} }];
  };
  await compareShapes({ compareOne } as never, {} as never);
  for (const list of ['customers', 'contracts', 'orders', 'invoices'])
    expect(
      asked.filter((path) => path.startsWith(`/api/v1/${list}/id-`) && path.split('/').length === 5),
    ).toHaveLength(Math.min(5, count));
  expect(asked.filter((path) => path.endsWith('/usage'))).toHaveLength(Math.min(5, count));
});
