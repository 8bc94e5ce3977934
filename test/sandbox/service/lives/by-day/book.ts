// Another book, made from the sentences of docs/billing.md alone: each day of the fee and of each component has one price, one
// rate and one payer, and what is billed is every day that is due and not paid. Only what merchants sell is shared.
import { type ComponentName, type Variant, type VariantName, variants } from '../catalogue.ts';
import type { CartChange, PartOfInvoice, PlanChange, Product, SignupFacts } from '../entries.ts';
import type { World } from '../world.ts';
import { partOf, type Ratio, times, units } from './amounts.ts';
import { Days, dateOf, dayOf, endOf, first, last, type Wall } from './calendar.ts';
import { type CreditedDay, Ledger } from './ledger.ts';
import { Prices } from './prices.ts';
import { type Plan, Terms } from './terms.ts';
import { Usage } from './usage.ts';

interface Component {
  readonly stream: string;
  readonly name: ComponentName;
  readonly quantity: number;
  readonly from: Wall;
  to?: Wall | undefined;
  /** Posted without an order: its own dates, at which it is billed unless it was billed before. */
  waits: readonly Wall[] | undefined;
}

const FEE = 'fee';

export class DayBook {
  now: Wall;
  suspended = false;
  readonly fees: Record<string, number>;
  readonly #world: World;
  readonly #days: Days;
  readonly #prices: Prices;
  readonly #usage: Usage;
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
    this.#usage = new Usage(this.#prices);
    this.fees = this.#prices.fees;
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

  /** "Next billing": the same date everywhere. Another system may bill until the end, in a trial too. */
  get nextBilling(): Wall | undefined {
    if (this.#isAnnulled || this.#isClosed) return undefined;
    const due = this.#due();
    const { end } = this.#terms;
    const isAhead = due === undefined || (this.#pauseAhead?.from ?? '') <= due;
    const running = this.#terms.pauseAt(this.now);
    const ends = first(this.#resumes, running?.to) || undefined;
    const pause = running !== undefined ? { to: ends } : isAhead ? this.#pauseAhead : undefined;
    if (pause === undefined)
      return due ?? (last(this.#billed, this.#elsewhere) >= (end ?? '9') ? end : undefined);
    if (pause.to === undefined || (end !== undefined && end <= pause.to)) return undefined;
    return this.#isBilledElsewhere ? first(last(pause.to, this.#elsewhere), end) : pause.to;
  }

  /** Nothing has been billed here beyond what another system bills. */
  get #isBilledElsewhere(): boolean {
    return (this.#billed ?? '') <= (this.#elsewhere ?? '');
  }

  signup(variant: VariantName, cart: CartChange, { elsewhere, isFirst, started }: SignupFacts): void {
    const { trialDays: trial = 0, setup }: Variant = variants[variant];
    const from = trial === 0 ? started : this.#days.plusDays(started, trial);
    this.#terms = new Terms({ from, variant, quantity: cart.quantity ?? 1, terms: from });
    this.#elsewhere = elsewhere;
    if (elsewhere !== undefined && elsewhere > from) this.#billed = elsewhere;
    this.#prices.isListed = cart.listed === true;
    this.#take(cart, started, elsewhere);
    if (setup !== undefined && elsewhere === undefined && isFirst) {
      const date = last(this.now, from).slice(0, 10);
      const percent = this.#world.includesSetup === true ? this.#prices.percent(date, this.#firstBilled) : 0;
      this.#chargeOnce('SetupFee', this.#prices.setup(variant, setup), percent, this.#prices.rate(date));
    }
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

  change(cart: CartChange, at = this.now): void {
    this.#prices.isListed ||= cart.listed === true;
    for (const one of this.#components.filter(({ name, to }) => name === cart.endAll && to === undefined)) {
      one.to = at;
      this.#ledger.credit(one.stream, dayOf(at));
    }
    const changesPlan = this.#terms.changesPlan(cart, at, this.now);
    const opens = changesPlan && this.#changePlan(cart, at);
    if (opens) for (const one of this.#components) this.#ledger.credit(one.stream, dayOf(at));
    this.#take(cart, at, undefined);
    if (changesPlan) this.#bill(at, this.now);
    else this.#fillOrdered();
  }

  changeLater(change: PlanChange, at: Wall): void {
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
    const back = this.#credited.filter(({ stream, day }) => this.#dueTo(stream, day) !== undefined);
    this.#ledger.again(back, why === 'moved');
    if (this.#moves > 0) for (const { paid } of back) this.#ledger.loosen(paid.product);
    this.#moves += 1;
    if (this.#billed !== undefined) this.#billed = last(this.#billed, this.#billedBefore);
    this.#credited = undefined;
  }

  pause(): void {
    [this.#pauseAhead, this.#resumes] = [undefined, undefined];
    this.#terms.pause(this.now);
    this.#creditAll(this.now);
    // Days that a pause credits are not charged again when an end is revoked.
    if (this.#credited !== undefined) [this.#credited, this.#billedBefore] = [[], undefined];
  }

  planPause(from: Wall, to?: Wall): void {
    this.#pauseAhead = { from, to };
  }

  resume(): void {
    const isAhead = this.#pauseAhead !== undefined;
    [this.#pauseAhead, this.#resumes] = [undefined, undefined];
    if (isAhead) return;
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

  credit(note: PartOfInvoice): void {
    const streamOf = (component?: number) =>
      component === undefined ? FEE : (this.#components[component]?.stream ?? '');
    this.#ledger.reduce(note, streamOf);
    for (const { product, price, rate } of note.once) {
      this.#ledger.once(`${product} at ${rate} %`, [(-price * note.part) / this.#world.unit]);
      this.#ledger.loosen(product);
    }
  }

  usage(quantity: number, at: Wall): void {
    this.#usage.report(quantity, at);
  }

  billUsage(until: Wall = '9'): void {
    for (const { count, percent, rate } of this.#usage.take(this.#terms, this.#firstBilled, until))
      this.#chargeOnce('MeteredUsage', times(this.#prices.apiCall, [BigInt(count), 1n]), percent, rate);
  }

  #chargeOnce(product: Product, price: Ratio, percent: number, rate: number): void {
    this.#ledger.once(`${product} at ${rate} %`, this.#amounts(price, percent));
  }

  get #firstBilled(): Wall {
    return last(this.#terms.firstPaid, this.#elsewhere);
  }

  /** Components and coupons of an order. */
  #take({ add = [], coupon }: CartChange, at: Wall, elsewhere: Wall | undefined): void {
    for (const { name, quantity, starts = at } of add) {
      const stream = `${name} ${this.#components.length}`;
      const from = last(starts, elsewhere);
      this.#components.push({ stream, name, quantity, from, waits: undefined });
    }
    if (coupon !== undefined) this.#prices.addDiscount(coupon, at);
  }

  #changePlan(change: PlanChange, at: Wall): boolean {
    if (at <= this.now) this.#resumes = undefined;
    this.#credited = undefined;
    this.#isClosed = false;
    return this.#terms.change(change, at, this.now);
  }

  /** What happens next by itself; of one instant, what the rules name first. */
  #next() {
    const { end } = this.#terms;
    const due = this.#due();
    const [ahead, resumes] = [this.#pauseAhead, this.#resumes];
    const all = [
      end !== undefined && !this.#isClosed && { at: end, happens: () => this.#finish(end) },
      ahead && { at: ahead.from, happens: () => this.#beginPause(ahead.to) },
      resumes !== undefined && { at: resumes, happens: () => this.#endPause() },
      due !== undefined && { at: due, happens: () => this.#bill(due, due, true) },
      this.#ownDate(),
    ].filter((event) => event !== undefined && event !== false);
    const at = first(...all.map((event) => event.at));
    return this.#isAnnulled ? undefined : all.find((event) => event.at === at);
  }

  #finish(end: Wall): void {
    const until = this.suspended ? first(end, this.#billed) : end;
    this.#fillComponents(until, ({ waits }) => waits !== undefined);
    this.billUsage();
    this.#isClosed = true;
    for (const one of this.#components) one.to = first(one.to, end);
  }

  #beginPause(to: Wall | undefined): void {
    this.#pauseAhead = undefined;
    if (this.#terms.stateAt(this.now) !== 'Plan') return;
    this.pause();
    this.#resumes = to;
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
  #bill(at: Wall, through: Wall, isDue = false): void {
    const { plans, firstPaid, end } = this.#terms;
    const missed = last(this.#billed, firstPaid);
    const isRenewal = isDue && !this.suspended && (this.#billed ?? '') <= at;
    for (const one of plans) if (one.from <= at) this.#terms.begun.add(one);
    const waitsForOther = (this.#elsewhere ?? '') > through && this.#isBilledElsewhere;
    const { to: ends } = this.#days.period(Terms.cycle(this.#terms.planAt(at), this.#world.aligned), through);
    const ahead = [...plans.map(({ from }) => from), end].filter((wall) => (wall ?? '') > through);
    const until = waitsForOther ? (this.#elsewhere as Wall) : first(ends, ...ahead);
    this.#ledger.credit(FEE, dayOf(at));
    this.#credited = this.#credited?.filter(({ stream }) => stream !== FEE);
    this.#billedBefore = undefined;
    if (!waitsForOther) this.#fill(FEE, this.#firstBilled, until);
    this.#billed = last(until, this.#elsewhere);
    this.#fillComponents(this.#billed, () => true);
    if (isRenewal) this.billUsage();
    else if (missed < at && this.#terms.stateAt(missed) === 'Plan') this.billUsage(at);
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
    const billed = this.#billed;
    if (billed === undefined) return undefined;
    const isBilled = (at: Wall) =>
      at > this.now && (at < billed || (!this.suspended && this.#terms.stateAt(at) === 'Pause'));
    const { firstPaid } = this.#terms;
    const dates = [firstPaid, ...this.#components.flatMap(({ waits = [] }) => waits)];
    const at = first(...dates.filter(isBilled));
    const isOwn = ({ waits = [] }: Component) => at === firstPaid || waits.includes(at);
    return at === '' ? undefined : { at, happens: () => this.#fillComponents(last(billed, at), isOwn) };
  }

  #creditAll(at: Wall): CreditedDay[] {
    const streams = [FEE, ...this.#components.map(({ stream }) => stream)];
    const credited = streams.flatMap((stream) => this.#ledger.credit(stream, dayOf(at)));
    if (this.#billed !== undefined) this.#billed = last(first(this.#billed, at), this.#elsewhere);
    return credited;
  }

  /** The plan that pays a day of the fee or of a component that is not paid yet. */
  #dueTo(stream: string, day: number): Plan | undefined {
    const one = this.#components.find((component) => component.stream === stream);
    const isOver = one?.to !== undefined && dayOf(one.to) <= day;
    if (isOver || this.#ledger.isPaid(stream, day)) return undefined;
    // What holds at the end of a day holds for the day. In a trial, only some components are paid.
    const state = this.#terms.stateAt(endOf(day));
    const isPaid = state === 'Trial' ? one?.name === 'Seat' && this.#world.billsInTrial : state === 'Plan';
    return isPaid === true ? this.#terms.planAt(endOf(day)) : undefined;
  }

  /** Charges every day that is due and not paid: a line for each period, discount and, where the policy splits, rate. */
  #fill(stream: string, from: Wall, until: Wall): void {
    const one = this.#components.find((component) => component.stream === stream);
    const dueOn = (day: number) => ({
      plan: this.#dueTo(stream, day),
      percent: this.#prices.percent(dateOf(day), this.#firstBilled),
      rate: this.#prices.rate(dateOf(day)),
    });
    const resumed = this.#terms.pauses.map(({ to }) => to && dayOf(to));
    for (let day = dayOf(from); day < dayOf(until); ) {
      const { plan, percent, rate } = dueOn(day);
      const period = plan && this.#days.period(Terms.cycle(plan, this.#world.aligned), endOf(day));
      let to = day + 1;
      for (; period !== undefined && to < dayOf(first(until, period.to)); to += 1) {
        const next = dueOn(to);
        if (next.plan !== plan || next.percent !== percent || resumed.includes(to)) break;
        if (this.#world.taxes.splits && next.rate !== rate) break;
      }
      if (plan !== undefined && period !== undefined) {
        const price =
          one === undefined ? this.#prices.fee(plan) : this.#prices.component(one.name, one.quantity, plan);
        const [begins, ends] = [dayOf(period.from), dayOf(period.to)];
        const upToDay = (whole: number, end: number) => partOf(whole, end - begins, ends - begins);
        const amounts = this.#amounts(price, percent, (whole) => upToDay(whole, to) - upToDay(whole, day));
        const product = one === undefined ? 'RecurringFee' : 'Component';
        this.#ledger.charge(stream, [day, to], { product, rate, amounts, charged: this.now });
      }
      day = to;
    }
  }

  /** A price, and its discount if that is a line of its own, in minor units. @param part of the rounded price */
  #amounts(price: Ratio, percent: number, part = (whole: number) => whole): number[] {
    const isOwnLine = this.#world.discountsInPrice !== true;
    const reduced = isOwnLine ? price : times(price, [BigInt(100 - percent), 100n]);
    const amount = part(units(reduced, Math.round(1 / this.#world.unit)));
    return isOwnLine ? [amount, -partOf(amount, percent, 100)] : [amount];
  }
}
