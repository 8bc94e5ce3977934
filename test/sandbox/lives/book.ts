// A second, deliberately simple calculation of what a contract costs: which days are paid for, and the price of each. It
// follows docs/billing.md and shares no code with the sandbox, so that a mistake must be made twice to stay unseen.
import { Account, type Given, type PartOfInvoice, type Product } from './account.ts';
import { type Fraction, fraction, less, percentOf, product, shareOf, unitsOf } from './amounts.ts';
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
import { rateAt, ratesFor, type TaxFacts } from './taxes.ts';
import { defaultWorld, type World } from './world.ts';

/** The midnight of a day. */
const stampOf = (day: number): Stamp => `${new Date(day * 864e5).toISOString().slice(0, 10)}T00:00:00`;

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
  /** It was posted without an order, and waits for the next period that is billed, or for its own start or end. */
  waits?: boolean;
  readonly ownStart?: Stamp | undefined;
  ownEnd?: Stamp | undefined;
  /** Up to where another system has billed it. */
  readonly elsewhere?: Stamp | undefined;
  /** Its own end; the contract's end ends it too. */
  end?: Stamp;
  paidUntil?: Stamp;
}

interface Discount {
  readonly percent: number;
  readonly months: number;
  readonly ordered: Stamp;
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
  readonly given: readonly (Given & { readonly stream: string })[];
}

/** The book of one contract. Times only move on. */
export class Book {
  now: Stamp;
  phases: Phase[] = [];
  paidUntil: Stamp | undefined;
  annulled = false;
  readonly fees: Record<VariantName, number>;
  readonly #subscriptions: Component[] = [];
  readonly #discounts: Discount[] = [];
  readonly #account = new Account();
  #usage: { readonly at: Stamp; readonly quantity: number }[] = [];
  #items: RatedItem[] = [];
  /** When a component was billed at its own start or end. */
  readonly ownBillings: Stamp[] = [];
  /** Nothing is billed by itself. */
  suspended = false;
  /** Country and VAT ID of the customer at present. */
  facts: TaxFacts;
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
  #endMoves = 0;
  readonly #begun = new Set<Phase>();
  readonly #quotaUsed = new Map<Stamp, number>();

  constructor(now: Stamp, world: World = defaultWorld) {
    this.now = now;
    this.#world = world;
    this.#calendar = world.calendar;
    this.facts = { country: world.country, vatId: '' };
    this.fees = Object.fromEntries(
      Object.entries(variants).map(([name, { fee }]) => [name, scaled(fee, world.scale)]),
    ) as Record<VariantName, number>;
  }

  /** Everything charged less everything given back, by product and VAT rate: net, or gross where prices are. */
  get totals(): ReadonlyMap<string, number> {
    if (this.annulled) return new Map();
    return new Map([...this.#account.totals].map(([key, units]) => [key, units * this.#world.unit]));
  }

  /** By how much the total may be off: an annulment leaves nothing at all. */
  toleranceOf(key: string): number {
    return (this.annulled ? 0 : this.#account.toleranceOf(key)) * this.#world.unit;
  }

  /** VAT in percent at a local time. */
  #rateAt(at: Stamp): number {
    return rateAt(ratesFor(this.facts, this.#world.taxes), at);
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

  /** Whether it has the component without an end, so that an order can end it. */
  isOpen(name: ComponentName): boolean {
    return this.#subscriptions.some((one) => one.name === name && one.end === undefined);
  }

  /** Whether it has the component, or will have it. */
  running(name: ComponentName): boolean {
    return this.#subscriptions.some((one) => one.name === name && (one.end ?? this.now) >= this.now);
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
    this.#take(cart, elsewhere);
    if (elsewhere !== undefined && elsewhere > begins) {
      // The order itself bills nothing: the other system has.
      this.paidUntil = elsewhere;
      this.#begun.add(paid);
    }
    if (variant.setup !== undefined && elsewhere === undefined && isFirst) {
      const percent = this.#world.includesSetup === true ? this.#percentAt(begins) : 0;
      this.#chargeOnce('SetupFee', fraction(this.#setup(name)), percent, this.#rateAt(begins));
    }
    if (begins > this.now) this.#billInTrial();
    this.advance(this.now);
  }

  /** When something is to happen by itself. */
  get next(): Stamp | undefined {
    const times = [this.#nextBilling(), this.#nextOwnDate()?.at, this.#nextTurn()?.at];
    return times.filter((at) => at !== undefined).sort()[0];
  }

  /** Does what falls due up to a time. */
  advance(to: Stamp): void {
    for (let turn = this.#nextTurn(); turn !== undefined && turn.at <= to; turn = this.#nextTurn()) {
      // A pause comes before what is billed at the same instant.
      this.#billUpTo(turn.at, (at) => at < turn.at);
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
  #billUpTo(to: Stamp, isDue = (at: Stamp) => at <= to): void {
    const end = this.end !== undefined && this.end > this.now ? this.end : undefined;
    for (;;) {
      const due = this.#nextBilling();
      const own = this.#nextOwnDate();
      if (own !== undefined && isDue(own.at) && (due === undefined || own.at < due)) {
        this.now = later(this.now, own.at);
        this.#chargeComponent(own.one, own.at === own.one.ownEnd ? own.at : (this.paidUntil ?? own.at));
        own.one.waits = false;
        this.ownBillings.push(own.at);
      } else if (due !== undefined && isDue(due)) {
        // Periods that were missed are billed now.
        this.now = later(this.now, due);
        const renews = !this.suspended && (this.paidUntil === undefined || this.paidUntil <= due);
        this.#bill(due);
        if (renews) this.billUsage();
      } else break;
    }
    if (end !== undefined && end <= to && !this.annulled) {
      // No renewal follows that would bill the last usage, or a component that waits.
      this.now = end;
      this.#billWaiting(end);
      this.billUsage();
      this.#endComponents(end);
    }
    this.now = to;
  }

  /** When a component that waits is billed by itself: at its own start or end, in time that is paid. */
  #nextOwnDate(): { readonly at: Stamp; readonly one: Component } | undefined {
    if (this.annulled || this.paidUntil === undefined) return undefined;
    const isInPause = (at: Stamp) => !this.suspended && this.#phaseAt(at)?.kind === 'Inactive';
    return this.#subscriptions
      .filter(({ waits }) => waits === true)
      .flatMap((one) => [one.ownStart, one.ownEnd].map((at) => ({ at, one })))
      .filter((own): own is { at: Stamp; one: Component } => own.at !== undefined)
      .filter(({ at }) => at > this.now)
      .filter(({ at }) => at < (this.paidUntil ?? '') || isInPause(at))
      .sort((one, other) => (one.at < other.at ? -1 : 1))[0];
  }

  /** At the end of the contract: in a suspension, as far as it is paid; the rest comes when the suspension ends. */
  #billWaiting(end: Stamp): void {
    const until = this.suspended ? earlier(end, this.paidUntil) : end;
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
    if (changesPlan) this.#plan(change, this.now);
    this.#take(change);
    if (changesPlan) {
      this.#account.giveBack('fee', dayOf(this.now));
      this.#bill(this.now);
      return;
    }
    if (this.status === 'InTrial') this.#billInTrial();
    for (const one of this.#subscriptions)
      if (one.waits !== true && this.paidUntil !== undefined) this.#chargeComponent(one, this.paidUntil);
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
    if (at <= this.now) this.#billWaiting(at);
    this.#beforeEnd = { waiting, paid, given: this.#stopPaying(at) };
    if (at > this.now) return;
    this.billUsage();
    this.#endComponents(at);
  }

  /** Components end with their contract. */
  #endComponents(at: Stamp): void {
    for (const one of this.#subscriptions) one.end = earlier(at, one.end);
  }

  /** The contract goes on as if no end had been known: what that end gave back is charged again, at its price. */
  takeEndBack(): void {
    const { end } = this;
    if (end === undefined || this.#beforeEnd === undefined) return;
    const { waiting, paid, given } = this.#beforeEnd;
    this.#beforeEnd = undefined;
    this.phases = [...this.phases.filter(({ isEnd }) => isEnd !== true), ...waiting];
    for (const one of given) {
      const own = this.#subscriptions.find(({ stream }) => stream === one.stream);
      if (own?.end !== undefined && dayOf(own.end) <= one.from) continue;
      this.#account.takeBack(one);
      // Of days that are given back and charged again more than once, no rule fixes each part.
      if (this.#endMoves > 0) this.#account.unsure(one.line.product);
    }
    this.#endMoves += 1;
    if (this.paidUntil !== undefined) this.paidUntil = later(this.paidUntil, paid[0]);
    this.#subscriptions.forEach((one, at) => {
      if (one.paidUntil !== undefined) one.paidUntil = later(one.paidUntil, paid[at + 1]);
    });
  }

  /** A phase that begins charges its own fee: what an end gave back of the one before comes back no more. */
  #forgetFeeBeforeEnd(): void {
    if (this.#beforeEnd === undefined) return;
    const { waiting, paid, given } = this.#beforeEnd;
    const ofComponents = given.filter(({ stream }) => stream !== 'fee');
    this.#beforeEnd = { waiting, paid: [undefined, ...paid.slice(1)], given: ofComponents };
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
    // A change that is planned for this very instant has not begun.
    this.phases = this.phases.filter(
      (one) => one.isEnd === true || one.from < this.now || (one.from === this.now && this.#begun.has(one)),
    );
    const phase = this.#phaseAt(this.now) as Phase;
    this.#insert({ ...phase, kind: 'Inactive', from: this.now });
    this.#stopPaying(this.now);
    // What a pause gives back, no later end charges again.
    if (this.#beforeEnd !== undefined) this.#beforeEnd = { ...this.#beforeEnd, paid: [], given: [] };
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

  /** When the contract is renewed next. */
  get renewal(): Stamp | undefined {
    const due = this.#nextBilling();
    return due !== undefined && due > this.now && due === this.paidUntil ? due : undefined;
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

  /** A component that comes without an order, at once or later, and until a date of its own or not. */
  post(name: ComponentName, quantity: number, ownStart?: Stamp, ownEnd?: Stamp): void {
    const stream = `${name} ${this.#subscriptions.length}`;
    const dates = {
      from: ownStart ?? this.now,
      ownStart,
      ownEnd,
      ...(ownEnd === undefined ? {} : { end: ownEnd }),
    };
    this.#subscriptions.push({ name, quantity, stream, waits: true, ...dates });
  }

  /** A credit note: each day that the invoice billed stands for less, and so does what it charged once. */
  credit(given: PartOfInvoice): void {
    const streamOf = (component?: number) =>
      component === undefined ? 'fee' : (this.#subscriptions[component]?.stream ?? '');
    this.#account.credit(given, streamOf, this.#world.unit, this.now);
  }

  /** @param at when it was used, which may have passed */
  usage(quantity: number, at = this.now): void {
    // Usage in a trial is free, unless the component is billed in trials.
    if (this.#phaseAt(at)?.kind === 'Trial' && this.#world.billsInTrial !== true) return;
    this.#usage.push({ at, quantity });
    this.#usage.sort((one, other) => (one.at < other.at ? -1 : 1));
  }

  rated(item: RatedItem): void {
    this.#items.push(item);
  }

  /** Bills the usage that has come in, and what has a price of its own. */
  billUsage(): void {
    const { unit, scale, taxes } = this.#world;
    const lines = new Map<string, { units: number; readonly percent: number; readonly rate: number }>();
    for (const { at, quantity } of this.#usage) {
      const { period, free } = this.#free(at, quantity);
      const [percent, rate] = [this.#percent((from, to) => from <= at && at < to), this.#rateAt(at)];
      const key = `${period} ${percent}${taxes.splits ? ` ${rate}` : ''}`;
      const line = lines.get(key) ?? { units: 0, percent, rate };
      lines.set(key, line);
      line.units += quantity - free;
    }
    this.#usage = [];
    const each = fraction(scaled(this.#listed ? priceList.apiCalls : apiCalls.price, scale));
    for (const { units, percent, rate } of lines.values()) {
      this.#chargeOnce('MeteredUsage', product(each, fraction(units)), percent, rate);
    }
    for (const { price, from, days: length } of this.#items) {
      const rates = Array.from({ length }, (_, day) => this.#rateAt(this.#calendar.addDays(from, day)));
      for (let before = 0; before < length; ) {
        let days = 1;
        while (before + days < length && (!taxes.splits || rates[before + days] === rates[before])) days += 1;
        const amount = shareOf(fraction(price), { before, days, length }, unit);
        this.#account.once('RatedItem', amount, rates[before] as number, this.now);
        before += days;
      }
    }
    this.#items = [];
  }

  /** The quota of the plan on the day of use is free once in each billing period. */
  #free(at: Stamp, quantity: number): { readonly period: Stamp; readonly free: number } {
    const phase = this.#phaseBefore(at) ?? this.#phaseAt(at);
    const ofPlan = this.phases.filter(({ kind }) => kind === 'Normal');
    // In a pause, the plan before it; in a trial, the first paid period.
    const normal = phase?.kind === 'Normal' ? phase : (ofPlan.findLast(({ from }) => from < at) ?? ofPlan[0]);
    if (phase === undefined || normal === undefined) return { period: '', free: 0 };
    const { quota = 0 }: Variant = variants[phase.variant];
    let period = this.#periods(normal).anchor;
    for (const periods = this.#periods(normal); ; ) {
      const end = this.#calendar.periodEndAfter(periods, period);
      if (end >= at) break;
      period = end;
    }
    const used = this.#quotaUsed.get(period) ?? 0;
    const free = Math.max(0, Math.min(quantity, quota - used));
    this.#quotaUsed.set(period, used + free);
    return { period, free };
  }

  #take(change: CartChange, elsewhere?: Stamp): void {
    for (const { name, quantity } of change.add ?? []) {
      const stream = `${name} ${this.#subscriptions.length}`;
      const paidUntil = elsewhere === undefined ? {} : { paidUntil: elsewhere };
      this.#subscriptions.push({ name, quantity, from: this.now, stream, elsewhere, ...paidUntil });
    }
    if (change.coupon === undefined) return;
    const { percent, months } = coupons[change.coupon];
    this.#discounts.push({ percent, months, ordered: this.now });
  }

  /** The first time that is paid for here: after the trial, and after another system's time. */
  get #firstPaid(): Stamp {
    return later(this.#firstNormal, this.#elsewhere);
  }

  /** Whether a change is one of plan or quantity at all. */
  changesPlan({ variant, quantity }: PlanChange, at = this.now): boolean {
    return variant !== undefined || (quantity !== undefined && quantity !== this.#phaseAt(at)?.quantity);
  }

  #plan({ variant, quantity, inherit }: PlanChange, at: Stamp): void {
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
  }

  /** Gives everything back that is paid from a time on. */
  #stopPaying(at: Stamp): BeforeEnd['given'] {
    const given = this.#giveBack('fee', at);
    if (this.paidUntil !== undefined) this.paidUntil = later(earlier(this.paidUntil, at), this.#elsewhere);
    return [...given, ...this.#subscriptions.flatMap((one) => this.#stopComponent(one, at))];
  }

  #stopComponent(one: Component, at: Stamp): BeforeEnd['given'] {
    const given = this.#giveBack(one.stream, at);
    if (one.paidUntil !== undefined) one.paidUntil = later(earlier(one.paidUntil, at), one.elsewhere);
    return given;
  }

  #giveBack(stream: string, at: Stamp): BeforeEnd['given'] {
    return this.#account.giveBack(stream, dayOf(at)).map((given) => ({ ...given, stream }));
  }

  /** When something is billed next: where the paid time ends, or where a phase begins. */
  #nextBilling(): Stamp | undefined {
    if (this.annulled) return undefined;
    const times = this.phases
      .filter((phase) => phase.kind === 'Normal' && !this.#begun.has(phase))
      // Nothing is billed before another system's time is over, unless more than that is paid here already.
      .map(({ from }) =>
        (this.paidUntil ?? '') > (this.#elsewhere ?? '') ? from : later(from, this.#elsewhere),
      )
      // A plan that was paused before then is billed when the pause is over.
      .filter((at) => this.#phaseAt(at)?.kind === 'Normal');
    // While billing is suspended, planned changes are billed, and no renewals.
    if (!this.suspended && this.paidUntil !== undefined && this.#phaseAt(this.paidUntil)?.kind === 'Normal')
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
    this.#chargeFee(later(this.#missedFrom(at), this.#elsewhere), until);
    this.paidUntil = later(until, this.#elsewhere);
    for (const one of this.#subscriptions) this.#chargeComponent(one, this.paidUntil);
  }

  /** Where the periods begin that were missed before a time, while billing was suspended; that time, if there are none. */
  #missedFrom(at: Stamp): Stamp {
    return earlier(at, later(this.paidUntil ?? '', this.#firstNormal));
  }

  get #firstNormal(): Stamp {
    return (this.phases.find(({ kind }) => kind === 'Normal') ?? { from: this.now }).from;
  }

  /** The fee of each phase that is paid for in these days. */
  #chargeFee(start: Stamp, end: Stamp): void {
    this.phases.forEach((phase, at) => {
      const from = later(phase.from, start);
      const to = earlier(end, this.phases[at + 1]?.from);
      if (phase.kind === 'Normal' && from < to)
        this.#chargeDays('RecurringFee', 'fee', [from, to], phase, this.#monthly(phase));
    });
  }

  #chargeComponent(one: Component, until: Stamp): void {
    const start = one.paidUntil ?? one.from;
    const end = earlier(earlier(until, one.end), this.end);
    if (start >= end) return;
    const monthly = product(fraction(this.#perUnit(one.name)), fraction(one.quantity));
    this.phases.forEach((phase, at) => {
      if (phase.kind === 'Inactive' || (phase.kind === 'Trial' && !this.#isBilledInTrial(one))) return;
      const from = later(phase.from, start);
      const to = earlier(end, this.phases[at + 1]?.from);
      if (from < to) this.#chargeDays('Component', one.stream, [from, to], phase, monthly);
    });
    one.paidUntil = end;
    one.waits = false;
  }

  #isBilledInTrial({ name }: Component): boolean {
    return this.#world.billsInTrial === true && name === 'Seat';
  }

  /** Components that are billed in trials are billed up to the end of the trial. */
  #billInTrial(): void {
    const [paid] = this.phases.filter(({ from }) => from > this.now);
    if (paid === undefined) return;
    for (const one of this.#subscriptions)
      if (this.#isBilledInTrial(one) && one.waits !== true) this.#chargeComponent(one, paid.from);
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

  #monthly({ variant, quantity }: Phase): Fraction {
    const perMonth: Fraction = [1n, BigInt(variants[variant].feeMonths)];
    return product(fraction(this.#fee(variant)), perMonth, fraction(quantity));
  }

  #periods({ variant, anchor }: Phase): Periods {
    const months = variants[variant].billed;
    const aligned = this.#world.aligned === true && months === 1;
    return { anchor: aligned ? `${anchor.slice(0, 8)}01T00:00:00` : anchor, months };
  }

  /** Each line is for days of one billing period, under one discount and, where the policy splits, one VAT rate. */
  #chargeDays(
    of: Product,
    stream: string,
    [from, to]: readonly [Stamp, Stamp],
    phase: Phase,
    monthly: Fraction,
  ): void {
    const { unit, taxes, discountsInPrice } = this.#world;
    const periods = this.#periods(phase);
    const price = product(monthly, [BigInt(periods.months), 1n]);
    const factsOf = (day: number) => ({
      period: this.#calendar.periodAround(periods, day),
      percent: this.#percentAt(stampOf(day)),
      rate: this.#rateAt(stampOf(day)),
    });
    for (let day = dayOf(from); day < dayOf(to); ) {
      const { period, percent, rate } = factsOf(day);
      let last = day + 1;
      for (; last < Math.min(dayOf(to), period.end); last += 1) {
        const facts = factsOf(last);
        if (facts.percent !== percent || (taxes.splits && facts.rate !== rate)) break;
      }
      const share = { before: day - period.start, days: last - day, length: period.end - period.start };
      const charge = (amount: number) => this.#account.days(of, stream, rate, this.now, [day, last], amount);
      const full = shareOf(price, share, unit);
      if (discountsInPrice === true) charge(shareOf(less(price, percent), share, unit));
      else for (const amount of [full, -percentOf(full, percent)]) charge(amount);
      day = last;
    }
  }

  #chargeOnce(of: Product, price: Fraction, percent: number, rate: number): void {
    const { unit, discountsInPrice } = this.#world;
    const charge = (amount: number) => this.#account.once(of, amount, rate, this.now);
    const full = unitsOf(price, unit);
    if (discountsInPrice === true) charge(unitsOf(less(price, percent), unit));
    else charge(full - percentOf(full, percent));
  }

  /** The discount of a day. */
  #percentAt(at: Stamp): number {
    return this.#percent((from, to) => dayOf(from) <= dayOf(at) && dayOf(at) < dayOf(to));
  }

  /** Discounts do not add up: the highest wins. Each starts when it is ordered, and not before the first paid day. */
  #percent(holds: (from: Stamp, to: Stamp) => boolean): number {
    const percents = this.#discounts
      .map(({ ordered, ...one }) => ({ ...one, from: later(ordered, this.#firstPaid) }))
      .filter(({ from, months }) => holds(from, this.#calendar.addMonths(from, months)))
      .map(({ percent }) => percent);
    return Math.max(0, ...percents);
  }

  #phaseAt(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from <= at) ?? this.phases[0];
  }

  #phaseBefore(at: Stamp): Phase | undefined {
    return this.phases.findLast(({ from }) => from < at);
  }
}
