import type { Period } from 'clientlib';
import { filled } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { h, put } from './dom.ts';
import type { Formats } from './formats.ts';
import { type PlanRow, savedPercent, shownRate, vatFactor, vatNote } from './plan-rows.ts';

/** The data for the cards of a page. */
export interface PlanCardsSetup {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly legend: string;
  /** Plan variant that is shown, and with `choose` selected, at first; without it, prices by the month are shown. */
  readonly chosen?: string | undefined;
  /** Plan variant that the customer has: it is marked, and cannot be chosen. A change has no trial and no setup fee. */
  readonly current?: string | undefined;
  /** Plan or plan variant that is marked as recommended. */
  readonly highlight?: string | undefined;
  /** Cards are radio buttons: receives the plan that the customer chooses. */
  readonly choose?: ((row: PlanRow) => void) | undefined;
  /** The last thing of a card: a button or a link for the variant that it shows. */
  readonly action?: ((row: PlanRow) => HTMLElement) | undefined;
}

/** The prices of a plan according to a preview. */
export interface Quote {
  /** VAT that the customer pays, in percent; net prices are shown with it. */
  readonly vat?: number | undefined;
  /** The discount of a coupon in percent, and its end. */
  readonly discount?: { readonly ReductionPercent: number; readonly EndDate?: string } | undefined;
}

/** A card: the variants of one plan, by the period of their fee. */
type Variants = ReadonlyMap<string, PlanRow>;

/** Features that a card shows before the customer asks for all. */
const FEATURES = 8;

const periodKey = ({ Unit, Quantity }: Period): string =>
  Unit === 'Month' && Quantity % 12 === 0 ? `${Quantity / 12} Year` : `${Quantity} ${Unit}`;

const yearly = '1 Year';
const monthly = '1 Month';

/** Plans as cards, one for each plan, with a control above for the period where plans have several. */
export class PlanCards {
  readonly root: HTMLElement;
  private readonly _setup: PlanCardsSetup;
  private readonly _plans: readonly Variants[];
  private readonly _cards = h('div', { class: 'cards' });
  private _period: string;
  private _chosen: PlanRow | undefined;
  private _getQuote: (row: PlanRow) => Quote = () => ({});

  constructor(rows: readonly PlanRow[], setup: PlanCardsSetup) {
    this._setup = setup;
    this._plans = toCards(rows);
    this._chosen = rows.find(({ variant }) => variant.Id === setup.chosen);
    const first = this._chosen ?? rows.find(({ variant }) => variant.Id === setup.current);
    this._period = first ? periodKey(first.variant.FeePeriod) : monthly;
    const periods = [...new Set(this._plans.flatMap((plan) => (plan.size > 1 ? [...plan.keys()] : [])))];
    this.root = h(
      'fieldset',
      { part: 'plans' },
      h('legend', {}, setup.legend),
      periods.length > 1 && this._switch(periods),
      this._cards,
    );
    this._show();
  }

  /** Shows prices as previews say, in place of those of the catalogue. */
  quote(getQuote: (row: PlanRow) => Quote): void {
    this._getQuote = getQuote;
    const places = this._cards.querySelectorAll('.card-price');
    for (const [at, plan] of this._plans.entries()) put(places[at] as Element, ...this._prices(plan));
  }

  /** The period of all cards; a plan without it shows what it has. */
  private _switch(periods: readonly string[]): HTMLElement {
    const { texts, formats } = this._setup;
    const savings = new Set(
      this._plans.flatMap((plan) => (plan.size > 1 ? formats.percent(savingIn(plan, yearly)) : [])),
    );
    const [saving] = savings;
    const options = periods.map((period) => {
      const radio = h('input', {
        type: 'radio',
        name: 'period',
        value: period,
        checked: period === this._period,
        change: () => {
          this._period = period;
          this._show();
          const row = this._plans.find((plan) => [...plan.values()].includes(this._chosen as PlanRow));
          const next = row && this._shownRow(row);
          if (next && next !== this._chosen) this._choose(next);
        },
      });
      const [quantity, unit] = period.split(' ') as [string, Period['Unit']];
      const name =
        period === monthly
          ? texts.monthly
          : period === yearly
            ? texts.yearly
            : formats.period({ Quantity: Number(quantity), Unit: unit });
      const note = period === yearly && savings.size === 1 && saving !== formats.percent(0) && saving;
      return h('label', {}, radio, h('span', {}, name, note && h('b', {}, ` ${note}`)));
    });
    return h(
      'div',
      { class: 'switch', part: 'period', role: 'group', 'aria-label': texts.billingPeriod },
      ...options,
    );
  }

  private _shownRow(plan: Variants): PlanRow {
    return plan.get(this._period) ?? ([...plan.values()][0] as PlanRow);
  }

  private _show(): void {
    put(this._cards, ...this._plans.map((plan, at) => this._card(plan, at)));
  }

  private _choose(row: PlanRow): void {
    this._chosen = row;
    for (const card of this._cards.children)
      card.classList.toggle('on', card.querySelector('input')?.checked);
    this._setup.choose?.(row);
  }

  private _card(plan: Variants, at: number): HTMLElement {
    const { choose, action, highlight } = this._setup;
    const row = this._shownRow(plan);
    const isOn = choose !== undefined && [...plan.values()].includes(this._chosen as PlanRow);
    const isHighlighted = highlight === row.variant.Id || highlight === row.plan.Id;
    const classes = ['card', choose && 'choosable', isOn && 'on'].filter(Boolean).join(' ');
    return h(
      'div',
      { class: classes, part: isHighlighted ? 'plan highlighted' : 'plan' },
      this._head(row, `plan-${at}`, isOn, isHighlighted),
      h('div', { class: 'card-price', id: `plan-${at}-price` }, ...this._prices(plan)),
      ...this._features(row),
      action?.(row),
    );
  }

  /** The name, which is the label of the radio button if there is one. */
  private _head(row: PlanRow, id: string, isOn: boolean, isHighlighted: boolean): HTMLElement {
    const { texts, choose, current } = this._setup;
    const isCurrent = row.variant.Id === current;
    const isOnly = this._plans.filter((one) => this._shownRow(one).plan.Id === row.plan.Id).length === 1;
    const name = isOnly ? row.planName : row.name;
    const radio = (): HTMLElement[] => [
      h('input', {
        type: 'radio',
        name: 'plan',
        id,
        value: row.variant.Id,
        checked: isOn && !isCurrent,
        disabled: isCurrent,
        'aria-describedby': `${id}-price`,
        change: () => this._choose(row),
      }),
      h('label', { for: id, class: 'name' }, name),
    ];
    return h(
      'div',
      { class: 'card-head' },
      ...(choose ? radio() : [h('h2', { class: 'name' }, name)]),
      (isCurrent || isHighlighted) &&
        h('span', { class: 'tag' }, isCurrent ? texts.currentPlan : texts.recommended),
    );
  }

  /** The price or the trial as the headline; below it how it is billed, with tax or without, and what is due once. */
  private _prices(cards: Variants): HTMLElement[] {
    const { texts, formats, current } = this._setup;
    const row = this._shownRow(cards);
    const { variant, plan, group } = row;
    const { vat, discount } = this._getQuote(row);
    const { amount, period } = shownRate(variant, group.Currency);
    const factor = vatFactor(group, vat);
    const paid = (price: number): number => price * factor;
    const money = (price: number): string => formats.money(paid(price), group.Currency);
    const isSignup = current === undefined;
    const trial =
      isSignup && plan.TrialPeriod && filled(texts.trialFree, { period: formats.period(plan.TrialPeriod) });
    const off = trial || amount === 0 ? undefined : discount;
    const price = h('b', {}, money(amount * (1 - (off?.ReductionPercent ?? 0) / 100)));
    const head = trial
      ? [h('b', {}, trial)]
      : amount === 0
        ? [price]
        : [...(off ? [h('s', {}, money(amount)), ' '] : []), price, ` / ${formats.period(period, true)}`];
    const billed = { [monthly]: texts.billedMonthly, [yearly]: texts.billedYearly }[
      periodKey(variant.BillingPeriod)
    ];
    const billing = billed ?? `${texts.billingPeriod}: ${formats.period(variant.BillingPeriod)}`;
    const notes = [
      trial && filled(texts.thenRate, { rate: formats.rate(paid(amount), group.Currency, period) }),
      off && discountName(off, texts, formats),
      amount > 0 && [billing, vatNote(group, vat, texts)].filter(Boolean).join(', '),
      isSignup && Boolean(variant.SetupFee) && `${texts.setupFee}: ${money(variant.SetupFee as number)}`,
    ];
    const saving = savingIn(cards, periodKey(variant.FeePeriod));
    return [
      h(
        'p',
        { class: 'price', part: 'price' },
        ...head,
        saving < 0 && h('span', { class: 'tag good' }, formats.percent(saving)),
      ),
      ...notes.flatMap((note) => (note ? h('p', { class: 'note' }, note) : [])),
    ];
  }

  private _features({ features }: PlanRow): HTMLElement[] {
    if (features.length === 0) return [];
    const items = features.map((feature, at) => h('li', { hidden: at >= FEATURES }, feature));
    const list = h('ul', { class: 'features', part: 'features', tabindex: -1 }, ...items);
    if (features.length <= FEATURES) return [list];
    const click = (): void => {
      for (const item of items) item.hidden = false;
      all.remove();
      list.focus();
    };
    const { allFeatures } = this._setup.texts;
    const all = h('button', { type: 'button', class: 'link', part: 'button', click }, allFeatures);
    return [list, all];
  }
}

/** `−20% · until February 27, 2026`. */
export function discountName(
  { ReductionPercent, EndDate }: NonNullable<Quote['discount']>,
  texts: Texts,
  formats: Formats,
  code?: string,
): string {
  const until = EndDate && filled(texts.until, { date: formats.date(EndDate) });
  return [formats.percent(-ReductionPercent / 100), code, until].filter(Boolean).join(' · ');
}

/** One card for each plan; where it has several variants of one period, a further card for each. */
function toCards(rows: readonly PlanRow[]): Variants[] {
  const cards: Map<string, PlanRow>[] = [];
  for (const row of rows) {
    const key = periodKey(row.variant.FeePeriod);
    const place = cards.find((card) => !card.has(key) && [...card.values()][0]?.plan.Id === row.plan.Id);
    if (place) place.set(key, row);
    else cards.push(new Map([[key, row]]));
  }
  return cards;
}

/** The saving of a plan's period compared to paying monthly. */
function savingIn(plan: Variants, period: string): number {
  const [one, other] = [plan.get(period), plan.get(monthly)];
  return one && other ? savedPercent(one.variant, other.variant) : 0;
}
