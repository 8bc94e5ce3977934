import type { Component, LineItem, OrderPreview, SignupTerms } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import { h, put, say } from '../view/dom.ts';
import { discountName } from '../view/plan-cards.ts';
import type { PlanRow } from '../view/plan-rows.ts';
import type { CouponField } from './coupon-field.ts';

/** A price, and what it is for. */
export interface Priced {
  readonly order: OrderPreview;
  readonly terms: SignupTerms;
  /** The same cart without its coupon, where that reduces the price. */
  readonly regular?: OrderPreview | undefined;
  readonly plan: PlanRow;
  /** The plan has prices by use. */
  readonly hasUse: boolean;
}

/** Name, amount and class of a line. */
type Row = readonly [name: string, amount: string, kind: string];

/**
 * What is due now and next: beside the form where there is room, else behind a bar on top. While a new price is calculated
 * the old one stays, so that nothing jumps; only what differs is written.
 */
export class Summary {
  readonly root: HTMLElement;
  private readonly _scene: Scene;
  private readonly _bar: HTMLButtonElement;
  /** The plan and what is due; until both are known, what the bar is. */
  private readonly _barText: HTMLElement;
  private readonly _lines = h('dl', { class: 'lines' });
  private readonly _next = h('div', { class: 'note', part: 'next' });
  private readonly _sum: HTMLElement;
  /** The kinds of the lines that are shown. */
  private _shown = '';

  constructor(scene: Scene, coupon: CouponField | undefined) {
    const { texts } = scene;
    this._scene = scene;
    this._sum = h(
      'section',
      { class: 'sum', part: 'summary', 'aria-live': 'polite' },
      h('h2', {}, texts.summary),
      this._lines,
      this._next,
    );
    this._barText = h('span', { class: 'bar-text' }, texts.summary);
    this._bar = h(
      'button',
      { type: 'button', class: 'bar', part: 'bar', 'aria-expanded': 'false', click: () => this._toggle() },
      this._barText,
    );
    const body = h('div', { class: 'box side-body' }, this._sum, coupon?.root);
    this.root = h('aside', { class: 'side', part: 'side' }, this._bar, body);
    this.isBusy = true;
  }

  set isBusy(value: boolean) {
    this._sum.setAttribute('aria-busy', `${value}`);
  }

  show(priced: Priced): void {
    const rows = summaryRows(priced, this._scene);
    const shown = JSON.stringify(rows.map(([, , kind]) => kind));
    // The same rows with other amounts stay where they are.
    if (shown !== this._shown)
      put(this._lines, ...rows.flatMap(([, , kind]) => [h('dt', { class: kind }), h('dd', { class: kind })]));
    this._shown = shown;
    const cells = [...this._lines.children];
    for (const [at, [name, amount]] of rows.entries()) {
      say(cells[2 * at] as Element, name);
      say(cells[2 * at + 1] as Element, amount);
    }
    const notes = [...(priced.hasUse ? [this._scene.texts.plusUse] : []), ...nextNotes(priced, this._scene)];
    put(this._next, ...notes.map((note) => h('p', {}, note)));
    const { order, plan } = priced;
    say(this._barText, `${plan.name} · ${this._scene.formats.money(order.TotalGross, order.Currency)}`);
    this.isBusy = false;
  }

  private _toggle(): void {
    const isOpen = this.root.classList.toggle('open');
    this._bar.setAttribute('aria-expanded', `${isOpen}`);
  }
}

/** The next steps as text: the trial, the next invoice, and the price after the discount. */
export function nextNotes({ order, terms, regular }: Priced, { texts, formats }: Scene): string[] {
  const { NextTotalGross, NextTotalGrossDate, Currency, TrialPeriod, IsTrial } = order;
  const priceAt = (text: string, amount: number | undefined, date: string | undefined) =>
    amount && date && filled(text, { amount: formats.money(amount, Currency), date: formats.date(date) });
  const trial = IsTrial && TrialPeriod && filled(texts.trialFree, { period: formats.period(TrialPeriod) });
  const then = priceAt(texts.thenDue, NextTotalGross, NextTotalGrossDate);
  const isLower = regular?.NextTotalGross !== NextTotalGross;
  const later = isLower && priceAt(texts.regularPrice, regular?.NextTotalGross, terms.Discount?.EndDate);
  return [[trial, then].filter(Boolean).join('. '), later].filter((note): note is string => Boolean(note));
}

/** All lines of a price: each position as listed, the discount, VAT by rate, and the total. */
export function summaryRows({ order, regular, plan, terms }: Priced, { texts, formats }: Scene): Row[] {
  const listed = regular ?? order;
  const isGross = plan.group.PriceTaxType === 'Gross';
  const money = (amount: number): string => formats.money(amount, order.Currency);
  const row = ({ Name = '', Quantity, TotalNet, TotalVat }: Component): Row => [
    Quantity > 1 ? `${Name} × ${formats.number(Quantity)}` : Name,
    money(isGross ? TotalNet + TotalVat : TotalNet),
    '',
  ];
  const { RecurringFee, SetupFee, ComponentSubscriptions } = listed;
  const positions = [
    ...(RecurringFee ? [RecurringFee] : []),
    ...(SetupFee && SetupFee.TotalNet !== 0 ? [{ ...SetupFee, Name: texts.setupFee }] : []),
    ...ComponentSubscriptions.filter(({ Quantity }) => Quantity > 0),
  ];
  const off = isGross ? order.TotalGross - listed.TotalGross : order.Total - listed.Total;
  const discount: Row[] =
    off < 0 ? [[nameOfDiscount(order.CouponCode, terms, { texts, formats }), money(off), 'good']] : [];
  const total: Row = [texts.dueToday, money(order.TotalGross), 'total'];
  const word = isGross ? texts.inclVat : texts.vat;
  const vat = vatByRate(order).map(
    ([rate, amount]): Row => [`${word} ${formats.percent(rate / 100)}`, money(amount), 'quiet'],
  );
  return isGross
    ? [...positions.map(row), ...discount, total, ...vat]
    : [...positions.map(row), ...discount, ...vat, total];
}

const nameOfDiscount = (
  code: string | undefined,
  { Discount }: SignupTerms,
  { texts, formats }: Pick<Scene, 'texts' | 'formats'>,
): string =>
  Discount
    ? discountName(Discount, texts, formats, code)
    : [texts.discount, code].filter(Boolean).join(' · ');

/** VAT that is due, by rate. */
function vatByRate({ RecurringFee, SetupFee, ...order }: OrderPreview): (readonly [number, number])[] {
  const lists = [RecurringFee, SetupFee, ...order.ComponentSubscriptions, ...(order.MeteredComponents ?? [])];
  const lines: LineItem[] = lists.flatMap((one) => one?.LineItems ?? []);
  const rates = [...new Set(lines.map(({ VatPercentage }) => VatPercentage))];
  return rates.flatMap((rate) => {
    const vat = lines
      .filter(({ VatPercentage }) => VatPercentage === rate)
      .reduce((sum, { TotalVat }) => sum + TotalVat, 0);
    return vat ? [[rate, vat]] : [];
  });
}
