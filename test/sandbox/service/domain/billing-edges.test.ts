import { describe, expect, test } from 'vitest';
import { ids } from './billing-kit.ts';
import { RestAccount } from './rest-account.ts';

const april = '2026-04-01T09:00:00Z';
const on = (day: string) => `2026-${day}T09:00:00Z`;

describe('billing that is aligned to a day', () => {
  const aligned = (BillingDateAlignment: string, id: string = ids.basicMonthly) => ({
    variants: { [id]: { BillingDateAlignment } },
  });
  const starts = async (account: RestAccount) =>
    (await account.lines()).flatMap((lines) => lines.map(([, from]) => from));

  test.each([
    ['---31', '2026-03-18', ['2026-03-18', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']],
    ['---31', '2026-05-18', ['2026-05-18', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31']],
    ['---31', '2026-12-18', ['2026-12-18', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
    ['---30', '2026-03-10', ['2026-03-10', '2026-03-30', '2026-04-30', '2026-05-30', '2026-06-30']],
    ['---29', '2026-02-28', ['2026-02-28', '2026-03-29', '2026-04-29', '2026-05-29', '2026-06-29']],
  ])(
    '%s and a signup on %s: begins periods on that day, or on the last of the month',
    async (day, signup, expected) => {
      const account = await RestAccount.open(`${signup}T09:00:00Z`, { catalogue: aligned(day) });
      await account.signup(ids.basicMonthly);
      await account.advanceTo(new Date(Date.parse(signup) + 125 * 86_400_000).toISOString());
      expect((await starts(account)).slice(0, 5)).toEqual(expected);
      expect(account.audit()).toEqual([]);
    },
  );

  test('29 February: begins on the leap day where there is one', async () => {
    const account = await RestAccount.open('2026-05-18T09:00:00Z', {
      catalogue: aligned('--02-29', ids.basicYearly),
    });
    await account.signup(ids.basicYearly);
    await account.advanceTo('2029-03-01T09:00:00Z');
    expect(await starts(account)).toEqual(['2026-05-18', '2027-02-28', '2028-02-29', '2029-02-28']);
  });

  test.each(['--02-30', '--04-31', '--13-01', '---32'])('%s: is no day', async (BillingDateAlignment) => {
    const { api } = await RestAccount.open(april);
    const variant = await api('GET', `planVariants/${ids.basicMonthly}`);
    const changed = { ...variant.body, BillingDateAlignment };
    expect((await api('PUT', `planVariants/${ids.basicMonthly}`, changed)).status).toBe(422);
  });
});

describe('a component is billed from its own start', () => {
  const seat = { ComponentId: ids.seat, Quantity: 1, StartDate: on('04-20') };

  test.each([
    ['of a later order', false, '04-10', '04-12'],
    ['of the signup', true, '04-10', '04-12'],
    ['of a later order, with a pause of no length', false, '04-10', '04-10'],
  ])('after a pause before it: %s', async (_, isOfSignup, pauseDay, resumeDay) => {
    const account = await RestAccount.open(april);
    const cart = { ComponentSubscriptions: [seat] };
    await account.signup(ids.basicMonthly, isOfSignup ? cart : {});
    await account.advanceTo(on('04-05'));
    if (!isOfSignup) await account.change(cart);
    await account.advanceTo(on(pauseDay));
    await account.pause();
    await account.advanceTo(on(resumeDay));
    await account.resume();
    const lines = (await account.lines()).at(-1) ?? [];
    expect(lines.filter(([name]) => name === 'Seat')).toEqual([['Seat', '2026-04-20', '2026-05-01', 1.65]]);
    expect(account.audit()).toEqual([]);
  });

  test('after a planned pause before it', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly, { ComponentSubscriptions: [seat] });
    await account.pause({ StartDate: on('04-10'), EndDate: on('04-12') });
    await account.advanceTo(on('04-12'));
    expect((await account.lines()).at(-1)).toEqual([
      ['Basic', '2026-04-12', '2026-05-01', 6.27],
      ['Seat', '2026-04-20', '2026-05-01', 1.65],
    ]);
  });

  test('after an end before it that is revoked', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly, { ComponentSubscriptions: [seat] });
    await account.contract('POST', 'end', { EndDate: on('04-10') });
    await account.contract('POST', 'revokeCancellation');
    expect((await account.lines()).at(-1)).toEqual([
      ['Reversal: Credit: Basic', '2026-04-10', '2026-05-01', 6.93],
      ['Reversal: Credit: Seat', '2026-04-20', '2026-05-01', 1.65],
    ]);
  });
});

describe('a change of quantity in a pause keeps the terms', () => {
  test.each([
    ['with the plan variant', { PlanVariantId: ids.proMonthly, Quantity: 2 }],
    ['without it', { Quantity: 2 }],
  ])('%s', async (_, cart) => {
    const account = await RestAccount.open(april);
    await account.signup(ids.proMonthly);
    await account.advanceTo(on('04-11'));
    await account.pause();
    await account.advanceTo(on('05-11'));
    await account.change(cart);
    expect((await account.lines()).at(-1)).toEqual([['Pro', '2026-05-11', '2026-06-01', 39.29]]);
    const contract = await account.contract();
    expect(contract.LifecycleStatus).toBe('Active');
    expect(contract).not.toHaveProperty('CurrentPause');
    expect(account.audit()).toEqual([]);
  });

  test('but not after the end of the contract', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.proMonthly);
    await account.contract('POST', 'end', { EndDate: on('04-11') });
    await account.advanceTo(on('04-21'));
    const refused = await account.api('POST', 'orders', {
      ContractId: account.contractId,
      Cart: { Quantity: 2 },
    });
    expect([refused.status, refused.body.Errors?.[0]?.Field]).toEqual([422, 'Cart.PlanVariantId']);
    await account.change({ PlanVariantId: ids.proMonthly });
    expect((await account.lines()).at(-1)).toEqual([['Pro', '2026-04-21', '2026-05-21', 29]]);
  });
});

describe('until BilledUntil, nothing that another system bills is billed here', () => {
  const seats = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };
  const march = '2026-03-01T09:00:00Z';
  const until = { BilledUntil: on('03-20') };

  test('after an upgrade, a pause and a resume', async () => {
    const account = await RestAccount.open(march);
    await account.signup(ids.basicMonthly, seats, until);
    await account.advanceTo(on('03-05'));
    await account.change({ PlanVariantId: ids.proMonthly });
    await account.pause();
    await account.advanceTo(on('03-08'));
    await account.resume();
    expect(await account.lines()).toEqual([]);
    await account.advanceTo(on('03-20'));
    // 16 of 31 days
    expect(await account.lines()).toEqual([
      [
        ['Pro', '2026-03-20', '2026-04-05', 14.97],
        ['Seat', '2026-03-20', '2026-04-05', 4.65],
      ],
    ]);
    expect(account.audit()).toEqual([]);
  });

  test('after a component is replaced by another quantity', async () => {
    const account = await RestAccount.open(march);
    await account.signup(ids.basicMonthly, seats, until);
    await account.advanceTo(on('03-05'));
    const { body } = await account.api('GET', `contracts/${account.contractId}/componentSubscriptions`);
    const replaced = await account.api('POST', `componentSubscriptions/${body[0].Id}/replace`, {
      Quantity: 3,
    });
    expect(replaced.status).toBeLessThan(300);
    await account.advanceTo(on('03-20'));
    // 12 of 31 days
    expect(await account.lines()).toEqual([
      [
        ['Basic', '2026-03-20', '2026-04-01', 3.83],
        ['Seat', '2026-03-20', '2026-04-01', 5.23],
      ],
    ]);
  });

  test('after a pause within a longer period', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicYearly, {}, { BilledUntil: on('09-01') });
    await account.advanceTo(on('04-11'));
    await account.pause();
    await account.resume();
    expect(await account.lines()).toEqual([]);
    expect((await account.contract()).NextBillingDate).toMatch(/^2026-09-01/);
    await account.advanceTo(on('09-01'));
    expect(await account.lines()).toEqual([[['Basic', '2026-09-01', '2027-04-01', 57.5]]]);
  });
});

describe('parts add up to the whole', () => {
  test('after a pause of no length in a period that costs a rounded twelfth', async () => {
    const account = await RestAccount.open(april, {
      catalogue: { variants: { [ids.proYearly]: { RecurringFee: 100, SetupFee: 0 } } },
    });
    await account.signup(ids.proYearly);
    await account.advanceTo(on('04-21'));
    await account.pause();
    await account.resume();
    expect(await account.lines()).toEqual([
      [['Pro', '2026-04-01', '2026-05-01', 8.33]],
      [['Credit: Pro', '2026-04-21', '2026-05-01', -2.78]],
      [['Pro', '2026-04-21', '2026-05-01', 2.78]],
    ]);
  });

  const later = '2026-04-01T15:00:00Z';
  const steps: { readonly [name: string]: (account: RestAccount) => Promise<unknown> } = {
    pause: (account) => account.pause(),
    'a moved end': (account) => account.contract('POST', 'end', { EndDate: later }),
    'an upgrade': (account) => account.change({ PlanVariantId: ids.proMonthly }),
  };

  test.each(Object.keys(steps))('at a later hour of the first day, after an end: %s', async (step) => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.contract('POST', 'end', { EndDate: on('04-03') });
    await account.advanceTo(later);
    await steps[step]?.(account);
    const credits = (await account.documents()).flatMap(({ ItemList }) =>
      ItemList.flatMap(({ TotalGross }) => (TotalGross < 0 ? [TotalGross] : [])),
    );
    expect(credits).toEqual([-11, -0.78]);
    expect(account.audit()).toEqual([]);
  });

  test.each(Array.from({ length: 24 }, (_, at) => (at * 49 + 22) / 100))(
    'after a credit note over %d: of pauses on the first day and the days after',
    async (Amount) => {
      for (const day of ['04-01T15:00:00Z', '04-02T09:00:00Z', '04-17T09:00:00Z']) {
        const account = await RestAccount.open(april);
        await account.signup(ids.basicMonthly);
        const [invoice] = await account.documents();
        await account.api('POST', `invoices/${invoice?.Id}/creditNote`, { Amount });
        for (const end of [on('04-28'), on('04-20')]) await account.contract('POST', 'end', { EndDate: end });
        await account.advanceTo(`2026-${day}`);
        await account.pause();
        expect(account.audit()).toEqual([]);
      }
    },
  );
});
