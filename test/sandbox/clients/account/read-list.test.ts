import { expect, it } from 'vitest';
import type { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import { type Entry, NotServed, readList } from '../../../../sandbox/src/clients/account/read-list.ts';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';

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
