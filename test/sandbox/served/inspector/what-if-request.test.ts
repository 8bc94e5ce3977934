// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { whatIfRequest } from '../../../../sandbox/src/served/inspector/what-if.ts';

it.each([
  ['', ['/api/v1/orders', '/api/v1/orders/{{1.Id}}/commit']],
  ['P1M', ['/sandbox/clock', '/api/v1/orders', '/api/v1/orders/{{2.Id}}/commit']],
])('a plan change after the wait "%s" commits the order that it made', (wait, paths) => {
  const { body } = whatIfRequest('c1', '', { what: 'plan', PlanVariantId: 'p1', wait, Advance: 'P1M' });
  expect((body as { Requests: { Path: string }[] }).Requests.map(({ Path }) => Path)).toEqual(paths);
});

it('each change sends what it says, to its contract', () => {
  const sent = (values: object) => {
    const { method, path, body } = whatIfRequest('c1', 'request-7', { Advance: 'P2M', ...values }, true);
    return { method, path, ...(body as object) };
  };
  const common = {
    method: 'POST',
    path: '/sandbox/what-if',
    ContractId: 'c1',
    Row: 'request-7',
    Advance: 'P2M',
    Keep: true,
  };
  const decline = { ContractId: 'c1', Outcome: { Code: 'BearerExpired' } };
  expect(sent({ what: 'decline', Code: 'BearerExpired' })).toEqual({
    ...common,
    Requests: [{ Method: 'POST', Path: '/sandbox/payments/next', Body: decline }],
  });
  for (const [what, action] of [
    ['cancel', 'end'],
    ['pause', 'pause'],
  ])
    expect(sent({ what })).toEqual({
      ...common,
      Requests: [{ Method: 'POST', Path: `/api/v1/contracts/c1/${action}`, Body: {} }],
    });
  expect(sent({ what: '' })).toEqual({ ...common, Requests: [] });
});
