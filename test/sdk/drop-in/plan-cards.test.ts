// @vitest-environment happy-dom
import type { OfferedPlanVariant, Period, Products } from 'clientlib';
import { describe, expect, it } from 'vitest';
import { de } from '../../../sdk/src/drop-in/texts/de.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Extras } from '../../../sdk/src/drop-in/view/extras.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { PlanCards, type PlanCardsSetup } from '../../../sdk/src/drop-in/view/plan-cards.ts';
import { type PlanRow, periodMonths, planRows, shownVat } from '../../../sdk/src/drop-in/view/plan-rows.ts';
import { pricesByUse } from '../../../sdk/src/drop-in/view/prices-by-use.ts';

/* Plan cards as `<clientlib-signup>`, `<clientlib-pricing>` and the portal show them. */

const formats = new Formats('en');
const month = { Unit: 'Month', Quantity: 1 } as const;
const year = { Unit: 'Month', Quantity: 12 } as const;

const variant = (
  Id: string,
  PlanId: string,
  RecurringFee: number,
  more: Partial<OfferedPlanVariant> = {},
) => ({
  Id,
  PlanId,
  InternalName: Id,
  Description: { _c: `${PlanId} ${Id}` },
  RecurringFee,
  FeePeriod: month,
  BillingPeriod: month,
  ...more,
});

const yearly = { FeePeriod: year, BillingPeriod: year };
const quota = [{ ComponentId: 'calls', ComponentName: 'API calls', Quota: 1000 }];

const products = (
  variants: OfferedPlanVariant[],
  { net = true, description = '' }: { net?: boolean; description?: string } = {},
): Products => ({
  PlanGroups: [{ Id: 'group', Name: {}, Currency: 'EUR', PriceTaxType: net ? 'Net' : 'Gross' }],
  Plans: [...new Set(variants.map(({ PlanId }) => PlanId))].map((Id) => ({
    Id,
    PlanGroupId: 'group',
    Name: { _c: Id },
    PlanDescription: { _c: description || Id },
    IsQuantityBased: false,
    ...(Id === 'Trial' && { TrialPeriod: { Unit: 'Day' as const, Quantity: 14 } }),
  })),
  PlanVariants: variants,
  Components: [
    {
      Id: 'calls',
      PlanGroupId: 'group',
      ComponentType: 'Metered',
      Name: { _c: 'API calls' },
      PricePerUnit: 0.001,
    },
    {
      Id: 'storage',
      PlanGroupId: 'group',
      ComponentType: 'Metered',
      Name: { _c: 'Storage' },
      PriceScale: {
        Items: [
          { From: 0, Value: 0.1 },
          { From: 1000, Value: 0.05 },
        ],
      },
    },
    {
      Id: 'seat',
      PlanGroupId: 'group',
      ComponentType: 'QuantityBased',
      Name: { _c: 'Seat' },
      PricePerUnit: 4,
    },
  ],
});

const cardsOf = (rows: readonly PlanRow[], setup: Partial<PlanCardsSetup> = {}): HTMLElement =>
  new PlanCards(rows, { texts: en, formats, legend: 'Plan', ...setup }).root;

const show = (all: Products, setup: Partial<PlanCardsSetup> = {}): HTMLElement =>
  cardsOf(planRows(all, undefined, formats), setup);

const linesOf = (root: HTMLElement): string[][] =>
  [...root.querySelectorAll('[part~=plan]')].map((card) =>
    [...card.querySelectorAll('.name, .price, .note, li, .card-head .tag')].map(
      (one) => `${one.textContent}`,
    ),
  );

const press = (root: HTMLElement, selector: string): void => {
  const radio = root.querySelector<HTMLInputElement>(selector) as HTMLInputElement;
  radio.checked = true;
  radio.dispatchEvent(new Event('change', { bubbles: true }));
};

describe('a plan card', () => {
  it('says name, price, billing, tax, setup fee and included quota', () => {
    const all = products([variant('monthly', 'Pro', 29, { SetupFee: 49, Quota: quota })]);
    expect(linesOf(show(all))).toEqual([
      ['Pro', '€29.00 / month', 'Billed monthly, plus VAT', 'Setup fee: €49.00', '1,000 API calls'],
    ]);
  });

  it.each<[string, NonNullable<OfferedPlanVariant['Description']>]>([
    ['none', {}],
    ['an empty one', { _c: '' }],
    ['an empty one in the language of the customer', { en: '' }],
  ])('has the name of its plan where the variant has a description of its own, but %s', (_, Description) => {
    const [row] = planRows(products([variant('monthly', 'Pro', 29, { Description })]), undefined, formats);
    expect(row).toMatchObject({ name: 'Pro', planName: 'Pro' });
  });

  it('shows net prices with the VAT that a preview says, and takes a coupon off', () => {
    const all = products([
      variant('monthly', 'Pro', 29, { SetupFee: 49 }),
      variant('trial', 'Trial', 10),
      variant('free', 'Free', 0),
    ]);
    const cards = new PlanCards(planRows(all, undefined, formats), { texts: en, formats, legend: 'Plan' });
    const discount = { ReductionPercent: 20, EndDate: '2026-05-15T12:00:00Z' };
    cards.quote(() => ({ vat: 19, discount }));
    expect(linesOf(cards.root)).toEqual([
      [
        ...['Pro', '€34.51 €27.61 / month', '−20% · until May 15, 2026'],
        ...['Billed monthly, incl. VAT', 'Setup fee: €58.31'],
      ],
      ['Trial', '14 days free', 'then €11.90 / month', 'Billed monthly, incl. VAT'],
      ['Free', '€0.00'],
    ]);
    cards.quote(() => ({ vat: 0 }));
    expect(linesOf(cards.root)[0]).toEqual(['Pro', '€29.00 / month', 'Billed monthly', 'Setup fee: €49.00']);
    cards.quote(() => ({}));
    expect(linesOf(cards.root)[0]?.[2]).toBe('Billed monthly, plus VAT');
  });

  it('says what a yearly fee costs each month where it is billed monthly, and calls twelve months a year', () => {
    const all = products(
      [
        variant('a', 'Basic', 99, yearly),
        variant('b', 'Pro', 300, { FeePeriod: year }),
        variant('c', 'Odd', 100, { FeePeriod: year }),
        variant('e', 'Weekly', 5, {
          FeePeriod: { Unit: 'Week', Quantity: 1 },
          BillingPeriod: { Unit: 'Week', Quantity: 2 },
        }),
        variant('d', 'Quarter', 30, {
          FeePeriod: { Unit: 'Month', Quantity: 3 },
          BillingPeriod: { Unit: 'Month', Quantity: 3 },
        }),
      ],
      { net: false },
    );
    expect(linesOf(show(all))).toEqual([
      ['Basic', '€99.00 / year', 'Billed yearly, incl. VAT'],
      ['Pro', '€25.00 / month', 'Billed monthly, incl. VAT'],
      ['Odd', '€100.00 / year', 'Billed monthly, incl. VAT'],
      ['Weekly', '€5.00 / week', 'Billing period: 2 weeks, incl. VAT'],
      ['Quarter', '€30.00 / 3 months', 'Billing period: 3 months, incl. VAT'],
    ]);
  });

  it('says no price for a part of its period that no coin of the currency can pay', () => {
    const halfYear = { Unit: 'Month', Quantity: 6 } as const;
    const all = products(
      [
        variant('a', 'Even', 10_000, { FeePeriod: year, BillingPeriod: halfYear }),
        variant('b', 'Odd', 10_001, { FeePeriod: year, BillingPeriod: halfYear }),
      ],
      { net: false },
    );
    const [group] = all.PlanGroups;
    const yen = { ...all, PlanGroups: group ? [{ ...group, Currency: 'JPY' }] : [] };
    expect(linesOf(show(yen)).map(([, price]) => price)).toEqual(['¥5,000 / 6 months', '¥10,001 / year']);
  });

  it('has a trial as its headline, and no billing where nothing is to pay', () => {
    const all = products([variant('t', 'Trial', 29), variant('f', 'Free', 0)]);
    expect(linesOf(show(all))).toEqual([
      ['Trial', '14 days free', 'then €29.00 / month', 'Billed monthly, plus VAT'],
      ['Free', '€0.00'],
    ]);
  });

  it('lists eight lines of the description, and then all', () => {
    const description = Array.from({ length: 10 }, (_, at) => `• Feature ${at + 1}`).join('\n');
    const root = show(products([variant('monthly', 'Pro', 29)], { description }));
    const visible = () => [...root.querySelectorAll<HTMLElement>('li')].filter(({ hidden }) => !hidden);
    expect(visible().map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 8 }, (_, at) => `Feature ${at + 1}`),
    );
    document.body.append(root);
    root.querySelector<HTMLElement>('button')?.click();
    expect(visible()).toHaveLength(10);
    expect(root.querySelector('button')).toBe(null);
    // The button that had the focus is gone: the customer goes on in the list.
    expect(document.activeElement).toBe(root.querySelector('ul[tabindex="-1"]'));
    root.remove();
  });

  it('has each line of the description without its mark, and no line that is its name', () => {
    const description = '- one\n\u2013 two\n * three\n\u2022four\n\nPro\nPro monthly\nfive - six';
    const root = show(products([variant('monthly', 'Pro', 29)], { description }));
    expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      ...['one', 'two', 'three', 'four', 'five - six'],
    ]);
  });

  it('has no way to more where it shows all eight lines', () => {
    const description = Array.from({ length: 8 }, (_, at) => `Feature ${at}`).join('\n');
    const root = show(products([variant('monthly', 'Pro', 29)], { description }));
    expect([root.querySelectorAll('li').length, root.querySelector('button')]).toEqual([8, null]);
  });

  it('names a quota by its component, or as the plan does where that is not offered', () => {
    const unknown = [{ ComponentId: 'gone', ComponentName: 'Old calls', Quota: 5 }];
    const root = show(products([variant('monthly', 'Pro', 29, { Quota: [...quota, ...unknown] })]));
    expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      ...['1,000 API calls', '5 Old calls'],
    ]);
  });

  it('is marked where the page recommends the plan or the variant', () => {
    const all = products([variant('monthly', 'Pro', 29), variant('m', 'Basic', 9)]);
    for (const highlight of ['Pro', 'monthly'])
      expect(linesOf(show(all, { highlight })).map((lines) => lines.includes('Recommended'))).toEqual([
        true,
        false,
      ]);
  });

  it('ends with what the page can do with its variant', () => {
    const all = products([variant('monthly', 'Pro', 29), variant('yearly', 'Pro', 290, yearly)]);
    const action = ({ variant: { Id } }: PlanRow) =>
      Object.assign(document.createElement('a'), { href: `#${Id}` });
    const root = show(all, { action });
    const links = () =>
      [...root.querySelectorAll('.card > a:last-child')].map((link) => link.getAttribute('href'));
    expect(links()).toEqual(['#monthly']);
    press(root, '[name=period][value="1 Year"]');
    expect(links()).toEqual(['#yearly']);
    expect(root.querySelector('[name=plan]')).toBe(null);
  });
});

describe('variants of a plan', () => {
  const two = products([
    variant('monthly', 'Basic', 9.9),
    variant('yearly', 'Basic', 99, yearly),
    variant('free', 'Free', 0),
  ]);

  it('are one card, with a control for the period that says what a year saves', () => {
    const root = show(two);
    const options = [...root.querySelectorAll('.switch label')].map((label) => label.textContent);
    expect(options).toEqual(['Monthly', 'Yearly −17%']);
    expect(linesOf(root).map(([name]) => name)).toEqual(['Basic', 'Free']);
    press(root, '[name=period][value="1 Year"]');
    expect(linesOf(root)[0]).toEqual(['Basic', '€99.00 / year−17%', 'Billed yearly, plus VAT']);
    expect(linesOf(root)[1]).toEqual(['Free', '€0.00']);
  });

  it('have savings of their own where these differ', () => {
    const all = products([...two.PlanVariants, variant('m', 'Pro', 29), variant('y', 'Pro', 300, yearly)]);
    const root = show(all);
    press(root, '[name=period][value="1 Year"]');
    expect([...root.querySelectorAll('.switch label')].map((label) => label.textContent)).toEqual([
      'Monthly',
      'Yearly',
    ]);
    expect([...root.querySelectorAll('.price .tag')].map((tag) => tag.textContent)).toEqual(['−17%', '−14%']);
  });

  it('save nothing where a year costs as much as its months, or more', () => {
    for (const fee of [118.8, 130]) {
      const root = show(products([variant('m', 'Basic', 9.9), variant('y', 'Basic', fee, yearly)]));
      press(root, '[name=period][value="1 Year"]');
      const options = [...root.querySelectorAll('.switch label')].map((label) => label.textContent);
      expect([options, root.querySelector('.price .tag')]).toEqual([['Monthly', 'Yearly'], null]);
    }
  });

  it('are shown by the first of a plan that has not the chosen period', () => {
    const quarter = { Unit: 'Month', Quantity: 3 } as const;
    const half = { Unit: 'Month', Quantity: 6 } as const;
    const all = products([
      ...two.PlanVariants,
      variant('q', 'Pro', 90, { FeePeriod: quarter, BillingPeriod: quarter }),
      variant('h', 'Pro', 170, { FeePeriod: half, BillingPeriod: half }),
    ]);
    const root = show(all);
    const prices = () => [...root.querySelectorAll('.price b')].map(({ textContent }) => textContent);
    expect(prices()).toEqual(['€9.90', '€0.00', '€90.00']);
    press(root, '[name=period][value="6 Month"]');
    expect(prices()).toEqual(['€9.90', '€0.00', '€170.00']);
  });

  it('are chosen by plan and period', () => {
    const chosen: string[] = [];
    const root = show(two, { chosen: 'free', choose: ({ variant: { Id } }) => chosen.push(Id) });
    const isOn = () => [...root.querySelectorAll('.card')].map((card) => card.classList.contains('on'));
    expect(isOn()).toEqual([false, true]);
    press(root, '[name=plan][value=monthly]');
    expect(isOn()).toEqual([true, false]);
    press(root, '[name=period][value="1 Year"]');
    expect(isOn()).toEqual([true, false]);
    expect(root.querySelector<HTMLInputElement>('[name=plan]:checked')?.value).toBe('yearly');
    press(root, '[name=plan][value=free]');
    press(root, '[name=period][value="1 Month"]');
    expect(chosen).toEqual(['monthly', 'yearly', 'free']);
  });

  it('begin with the period of the one that the customer has, which is marked and cannot be chosen', () => {
    const root = show(two, { current: 'yearly', choose: () => {} });
    expect(root.querySelector<HTMLInputElement>('[name=period]:checked')?.value).toBe('1 Year');
    expect(root.querySelector<HTMLInputElement>('[value=yearly]')?.disabled).toBe(true);
    expect(linesOf(root)[0]).toContain(en.currentPlan);
  });

  it('that the customer changes to have neither a trial nor a setup fee', () => {
    const all = products([variant('a', 'Basic', 10), variant('b', 'Trial', 29, { SetupFee: 49 })]);
    expect(linesOf(show(all, { current: 'a', choose: () => {} }))[1]).toEqual([
      ...['Trial', '€29.00 / month', 'Billed monthly, plus VAT'],
    ]);
  });

  it('look as if they can be chosen only where they can', () => {
    const choosable = (setup: Partial<PlanCardsSetup>) =>
      show(two, setup).querySelectorAll('.choosable').length;
    expect([choosable({}), choosable({ choose: () => {} })]).toEqual([0, 2]);
  });

  it('begin with the period of the fee, also where it is billed more often', () => {
    const all = products([variant('m', 'Basic', 9.9), variant('y', 'Basic', 99, { FeePeriod: year })]);
    const root = show(all, { chosen: 'y', choose: () => {} });
    expect(root.querySelector<HTMLInputElement>('[name=period]:checked')?.value).toBe('1 Year');
    expect(linesOf(root)).toEqual([['Basic', '€8.25 / month−17%', 'Billed monthly, plus VAT']]);
    press(root, '[name=period][value="1 Month"]');
    expect(linesOf(root)[0]?.[1]).toBe('€9.90 / month');
  });

  it('begin with the period of the chosen one', () => {
    const root = show(two, { chosen: 'yearly', choose: () => {} });
    expect(root.querySelector<HTMLInputElement>('[name=period]:checked')?.value).toBe('1 Year');
    expect(root.querySelector<HTMLInputElement>('[name=plan]:checked')?.value).toBe('yearly');
  });

  it('of one period are cards by their own names', () => {
    const all = products([variant('small', 'Pro', 9), variant('large', 'Pro', 19)]);
    const root = show(all);
    expect(linesOf(root).map(([name]) => name)).toEqual(['Pro small', 'Pro large']);
    expect(root.querySelector('.switch')).toBe(null);
  });
});

describe('prices by use', () => {
  it('are the price of a unit or the lowest of a scale, what is included, and the scale', () => {
    const all = products([variant('monthly', 'Pro', 29, { Quota: quota })]);
    const [row] = planRows(all, undefined, formats) as [PlanRow];
    const root = pricesByUse(row, all, en, formats) as HTMLElement;
    expect(
      [...root.querySelectorAll('.use')].map((line) => [...line.children].map((one) => one.textContent)),
    ).toEqual([
      ['API calls', '€0.001 · 1,000 included'],
      ['Storage', 'from €0.05'],
      ['from 0', '€0.10'],
      ['from 1,000', '€0.05'],
    ]);
  });

  it('are those of the plan group, with the VAT that the customer pays', () => {
    const all = products([variant('monthly', 'Pro', 29)]);
    const [calls] = all.Components;
    const other = { ...calls, Id: 'other', PlanGroupId: 'other' } as typeof calls & object;
    const [row] = planRows(all, undefined, formats) as [PlanRow];
    const root = pricesByUse(row, { ...all, Components: [...all.Components, other] }, en, formats, 1.19);
    expect(
      [...(root?.querySelectorAll('ul > li > .use, ul > .use') ?? [])].map((line) => line.textContent)[0],
    ).toBe('API calls€0.00119');
    expect(root?.querySelectorAll(':scope > ul > li')).toHaveLength(2);
  });

  it('are left out where nothing is billed by use', () => {
    const all = { ...products([variant('monthly', 'Pro', 29)]), Components: [] };
    const [row] = planRows(all, undefined, formats) as [PlanRow];
    expect(pricesByUse(row, all, en, formats)).toBe(undefined);
  });
});

it('plan cards speak the language of the customer', () => {
  const german = new Formats('de');
  const all = products([variant('m', 'Pro', 29, { SetupFee: 49 }), variant('y', 'Pro', 290, yearly)]);
  const root = cardsOf(planRows(all, undefined, german), { texts: de, formats: german, chosen: 'y' });
  expect(linesOf(root).map((lines) => lines.map((line) => line.replace(/\u00a0/g, ' ')))).toEqual([
    ['Pro', '290,00 € / Jahr−17 %', 'Jährliche Abrechnung, zzgl. MwSt.'],
  ]);
});

it('everything of the catalogue has its name in the language of the customer', () => {
  const german = new Formats('de');
  const both = (word: string) => ({ _c: word, de: `${word} (de)` });
  const all = products([variant('m', 'Pro', 29, { Quota: quota })]);
  const named: Products = {
    ...all,
    Plans: all.Plans.map((plan) => ({ ...plan, Name: both('Pro'), PlanDescription: both('All of it') })),
    PlanVariants: all.PlanVariants.map((one) => ({ ...one, Description: both('Pro monthly') })),
    Components: all.Components.map((one) => ({ ...one, Name: both(one.Id), Description: both('more') })),
  };
  const [row] = planRows(named, undefined, german) as [PlanRow];
  expect([row.name, row.planName, row.description]).toEqual([
    'Pro monthly (de)',
    'Pro (de)',
    'All of it (de)',
  ]);
  expect(row.features).toEqual(['1.000 calls (de)', 'All of it (de)']);
  const use = pricesByUse(row, named, de, german) as HTMLElement;
  expect([...use.querySelectorAll('.use > span:first-child')].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['calls (de)', 'storage (de)']),
  );
  const setup = { legend: 'Extras', currency: 'EUR', formats: german, changed: () => {} };
  const extras = new Extras(named.Components.slice(2), setup).root;
  expect(
    [extras.querySelector('.name'), extras.querySelector('.note')].map((one) => one?.textContent),
  ).toEqual(['seat (de)', '4,00\u00a0€ · more (de)']);
});

it('a price is shown with VAT to consumers, and without to businesses, except where there is none', () => {
  expect([shownVat(19, {}), shownVat(undefined, {}), shownVat(0, { VatId: 'DE1' })]).toEqual([
    19,
    undefined,
    0,
  ]);
  for (const business of [{ CompanyName: 'Engines' }, { VatId: 'DE1' }])
    expect(shownVat(19, business)).toBeUndefined();
});

it('a period has a fixed number of months, or none', () => {
  const units = ['Month', 'Year', 'Week', 'Day'] as const;
  expect(units.map((Unit) => periodMonths({ Unit, Quantity: 2 } as Period))).toEqual([
    2,
    24,
    undefined,
    undefined,
  ]);
});
