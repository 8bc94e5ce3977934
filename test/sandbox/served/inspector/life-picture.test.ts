// @vitest-environment happy-dom
// Where each mark of a contract's life stands in its picture. With 472 days, one day is one pixel wide, and the first is at 80.
import { expect, test, vi } from 'vitest';
import { ledgerEntry } from '../../../../sandbox/src/service/model/invoice.ts';
import { openStatuses, paymentTransactionStatuses } from '../../../../sandbox/src/service/model/statuses.ts';
import { draw, load, newPage } from './drawn.ts';
import { lines, outlineOf } from './outline.ts';

const DAY = 86_400_000;

interface Given {
  readonly lane: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly text: string;
  readonly href?: string;
  readonly isPlanned: boolean;
}

const mark = (lane: string, kind: string, from: number, to = from, more: Partial<Given> = {}): Given => ({
  lane,
  kind,
  from: from * DAY,
  to: to * DAY,
  text: kind,
  isPlanned: false,
  ...more,
});

const marks: readonly Given[] = [
  mark('period', 'Billed', -60, -1, { text: 'N0: gone' }),
  mark('phase', 'InTrial', 0, 100),
  mark('phase', 'Normal', 100, 472),
  mark('period', 'Billed', -40, 60, { text: 'N1: 9.90 EUR', href: '#/invoices/i1' }),
  mark('period', 'Billed', 100, 131, { text: 'N2: 9.90 EUR', href: '#/invoices/i2' }),
  mark('period', 'Credit', 131, 132, { text: 'N3: 1.19 EUR' }),
  mark('period', 'Planned', 400, 470, { text: 'Next: 9.90 EUR', isPlanned: true }),
  mark('payment', 'Succeeded', 10),
  mark('payment', 'Pending', 20, 20, { href: '#/payments/p2' }),
  mark('payment', 'Failed', 30),
  mark('payment', 'Refunded', 40),
  mark('payment', 'Unheard', 50),
  mark('booking', 'Receivable', 10),
  mark('booking', 'Chargeback', 20),
  mark('booking', 'Payment', 30),
  mark('booking', 'Credit', 40),
  mark('next', 'Renewal', 400, 400, { isPlanned: true }),
];
const life = {
  from: 0,
  to: 472 * DAY,
  marks,
  balance: [
    { at: 100 * DAY, amount: 10 },
    { at: 131 * DAY, amount: -5 },
    { at: 200 * DAY, amount: 0 },
  ],
};

/** The shapes of a picture with all their attributes. */
function shapes(root: Element | null | undefined): readonly string[] {
  const found: string[] = [];
  const walk = (element: Element) => {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = own.map(({ textContent }) => textContent).join('');
    const attributes = [...element.attributes].map(({ name, value }) => {
      const short =
        name === 'aria-label'
          ? value
          : value.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
      return ` ${name}=${short}`;
    });
    found.push(`${element.tagName}${attributes.join('')}${text === '' ? '' : `: ${text}`}`);
    for (const child of element.children) walk(child);
  };
  for (const child of root?.children ?? []) walk(child);
  return found;
}

async function newPicture(more: object = {}, hash = '#/contracts/c1') {
  newPage(hash);
  let measured = () => {};
  let isMeasured = false;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        measured = listener;
      }
      observe(): void {
        isMeasured = true;
      }
      disconnect(): void {
        isMeasured = false;
      }
    },
  );
  const { LifePicture } = await load('parts/life-picture.tsx');
  const props = { life, now: 372 * DAY, currency: 'CHF' };
  const drawn = draw(LifePicture, { ...props, ...more });
  const svg = () => drawn.place.querySelector('svg');
  return { ...drawn, svg, measure: () => measured(), isMeasured: () => isMeasured };
}

test('each mark of a life stands in its lane, at its time, in its shape, and says what it is', async () => {
  const { place, svg } = await newPicture();
  expect(shapes(svg())).toEqual(
    lines(`
      defs
      pattern id=hatch width=6 height=6 patternUnits=userSpaceOnUse patternTransform=rotate(45)
      line x1=0 y1=0 x2=0 y2=6 class=hatch
      clipPath id=life-axis
      rect x=72 y=0 width=488 height=264
      g class=tick
      line x1=170 y1=22 x2=170 y2=244
      text x=170 y=14 text-anchor=middle: 1970-04
      g class=tick
      line x1=261 y1=22 x2=261 y2=244
      text x=261 y=14 text-anchor=middle: 1970-07
      g class=tick
      line x1=353 y1=22 x2=353 y2=244
      text x=353 y=14 text-anchor=middle: 1970-10
      g class=tick
      line x1=445 y1=22 x2=445 y2=244
      text x=445 y=14 text-anchor=middle: 1971-01
      g class=tick
      line x1=535 y1=22 x2=535 y2=244
      text x=535 y=14 text-anchor=middle: 1971-04
      text class=lane x=0 y=41: Phases
      text class=lane x=0 y=71: Billed
      text class=lane x=0 y=101: Payments
      text class=lane x=0 y=131: Bookings
      text class=lane x=0 y=161: Next
      g class=balance
      text class=lane x=0 y=188: 10.00 CHF
      text class=lane x=0 y=214: Balance
      text class=lane x=0 y=240: −5.00 CHF
      g clip-path=url(#life-axis)
      line class=zero x1=80 y1=218.7 x2=560 y2=218.7
      path d=M 80 218.7 H 180 V 184 H 211 V 236 H 280 V 218.7 H 452
      title: Balance, now 0.00 CHF
      g clip-path=url(#life-axis)
      g class=block phase InTrial
      title: InTrial – 1970-01-01 to 1970-04-11
      rect x=80 y=26 width=99 height=22 rx=3
      text x=86 y=41: In trial
      g class=block phase Normal
      title: Normal – 1970-04-11 to 1971-04-18
      rect x=180 y=26 width=371 height=22 rx=3
      text x=186 y=41: Normal
      a href=#/invoices/i1 aria-label=N1: 9.90 EUR – 1969-11-22 to 1970-03-02
      g class=block period Billed
      title: N1: 9.90 EUR – 1969-11-22 to 1970-03-02
      rect x=40 y=56 width=99 height=22 rx=3
      text x=86 y=71: 9.90 EUR
      a href=#/invoices/i2 aria-label=N2: 9.90 EUR – 1970-04-11 to 1970-05-12
      g class=block period Billed
      title: N2: 9.90 EUR – 1970-04-11 to 1970-05-12
      rect x=180 y=56 width=30 height=22 rx=3
      g class=block period Credit
      title: N3: 1.19 EUR – 1970-05-12 to 1970-05-13
      rect x=211 y=56 width=2 height=22 rx=3
      g class=block period Planned planned
      title: Next: 9.90 EUR – 1971-02-05 to 1971-04-16
      rect x=480 y=56 width=69 height=22 rx=3
      text x=486 y=71: 9.90 EUR
      g class=dot disc meaning-ok
      title: Succeeded – 1970-01-11 01:00
      circle cx=90 cy=97 r=5.5
      a href=#/payments/p2 aria-label=Pending – 1970-01-21 01:00
      g class=dot ring meaning-wait
      title: Pending – 1970-01-21 01:00
      circle cx=100 cy=97 r=5.5
      g class=dot diamond meaning-fail
      title: Failed – 1970-01-31 01:00
      rect x=105 y=92 width=10 height=10 transform=rotate(45 110 97)
      g class=dot square meaning-wait
      title: Refunded – 1970-02-10 01:00
      rect x=115 y=92 width=10 height=10
      g class=dot disc meaning-none
      title: Unheard – 1970-02-20 01:00
      circle cx=130 cy=97 r=5.5
      g class=dot square meaning-none
      title: Receivable – 1970-01-11 01:00
      rect x=85 y=115 width=10 height=10
      g class=dot diamond meaning-fail
      title: Chargeback – 1970-01-21 01:00
      rect x=95 y=115 width=10 height=10 transform=rotate(45 100 120)
      g class=dot disc meaning-ok
      title: Payment – 1970-01-31 01:00
      circle cx=110 cy=134 r=5.5
      g class=dot square meaning-ok
      title: Credit – 1970-02-10 01:00
      rect x=115 y=129 width=10 height=10
      g class=dot ring meaning-none planned
      title: Renewal – 1971-02-05 01:00
      circle cx=480 cy=157 r=5.5
      line class=now x1=452 y1=18 x2=452 y2=244
      text class=now x=452 y=258 text-anchor=middle: now, 1971-01-08`),
  );
  const legend = [...place.querySelectorAll('.legend li')].map((item) => {
    const sign = item.querySelector('g, .swatch');
    return [item.textContent ?? '', sign?.getAttribute('class')] as const;
  });
  expect(
    Object.fromEntries(legend.map(([text, sign]) => [text.trim().replace(/^(.+)\1$/, '$1'), sign])),
  ).toEqual({
    paid: 'dot disc meaning-ok',
    pending: 'dot ring meaning-wait',
    'failed or charged back': 'dot diamond meaning-fail',
    refunded: 'dot square meaning-wait',
    owed: 'dot square meaning-none',
    credit: 'dot square meaning-ok',
    'billed period': 'swatch billed',
    planned: 'swatch planned',
  });
  expect(svg()?.getAttribute('aria-label')).toBe(
    'Life of the contract until 1971-01-08: 2 phases, 4 billed periods, 5 payments. The same facts are in the table.',
  );
});

test('each status of a payment and each kind of booking has its shape, a failure that of no other', async () => {
  const kinds = [...paymentTransactionStatuses, ...ledgerEntry.shape.Type.options];
  const { svg } = await newPicture({
    life: { ...life, marks: kinds.map((kind, at) => mark('payment', kind, at)) },
  });
  const byShape: Record<string, string[]> = {};
  for (const [at, dot] of [...(svg()?.querySelectorAll('.dot') ?? [])].entries()) {
    const shape = dot.getAttribute('class') ?? '';
    byShape[shape] = [...(byShape[shape] ?? []), kinds[at] ?? ''];
  }
  expect(byShape).toEqual({
    'dot disc meaning-ok': ['PreliminarySucceeded', 'Succeeded', 'Payment'],
    'dot ring meaning-wait': openStatuses.filter((status) => status !== 'PreliminarySucceeded'),
    'dot square meaning-wait': ['PartiallyRefunded', 'Refunded', 'Refund'],
    'dot diamond meaning-fail': ['Failed', 'PartialChargeback', 'Chargeback', 'Chargeback'],
    'dot square meaning-none': ['Receivable'],
    'dot square meaning-ok': ['Credit'],
    'dot disc meaning-none': expect.arrayContaining(['Canceled', 'InDispute']),
  });
});

test('a picture is measured while it is shown, and no longer', async () => {
  const { isMeasured, gone } = await newPicture();
  await vi.waitFor(() => expect(isMeasured()).toBe(true));
  gone();
  await vi.waitFor(() => expect(isMeasured()).toBe(false));
});

test('a picture beside another one has its own name and parts, and no pattern twice', async () => {
  const { place, svg } = await newPicture({ title: 'Otherwise', name: 'other' });
  expect(place.querySelector('section')?.getAttribute('aria-labelledby')).toBe('other-heading');
  expect(place.querySelector('#other-heading')?.textContent).toBe('Otherwise');
  expect(place.querySelector('pattern')).toBeNull();
  const clips = [...(svg()?.querySelectorAll('[clip-path]') ?? [])].map((one) =>
    one.getAttribute('clip-path'),
  );
  expect([place.querySelector('clipPath')?.id, ...clips]).toEqual([
    'other-axis',
    'url(#other-axis)',
    'url(#other-axis)',
  ]);
});

test('a picture is as wide as its place, with as many ticks as fit, but never too narrow to read', async () => {
  const { place, svg, measure } = await newPicture();
  await vi.waitFor(() => measure());
  const ticks = () =>
    [...(svg()?.querySelectorAll('.tick text') ?? [])].map(({ textContent }) => textContent);
  for (const [clientWidth, width, count] of [
    [960, 960, 7],
    [100, 280, 2],
  ] as const) {
    Object.defineProperty(place.querySelector('.life'), 'clientWidth', {
      configurable: true,
      value: clientWidth,
    });
    await vi.waitFor(() => {
      measure();
      expect(svg()?.getAttribute('viewBox')).toBe(`0 0 ${width} 264`);
    });
    expect(ticks()).toHaveLength(count);
  }
});

test('a picture shows a span around the present, or the same as a table, as its address says', async () => {
  const { place, svg } = await newPicture();
  const press = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click();
  const shown = () =>
    [...place.querySelectorAll('title')].map(({ textContent }) => textContent?.split(' – ')[0]);
  press('3m');
  await vi.waitFor(() => expect(location.hash).toBe('#/contracts/c1?zoom=3m'));
  await vi.waitFor(() => expect(place.querySelector('[aria-pressed=true]')?.textContent).toBe('3m'));
  const zooms = [...place.querySelectorAll('.zoom button')].map((one) => one.getAttribute('aria-pressed'));
  expect(zooms.toSorted()).toEqual([...zooms.slice(1).map(() => 'false'), 'true']);
  expect(shown().slice(0, 4)).toEqual(['Balance, now 0.00 CHF', 'Normal', 'Next: 9.90 EUR', 'Renewal']);
  expect(place.querySelector('.legend')).not.toBeNull();
  press('Show as table');
  await vi.waitFor(() => expect(svg()).toBeNull());
  expect(location.hash).toBe('#/contracts/c1?zoom=3m&as=table');
  expect(place.querySelector('.legend')).toBeNull();
  press('All');
  await vi.waitFor(() => expect(place.querySelectorAll('tbody tr')).toHaveLength(marks.length - 1));
  expect(outlineOf(place)).toEqual(
    lines(`
      ## Life
      {All "pressed true"}{10y}{1y}{3m}{1m}{1w}{1d}
      {Show as picture}
      The life of the contract
      From | To | What
      1969-11-22 01:00 | 1970-03-02 01:00 | Billed: [N1: 9.90 EUR](#/invoices/i1)
      1970-01-01 01:00 | 1970-04-11 01:00 | Phases: InTrial
      1970-01-11 01:00 | | Payments: Succeeded
      1970-01-11 01:00 | | Bookings: Receivable
      1970-01-21 01:00 | | Payments: [Pending](#/payments/p2)
      1970-01-21 01:00 | | Bookings: Chargeback
      1970-01-31 01:00 | | Payments: Failed
      1970-01-31 01:00 | | Bookings: Payment
      1970-02-10 01:00 | | Payments: Refunded
      1970-02-10 01:00 | | Bookings: Credit
      1970-02-20 01:00 | | Payments: Unheard
      1970-04-11 01:00 | 1971-04-18 01:00 | Phases: Normal
      1970-04-11 01:00 | 1970-05-12 01:00 | Billed: [N2: 9.90 EUR](#/invoices/i2)
      1970-05-12 01:00 | 1970-05-13 01:00 | Billed: N3: 1.19 EUR
      1971-02-05 01:00 | 1971-04-16 01:00 | Billed: Next: 9.90 EUR (planned)
      1971-02-05 01:00 | | Next: Renewal (planned)`),
  );
  press('Show as picture');
  await vi.waitFor(() => expect(location.hash).toBe('#/contracts/c1'));
});
