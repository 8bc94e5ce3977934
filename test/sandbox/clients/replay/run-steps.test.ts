import { createSandbox } from 'clientlib-sandbox';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runSteps } from '../../../../sandbox/src/clients/replay/run-steps.ts';
import { createSandbox as createUnchecked, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { toSteps } from '../../../../sandbox/src/served/test-code/steps.ts';

it.each([
  ['the clock that it was given', '2031-03-15T09:00:00.000Z'],
  ['the time at which it was recorded', undefined],
])('a session runs again from %s', async (_from, clock) => {
  const recorded = createSandbox({ record: true, ...(clock === undefined ? {} : { clock }) });
  const session = JSON.parse(JSON.stringify(recorded.session()));
  const { sandbox } = await runSteps(session, [], { webhooks: false });
  expect(sandbox.clock.now().toISOString()).toBe(clock ?? session.Start.At);
  for (const one of [recorded, sandbox]) one.close();
});

it.each([
  [
    'the page that an answer leads to',
    { Location: '/providers/Bravo/challenges/6a10580a3c9b1f0e5d000001' },
    null,
  ],
  ['what an answer says', {}, '{"Location":"/providers/Bravo/challenges/6a10580a3c9b1f0e5d000001"}'],
])('a step goes on to %s', async (_what, headers, body) => {
  const recorded = createSandbox({ record: true, clock: '2026-01-15T10:00:00Z' });
  const session = JSON.parse(JSON.stringify(recorded.session()));
  recorded.close();
  const asked: string[] = [];
  const get = (row: number, Path: string) => ({
    kind: 'Request' as const,
    ...{ row, waits: false, request: { Method: 'GET', Path } },
  });
  const { sandbox } = await runSteps(session, [get(1, '/first'), get(2, '{{1.Location}}')] as never, {
    webhooks: false,
    open: (options) =>
      Object.assign(createUnchecked(options), {
        fetch: async ({ url }: Request) => {
          asked.push(new URL(url).pathname);
          return new Response(body, { headers });
        },
      }),
  });
  expect(asked).toEqual(['/first', '/providers/Bravo/challenges/6a10580a3c9b1f0e5d000001']);
  sandbox.close();
});

it('a request that nobody waits for does not end the process if it cannot be sent', async () => {
  const recorded = createSandbox({ record: true, clock: '2026-01-15T10:00:00Z' });
  const session = JSON.parse(JSON.stringify(recorded.session()));
  recorded.close();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const request = { Method: 'NOT A METHOD', Path: '/' };
  const { sandbox, done } = await runSteps(
    session,
    [{ kind: 'Request', row: 1, waits: true, request }] as never,
    {
      webhooks: false,
    },
  );
  sandbox.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect([done.length, unhandled.mock.calls]).toEqual([1, []]);
});

it('a receiver answers in a run what it answered in the recording, also nothing', async () => {
  const answers = [503, 0, 204];
  const recorded = createSandbox({
    record: true,
    clock: '2026-01-15T10:00:00Z',
    webhooks: [{ Url: 'http://shop.test/hooks', Events: ['CustomerCreated'] }],
    deliver: async () => {
      const status = answers.shift() ?? 204;
      if (status === 0) throw new TypeError('fetch failed');
      return new Response(null, { status });
    },
  });
  const outcomes = (sandbox: Sandbox) =>
    (
      sandbox.snapshot().Collections['deliveries'] as unknown as { Attempts: { StatusCode?: number }[] }[]
    ).flatMap(({ Attempts }) => Attempts.map(({ StatusCode }) => StatusCode));
  await recorded.rest('POST', '/customers', { FirstName: 'Ada' });
  await recorded.settle();
  await recorded.clock.advance('P2D');
  const session = JSON.parse(JSON.stringify(recorded.session()));
  const { sandbox } = await runSteps(session, toSteps(session), { webhooks: true });
  expect([outcomes(recorded), outcomes(sandbox)]).toEqual([
    [503, undefined, 204],
    [503, undefined, 204],
  ]);
  for (const one of [recorded, sandbox]) one.close();
});
