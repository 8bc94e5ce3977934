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

describe('components ordered in a trial, of a contract that another system bills beyond it', () => {
  const seats = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };
  const trial = async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.proTrial, {}, { BilledUntil: on('05-20') });
    await account.advanceTo(on('04-03'));
    await account.change(seats);
    expect(await account.lines()).toEqual([]);
    return account;
  };
  const plan = { PlanVariantId: ids.basicMonthly };
  const endsTrialOn = (day: string) => async (account: RestAccount) => {
    await account.contract('PUT', 'trialend', { TrialEndDate: on(day) });
  };

  // Nine euros a month; from the 20th on, the fee too.
  test.each<readonly [string, string, number, number, (account: RestAccount) => Promise<void>]>([
    ['at its end', '04-15', 9, 1.45, async () => {}],
    ['at an earlier end', '04-08', 9, 3.48, endsTrialOn('04-08')],
    ['at a later end', '04-22', 8.4, 0, endsTrialOn('04-22')],
    ['at a change that ends it', '04-06', 9, 4.06, (account) => account.change(plan)],
    [
      'at a change that is planned to end it',
      '04-10',
      9,
      2.9,
      (account) => account.change(plan, { ChangeDate: on('04-10') }),
    ],
  ])('are billed %s, for all its days', async (_, start, first, second, ends) => {
    const account = await trial();
    await account.advanceTo(on('04-06'));
    await ends(account);
    const ofMonth = `2026-05-${start.slice(3)}`;
    const expected = [
      ['Seat', `2026-${start}`, second === 0 ? '2026-05-20' : ofMonth, first],
      ...(second === 0 ? [] : [['Seat', ofMonth, '2026-05-20', second]]),
    ];
    const preview = await account.contract('GET', 'previewNextRecurring');
    await account.advanceTo(on('05-19'));
    expect(await account.lines()).toEqual([expected]);
    await account.advanceTo(on('05-20'));
    const [, next] = await account.totals();
    expect([preview.NextBillingDate.slice(0, 10), preview.Invoice.TotalGross]).toEqual(['2026-05-20', next]);
    expect(account.audit()).toEqual([]);
  });

  test('are billed once if they are billed in trials', async () => {
    const account = await RestAccount.open(april, {
      catalogue: { components: { [ids.seat]: { BillInTrial: true } } },
    });
    await account.signup(ids.proTrial, {}, { BilledUntil: on('05-20') });
    await account.advanceTo(on('04-03'));
    await account.change(seats);
    await account.advanceTo(on('04-06'));
    await account.change(plan);
    expect(await account.lines()).toEqual([
      [['Seat', '2026-04-03', '2026-04-15', 3.48]],
      [
        ['Seat', '2026-04-15', '2026-05-06', 6.3],
        ['Seat', '2026-05-06', '2026-05-20', 4.06],
      ],
    ]);
    expect(account.audit()).toEqual([]);
  });
});

describe('days of a pause that nobody paid are billed once they are paid days', () => {
  test('of a component that is ordered in a pause before BilledUntil', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly, {}, { BilledUntil: on('06-01') });
    await account.advanceTo(on('04-10'));
    await account.pause();
    await account.advanceTo(on('04-12'));
    await account.change({ ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] });
    await account.advanceTo(on('04-21'));
    await account.resume();
    expect(await account.lines()).toEqual([
      [
        ['Seat', '2026-04-21', '2026-05-01', 1.5],
        ['Seat', '2026-05-01', '2026-06-01', 4.5],
      ],
    ]);
  });

  test('of a component that ended in a pause, if a later order begins in it', async () => {
    const account = await RestAccount.open(april);
    const seat = { ComponentId: ids.seat, Quantity: 1, EndDate: on('04-18') };
    await account.signup(ids.basicMonthly, { ComponentSubscriptions: [seat] });
    await account.advanceTo(on('04-10'));
    await account.pause();
    await account.advanceTo(on('04-21'));
    await account.resume();
    await account.change({ PlanVariantId: ids.proMonthly }, { ChangeDate: on('04-12') });
    expect((await account.lines()).at(-1)).toEqual([
      ['Credit: Basic', '2026-04-21', '2026-05-01', -3.3],
      ['Pro', '2026-04-12', '2026-05-12', 29],
      ['Seat', '2026-04-12', '2026-04-18', 0.9],
    ]);
    expect(account.audit()).toEqual([]);
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

describe('a change in a pause or trial that is over costs the same whenever it is ordered', () => {
  const sumOf = async (account: RestAccount) =>
    (await account.lines())
      .flat()
      .reduce((sum, [name, , , net]) => sum + (/Seat/.test(name) ? net * 100 : 0), 0);
  const seats = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };

  test.each(['04-20', '04-25'])('in a pause, ordered on %s', async (day) => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly, seats);
    await account.pause({ StartDate: on('04-11'), EndDate: on('04-21') });
    await account.advanceTo(on(day));
    await account.change({ PlanVariantId: ids.proMonthly }, { ChangeDate: on('04-15') });
    await account.advanceTo(on('04-26'));
    expect(Math.round(await sumOf(account))).toBe(1200);
    expect(account.audit()).toEqual([]);
  });

  test.each(['04-12', '04-25'])('in a trial, ordered on %s', async (day) => {
    const account = await RestAccount.open(april);
    await account.signup(ids.proTrial, seats);
    await account.advanceTo(on(day));
    await account.change({ PlanVariantId: ids.basicMonthly }, { ChangeDate: on('04-10') });
    await account.advanceTo(on('04-26'));
    expect(Math.round(await sumOf(account))).toBe(900);
  });
});

describe('all views show one next billing date', () => {
  const dates = async (account: RestAccount) => {
    const { body: token } = await account.api('GET', `contracts/${account.contractId}/selfServiceToken`);
    const details = await account.api('GET', 'CustomerSelfService/contract', undefined, {
      Authorization: `Bearer ${token.Token}`,
    });
    const preview = await account.contract('GET', 'previewNextRecurring');
    const { NextBillingDate, CustomerId } = await account.contract();
    const rows = await account.api('GET', `subscriptions?customerId=${CustomerId}`);
    const all = [
      NextBillingDate,
      preview.NextBillingDate,
      rows.body[0]?.NextBillingDate,
      details.body.NextTotalGrossDate,
    ];
    return all.map((date) => date?.slice(0, 10));
  };
  const all = (date: string | undefined) => [date, date, date, date];
  const fifth = '2026-04-05T09:00:00Z';

  test('before and in a planned pause', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.basicMonthly);
    expect(await dates(account)).toEqual(all('2026-05-05'));
    await account.pause({ StartDate: on('04-20'), EndDate: on('05-20') });
    expect(await dates(account)).toEqual(all('2026-05-20'));
    await account.advanceTo(on('04-25'));
    expect(await dates(account)).toEqual(all('2026-05-20'));
  });

  test('in a pause without an end', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.basicMonthly);
    await account.pause();
    expect(await dates(account)).toEqual(all(undefined));
  });

  test('before the end, which bills the usage that is left', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.basicMonthly);
    await account.contract('POST', 'usage', { ComponentId: ids.apiCalls, Quantity: 1000, Key: 'u1' });
    await account.contract('POST', 'end', { EndDate: on('05-05') });
    expect(await dates(account)).toEqual(all('2026-05-05'));
    const { Invoice } = await account.contract('GET', 'previewNextRecurring');
    await account.advanceTo(on('05-06'));
    expect((await account.totals()).at(-1)).toBe(Invoice.TotalGross);
  });

  test('before an end in time that another system bills', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.basicMonthly, {}, { BilledUntil: on('05-05') });
    await account.contract('POST', 'end', { EndDate: on('04-20') });
    expect(await dates(account)).toEqual(all('2026-04-20'));
  });

  test('before an end in a trial, in time that another system bills', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.proTrial, {}, { BilledUntil: on('04-08') });
    await account.contract('POST', 'end', { EndDate: on('04-07') });
    expect(await dates(account)).toEqual(all('2026-04-07'));
  });

  test('of a signup with an end', async () => {
    const account = await RestAccount.open(fifth);
    await account.signup(ids.basicMonthly, {}, { EndDate: on('05-05') });
    expect(await dates(account)).toEqual(all('2026-05-05'));
  });
});

describe('an order that is committed later', () => {
  test('costs what it showed', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.advanceTo(on('04-11'));
    const order = await account.order({ PlanVariantId: ids.proMonthly });
    await account.advanceTo(on('04-14'));
    expect((await account.commit(order.Id)).status).toBe(200);
    const [, invoice] = await account.documents();
    expect([order.TotalGross, invoice?.TotalGross]).toEqual([26.66, 26.66]);
  });

  test('is rejected if a renewal came between', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.advanceTo(on('04-11'));
    const order = await account.order({ PlanVariantId: ids.proMonthly });
    await account.advanceTo(on('05-14'));
    expect((await account.commit(order.Id)).status).toBe(409);
    expect(await account.totals()).toHaveLength(2);
  });
});

describe('usage of missed periods', () => {
  test('is billed with them when a change ends the periods', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.contract('PATCH', '', { BillingSuspended: true });
    await account.advanceTo(on('05-10'));
    await account.contract('POST', 'usage', { ComponentId: ids.apiCalls, Quantity: 1000, Key: 'u1' });
    await account.change({ PlanVariantId: ids.basicYearly });
    expect((await account.lines()).at(-1)).toEqual([
      ['Basic', '2026-05-01', '2026-05-10', 2.87],
      ['Basic', '2026-05-10', '2027-05-10', 99],
      ['API calls', '2026-05-10', '2026-05-10', 10],
    ]);
  });

  test('is billed with them up to the change; usage after it is billed with the next period', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.contract('PATCH', '', { BillingSuspended: true });
    for (const [day, Quantity] of [
      ['05-10', 1000],
      ['05-12', 500],
    ] as const) {
      await account.advanceTo(on(day));
      await account.contract('POST', 'usage', { ComponentId: ids.apiCalls, Quantity, Key: day });
    }
    await account.change({ PlanVariantId: ids.proMonthly }, { ChangeDate: on('05-10') });
    expect((await account.lines()).at(-1)).toEqual([
      ['Basic', '2026-05-01', '2026-05-10', 2.87],
      ['Pro', '2026-05-10', '2026-06-10', 29],
      ['API calls', '2026-05-10', '2026-05-10', 10],
    ]);
    await account.contract('PATCH', '', { BillingSuspended: false });
    await account.advanceTo(on('06-10'));
    expect((await account.lines()).at(-1)).toEqual([
      ['Pro', '2026-06-10', '2026-07-10', 29],
      ['API calls (500 included)', '2026-05-12', '2026-05-12', 0],
    ]);
  });
});

describe('credited days that are charged again', () => {
  test('are credited once, on the invoice that charges them again', async () => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly);
    await account.contract('POST', 'end', { EndDate: on('04-16') });
    await account.contract('POST', 'revokeCancellation');
    const [original, , again] = await account.documents();
    const credit = async (invoice: { Id: string } | undefined, Amount?: number) => {
      const { status, body } = await account.api('POST', `invoices/${invoice?.Id}/creditNote`, { Amount });
      return [status < 300 ? 'created' : status, body.TotalGross];
    };
    expect(await credit(original, 5.9)).toEqual([422, undefined]);
    expect(await credit(again)).toEqual(['created', -5.89]);
    expect(await credit(again)).toEqual([409, undefined]);
    expect(await credit(original)).toEqual(['created', -5.89]);
    expect(await credit(original)).toEqual([409, undefined]);
    expect((await account.contract()).Balance).toBe(0);
    expect(account.audit()).toEqual([]);
  });
});

describe('dates without a time are days of the account', () => {
  const entries = (ValidFrom: string) => [
    { Country: 'DE', Rate: 19 },
    { Country: 'DE', Rate: 16, ValidFrom },
  ];
  const withRates = async (account: RestAccount, ValidFrom: string, SplitOnTaxChange: boolean) => {
    const { body: policies } = await account.api('GET', 'taxPolicies');
    const change = { SplitOnTaxChange, Entries: entries(ValidFrom) };
    const { status, body } = await account.api('PATCH', `taxPolicies/${policies[0].Id}`, change);
    if (status >= 300) throw new Error(JSON.stringify(body));
  };

  test.each([
    ['a day', '2026-07-01', true, [16]],
    ['a day, without a split', '2026-07-01', false, [16]],
    ['an instant of that day, with a split', '2026-07-01T00:00:00Z', true, [19, 16]],
  ])('VAT that changes on %s', async (_, ValidFrom, splits, rates) => {
    const account = await RestAccount.open('2026-06-30T22:00:00Z');
    await withRates(account, ValidFrom, splits);
    await account.signup(ids.basicMonthly);
    const lines = (await account.documents()).flatMap(({ ItemList }) => ItemList);
    expect(lines.map(({ VatPercentage }) => VatPercentage)).toEqual(rates);
    expect((await account.lines()).flat().every(([, from, to]) => from < to)).toBe(true);
  });

  test('a coupon is valid until the end of its last day', async () => {
    const account = await RestAccount.open('2026-07-31T20:00:00Z');
    const { body: coupons } = await account.api('GET', 'coupons');
    const coupon = coupons[0];
    const changed = await account.api('PATCH', `coupons/${coupon.Id}`, { ValidUntil: '2026-07-31' });
    expect(changed.body.ValidUntil).toBe('2026-07-31T21:59:59.9990000Z');
  });
});

describe('documents', () => {
  test.each([
    ['has no document if every line is 0.00', false, []],
    ['has a document over 0.00 if amounts cancel out', true, [0]],
  ])('a period with a discount of 100 percent %s', async (_, CreateSeparateLineItem, totals) => {
    const account = await RestAccount.open(april, {
      catalogue: {
        discounts: { Effect: { Type: 'Relative', ReductionPercent: 100 }, CreateSeparateLineItem },
      },
    });
    await account.signup(ids.basicMonthly, { CouponCode: 'HALF1' });
    expect(await account.totals()).toEqual(totals);
    expect(account.audit()).toEqual([]);
  });

  const seat = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] };
  const replaces = async (account: RestAccount) => {
    const [{ Id }] = await account.contract('GET', 'componentSubscriptions');
    return account.api('POST', `componentSubscriptions/${Id}/replace`, { Quantity: 1 });
  };

  test.each<readonly [string, string[], (account: RestAccount) => Promise<unknown>]>([
    ['a plan by itself', ['Basic'], (account) => account.change({ PlanVariantId: ids.basicMonthly })],
    ['a component by itself', ['Seat'], replaces],
  ])('a change of %s has an invoice over 0.00, which later credits refer to', async (_, [name], changes) => {
    const account = await RestAccount.open(april);
    await account.signup(ids.basicMonthly, seat);
    await account.advanceTo(on('04-11'));
    await changes(account);
    await account.pause();
    const [, changed, credit] = await account.documents();
    expect(changed).toMatchObject({ TotalGross: 0, InvoiceNumber: '2026-000002' });
    const charged = changed?.ItemList.find(
      ({ Description }: { Description: string }) => Description === name,
    );
    expect(credit?.ItemList.map((line) => line.CreditedLineItemId)).toContain(charged?.Id);
    expect(account.audit()).toEqual([]);
  });
});

test('a card expires, and is refused, at the end of its month in the time zone of the account', async () => {
  const account = await RestAccount.open('2026-02-15T09:00:00Z', {
    catalogue: { variants: { [ids.basicMonthly]: { BillingDateAlignment: '---01' } } },
  });
  const { api } = account;
  const { body: order } = await api('POST', 'orders', {
    Customer: { FirstName: 'Ada', LastName: 'Byron', EmailAddress: 'ada@customer.test' },
    Cart: { PlanVariantId: ids.basicMonthly },
  });
  const Bearer = 'CreditCard:Delta';
  const Card = {
    Number: '4111111111111111',
    ExpiryMonth: 2,
    ExpiryYear: 2026,
    Holder: 'Ada Byron',
    Cvc: '123',
  };
  const { Token } = (await api('POST', '/providers/Delta/tokens', { Bearer, Card })).body;
  await api(
    'POST',
    'CustomerSelfService/signup/pay',
    {
      OrderId: order.Id,
      PublicApiKey: 'a00000000000000000000001',
      TetheredPaymentInformation: { Bearer, Token },
    },
    { Authorization: 'Bearer undefined' },
  );
  account.contractId = order.ContractId;
  await account.advanceTo('2026-02-28T23:00:00Z');
  const { body: payments } = await api('GET', `paymentTransactions?contractId=${order.ContractId}`);
  expect(payments.map(({ Status }: { Status: { Status: string } }) => Status.Status)).toEqual([
    'Failed',
    'Succeeded',
  ]);
});

test('days credited by an end that a planned change revokes are charged again at BilledUntil, not at the change', async () => {
  const account = await RestAccount.open('2026-01-15T09:00:00Z');
  await account.signup(ids.basicMonthly, {}, { BilledUntil: '2026-02-16T09:00:00Z' });
  await account.advanceTo('2026-01-15T10:00:00Z');
  await account.change({ ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] });
  await account.contract('POST', 'end', {});
  await account.advanceTo('2026-01-15T11:00:00Z');
  await account.change(
    { PlanVariantId: ids.proMonthly, Quantity: 1 },
    { ChangeDate: '2026-01-16T11:00:00Z' },
  );
  const before = await account.lines();
  expect(before).toEqual([
    [
      ['Seat', '2026-01-15', '2026-02-15', 4.5],
      ['Seat', '2026-02-15', '2026-02-16', 0.16],
    ],
    [['Credit: Seat', '2026-02-15', '2026-02-16', -0.16]],
  ]);
  await account.advanceTo('2026-02-16T08:00:00Z');
  expect(await account.lines()).toEqual(before);
  await account.advanceTo('2026-02-16T10:00:00Z');
  expect(await account.lines()).toHaveLength(3);
  expect(account.audit()).toEqual([]);
});
