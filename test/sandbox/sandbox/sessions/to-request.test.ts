import { expect, it } from 'vitest';
import { type Known, PlaceholderBudget } from '../../../../sandbox/src/sandbox/sessions/placeholders.ts';
import { toRequest } from '../../../../sandbox/src/sandbox/sessions/to-request.ts';
import { FAULT_HEADER } from '../../../../sandbox/src/service/http/traffic/faults.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';

const known = (): Known => ({
  budget: new PlaceholderBudget(),
  answer: () => ({ Id: 'x'.repeat(budgets.placeholdersOfRow / 2) }),
  made: () => undefined,
  secret: () => undefined,
});
const request = (places: number) => ({
  Method: 'POST',
  Path: '/api/v1/customers',
  Body: Array.from({ length: places }, () => '{{1.Id}}'),
});

it('a row may have long values, whatever the rows before it had', async () => {
  const values = known();
  for (const row of [2, 3, 4]) {
    const sent = toRequest(row, request(2), 'http://sandbox', values, undefined);
    expect((await sent.text()).length).toBeGreaterThan(budgets.placeholdersOfRow);
  }
});

it('a row whose values are longer than its budget is refused by its number', () => {
  expect(() => toRequest(2, request(3), 'http://sandbox', known(), undefined)).toThrow(
    /Rows\[1\]\.Request.*at most 1000000 characters of values in a row/,
  );
});

it('each part of a row has the values of its placeholders', async () => {
  const values: Known = {
    budget: new PlaceholderBudget(),
    answer: (row) => (row === 1 ? { Id: 'the-id', Deep: { Token: 'a-token' } } : undefined),
    made: (row, at) => (row === 1 && at === 2 ? 'the-made' : undefined),
    secret: (of) => (of === 'client' ? 'hush' : undefined),
  };
  const parts = async (more: object) => {
    const recorded = { Method: 'POST', Path: '/api/v1/x', ...more };
    const sent = toRequest(2, recorded as never, 'http://sandbox/b', values, undefined);
    return { url: sent.url, headers: sent.headers, text: await sent.text() };
  };
  expect((await parts({ Path: '/api/v1/x/{{1.Id}}?y={{1#2}}' })).url).toBe(
    'http://sandbox/b/api/v1/x/the-id?y=the-made',
  );
  const { headers } = await parts({
    Headers: { Authorization: 'Basic client:{{secret of client}}', 'If-Match': '"{{1.Deep.Token}}"' },
  });
  expect([headers.get('Authorization'), headers.get('If-Match')]).toEqual([
    `Basic ${btoa('client:hush')}`,
    '"a-token"',
  ]);
  for (const [body, text] of [
    [{ Body: { A: ['{{1.Id}}', 1], B: { C: '{{1#2}}' } } }, '{"A":["the-id",1],"B":{"C":"the-made"}}'],
    [{ Form: { a: '{{1.Id}}', b: 'x {{1.Deep.Token}}' } }, 'a=the-id&b=x+a-token'],
    [{ Text: '{"Id": "{{1.Id}}",}' }, '{"Id": "the-id",}'],
    // What no row has given stays as it is.
    [{ Text: '{{9.Id}} {{1.None}}' }, '{{9.Id}} {{1.None}}'],
    [{}, ''],
  ] as const)
    expect((await parts(body)).text).toBe(text);
});

it.each([
  ['/sandbox/clock', 'Bearer control'],
  ['/sandbox', 'Bearer control'],
  ['/api/v1/plans', null],
])('a request to %s has the control token of the sandbox that replays: %s', (Path, authorization) => {
  const sent = toRequest(1, { Method: 'GET', Path }, 'http://sandbox', known(), 'control');
  expect(sent.headers.get('Authorization')).toBe(authorization);
  expect(sent.headers.get(FAULT_HEADER)).toBe('none; token=control');
});
