// Another book, made from the sentences of docs/billing.md alone: each day of the fee and of each component has one price, one
// rate and one payer, and what is billed is every day that is due and not paid. Only what merchants sell is shared.
import {
  type ComponentName,
  type CouponCode,
  type Variant,
  type VariantName,
  variants,
} from '../catalogue.ts';
import type { World } from '../world.ts';
import { percentage, times, units, upTo } from './amounts.ts';
import { Days, dayOf, first, last, type Wall } from './calendar.ts';
import { type CreditedDay, type CreditNote, Ledger } from './ledger.ts';
import { Prices } from './prices.ts';
import { type Plan, type PlanOrder, Terms } from './terms.ts';

interface Component {
  readonly stream: string;
  readonly name: ComponentName;
  readonly quantity: number;
  readonly from: Wall;
  to?: Wall | undefined;
  /** Posted without an order: its own dates, at which it is billed unless it was billed before. */
  waits: readonly Wall[] | undefined;
}

export interface Cart extends PlanOrder {
  readonly listed?: boolean | undefined;
  readonly add?: readonly (Pick<Component, 'name' | 'quantity'> & { readonly starts?: Wall | undefined })[];
  readonly endAll?: ComponentName | undefined;
  readonly coupon?: CouponCode | undefined;
}

/** Days of one plan and period, with one discount and rate. */
interface Span {
  readonly plan: Plan;
  readonly period: { readonly from: number; readonly to: number };
  readonly percent: number;
  readonly rate: number;
  readonly from: number;
  readonly to: number;
}

const FEE = 'fee';

export class DayBook {
  now: Wall;
  suspended = false;
  readonly #world: World;
  readonly #days: Days;
  readonly #prices: Prices;
  readonly #ledger = new Ledger();
  readonly #components: Component[] = [];
  #terms!: Terms;
  #billed: Wall | undefined;
  #elsewhere: Wall | undefined;
  #pauseAhead: { readonly from: Wall; readonly to?: Wall | undefined } | undefined;
  #resumes: Wall | undefined;
  #isAnnulled = false;
  #isClosed = false;
  #credited: readonly CreditedDay[] | undefined;
  #billedBefore: Wall | undefined;
  #moves = 0;

  constructor(now: Wall, world: World) {
    this.now = now;
    this.#world = world;
    this.#days = new Days(world.zone);
    this.#prices = new Prices(world, this.#days);
  }

  get fees(): Record<string, number> {
    return this.#prices.fees;
  }

  set facts({ country, vatId }: { readonly country: string; readonly vatId: string }) {
    Object.assign(this.#prices, { country, vatId });
  }

  get totals(): ReadonlyMap<string, number> {
    if (this.#isAnnulled) return new Map();
    return new Map([...this.#ledger.totals].map(([key, amount]) => [key, amount * this.#world.unit]));
  }

  toleranceOf(key: string): number {
    return this.#isAnnulled ? 0 : this.#ledger.toleranceOf(key) * this.#world.unit;
  }

  /** "Next billing": the same date everywhere. */
  get nextBilling(): Wall | undefined {
    if (this.#isAnnulled || this.#isClosed) return undefined;
    const due = this.#due();
    const { end } = this.#terms;
    const isAhead = due === undefined || (this.#pauseAhead?.from ?? '') <= due;
    const running = this.#terms.pauseAt(this.now);
    const ends = first(this.#resumes, running?.to) || undefined;
    const pause = running !== undefined ? { to: ends } : isAhead ? this.#pauseAhead : undefined;
    if (pause === undefined) return due ?? ((this.#billed ?? '') >= (end ?? '9') ? end : undefined);
    if (pause.to === undefined || (end !== undefined && end <= pause.to)) return undefined;
    return this.#isBilledElsewhere ? last(pause.to, this.#elsewhere) : pause.to;
  }

  /** Nothing has been billed here beyond what another system bills. */
  get #isBilledElsewhere(): boolean {
    return (this.#billed ?? '') <= (this.#elsewhere ?? '');
  }

  signup(variant: VariantName, cart: Cart, elsewhere: Wall | undefined): void {
    const { trialDays: trial = 0 }: Variant = variants[variant];
    const from = trial === 0 ? this.now : this.#days.plusDays(this.now, trial);
    this.#terms = new Terms({ from, variant, quantity: cart.quantity ?? 1, terms: from });
    this.#elsewhere = elsewhere;
    if (elsewhere !== undefined && elsewhere > from) this.#billed = elsewhere;
    this.#prices.isListed = cart.listed === true;
    this.#take(cart, this.now, elsewhere);
    this.#fillOrdered();
    this.advance(this.now);
  }

  advance(to: Wall): void {
    for (let next = this.#next(); next !== undefined && next.at <= to; next = this.#next()) {
      this.now = last(this.now, next.at);
      next.happens();
    }
    this.now = to;
  }

  change(cart: Cart, at = this.now): void {
    this.#prices.isListed ||= cart.listed === true;
    const ending = this.#components.filter(({ name, to }) => name === cart.endAll && to === undefined);
    for (const one of ending) {
      one.to = at;
      this.#ledger.credit(one.stream, dayOf(at));
    }
    const changesPlan = this.#terms.changesPlan(cart, at, this.now);
    if (changesPlan) {
      const opens = this.#changePlan(cart, at);
      if (opens) for (const one of this.#components) this.#ledger.credit(one.stream, dayOf(at));
    }
    this.#take(cart, at, undefined);
    if (changesPlan) this.#bill(at, this.now);
    else this.#fillOrdered();
  }

  changeLater(change: PlanOrder, at: Wall): void {
    if (this.#terms.changesPlan(change, at, this.now)) this.#changePlan(change, at);
  }

  endAt(at: Wall): void {
    this.takeEndBack('moved');
    this.#terms.end = at;
    if (at <= this.now) this.#finish(at);
    this.#billedBefore = this.#billed;
    this.#credited = this.#creditAll(at);
  }

  /** What an end credited is charged again, at its price. */
  takeEndBack(why: 'moved' | 'revoked' = 'revoked'): void {
    if (this.#terms.end === undefined || this.#credited === undefined) return;
    this.#terms.end = undefined;
    const back = this.#credited.filter(({ stream, day }) => this.#isDue(stream, day));
    this.#ledger.again(back, why === 'moved');
    if (this.#moves > 0) for (const { paid } of back) this.#ledger.loosen(paid.product);
    this.#moves += 1;
    if (this.#billed !== undefined) this.#billed = last(this.#billed, this.#billedBefore);
    this.#credited = undefined;
  }

  pause(): void {
    this.#pauseAhead = undefined;
    this.#resumes = undefined;
    this.#terms.pause(this.now);
    this.#creditAll(this.now);
    // Days that a pause credits are not charged again when an end is revoked.
    if (this.#credited !== undefined) [this.#credited, this.#billedBefore] = [[], undefined];
  }

  planPause(from: Wall, to?: Wall): void {
    this.#pauseAhead = { from, to };
  }

  resume(): void {
    this.#resumes = undefined;
    if (this.#pauseAhead !== undefined) {
      this.#pauseAhead = undefined;
      return;
    }
    this.#terms.resume(this.now);
    this.#bill(this.now, this.now);
  }

  annul(): void {
    this.#isAnnulled = true;
  }

  post(name: ComponentName, quantity: number, starts?: Wall, to?: Wall): void {
    const waits = [starts, to].filter((at) => at !== undefined);
    const from = starts ?? this.now;
    this.#components.push({ stream: `${name} ${this.#components.length}`, name, quantity, from, to, waits });
  }

  credit(note: CreditNote): void {
    const streamOf = (component?: number) =>
      component === undefined ? FEE : (this.#components[component]?.stream ?? '');
    this.#ledger.reduce(note, streamOf);
  }

  get #firstBilled(): Wall {
    return last(this.#terms.firstPaid, this.#elsewhere);
  }

  /** Components and coupons of an order. */
  #take({ add = [], coupon }: Cart, at: Wall, elsewhere: Wall | undefined): void {
    for (const { name, quantity, starts = at } of add) {
      const stream = `${name} ${this.#components.length}`;
      const from = last(starts, elsewhere);
      this.#components.push({ stream, name, quantity, from, waits: undefined });
    }
    if (coupon !== undefined) this.#prices.addDiscount(coupon, at);
  }

  #changePlan(change: PlanOrder, at: Wall): boolean {
    if (at <= this.now) this.#resumes = undefined;
    this.#credited = undefined;
    this.#isClosed = false;
    return this.#terms.change(change, at, this.now);
  }

  /** What happens next by itself; of one instant, what the rules name first. */
  #next() {
    const { end } = this.#terms;
    const due = this.#due();
    const events = this.#isAnnulled
      ? []
      : [
          end === undefined || this.#isClosed ? undefined : { at: end, happens: () => this.#finish(end) },
          this.#pauseAhead && { at: this.#pauseAhead.from, happens: () => this.#beginPause() },
          this.#resumes === undefined ? undefined : { at: this.#resumes, happens: () => this.#endPause() },
          due === undefined ? undefined : { at: due, happens: () => this.#bill(due, due) },
          this.#ownDate(),
        ];
    const all = events.filter((event) => event !== undefined);
    const at = first(...all.map((event) => event.at));
    return all.find((event) => event.at === at);
  }

  #finish(end: Wall): void {
    const until = this.suspended ? first(end, this.#billed) : end;
    this.#fillComponents(until, ({ waits }) => waits !== undefined);
    this.#isClosed = true;
    for (const one of this.#components) one.to = first(one.to, end);
  }

  #beginPause(): void {
    const planned = this.#pauseAhead;
    this.#pauseAhead = undefined;
    if (this.#terms.stateAt(this.now) !== 'Plan') return;
    this.pause();
    this.#resumes = planned?.to;
  }

  #endPause(): void {
    if (this.#terms.stateAt(this.now) === 'Pause') this.resume();
    this.#resumes = undefined;
  }

  /** The next renewal, first billing or planned change. */
  #due(): Wall | undefined {
    const { plans, begun } = this.#terms;
    const change = plans.find((plan) => plan.from > this.now && !begun.has(plan));
    const isOurs = !this.#isBilledElsewhere || (change?.from ?? '') > (this.#elsewhere ?? '');
    const renewal = this.suspended ? undefined : last(this.#billed, this.#firstBilled);
    return [renewal, isOurs && this.#billed !== undefined ? change?.from : undefined]
      .filter((at) => at !== undefined && this.#terms.stateAt(at) === 'Plan')
      .sort()[0];
  }

  /** Bills all days that are due up to the end of the period that runs. @param through a time in that period */
  #bill(at: Wall, through: Wall): void {
    const plan = this.#terms.planAt(at);
    for (const one of this.#terms.plans) if (one.from <= at) this.#terms.begun.add(one);
    const waitsForOther = (this.#elsewhere ?? '') > through && this.#isBilledElsewhere;
    const period = this.#days.endAfter(Terms.cycle(plan, this.#world.aligned), through);
    const until = waitsForOther ? (this.#elsewhere as Wall) : this.#terms.horizon(through, period);
    this.#ledger.credit(FEE, dayOf(at));
    this.#credited = this.#credited?.filter(({ stream }) => stream !== FEE);
    if (!waitsForOther) this.#fill(FEE, this.#firstBilled, until);
    this.#billed = last(until, this.#elsewhere);
    this.#fillComponents(this.#billed, () => true);
  }

  #fillComponents(until: Wall | undefined, isBilled: (one: Component) => boolean): void {
    if (until === undefined) return;
    for (const one of this.#components.filter(isBilled)) {
      this.#fill(one.stream, one.from, first(until, one.to, this.#terms.end));
      one.waits = undefined;
    }
  }

  /** What was ordered is billed as far as the contract is, in a trial up to its end. */
  #fillOrdered(): void {
    const until = this.#terms.stateAt(this.now) === 'Trial' ? this.#terms.firstPaid : this.#billed;
    this.#fillComponents(until, ({ waits }) => waits === undefined);
  }

  /** Components are billed at dates of their own, in time that is paid or in a pause; all at the end of a trial. */
  #ownDate() {
    const billed = this.#billed ?? '';
    const isBilled = (at: Wall) =>
      at > this.now && (at < billed || (!this.suspended && this.#terms.stateAt(at) === 'Pause'));
    const { firstPaid } = this.#terms;
    const dates = this.#components.flatMap((one) =>
      [...(one.waits ?? []), firstPaid].filter(isBilled).map((at) => {
        const isOwn = (it: Component) => at === firstPaid || it.waits?.includes(at) === true;
        return { at, happens: () => this.#fillComponents(last(billed, at), isOwn) };
      }),
    );
    return this.#billed === undefined ? undefined : dates.sort((a, b) => (a.at < b.at ? -1 : 1))[0];
  }

  #creditAll(at: Wall): CreditedDay[] {
    const streams = [FEE, ...this.#components.map(({ stream }) => stream)];
    const credited = streams.flatMap((stream) => this.#ledger.credit(stream, dayOf(at)));
    if (this.#billed !== undefined) this.#billed = last(first(this.#billed, at), this.#elsewhere);
    return credited;
  }

  /** Whether somebody pays for a day of the fee or of a component. */
  #isDue(stream: string, day: number): boolean {
    const one = this.#components.find((component) => component.stream === stream);
    if (one?.to !== undefined && dayOf(one.to) <= day) return false;
    return !this.#ledger.isPaid(stream, day) && this.#payer(day, one) !== undefined;
  }

  #payer(day: number, one: Component | undefined): Plan | undefined {
    return this.#terms.payer(day, one?.name === 'Seat' && this.#world.billsInTrial === true);
  }

  /** Charges every day that is due and not paid: a line for each period, discount and, where the policy splits, rate. */
  #fill(stream: string, from: Wall, until: Wall): void {
    const one = this.#components.find((component) => component.stream === stream);
    const dueOn = (day: number) => {
      const plan = this.#isDue(stream, day) ? this.#payer(day, one) : undefined;
      if (plan === undefined) return undefined;
      const period = this.#days.period(Terms.cycle(plan, this.#world.aligned), day);
      const percent = this.#prices.percent(day, this.#firstBilled);
      return { plan, period, percent, rate: this.#prices.rate(day) };
    };
    for (let day = dayOf(from); day < dayOf(until); ) {
      const due = dueOn(day);
      let to = day + 1;
      for (; due !== undefined && to < Math.min(dayOf(until), due.period.to); to += 1) {
        const next = dueOn(to);
        if (next?.plan !== due.plan || next.percent !== due.percent) break;
        if (this.#world.taxes.splits && next.rate !== due.rate) break;
      }
      if (due !== undefined) this.#charge(stream, one, { ...due, from: day, to });
      day = to;
    }
  }

  #charge(stream: string, one: Component | undefined, { plan, period, percent, rate, from, to }: Span): void {
    const price =
      one === undefined ? this.#prices.fee(plan) : this.#prices.component(one.name, one.quantity, plan);
    const isOwnLine = this.#world.discountsInPrice !== true;
    const whole = units(
      isOwnLine ? price : times(price, [BigInt(100 - percent), 100n]),
      Math.round(1 / this.#world.unit),
    );
    const until = (day: number) => upTo(whole, day - period.from, period.to - period.from);
    const amount = until(to) - until(from);
    const amounts = isOwnLine ? [amount, -percentage(amount, percent)] : [amount];
    const product = one === undefined ? 'RecurringFee' : 'Component';
    this.#ledger.charge({ product, stream, rate, from, to, amounts, charged: this.now });
  }
}
