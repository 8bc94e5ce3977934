import {
  type Action,
  annul,
  beside,
  type Check,
  cancel,
  changePlan,
  type ExploreOptions,
  explore,
  type Merchant,
  pause,
  resume,
  type Scenario,
  usualFaults,
} from 'clientlib-sandbox/explore';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { describeStep, type Step } from '../../../../sandbox/src/clients/explore/life.ts';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import type { TestSandbox } from '../../../../sandbox/src/clients/kit/types.ts';
import {
  createSandbox,
  getWorkspaces,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';
import { some } from '../../../properties.ts';
import { Shop, wrongRules } from './shop.ts';

const months = 3;
const outcomes = ['BearerExpired', 'InsufficientBalance', 'InsufficientBalance, every attempt', 'Returned'];
const actions = [cancel, pause, resume, annul];

/** Who has an active contract and owes nothing may use the shop, until the next billing. */
const agrees =
  (shop: Shop): Check =>
  (sandbox, { ContractId }) => {
    const { LifecycleStatus, Balance } = sandbox.contract(ContractId);
    const { mayUse, until } = shop.accessOf(ContractId);
    expect(mayUse, 'mayUse').toBe(LifecycleStatus === 'Active' && Balance <= 0);
    if (mayUse) expect(until, 'until').toBe(sandbox.contract(ContractId).NextBillingDate?.slice(0, 10) ?? '');
  };

const signsUp: Scenario = (sandbox) => sandbox.signUp();

/** Runs the test of a failure as Vitest would, with the sandbox of its kit. */
async function runTest(
  code: string,
  given: { readonly scenario: Scenario; readonly check: Check; readonly merchant: Merchant },
): Promise<void> {
  let options: SandboxOptions = {};
  let body = async (_fixtures: { readonly sandbox: TestSandbox }): Promise<void> => {};
  const test = Object.assign(
    (_name: string, run: typeof body) => {
      body = run;
    },
    {
      override: (fixtures: { readonly sandboxOptions: SandboxOptions }) => {
        options = fixtures.sandboxOptions;
      },
    },
  );
  const { code: plain } = await transform(code.replace(/^import .*$/gm, ''), { loader: 'ts' });
  new Function('test', 'beside', 'check', 'merchant', 'scenario', plain)(
    test,
    beside,
    given.check,
    given.merchant,
    given.scenario,
  );
  const made = createSandbox(options);
  const [sandbox, end] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1_000);
  try {
    await body({ sandbox });
  } finally {
    end();
    made.close();
  }
}

const explored = (shop: Shop, options: Partial<ExploreOptions> = {}) =>
  explore((sandbox) => sandbox.signUp(), {
    months,
    outcomes,
    actions,
    check: agrees(shop),
    merchant: shop.merchant,
    ...options,
  });

/** The shortest life that shows each mistake. */
const shortest: Readonly<Record<string, readonly string[]>> = {
  'grants on any event': ['BearerExpired'],
  'never takes access away': ['BearerExpired'],
  'ignores failed payments': ['Returned'],
  'ignores payments': ['InsufficientBalance'],
  'ignores changes of the contract': ['cancel, Paid'],
  'reads the contract at its creation alone': ['Paid'],
  'does not read the status': ['cancel, Paid'],
  'does not read the balance': ['BearerExpired'],
  'takes a pause for active': ['pause, Paid'],
  'takes an end for active': ['cancel, Paid'],
  'locks out for good after a pause': ['InsufficientBalance'],
  'locks out for good after a failed payment': ['InsufficientBalance'],
  'tolerates two failed payments': ['BearerExpired'],
  'takes a debt for a credit': ['BearerExpired'],
  'grants with the invoice': ['BearerExpired', 'Paid'],
  'takes each event once': ['Paid'],
  'keeps the first state': ['Paid', 'Paid'],
  'is a day short': [],
  'counts 30 days from the last': ['Paid'],
  'grants a month by the contract and one by the payment': ['Paid'],
  'lets in whose money was given back': ['annul, Paid'],
  'never moves the day': ['Paid'],
};

const isBoth = ({ action, outcome }: Step) => action === 'pause' && outcome !== 'Paid';

describe('explore', () => {
  it('explores every life once, and merges equal ones', async () => {
    const report = await explore((sandbox) => sandbox.signUp(), {
      months: 3,
      outcomes: ['InsufficientBalance', 'PendingThenPaid'],
      actions: [],
      check: () => {},
    });
    expect(report).toMatchObject({ lives: 27, isComplete: true, failures: [] });
  });

  it('finds nothing in a correct shop', async () => {
    const report = await explored(new Shop(), { months: 2 });
    expect([report.failures.map(({ message, table }) => `${message}\n${table}`), report.isComplete]).toEqual([
      [],
      true,
    ]);
  });

  it.each(some(Object.entries(shortest), 4))(
    'finds that a shop %s, and shrinks it to %j',
    async (name, steps) => {
      const { failures } = await explored(new Shop(wrongRules[name]));
      expect(failures.map(({ life }) => life.steps.map(describeStep))).toEqual([steps]);
    },
  );

  it('shrinks a life only to one that fails for the same reason', async () => {
    const report = await explore(signsUp, {
      months: 2,
      outcomes: ['BearerExpired'],
      actions: [],
      check: (_sandbox, { steps }) => {
        if (steps.at(-1)?.outcome === 'BearerExpired')
          throw new Error(steps.length === 2 ? 'the second renewal' : 'the first renewal');
      },
    });
    expect(report.failures.map(({ message, life }) => [message, life.steps.map(describeStep)])).toEqual([
      ['the second renewal', ['Paid', 'BearerExpired']],
    ]);
  });

  it.each([
    ['a fault that does not matter', ({ fault }: Step) => fault === '503', () => true, 'Paid'],
    ['an action that does not matter', ({ action }: Step) => action === 'pause', () => true, 'Paid'],
    ['a decline that does not matter', ({ outcome }: Step) => outcome !== 'Paid', () => true, 'Paid'],
    ['an action beside a decline that does', isBoth, ({ outcome }: Step) => outcome !== 'Paid', 'Rejected'],
    ['a decline beside an action that does', isBoth, ({ action }: Step) => action === 'pause', 'pause, Paid'],
  ] as const)('leaves out %s', async (_what, isMet, matters, shortest) => {
    let wasMet = false;
    const { failures } = await explore(signsUp, {
      months: 2,
      outcomes: ['Rejected'],
      actions: [pause],
      faults: ['503'],
      merchant: {
        webhooks: async (_event, sandbox) => void (await sandbox.rest('GET', '/plans').catch(() => {})),
        reset: () => {},
      },
      // Simpler lives are explored first: the first one to fail has more than matters.
      check: (_sandbox, { steps }) => {
        wasMet ||= steps.some(isMet);
        if (wasMet && steps.length === 2 && steps.some(matters)) throw new Error('the second renewal');
      },
    });
    expect(failures.map(({ life }) => life.steps.map(describeStep))).toEqual([
      expect.arrayContaining([shortest]),
    ]);
    expect(failures[0]?.life.steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  it('leaves out a fault of the first period that does not matter', async () => {
    let wasMet = false;
    const { failures } = await explore(signsUp, {
      months: 1,
      outcomes: ['Rejected'],
      actions: [],
      faults: ['503'],
      merchant: {
        webhooks: async (_event, sandbox) => void (await sandbox.rest('GET', '/plans').catch(() => {})),
        reset: () => {},
      },
      check: (_sandbox, { steps }) => {
        wasMet ||= steps.some(({ fault }) => fault !== undefined);
        if (wasMet && steps.length === 1) throw new Error('the renewal');
      },
    });
    expect(failures.map(({ life }) => life.steps)).toEqual([[{ action: 'nothing', outcome: 'Paid' }]]);
  });

  it('finds a shortest life for each bug', () => {
    expect(Object.keys(shortest)).toEqual(Object.keys(wrongRules));
  });

  it('produces the same report twice, byte for byte, however the merchant stores its state', async () => {
    const report = async (merchant: (shop: Shop) => Merchant) => {
      const shop = new Shop(wrongRules['grants with the invoice']);
      return explored(shop, { merchant: merchant(shop), months: 2 });
    };
    const first = await report((shop) => shop.merchant);
    const second = await report((shop) => shop.merchant);
    expect([second.text, second.html, second.junit]).toEqual([first.text, first.html, first.junit]);
    // A back end that cannot copy its state lives each life from its beginning.
    const afresh = await report(({ merchant: { webhooks, restore } }) => ({
      ...(webhooks === undefined ? {} : { webhooks }),
      reset: () => restore?.([]),
    }));
    expect(afresh.failures.map(({ table, test }) => table + test)).toEqual(
      first.failures.map(({ table, test }) => table + test),
    );
  });

  it('begins each life with a merchant that has forgotten the one before', async () => {
    let state = 0;
    const found: number[] = [];
    const scenario: Scenario = (sandbox) => {
      found.push(state);
      state += 1;
      return sandbox.signUp();
    };
    const merchant: Merchant = {
      reset: () => {
        state = 0;
      },
    };
    await explore(scenario, {
      months: 1,
      outcomes: ['BearerExpired'],
      actions: [],
      check: () => {},
      merchant,
    });
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found)).toEqual(new Set([0]));
  });

  it('reports what was reached and what never was', async () => {
    const { coverage, outcomes: used, text, html, junit } = await explored(new Shop(), { months: 2 });
    expect(coverage[0]).toEqual({
      what: 'Statuses of the contract',
      reached: ['Active', 'Paused', 'Ended', 'Annulled'],
      never: ['Draft', 'InTrial'],
    });
    expect(used).toEqual({ used: outcomes, never: [] });
    expect(text).toContain('Every check holds.');
    for (const report of [text, html, junit]) {
      expect(report).toMatch(/\d+ lives, \d+ states, \d+ of them equal to one before\./);
      expect(report).toContain(
        'Statuses of the contract: 4 of 6 reached: Active, Paused, Ended, Annulled\n  never: Draft, InTrial\n',
      );
      expect(report).toContain('Outcomes that no payment had: none');
    }
    expect(junit).toMatch(
      /<testsuite [^>]*>\n.*<testcase[^>]*\/>\n {4}<system-out>[^<]*<\/system-out>\n {2}<\/testsuite>/,
    );
  });

  it('prints decisions, events and a test to paste', async () => {
    const { failures } = await explored(new Shop(wrongRules['grants with the invoice']));
    const [{ table, test } = { table: '', test: '' }] = failures;
    expect(table).toContain('period 1 (P1M): BearerExpired\nperiod 2 (P1M): Paid');
    expect(table).toContain('2026-02-15T09:00:00.000Z  PaymentFailed');
    expect(test).toBe(`import { beside, test } from 'clientlib-sandbox/vitest';
import { check, merchant, scenario } from './scenario'; // those that explore was given

const shop = beside(merchant);
test.override({ sandboxOptions: { seed: 'explore', clock: '2026-01-15T09:00:00Z', ...shop.sandboxOptions } });

test('BearerExpired; Paid', async ({ sandbox }) => {
  await shop.enter(sandbox);
  const { ContractId } = await scenario(sandbox);
  await sandbox.clock.advance('P14D');
  await sandbox.settle();
  {
    // Period 1: BearerExpired
    sandbox.payments.next({ ContractId, Outcome: { Code: 'BearerExpired' } });
    await sandbox.clock.advance('P1M');
    await sandbox.settle();
    sandbox.payments.clear();
  }
  {
    // Period 2: Paid
    await sandbox.clock.advance('P1M');
    await sandbox.settle();
    sandbox.payments.clear();
  }
  await check(sandbox, { ContractId });
});
`);
  });

  it.each([
    ['a declined payment', 'grants with the invoice', {}],
    ['a change of plan', 'never moves the day', { actions: [changePlan()], outcomes: [] }],
  ])('the test of a failure fails like the life, after %s', async (_what, name, options) => {
    const shop = new Shop(wrongRules[name]);
    const report = await explored(shop, options);
    const [{ message, test } = { message: '', test: '' }] = report.failures;
    const fresh = new Shop(wrongRules[name]);
    await expect(
      runTest(test, { scenario: signsUp, check: agrees(fresh), merchant: fresh.merchant }),
    ).rejects.toThrow(message);
    const right = new Shop();
    await runTest(test, { scenario: signsUp, check: agrees(right), merchant: right.merchant });
  });

  it('keeps names of several lines in the comments of a test', async () => {
    const { failures } = await explored(new Shop(), {
      outcomes: [],
      actions: [{ name: 'a\nthrow 1;', run: () => {} }],
      check: (_sandbox, { steps }) => expect(steps.every(({ action }) => action === 'nothing')).toBe(true),
    });
    expect(failures[0]?.test).toContain('// Period 1: a throw 1;, Paid\n');
  });

  it("applies faults to the merchant's requests, and the correct shop recovers", async () => {
    const faults = usualFaults;
    const options = { months: 1, outcomes: ['BearerExpired'], actions: [], faults };
    const right = await explored(new Shop(), options);
    expect([right.failures, right.faults], right.text).toEqual([[], { used: faults, never: [] }]);
    // The shop that takes what it could not read for done, and reads when a payment fails alone.
    const shop = new Shop();
    const { webhooks } = shop.merchant;
    const hear = webhooks as (event: object, sandbox: TestSandbox) => Promise<void>;
    const careless: Merchant = {
      ...shop.merchant,
      webhooks: async (event, sandbox) => {
        if (/^(ContractCreated|Payment(Failed|Succeeded))$/.test(event.Event))
          await hear(event, sandbox).catch(() => {});
      },
    };
    const { failures } = await explored(shop, { ...options, merchant: careless });
    expect(failures.map(({ life }) => life.steps.map(describeStep))).toEqual([['Paid, 429']]);
    expect(failures[0]?.test).toContain(
      "    sandbox.faults.add({ Path: '/api/v1/*', Times: 1, Fault: { Status: 429 } });\n",
    );
  });

  it("applies faults to the merchant's actions: an order with a lost response is ordered twice", async () => {
    const buy: Action = {
      name: 'buy',
      meetsFaults: true,
      async run(sandbox, { ContractId }) {
        const order = () =>
          sandbox.rest('POST', '/orders', {
            ContractId,
            Cart: { PlanVariantId: 'b00000000000000000000003' },
          });
        await order().catch(order);
      },
    };
    const { failures, faults } = await explore(signsUp, {
      months: 2,
      outcomes: [],
      actions: [buy],
      faults: [
        '503',
        'AnswerLost',
        { name: 'no mails', rule: { Path: '/sandbox/mails', Fault: { Status: 500 } } },
      ],
      check: async (sandbox, { steps }) => {
        const orders = await sandbox.rest<object[]>('GET', '/orders');
        expect(orders.length).toBe(1 + steps.filter(({ action }) => action === 'buy').length);
      },
    });
    expect(failures.map(({ life }) => life.steps.map(describeStep))).toEqual([['buy, Paid, AnswerLost']]);
    expect(faults).toEqual({ used: ['503', 'AnswerLost'], never: ['no mails'] });
  });

  it('reports a fault as never met where no request comes that it could meet', async () => {
    const { lives, faults } = await explore(signsUp, {
      months: 1,
      outcomes: [],
      actions: [],
      faults: ['503'],
      check: () => {},
    });
    expect([lives, faults]).toEqual([1, { used: [], never: ['503'] }]);
  });

  it.each([
    [{ months: 0 }, 'months: expected a whole number above 0, got 0.'],
    [{ merchant: { snapshot: () => 1 } }, 'merchant.restore is missing'],
    [{ merchant: { webhooks: () => {} } }, 'merchant.webhooks needs reset(), or snapshot() and restore()'],
    [
      { faults: ['500'] },
      'faults: expected 429, 503, RequestDropped, AnswerLost or { name, rule }, got "500"',
    ],
    [
      { actions: [cancel, { name: 'cancel', run: () => {} }] },
      'actions: expected different names, got cancel,cancel.',
    ],
    [
      { outcomes: [{ name: 'Paid', outcome: { Lose: true } }] },
      'outcomes: expected different names, got Paid,Paid.',
    ],
    // The name of a step in which nothing is done.
    [{ actions: [{ name: 'nothing', run: () => {} }] }, 'actions: expected different names, got nothing.'],
    [{ outcomes: ['InsuficientBalance'] }, 'did you mean InsufficientBalance?'],
  ] as const)('refuses %j', async (options, message) => {
    await expect(explored(new Shop(), options)).rejects.toThrow(message);
  });
});

it('the merchant of each life has its state back before it gets the sandbox', async () => {
  const calls: string[] = [];
  await explore(signsUp, {
    months: 1,
    outcomes: ['Paid'],
    actions: [cancel],
    check: () => {},
    merchant: {
      snapshot: () => ({}),
      restore: () => void calls.push('restore'),
      enter: () => void calls.push('enter'),
    },
  });
  expect(calls.length).toBeGreaterThan(4);
  expect(calls.filter((name, at) => name !== ['restore', 'enter'][at % 2])).toEqual([]);
});
