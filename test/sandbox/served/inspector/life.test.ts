// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LifeInput } from '../../../../sandbox/src/served/inspector/life.ts';

/* The picture of a contract: what stands where on its axis, and what is still planned. */

type LifeModule = typeof import('../../../../sandbox/src/served/inspector/life.ts');
let life: LifeModule;
beforeAll(async () => {
  // Other pages in this worker have zones of their own.
  Reflect.deleteProperty(document.body.dataset, 'timeZone');
  vi.resetModules();
  life = await import('../../../../sandbox/src/served/inspector/life.ts');
});

const day = 86_400_000;
const at = (date: string): number => Date.parse(`2026-${date}T00:00:00Z`);
const iso = (date: string): string => `2026-${date}T00:00:00Z`;

const input = (contract: object = {}, more: object = {}): LifeInput =>
  ({
    contract: {
      StartDate: iso('01-01'),
      Phases: [
        { Type: 'Trial', StartDate: iso('01-01') },
        { Type: 'Normal', StartDate: iso('02-01') },
      ],
      ...contract,
    },
    invoices: [],
    transactions: [],
    ledger: [],
    next: undefined,
    noticeUntil: undefined,
    due: [],
    now: at('02-15'),
    moneyText: (amount: number) => `${amount} EUR`,
    ...more,
  }) as unknown as LifeInput;

const marksOf = (given: LifeInput, lane: string) =>
  life
    .toLife(given)
    .marks.filter((mark) => mark.lane === lane)
    .map(({ lane: _, ...mark }) => mark);

const invoice = (Id: string, from: string, to: string, more: object = {}) => ({
  Id,
  InvoiceNumber: `N${Id}`,
  TotalGross: 9.9,
  IsInvoice: true,
  ItemList: [
    { PeriodStart: iso(from), PeriodEnd: iso(to) },
    { PeriodStart: iso(from), PeriodEnd: iso(to) },
    { PeriodStart: iso(from), PeriodEnd: iso(from) },
    {},
  ],
  ...more,
});

describe('the axis', () => {
  it('begins a little before the start, and ends a little after what comes', () => {
    const { from, to } = life.toLife(input());
    const ahead = at('02-15') + 30.44 * day;
    const length = ahead - at('01-01');
    expect([to, from]).toEqual([ahead + length * 0.05, at('01-01') - length * 1.05 * 0.02]);
  });

  it('reaches the next billing, its whole period, and the end', () => {
    const end = (contract: object, more?: object) => {
      const { from: _, to } = life.toLife(input(contract, more));
      return (to + 0.05 * at('01-01')) / 1.05;
    };
    const next = { Invoice: { TotalGross: 9.9 } };
    expect(end({ NextBillingDate: iso('06-01') })).toBeCloseTo(at('06-01'), -3);
    expect(end({ EndDate: iso('09-01') })).toBeCloseTo(at('09-01'), -3);
    const invoices = [invoice('i1', '01-01', '02-10')];
    expect(end({ NextBillingDate: iso('06-01') }, { next, invoices })).toBeCloseTo(
      at('06-01') + 40 * day,
      -3,
    );
    // A period longer than the whole past would make that too small to read.
    const long = [invoice('i1', '01-01', '12-31')];
    expect(end({ NextBillingDate: iso('06-01') }, { next, invoices: long })).toBeCloseTo(
      at('06-01') + 45 * day,
      -3,
    );
  });

  it('shows all, or a span around the present', () => {
    const whole = life.toLife(input());
    expect(life.visibleSpan(whole, '', 0)).toEqual([whole.from, whole.to]);
    const days = life.zooms.slice(1).map(([zoom]) => {
      const [from, to] = life.visibleSpan(whole, zoom, 0);
      return [Math.round(-from / day / 0.6), Math.round(to / day / 0.4)];
    });
    expect(days).toEqual([3653, 365, 91, 30, 7, 1].map((count) => [count, count]));
  });

  it.each([
    ['2026-01-15T12:00Z', '2026-01-15T20:00Z', 10, ['01-15 12:00', '01-15 13:00'], 9],
    ['2026-01-15T12:00Z', '2026-01-17T00:00Z', 10, ['01-15 12:00', '01-15 18:00'], 7],
    ['2026-01-15T12:00Z', '2026-01-25T00:00Z', 10, ['01-16', '01-17'], 10],
    ['2026-01-15T12:00Z', '2026-01-31T12:00Z', 10, ['01-17', '01-19'], 8],
    ['2026-01-01T00:00Z', '2026-02-15T00:00Z', 10, ['01-01', '01-08'], 7],
    ['2026-01-01T00:00Z', '2026-04-01T00:00Z', 10, ['01-01', '01-15'], 7],
    ['2026-01-01T00:00Z', '2026-03-30T00:00Z', 5, ['01-15', '02-12'], 3],
    ['2026-01-01T00:00Z', '2026-06-01T00:00Z', 6, ['2026-01', '2026-02'], 6],
    ['2025-11-15T00:00Z', '2027-06-01T00:00Z', 7, ['2026-01', '2026-04'], 6],
    ['2020-05-01T00:00Z', '2030-05-01T00:00Z', 11, ['2021', '2022'], 10],
    ['2020-05-01T00:00Z', '2060-05-01T00:00Z', 9, ['2025', '2030'], 8],
  ])('from %s to %s has whole units as ticks', (from, to, count, first, length) => {
    const ticks = life.axisTicks(Date.parse(from), Date.parse(to), count);
    expect([ticks.slice(0, 2).map(({ text }) => text), ticks.length]).toEqual([first, length]);
    expect(ticks[0]?.at).toBeGreaterThanOrEqual(Date.parse(from));
    expect(ticks.at(-1)?.at).toBeLessThanOrEqual(Date.parse(to));
  });
});

it('the ticks of an axis are whole units in the zone of the account', async () => {
  document.body.dataset['timeZone'] = 'America/New_York';
  vi.resetModules();
  const { axisTicks } = await import('../../../../sandbox/src/served/inspector/life.ts');
  Reflect.deleteProperty(document.body.dataset, 'timeZone');
  const [first] = axisTicks(Date.parse('2026-01-15T04:00Z'), Date.parse('2026-01-20T04:00Z'), 5);
  expect([first?.text, new Date(first?.at ?? 0).toISOString()]).toEqual([
    '01-15',
    '2026-01-15T05:00:00.000Z',
  ]);
});

describe('the marks', () => {
  it('of phases reach to the next one, to the end, or on', () => {
    const { to } = life.toLife(input());
    expect(marksOf(input(), 'phase')).toEqual([
      { from: at('01-01'), to: at('02-01'), kind: 'Trial', text: 'Trial', isPlanned: false },
      { from: at('02-01'), to, kind: 'Normal', text: 'Normal', isPlanned: false },
    ]);
    const Phases = [
      { Type: 'Normal', StartDate: iso('01-01') },
      { Type: 'Normal', StartDate: iso('01-01') },
      { Type: 'Inactive', StartDate: iso('03-01') },
    ];
    const ending = input({ EndDate: iso('03-01'), Phases });
    const inactive = marksOf(ending, 'phase').map(({ from, to, isPlanned }) => [from, to, isPlanned]);
    expect(inactive).toEqual([
      [at('01-01'), at('03-01'), false],
      [at('03-01'), life.toLife(ending).to, true],
    ]);
    expect(marksOf(input({ EndDate: iso('04-01') }), 'phase')[1]?.to).toBe(at('04-01'));
  });

  it('of invoices are their periods, once each; a credit note is one', () => {
    const invoices = [invoice('i2', '02-01', '03-01', { IsInvoice: false }), invoice('i1', '01-01', '02-01')];
    const common = { isPlanned: false };
    expect(marksOf(input({}, { invoices }), 'period')).toEqual([
      {
        ...common,
        from: at('02-01'),
        to: at('03-01'),
        kind: 'Credit',
        text: 'Ni2: 9.9 EUR',
        href: '#/invoices/i2',
      },
      {
        ...common,
        from: at('01-01'),
        to: at('02-01'),
        kind: 'Billed',
        text: 'Ni1: 9.9 EUR',
        href: '#/invoices/i1',
      },
    ]);
    expect(
      marksOf(
        input({}, { invoices: [{ ...invoice('i1', '01-01', '02-01'), ItemList: undefined }] }),
        'period',
      ),
    ).toEqual([]);
  });

  it('of the next invoice are planned, as long as the last period', () => {
    const more = {
      next: { Invoice: { TotalGross: 5 } },
      invoices: [invoice('c1', '01-01', '01-03', { IsInvoice: false }), invoice('i1', '01-01', '01-11')],
    };
    const next = marksOf(input({ NextBillingDate: iso('03-01') }, more), 'period').at(-1);
    expect(next).toEqual({
      from: at('03-01'),
      to: at('03-11'),
      kind: 'Planned',
      text: 'Next: 5 EUR',
      isPlanned: true,
    });
    expect(marksOf(input({ NextBillingDate: iso('03-01') }, { next: {} }), 'period')).toEqual([]);
    // What is longer than the axis ends with it.
    const long = input(
      { NextBillingDate: iso('03-01') },
      { next: { Invoice: { TotalGross: 5 } }, invoices: [invoice('i1', '01-01', '12-31')] },
    );
    expect(marksOf(long, 'period').at(-1)?.to).toBe(life.toLife(long).to);
  });

  it('of payments stand where they began, with the reason of a failure', () => {
    const transactions = [
      {
        Id: 't1',
        StatusTimestamp: iso('02-03'),
        StatusHistory: [{ Timestamp: iso('02-01') }, { Timestamp: iso('02-03') }],
        Status: { Status: 'Failed', ErrorCode: 'BearerExpired' },
        Amount: 9.9,
        Type: 'Payment',
      },
      {
        Id: 't2',
        StatusTimestamp: iso('02-03'),
        StatusHistory: [],
        Status: { Status: 'Succeeded' },
        Amount: 3,
        Type: 'Refund',
      },
    ];
    expect(marksOf(input({}, { transactions }), 'payment')).toEqual([
      {
        from: at('02-01'),
        to: at('02-01'),
        kind: 'Failed',
        text: 'Payment 9.9 EUR: Failed (BearerExpired)',
        href: '#/payments/t1',
        isPlanned: false,
      },
      {
        from: at('02-03'),
        to: at('02-03'),
        kind: 'Succeeded',
        text: 'Refund 3 EUR: Succeeded',
        href: '#/payments/t2',
        isPlanned: false,
      },
    ]);
  });

  it('of bookings lead to their invoice, and make the balance, once for each second', () => {
    const booking = (Timestamp: string, Balance: number, more: object = {}) => ({
      Type: 'Payment',
      Timestamp,
      Amount: 3,
      Balance,
      Description: 'By card',
      ...more,
    });
    const ledger = [
      booking('2026-02-01T00:00:00.100Z', 9.9, { InvoiceId: 'i1' }),
      booking('2026-02-01T00:00:00.900Z', 0),
      booking('2026-02-02T00:00:00.000Z', 5),
    ];
    const given = input({}, { ledger });
    const common = { kind: 'Payment', text: 'Payment 3 EUR: By card', isPlanned: false };
    const first = at('02-01') + 100;
    expect(marksOf(given, 'booking').slice(0, 2)).toEqual([
      { ...common, from: first, to: first, href: '#/invoices/i1' },
      { ...common, from: first + 800, to: first + 800 },
    ]);
    expect(life.toLife(given).balance).toEqual([
      { at: at('02-01'), amount: 0 },
      { at: at('02-02'), amount: 5 },
    ]);
  });

  it('of what comes are those from now on: renewal, notice, end, and what is due', () => {
    const contract = { NextBillingDate: iso('03-01'), EndDate: iso('04-01') };
    const more = {
      noticeUntil: iso('02-20'),
      due: [
        { Type: 'collect', DueAt: iso('02-15'), text: 'Payment' },
        { Type: 'collect', DueAt: iso('02-14'), text: 'Gone' },
      ],
    };
    const kinds = (given: LifeInput) =>
      marksOf(given, 'next').map(({ from, kind, isPlanned }) => [kind, from, isPlanned]);
    expect(kinds(input(contract, more))).toEqual([
      ['Renewal', at('03-01'), true],
      ['Notice', at('02-20'), true],
      ['End', at('04-01'), true],
      ['collect', at('02-15'), true],
    ]);
    expect(kinds(input({ EndDate: iso('02-01') }))).toEqual([]);
    // A last billing at the end renews nothing.
    expect(kinds(input({ NextBillingDate: iso('04-01'), EndDate: iso('04-01') }))).toEqual([
      ['End', at('04-01'), true],
    ]);
  });
});
