// What the log of requests keeps, without a service.
import { expect, it } from 'vitest';
import { RequestLog } from '../../../../sandbox/src/service/http/traffic/request-log.ts';

const kept = (id: number, method: string) => ({
  at: 0,
  method,
  path: `/${id}`,
  url: '',
  keys: [],
  status: 200,
  durationMs: 1,
  warnings: [],
  client: undefined,
  trace: { id },
});
const foreign = { At: '2026-01-15T10:00:00Z', Method: 'POST', Path: '/foreign', Status: 201, DurationMs: 2 };
const paths = (log: RequestLog) => log.list(0, 10).map(({ Id, Path }) => `${Id} ${Path}`);

it('keeps reads and changes, newest first, until it is cleared; ids go on', () => {
  const log = new RequestLog();
  const heard: number[] = [];
  log.onRequest.add(({ trace }) => heard.push(trace.id));
  for (const method of ['GET', 'POST', 'HEAD']) log.add(kept(log.begin(), method));
  expect([log.count, paths(log), heard]).toEqual([3, ['3 /3', '2 /2', '1 /1'], [1, 2, 3]]);
  expect(log.list(1, 1).map(({ Id }) => Id)).toEqual([2]);
  log.clear();
  expect([log.count, paths(log), log.get(1), log.get(2), log.begin()]).toEqual([
    0,
    [],
    undefined,
    undefined,
    4,
  ]);
});

it.each([
  'key',
  'Key',
  'KEY',
  'password',
  'Access_Token',
  'accessToken',
  'SelfServiceToken',
  'client_secret',
])('shows no value of the parameter %s of a query, not even the second, and all others', (name) => {
  const log = new RequestLog();
  const url = `http://s/page?take=1&${name}=hush-hush&${name}=hush-more&search=ada`;
  log.add({ ...kept(log.begin(), 'GET'), path: '/page', url });
  expect(paths(log)).toEqual([`1 /page?take=1&${name}=***&search=ada`]);
  expect(log.get(1)?.hidden).toEqual(['hush-hush', 'hush-more']);
});

it('keeps a request of another process once, and tells nobody', () => {
  const log = new RequestLog();
  const heard: unknown[] = [];
  log.add(kept(1, 'POST'));
  log.onRequest.add((request) => heard.push(request));
  log.addForeign({ Id: 1, ...foreign }, {});
  for (let time = 0; time < 2; time += 1) log.addForeign({ Id: 2, ...foreign, Caller: 'shop' }, {});
  expect([paths(log), heard]).toEqual([['2 /foreign', '1 /1'], []]);
  expect(log.get(2)?.entry).toMatchObject({ Method: 'POST', Status: 201, DurationMs: 2, Caller: 'shop' });
});
