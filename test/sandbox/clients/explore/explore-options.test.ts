import {
  type Action,
  type ExploreOptions,
  explore,
  type Life,
  usualOutcomes,
} from 'clientlib-sandbox/explore';
import { expect, it } from 'vitest';
import type { TestSandbox } from '../../../../sandbox/src/clients/kit/types.ts';

const few = { months: 1, outcomes: [], actions: [] } as const;

/** Explores, and keeps what the check saw of each life. */
async function seen<T>(look: (sandbox: TestSandbox, life: Life) => T, options: Partial<ExploreOptions> = {}) {
  const looks: T[] = [];
  const report = await explore((sandbox) => sandbox.signUp(), {
    ...few,
    ...options,
    check: (sandbox, life) => void looks.push(look(sandbox, life)),
  });
  return { looks, report };
}

const at = ({ clock }: TestSandbox, { steps, seed }: Life) => [steps.length, seed, clock.now().toISOString()];

it.each<[string, Partial<ExploreOptions>, readonly unknown[]]>([
  [
    'usual ones',
    {},
    [
      [0, 'explore', '2026-01-29T09:00:00.000Z'],
      [1, 'explore', '2026-02-28T09:00:00.000Z'],
    ],
  ],
  [
    'your own',
    { offset: 'P1D', period: 'P1W', sandboxOptions: { seed: 'mine', clock: '2027-03-01T00:00:00Z' } },
    [
      [0, 'mine', '2027-03-02T00:00:00.000Z'],
      [1, 'mine', '2027-03-09T00:00:00.000Z'],
    ],
  ],
  [
    'two periods',
    { months: 2, sandboxOptions: { seed: 'mine' } },
    [
      [0, 'mine', '2026-01-29T09:00:00.000Z'],
      [1, 'mine', '2026-02-28T09:00:00.000Z'],
      [2, 'mine', '2026-03-28T09:00:00.000Z'],
    ],
  ],
])(
  'a life has the seed, the beginning and the periods of its options: %s',
  async (_which, options, expected) => {
    expect((await seen(at, options)).looks).toEqual(expected);
  },
);

it('tries each usual outcome with each usual action, where there is something to decide', async () => {
  const { looks } = await seen((_sandbox, { steps }) => steps[0], {
    outcomes: usualOutcomes,
    actions: ['nothing'].map((name) => ({ name: `${name} else`, run: () => {} })),
  });
  const of = (action: string) => looks.flatMap((step) => (step?.action === action ? [step.outcome] : []));
  expect([of('nothing'), of('nothing else')]).toEqual([usualOutcomes, usualOutcomes]);
  const names: (string | undefined)[] = [];
  await explore((sandbox) => sandbox.signUp(), {
    months: 1,
    outcomes: [],
    check: (_sandbox, { steps }) => void names.push(steps[0]?.action),
  });
  // What is not paused is not resumed.
  expect(names).toEqual([undefined, 'nothing', 'cancel', 'pause', 'change of plan']);
});

it.each<[Partial<ExploreOptions>, object]>([
  [{ maxLives: 1 }, { lives: 1, isComplete: false }],
  [{ maxLives: 2 }, { lives: 2, isComplete: false }],
  [{ maxLives: 3 }, { lives: 2, isComplete: true }],
])('ends with %j', async (options, expected) => {
  const { report } = await seen(() => {}, { outcomes: ['Rejected'], ...options });
  expect(report).toMatchObject(expected);
});

it.each([
  [undefined, ['Rejected 1']],
  [1, ['Rejected 1']],
  [2, ['Rejected 1', 'BearerExpired 1']],
  [3, ['Rejected 1', 'BearerExpired 1']],
])('finds as many different failures as it may: %s', async (maxFailures, expected) => {
  const { failures, isComplete } = await explore((sandbox) => sandbox.signUp(), {
    ...few,
    months: 2,
    outcomes: ['Rejected', 'BearerExpired'],
    ...(maxFailures === undefined ? {} : { maxFailures }),
    check: (_sandbox, { ContractId, steps }) => {
      const wrong = steps.findIndex(({ outcome }) => outcome !== 'Paid');
      return wrong < 0 ? undefined : Promise.reject(`${steps[wrong]?.outcome} of ${ContractId}`);
    },
  });
  expect(failures.map(({ message, life }) => `${message.split(' of ')[0]} ${life.steps.length}`)).toEqual(
    expected,
  );
  expect(isComplete).toBe(maxFailures === 3);
});

it.each([0, -1, 1.5, Number.NaN])('refuses %s months', async (months) => {
  await expect(seen(() => {}, { months })).rejects.toThrow(
    `explore: months: expected a whole number above 0, got ${months}.`,
  );
});

it.each<[string, Action['run'], boolean]>([
  ['that the service refuses', (sandbox) => sandbox.rest('GET', '/contracts/x'), false],
  ['that is done', () => {}, true],
])('leaves out lives with an action %s', async (_which, run, isThere) => {
  const { looks } = await seen((_sandbox, { steps }) => steps[0]?.action, { actions: [{ name: 'a', run }] });
  expect(looks.includes('a')).toBe(isThere);
});

it.each<[string, unknown]>([
  ['fails at the service', new Error('GET /x: 500 {}')],
  ['is broken', new Error('no code 404 here')],
  ['throws a text', 'GET /x: 404 {}'],
])('rejects with the error of an action that %s', async (_how, error) => {
  const run = () => {
    throw error;
  };
  await expect(seen(() => {}, { actions: [{ name: 'a', run }] })).rejects.toBe(error);
  // A fault of the merchant's own code may be why, and so may no fault.
  const actions = [{ name: 'a', run, meetsFaults: true }];
  await expect(seen(() => {}, { actions, faults: ['503'] })).rejects.toBe(error);
});

it('ends what was decided and every fault with the period', async () => {
  const { looks } = await seen(
    ({ payments, faults }, { steps }) => [steps.length, payments.list().length, faults.list().length],
    {
      outcomes: ['InsufficientBalance, every attempt'],
      faults: ['503'],
      merchant: { webhooks: (_event, sandbox) => sandbox.rest('GET', '/plans'), reset: () => {} },
    },
  );
  expect(looks.length).toBeGreaterThan(2);
  expect(new Set(looks.map(([, ...left]) => left.join()))).toEqual(new Set(['0,0']));
});

it('counts the lives below equal states also with faults', async () => {
  const merchant = { webhooks: (_event: unknown, sandbox: TestSandbox) => sandbox.rest('GET', '/plans') };
  const run = async (more: object) =>
    (await seen(at, { months: 3, faults: ['503'], merchant: { ...merchant, ...more } })).report;
  const [merged, whole] = [
    await run({ snapshot: () => 0, restore: () => {} }),
    await run({ reset: () => {} }),
  ];
  expect(merged.merged).toBeGreaterThan(0);
  expect(merged.lives).toBe(whole.lives);
});

it('merges equal states, which are counted, only where the state of the merchant can be read', async () => {
  const options = { months: 2, actions: [{ name: 'wait', run: () => {} }] };
  const { report: merged, looks } = await seen(at, options);
  const { report: whole, looks: all } = await seen(at, { ...options, merchant: { reset: () => {} } });
  expect([merged.lives, merged.merged, merged.isComplete]).toEqual([4, 1, true]);
  expect([whole.lives, whole.merged, whole.isComplete]).toEqual([4, 0, true]);
  expect([merged.states, whole.states]).toEqual([looks.length, all.length]);
  let state = 0;
  // A merchant whose state is another one after each life has no equal states.
  const merchant = { snapshot: () => (state += 1), restore: () => {} };
  expect((await seen(at, { ...options, merchant })).report.merged).toBe(0);
});

it("goes on after an action of the merchant's own code that a fault has broken", async () => {
  const run: Action['run'] = (sandbox) => sandbox.rest('POST', '/customers', { FirstName: 'Ada' });
  const faults = ['503', '429', 'RequestDropped', 'AnswerLost'];
  const { looks, report } = await seen((_sandbox, { steps }) => steps[0]?.fault, {
    actions: [{ name: 'buy', run, meetsFaults: true }],
    faults,
  });
  expect(looks.filter((fault) => fault !== undefined)).toEqual(faults);
  expect(report.faults).toEqual({ used: faults, never: [] });
});

it('counts as reached what happened before a check failed', async () => {
  const { coverage } = await explore((sandbox) => sandbox.signUp(), {
    ...few,
    check: () => {
      throw new Error('at once');
    },
  });
  expect(coverage.map(({ reached }) => reached)).toEqual([
    ['Active'],
    expect.arrayContaining(['Succeeded']),
    expect.arrayContaining(['ContractCreated', 'PaymentSucceeded']),
  ]);
});
