// A second, deliberately simple calculation of what a contract costs: which days are paid for, and the price of each. It
// follows docs/billing.md and shares no code with the sandbox, so that a mistake must be made twice to stay unseen.
import {
  addDays,
  addMonths,
  dayOf,
  earlier,
  later,
  type Periods,
  periodEndAfter,
  periodLength,
  type Stamp,
} from './calendar.ts';
import { defaultWorld, type World } from './world.ts';

/** The plan variants of the default account, by name. Fees are net; a fee is for `feeMonths`. */
export const variants = {
  'Basic monthly': {
    id: 'b00000000000000000000001',
    fee: 9.9,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'd'],
  },
  'Basic yearly': {
    id: 'b00000000000000000000002',
    fee: 99,
    feeMonths: 12,
    billed: 12,
    term: 12,
    notice: [3, 'm'],
    laterNotice: [1, 'm'],
  },
  'Pro monthly': {
    id: 'b00000000000000000000003',
    fee: 29,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'm'],
    setup: 49,
    quota: 1000,
    byQuantity: true,
  },
  'Pro yearly': {
    id: 'b00000000000000000000004',
    fee: 300,
    feeMonths: 12,
    billed: 1,
    term: 12,
    notice: [1, 'm'],
    quota: 1000,
    byQuantity: true,
  },
  'Pro trial': {
    id: 'b00000000000000000000005',
    fee: 29,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'm'],
    trialDays: 14,
    quota: 1000,
  },
  Free: { id: 'b00000000000000000000006', fee: 0, feeMonths: 1, billed: 1, term: 1, notice: [1, 'd'] },
} as const satisfies Record<string, Variant>;

interface Variant {
  readonly id: string;
  readonly fee: number;
  readonly feeMonths: number;
  /** Months that are billed at once. */
  readonly billed: number;
  /** Months of a contract term. */
  readonly term: number;
  readonly notice: readonly [number, 'd' | 'm'];
  readonly laterNotice?: readonly [number, 'd' | 'm'];
  readonly setup?: number;
  readonly trialDays?: number;
  /** API calls that are free in each billing period. */
  readonly quota?: number;
  readonly byQuantity?: boolean;
}

export type VariantName = keyof typeof variants;

/** Components, by name, with their monthly price. */
export const components = {
  Seat: { id: 'd00000000000000000000001', price: 4.5 },
  Support: { id: 'd00000000000000000000002', price: 15 },
} as const;

export type ComponentName = keyof typeof components;

/** Coupons: how much less, for how many months. */
export const coupons = {
  WELCOME20: { percent: 20, months: 3 },
  HALF1: { percent: 50, months: 1 },
} as const;

export type CouponCode = keyof typeof coupons;

export const apiCalls = { id: 'd00000000000000000000003', price: 0.01 };

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
  readonly add?: readonly { readonly name: ComponentName; readonly quantity: number }[];
  readonly endAll?: ComponentName | undefined;
  readonly coupon?: CouponCode | undefined;
}

/** An amount under a VAT rate. */
interface Paid {
  readonly price: number;
  readonly rate: number;
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
  #beforeEnd: BeforeEnd | undefined;
  /** Up to where another system has billed the contract: that time is never billed or given back here. */
  #elsewhere: Stamp | undefined;
  readonly #begun = new Set<Phase>();
  readonly #quotaUsed = new Map<Stamp, number>();

  constructor(now: Stamp, world: World = defaultWorld) {
    this.now = now;
    this.#world = world;
    this.fees = Object.fromEntries(
      Object.entries(variants).map(([name, { fee }]) => [name, fee * world.scale]),
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

  signup(name: VariantName, cart: CartChange, elsewhere?: Stamp): void {
    const variant: Variant = variants[name];
    this.#elsewhere = elsewhere;
    const begins = addDays(this.now, variant.trialDays ?? 0);
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
    if (variant.setup !== undefined && elsewhere === undefined)
      this.#charge(variant.setup * this.#world.scale, this.#rateAt(begins));
    this.advance(this.now);
  }

  /** Bills what falls due up to a time. */
  advance(to: Stamp): void {
    const end = this.end !== undefined && this.end > this.now ? this.end : undefined;
    for (let due = this.#nextBilling(); due !== undefined && due <= to; due = this.#nextBilling()) {
      this.now = due;
      const renews = this.paidUntil === undefined || this.paidUntil <= due;
      this.#bill(due);
      if (renews) this.billUsage();
    }
    if (end !== undefined && end <= to && !this.annulled) {
      // No renewal follows that would bill the last usage.
      this.now = end;
      this.billUsage();
    }
    this.now = to;
  }

  /** A change that holds from now on. */
  change(change: CartChange): void {
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
      for (const one of this.#subscriptions) this.#chargeComponent(one, this.paidUntil);
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
      const end = addMonths(normal.anchor, count * term);
      const [number, unit] = count === 1 ? notice : laterNotice;
      const last = unit === 'd' ? addDays(end, -number) : addMonths(end, -number);
      if (last >= given || phase?.kind === 'Trial') return end;
    }
  }

  pause(): void {
    const phase = this.#phaseAt(this.now) as Phase;
    this.phases = this.phases.filter(({ from, isEnd }) => from <= this.now || isEnd === true);
    this.#insert({ ...phase, kind: 'Inactive', from: this.now });
    this.#stopPaying(this.now);
    // What a pause gives back, no later end charges again.
    if (this.#beforeEnd !== undefined) this.#beforeEnd = { ...this.#beforeEnd, paid: [], days: new Map() };
  }

  resume(): void {
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
      const price = apiCalls.price * this.#world.scale * (1 - percent / 100);
      this.#charge((quantity - this.#free(at, quantity)) * price, this.#rateAt(at));
    }
    this.#usage = [];
    for (const { price, from, days } of this.#items) {
      // By days, each at the rate of its own.
      for (let day = 0; day < days; day += 1) this.#charge(price / days, this.#rateAt(addDays(from, day)));
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
      const end = periodEndAfter(periods, start);
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
    this.#discounts.push({ percent, months, from, to: addMonths(from, months) });
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
      one.from === paidBefore ? { ...one, from, to: addMonths(from, one.months) } : one,
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
    const until = earlier(periodEndAfter(this.#periods(phase), at), next?.from);
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
      if (from < to)
        this.#chargeDays(
          one.stream,
          from,
          to,
          phase,
          one.quantity * components[one.name].price * this.#world.scale,
        );
    });
    one.paidUntil = end;
  }

  #monthly({ variant, quantity }: Phase): number {
    return (this.fees[variant] / variants[variant].feeMonths) * quantity;
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
      if (days.has(day)) throw new Error(`The book pays ${stream} twice for ${addDays('1970-01-01', day)}.`);
      const percent = this.#percent(({ from, to }) => dayOf(from) <= day && day < dayOf(to));
      const price = ((monthly * periods.months) / periodLength(periods, day)) * (1 - percent / 100);
      days.set(day, { price, rate: this.#rateAt(addDays('1970-01-01T00:00:00', day)) });
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
    this.#once.push({ price, rate });
    this.roundings += 1;
  }

  #phaseAt(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from <= at) ?? this.phases[0];
  }

  #phaseBefore(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from < at);
  }
}
