// A second, deliberately simple calculation of what a contract costs: which days are paid for, and the price of each. It
// follows docs/billing.md and shares no code with the sandbox, so that a mistake must be made twice to stay unseen.
import { type Calendar, dayOf, earlier, later, type Periods, type Stamp } from './calendar.ts';
import {
  apiCalls,
  type ComponentName,
  type CouponCode,
  components,
  coupons,
  priceList,
  scaled,
  type Variant,
  type VariantName,
  variants,
} from './catalogue.ts';
import { defaultWorld, type World } from './world.ts';

/** The midnight of a day. */
const stampOf = (day: number): Stamp => `${new Date(day * 864e5).toISOString().slice(0, 10)}T00:00:00`;

/** A provider may take some minutes, after which the document of a change is made. */
const isNear = (one: Stamp, other: Stamp) => Math.abs(Date.parse(one) - Date.parse(other)) < 300_000;

/** A stretch of the contract. Only Normal ones are paid for; each lasts until the next begins. */
interface Phase {
  readonly kind: 'Trial' | 'Normal' | 'Inactive';
  readonly from: Stamp;
  readonly variant: VariantName;
  readonly quantity: number;
  /** Where the terms began, and so the billing periods. */
  readonly anchor: Stamp;
  /** The end of the contract; another Inactive phase is a pause. */
  readonly isEnd?: true;
}

interface Component {
  readonly name: ComponentName;
  readonly quantity: number;
  readonly from: Stamp;
  readonly stream: string;
  /** It was posted without an order, and waits for the next period that is billed. */
  waits?: boolean;
  /** Up to where another system has billed it. */
  readonly elsewhere?: Stamp | undefined;
  /** Its own end; the contract's end ends it too. */
  end?: Stamp;
  paidUntil?: Stamp;
}

interface Discount {
  readonly percent: number;
  readonly months: number;
  readonly from: Stamp;
  readonly to: Stamp;
}

export interface PlanChange {
  readonly variant?: VariantName | undefined;
  readonly quantity?: number | undefined;
  readonly inherit?: boolean | undefined;
}

export interface CartChange extends PlanChange {
  /** The order names the price list. */
  readonly listed?: boolean | undefined;
  readonly add?: readonly { readonly name: ComponentName; readonly quantity: number }[];
  readonly endAll?: ComponentName | undefined;
  readonly coupon?: CouponCode | undefined;
}

/** An amount under a VAT rate. */
interface Paid {
  readonly price: number;
  readonly rate: number;
  /** When it was billed. */
  readonly billed: Stamp;
}

/** A part of an invoice that is given back: of the days that it billed then, and of what it charged once. */
export interface PartOfInvoice {
  readonly billed: Stamp;
  readonly part: number;
  /** The days of the fee, and of components in the order in which the contract got them. */
  readonly spans: readonly { readonly component?: number; readonly from: Stamp; readonly to: Stamp }[];
  readonly once: readonly { readonly price: number; readonly rate: number }[];
}

/** Something with a price of its own for some days. */
export interface RatedItem {
  readonly price: number;
  readonly from: Stamp;
  readonly days: number;
}

/** What an end took away, to be put back when it is moved or taken back. */
interface BeforeEnd {
  readonly waiting: readonly Phase[];
  readonly paid: readonly (Stamp | undefined)[];
  readonly days: ReadonlyMap<string, ReadonlyMap<number, Paid>>;
}

/** The book of one contract. Times only move on. */
export class Book {
  now: Stamp;
  phases: Phase[] = [];
  paidUntil: Stamp | undefined;
  annulled = false;
  /** How often something was rounded on a document: each may be half a cent off. */
  roundings = 0;
  readonly fees: Record<VariantName, number>;
  readonly #subscriptions: Component[] = [];
  #discounts: Discount[] = [];
  /** What each paid day costs, by what is paid for. */
  readonly #days = new Map<string, Map<number, Paid>>();
  readonly #once: Paid[] = [];
  #usage: { readonly at: Stamp; readonly quantity: number }[] = [];
  #items: RatedItem[] = [];
  /** Nothing is billed by itself. */
  suspended = false;
  /** The customer owes the tax. */
  reverseCharge = false;
  readonly #world: World;
  readonly #calendar: Calendar;
  /** The contract pays the prices of the list. */
  #listed = false;
  /** A pause that lies ahead, and where the one that runs ends by itself. */
  #planned: { readonly from: Stamp; readonly to?: Stamp | undefined } | undefined;
  #resumesAt: Stamp | undefined;
  #beforeEnd: BeforeEnd | undefined;
  /** Up to where another system has billed the contract: that time is never billed or given back here. */
  #elsewhere: Stamp | undefined;
  readonly #begun = new Set<Phase>();
  readonly #quotaUsed = new Map<Stamp, number>();

  constructor(now: Stamp, world: World = defaultWorld) {
    this.now = now;
    this.#world = world;
    this.#calendar = world.calendar;
    this.fees = Object.fromEntries(
      Object.entries(variants).map(([name, { fee }]) => [name, scaled(fee, world.scale)]),
    ) as Record<VariantName, number>;
  }

  /** Everything charged less everything given back, by VAT rate: net, or gross where prices are. */
  get totals(): ReadonlyMap<number, number> {
    const totals = new Map<number, number>();
    if (this.annulled) return totals;
    const paid = [...this.#once, ...[...this.#days.values()].flatMap((days) => [...days.values()])];
    for (const { price, rate } of paid) totals.set(rate, (totals.get(rate) ?? 0) + price);
    return totals;
  }

  /** VAT in percent at a local time. */
  #rateAt(at: Stamp): number {
    return this.reverseCharge ? 0 : (this.#world.rates.findLast(([from]) => from <= at)?.[1] ?? 0);
  }

  get end(): Stamp | undefined {
    return this.phases.find(({ isEnd }) => isEnd === true)?.from;
  }

  get status(): 'InTrial' | 'Active' | 'Paused' | 'Ended' | 'Annulled' {
    if (this.annulled) return 'Annulled';
    const phase = this.#phaseAt(this.now);
    if (phase?.kind === 'Trial') return 'InTrial';
    if (phase?.kind !== 'Inactive') return 'Active';
    return this.end !== undefined && this.end <= this.now ? 'Ended' : 'Paused';
  }

  /** Kind and beginning of the phases that are still to come. */
  get phasesAhead(): readonly [Phase['kind'], Stamp][] {
    return this.phases.filter(({ from }) => from > this.now).map(({ kind, from }) => [kind, from]);
  }

  /** What the next billing date is counted from. */
  get variant(): VariantName {
    return this.#phaseAt(this.now)?.variant as VariantName;
  }

  /** Whether there is a plan at that time whose quantity could change. */
  hasPlanAt(at: Stamp): boolean {
    return this.#phaseAt(at)?.kind !== 'Inactive';
  }

  get quantity(): number {
    return this.#phaseAt(this.now)?.quantity ?? 1;
  }

  running(name: ComponentName): boolean {
    return this.#subscriptions.some((one) => one.name === name && one.end === undefined);
  }

  /** @param isFirst the customer has no other contract that has not been annulled */
  signup(name: VariantName, cart: CartChange, elsewhere?: Stamp, isFirst = true): void {
    const variant: Variant = variants[name];
    this.#elsewhere = elsewhere;
    this.#listed = cart.listed === true;
    const begins = this.#calendar.addDays(this.now, variant.trialDays ?? 0);
    const phase = { variant: name, quantity: cart.quantity ?? 1, anchor: begins };
    if (begins > this.now) this.phases.push({ ...phase, kind: 'Trial', from: this.now });
    const paid: Phase = { ...phase, kind: 'Normal', from: begins };
    this.phases.push(paid);
    this.#take(cart, later(begins, elsewhere), elsewhere);
    if (elsewhere !== undefined && elsewhere > begins) {
      // The order itself bills nothing: the other system has.
      this.paidUntil = elsewhere;
      this.#begun.add(paid);
    }
    if (variant.setup !== undefined && elsewhere === undefined && isFirst)
      this.#charge(this.#setup(name), this.#rateAt(begins));
    this.advance(this.now);
  }

  /** When something is to happen by itself. */
  get next(): Stamp | undefined {
    return [this.#nextBilling(), this.#nextTurn()?.at].filter((at) => at !== undefined).sort()[0];
  }

  /** Does what falls due up to a time. */
  advance(to: Stamp): void {
    for (let turn = this.#nextTurn(); turn !== undefined && turn.at <= to; turn = this.#nextTurn()) {
      this.#billUpTo(turn.at);
      if (turn.begins) this.#beginPause();
      else if (this.status === 'Paused') this.resume();
      else this.#resumesAt = undefined;
    }
    this.#billUpTo(to);
  }

  /** The beginning or end of a pause that was planned. */
  #nextTurn(): { readonly at: Stamp; readonly begins: boolean } | undefined {
    if (this.#planned !== undefined) return { at: this.#planned.from, begins: true };
    return this.#resumesAt === undefined ? undefined : { at: this.#resumesAt, begins: false };
  }

  #beginPause(): void {
    const planned = this.#planned;
    this.#planned = undefined;
    if (this.status !== 'Active') return;
    this.pause();
    this.#resumesAt = planned?.to;
  }

  /** Bills what falls due up to a time. */
  #billUpTo(to: Stamp): void {
    const end = this.end !== undefined && this.end > this.now ? this.end : undefined;
    for (let due = this.#nextBilling(); due !== undefined && due <= to; due = this.#nextBilling()) {
      this.now = due;
      const renews = this.paidUntil === undefined || this.paidUntil <= due;
      this.#bill(due);
      if (renews) this.billUsage();
    }
    if (end !== undefined && end <= to && !this.annulled) {
      // No renewal follows that would bill the last usage, or a component that waits.
      this.now = end;
      this.#billWaiting(end);
      this.billUsage();
    }
    this.now = to;
  }

  #billWaiting(until: Stamp): void {
    for (const one of this.#subscriptions) if (one.waits === true) this.#chargeComponent(one, until);
  }

  /** A change that holds from now on. */
  change(change: CartChange): void {
    this.#listed ||= change.listed === true;
    const changesPlan = this.changesPlan(change);
    if (change.endAll !== undefined) {
      for (const one of this.#subscriptions.filter(
        (own) => own.name === change.endAll && own.end === undefined,
      )) {
        one.end = this.now;
        this.#stopComponent(one, this.now);
      }
    }
    if (this.changesPlan(change)) this.#plan(change, this.now);
    this.#take(change, later(this.now, this.#firstPaid));
    if (changesPlan) {
      this.#giveBack('fee', this.now);
      this.#bill(this.now);
    } else if (this.paidUntil !== undefined) {
      for (const one of this.#subscriptions) {
        if (one.waits !== true) this.#chargeComponent(one, this.paidUntil);
      }
    }
  }

  /** A change that waits for its date. */
  changeLater(change: PlanChange, at: Stamp): void {
    if (this.changesPlan(change, at)) this.#plan(change, at);
  }

  /** Ends the contract. An end that was known is moved. */
  endAt(at: Stamp): void {
    this.takeEndBack();
    const { quantity, variant, anchor } = this.#phaseAt(this.now) as Phase;
    const waiting = this.phases.filter((phase) => phase.from >= at);
    this.phases = this.phases.filter((phase) => phase.from < at);
    this.phases.push({ kind: 'Inactive', from: at, quantity, variant, anchor, isEnd: true });
    const paid = [this.paidUntil, ...this.#subscriptions.map(({ paidUntil }) => paidUntil)];
    const days = new Map([...this.#days].map(([stream, prices]) => [stream, new Map(prices)]));
    this.#beforeEnd = { waiting, paid, days };
    if (at <= this.now) this.#billWaiting(at);
    this.#stopPaying(at);
    if (at <= this.now) this.billUsage();
  }

  /** The contract goes on as if no end had been known: what that end gave back is charged again, at its price. */
  takeEndBack(): void {
    const { end } = this;
    if (end === undefined || this.#beforeEnd === undefined) return;
    const { waiting, paid, days } = this.#beforeEnd;
    this.#beforeEnd = undefined;
    this.phases = [...this.phases.filter(({ isEnd }) => isEnd !== true), ...waiting];
    for (const [stream, prices] of days) {
      const now = this.#days.get(stream) as Map<number, Paid>;
      for (const [day, price] of prices) if (!now.has(day) && day >= dayOf(end)) now.set(day, price);
    }
    if (this.paidUntil !== undefined) this.paidUntil = later(this.paidUntil, paid[0]);
    this.#subscriptions.forEach((one, at) => {
      if (one.paidUntil !== undefined) one.paidUntil = later(one.paidUntil, paid[at + 1]);
    });
    this.roundings += 2 * days.size;
  }

  /** A phase that begins charges its own fee: what an end gave back of the one before comes back no more. */
  #forgetFeeBeforeEnd(): void {
    if (this.#beforeEnd === undefined) return;
    const { waiting, paid, days } = this.#beforeEnd;
    const ofComponents = [...days].filter(([stream]) => stream !== 'fee');
    this.#beforeEnd = { waiting, paid: [undefined, ...paid.slice(1)], days: new Map(ofComponents) };
  }

  /**
   * Ends at the end of the first term whose notice can still be given. @returns when that is
   * @param given when notice is given, to the second: a day that counts as a whole is no longer notice
   */
  cancel(given = this.now): Stamp {
    const at = this.cancellationDate(given);
    if (this.end === undefined || this.end > at) this.endAt(at);
    return at;
  }

  cancellationDate(given = this.now): Stamp {
    const phase = this.#phaseAt(this.now);
    const ofPlan = [...this.phases, ...(this.#beforeEnd?.waiting ?? [])].filter(
      ({ kind }) => kind === 'Normal',
    );
    // What is to begin later binds nobody yet.
    const normal = (ofPlan.findLast(({ from }) => from <= this.now) ?? ofPlan[0]) as Phase;
    const { term, notice, laterNotice = notice }: Variant = variants[normal.variant];
    for (let count = 1; ; count += 1) {
      const end = this.#calendar.addMonths(normal.anchor, count * term);
      const [number, unit] = count === 1 ? notice : laterNotice;
      const last =
        unit === 'd' ? this.#calendar.addDays(end, -number) : this.#calendar.addMonths(end, -number);
      if (last >= given || phase?.kind === 'Trial') return end;
    }
  }

  pause(): void {
    this.#planned = undefined;
    this.#resumesAt = undefined;
    const phase = this.#phaseAt(this.now) as Phase;
    this.phases = this.phases.filter(({ from, isEnd }) => from <= this.now || isEnd === true);
    this.#insert({ ...phase, kind: 'Inactive', from: this.now });
    this.#stopPaying(this.now);
    // What a pause gives back, no later end charges again.
    if (this.#beforeEnd !== undefined) this.#beforeEnd = { ...this.#beforeEnd, paid: [], days: new Map() };
  }

  planPause(from: Stamp, to?: Stamp): void {
    this.#planned = { from, to };
  }

  /** The merchant's prices as another book of the customer has them. */
  knows({ fees }: Book): void {
    Object.assign(this.fees, fees);
  }

  /** Another system has billed the time that it is. */
  get isElsewhere(): boolean {
    return (this.#elsewhere ?? '') > this.now;
  }

  get pauseIsPlanned(): boolean {
    return this.#planned !== undefined;
  }

  resume(): void {
    this.#resumesAt = undefined;
    if (this.#planned !== undefined) {
      this.#planned = undefined;
      return;
    }
    const phase = this.phases.findLast(({ kind, from }) => kind === 'Normal' && from <= this.now) as Phase;
    this.#insert({ ...phase, from: this.now });
    for (const one of this.#subscriptions)
      if (one.paidUntil !== undefined) one.paidUntil = later(this.now, one.elsewhere);
    this.#bill(this.now);
  }

  #insert(phase: Phase): void {
    const after = this.phases.filter(({ from }) => from > phase.from);
    this.phases = [...this.phases.filter(({ from }) => from <= phase.from), phase, ...after];
  }

  annul(): void {
    this.annulled = true;
    this.#planned = undefined;
    this.#resumesAt = undefined;
  }

  /** A component that comes without an order. */
  post(name: ComponentName, quantity: number): void {
    const stream = `${name} ${this.#subscriptions.length}`;
    this.#subscriptions.push({ name, quantity, from: this.now, stream, waits: true });
  }

  /** A credit note: each day that the invoice billed stands for less, and so does what it charged once. */
  credit({ billed, part, spans, once }: PartOfInvoice): void {
    const given = new Set<string>();
    for (const { component, from, to } of spans) {
      const stream = component === undefined ? 'fee' : (this.#subscriptions[component]?.stream ?? '');
      for (const [day, paid] of this.#days.get(stream) ?? []) {
        const isPart = isNear(paid.billed, billed) && dayOf(from) <= day && day < dayOf(to);
        if (!isPart || given.has(`${stream} ${day}`)) continue;
        // A discount is a line of its own, and of the same days.
        given.add(`${stream} ${day}`);
        this.#days.get(stream)?.set(day, { ...paid, price: paid.price * (1 - part) });
      }
    }
    for (const { price, rate } of once) this.#charge(-price * part, rate);
    this.roundings += 2 * spans.length;
  }

  /** @param at when it was used, which may have passed */
  usage(quantity: number, at = this.now): void {
    // Usage in a trial is free.
    if (this.#phaseAt(at)?.kind === 'Trial') return;
    this.#usage.push({ at, quantity });
    this.#usage.sort((one, other) => (one.at < other.at ? -1 : 1));
  }

  rated(item: RatedItem): void {
    this.#items.push(item);
  }

  /** Bills the usage that has come in. */
  billUsage(): void {
    for (const { at, quantity } of this.#usage) {
      const percent = this.#percent(({ from, to }) => from <= at && at < to);
      const each = this.#listed ? priceList.apiCalls : apiCalls.price;
      const price = scaled(each, this.#world.scale) * (1 - percent / 100);
      this.#charge((quantity - this.#free(at, quantity)) * price, this.#rateAt(at));
    }
    this.#usage = [];
    for (const { price, from, days } of this.#items) {
      // By days, each at the rate of its own.
      for (let day = 0; day < days; day += 1)
        this.#charge(price / days, this.#rateAt(this.#calendar.addDays(from, day)));
    }
    this.#items = [];
  }

  /** The quota of the plan on the day of use is free once in each billing period. */
  #free(at: Stamp, quantity: number): number {
    const phase = this.#phaseBefore(at) ?? this.#phaseAt(at);
    const ofPlan = this.phases.filter(({ kind }) => kind === 'Normal');
    // In a pause, the plan before it.
    const normal = phase?.kind === 'Normal' ? phase : (ofPlan.findLast(({ from }) => from < at) ?? ofPlan[0]);
    if (phase === undefined || normal === undefined) return 0;
    const { quota = 0 }: Variant = variants[phase.variant];
    let start = this.#periods(normal).anchor;
    for (const periods = this.#periods(normal); ; ) {
      const end = this.#calendar.periodEndAfter(periods, start);
      if (end >= at) break;
      start = end;
    }
    const used = this.#quotaUsed.get(start) ?? 0;
    const free = Math.max(0, Math.min(quantity, quota - used));
    this.#quotaUsed.set(start, used + free);
    return free;
  }

  #take(change: CartChange, from: Stamp, elsewhere?: Stamp): void {
    for (const { name, quantity } of change.add ?? []) {
      const stream = `${name} ${this.#subscriptions.length}`;
      const paidUntil = elsewhere === undefined ? {} : { paidUntil: elsewhere };
      this.#subscriptions.push({ name, quantity, from: this.now, stream, elsewhere, ...paidUntil });
    }
    if (change.coupon === undefined) return;
    const { percent, months } = coupons[change.coupon];
    this.#discounts.push({ percent, months, from, to: this.#calendar.addMonths(from, months) });
  }

  /** The first time that is paid for here: after the trial, and after another system's time. */
  get #firstPaid(): Stamp {
    const { from } = this.phases.find(({ kind }) => kind === 'Normal') ?? { from: this.now };
    return later(from, this.#elsewhere);
  }

  /** Whether a change is one of plan or quantity at all. */
  changesPlan({ variant, quantity }: PlanChange, at = this.now): boolean {
    return variant !== undefined || (quantity !== undefined && quantity !== this.#phaseAt(at)?.quantity);
  }

  #plan({ variant, quantity, inherit }: PlanChange, at: Stamp): void {
    const paidBefore = this.#firstPaid;
    const current = this.#phaseAt(at) as Phase;
    // A plan after the end lets the contract go on: what was its end is a pause now.
    this.phases = this.phases
      .filter(({ from }) => from < at || (from === at && at <= this.now))
      .map(({ isEnd, ...phase }, index, all) => (isEnd === undefined ? (all[index] as Phase) : phase));
    // The same plan with another quantity keeps its terms; after an end everything begins anew.
    const isSame = variant === undefined || (variant === current.variant && current.kind !== 'Inactive');
    const keepsTerms = inherit ?? isSame;
    // There is one of a plan that is not by quantity.
    const kept = variant === undefined || 'byQuantity' in variants[variant] ? current.quantity : 1;
    this.phases.push({
      kind: 'Normal',
      from: at,
      variant: variant ?? current.variant,
      quantity: quantity ?? kept,
      anchor: keepsTerms && current.anchor < at ? current.anchor : at,
    });
    // A discount begins with the first paid day, which the change may have moved.
    const from = this.#firstPaid;
    this.#discounts = this.#discounts.map((one) =>
      one.from === paidBefore ? { ...one, from, to: this.#calendar.addMonths(from, one.months) } : one,
    );
  }

  /** Gives everything back that is paid from a time on. */
  #stopPaying(at: Stamp): void {
    this.#giveBack('fee', at);
    if (this.paidUntil !== undefined) this.paidUntil = later(earlier(this.paidUntil, at), this.#elsewhere);
    for (const one of this.#subscriptions) this.#stopComponent(one, at);
  }

  #stopComponent(one: Component, at: Stamp): void {
    this.#giveBack(one.stream, at);
    if (one.paidUntil !== undefined) one.paidUntil = later(earlier(one.paidUntil, at), one.elsewhere);
  }

  /** When something is billed next: where the paid time ends, or where a phase begins. */
  #nextBilling(): Stamp | undefined {
    if (this.annulled || this.suspended) return undefined;
    const times = this.phases
      .filter((phase) => phase.kind === 'Normal' && !this.#begun.has(phase))
      // Nothing is billed before another system's time is over, unless more than that is paid here already.
      .map(({ from }) =>
        (this.paidUntil ?? '') > (this.#elsewhere ?? '') ? from : later(from, this.#elsewhere),
      )
      // A plan that was paused before then is billed when the pause is over.
      .filter((at) => this.#phaseAt(at)?.kind === 'Normal');
    if (this.paidUntil !== undefined && this.#phaseAt(this.paidUntil)?.kind === 'Normal')
      times.push(this.paidUntil);
    return times.sort()[0];
  }

  #bill(at: Stamp): void {
    const phase = this.#phaseAt(at) as Phase;
    for (const one of this.phases) if (one.from <= at) this.#begun.add(one);
    const next = this.phases.find(({ from }) => from > at);
    const until = earlier(this.#calendar.periodEndAfter(this.#periods(phase), at), next?.from);
    this.#giveBack('fee', at);
    this.#forgetFeeBeforeEnd();
    const from = later(at, this.#elsewhere);
    if (from < until) this.#chargeDays('fee', from, until, phase, this.#monthly(phase));
    this.paidUntil = later(until, this.#elsewhere);
    for (const one of this.#subscriptions) this.#chargeComponent(one, this.paidUntil);
  }

  #chargeComponent(one: Component, until: Stamp): void {
    const start = one.paidUntil ?? one.from;
    const end = earlier(earlier(until, one.end), this.end);
    if (start >= end) return;
    this.phases.forEach((phase, at) => {
      if (phase.kind !== 'Normal') return;
      const from = later(phase.from, start);
      const to = earlier(end, this.phases[at + 1]?.from);
      if (from < to) this.#chargeDays(one.stream, from, to, phase, one.quantity * this.#perUnit(one.name));
    });
    one.paidUntil = end;
    one.waits = false;
  }

  #perUnit(name: ComponentName): number {
    const listed: { readonly [name: string]: number } = this.#listed ? priceList.components : {};
    return scaled(listed[name] ?? components[name].price, this.#world.scale);
  }

  #setup(name: VariantName): number {
    const listed: { readonly [name: string]: number } = this.#listed ? priceList.setup : {};
    const { setup = 0 }: Variant = variants[name];
    return scaled(listed[name] ?? setup, this.#world.scale);
  }

  /** By the list, where it names the plan variant; else by the catalogue. */
  #fee(name: VariantName): number {
    const listed: { readonly [name: string]: number } = this.#listed ? priceList.fees : {};
    const fee = listed[name];
    return fee === undefined ? this.fees[name] : scaled(fee, this.#world.scale);
  }

  #monthly({ variant, quantity }: Phase): number {
    return (this.#fee(variant) / variants[variant].feeMonths) * quantity;
  }

  #periods({ variant, anchor }: Phase): Periods {
    const months = variants[variant].billed;
    const aligned = this.#world.aligned === true && months === 1;
    return { anchor: aligned ? `${anchor.slice(0, 8)}01T00:00:00` : anchor, months };
  }

  #chargeDays(stream: string, from: Stamp, to: Stamp, phase: Phase, monthly: number): void {
    const days = this.#days.get(stream) ?? new Map<number, Paid>();
    this.#days.set(stream, days);
    const periods = this.#periods(phase);
    for (let day = dayOf(from); day < dayOf(to); day += 1) {
      if (days.has(day)) throw new Error(`The book pays ${stream} twice for ${stampOf(day).slice(0, 10)}.`);
      const percent = this.#percent(({ from, to }) => dayOf(from) <= day && day < dayOf(to));
      const price =
        ((monthly * periods.months) / this.#calendar.periodLength(periods, day)) * (1 - percent / 100);
      days.set(day, { price, rate: this.#rateAt(stampOf(day)), billed: this.now });
    }
    this.roundings += (2 + this.#discounts.length) * this.#world.rates.length;
  }

  /** Discounts do not add up: the highest wins. */
  #percent(holds: (discount: Discount) => boolean): number {
    return Math.max(0, ...this.#discounts.filter(holds).map(({ percent }) => percent));
  }

  #giveBack(stream: string, from: Stamp): void {
    const days = this.#days.get(stream);
    if (days === undefined) return;
    for (const day of [...days.keys()]) if (day >= dayOf(from)) days.delete(day);
    this.roundings += 2 + this.#discounts.length;
  }

  #charge(price: number, rate: number): void {
    this.#once.push({ price, rate, billed: this.now });
    this.roundings += 1;
  }

  #phaseAt(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from <= at) ?? this.phases[0];
  }

  #phaseBefore(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from < at);
  }
}
