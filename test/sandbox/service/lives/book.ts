// A second, deliberately simple calculation of what a contract costs: which days are paid for, and the price of each. It
// follows docs/billing.md and shares no code with the sandbox, so that a mistake must be made twice to stay unseen.
import { Account, type Given } from './account.ts';
import { type Calendar, dayOf, earlier, later, type Stamp } from './calendar.ts';
import { type ComponentName, type Variant, type VariantName, variants } from './catalogue.ts';
import { Charges } from './charges.ts';
import { Discounts } from './discounts.ts';
import type { CartChange, PartOfInvoice, PlanChange, SignupFacts } from './entries.ts';
import { type Phase, Phases, periodsOf } from './phases.ts';
import { Prices } from './prices.ts';
import type { TaxFacts } from './taxes.ts';
import { type RatedItem, Usage } from './usage.ts';
import { defaultWorld, type World } from './world.ts';

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

/** What an end took away, to be put back when it is moved or taken back. */
interface BeforeEnd {
  readonly waiting: readonly Phase[];
  readonly paid: readonly (Stamp | undefined)[];
  readonly given: readonly (Given & { readonly stream: string })[];
}

/** The book of one contract. Times only move on. */
export class Book {
  now: Stamp;
  readonly phases = new Phases();
  paidUntil: Stamp | undefined;
  annulled = false;
  readonly #subscriptions: Component[] = [];
  readonly #prices: Prices;
  readonly #discounts: Discounts;
  readonly #account = new Account();
  readonly #charges: Charges;
  readonly #usage: Usage;
  /** When a component was billed at its own start or end. */
  readonly ownBillings: Stamp[] = [];
  /** Nothing is billed by itself. */
  suspended = false;
  readonly #world: World;
  readonly #calendar: Calendar;
  /** A pause that lies ahead, and where the one that runs ends by itself. */
  #planned: { readonly from: Stamp; readonly to?: Stamp | undefined } | undefined;
  #resumesAt: Stamp | undefined;
  #beforeEnd: BeforeEnd | undefined;
  /** Up to where another system has billed the contract: that time is never billed or given back here. */
  #elsewhere: Stamp | undefined;
  #endMoves = 0;

  constructor(now: Stamp, world: World = defaultWorld) {
    this.now = now;
    this.#world = world;
    this.#calendar = world.calendar;
    this.#prices = new Prices(world.scale);
    this.#discounts = new Discounts(world.calendar, () => this.#firstPaid);
    this.#charges = new Charges(world, this.#account, this.#discounts);
    this.#usage = new Usage({
      world,
      account: this.#account,
      charges: this.#charges,
      discounts: this.#discounts,
      phases: this.phases,
    });
  }

  /** Fees of the catalogue, by plan variant: merchants change them. */
  get fees(): Record<VariantName, number> {
    return this.#prices.fees;
  }

  /** Country and VAT ID of the customer at present. */
  set facts(facts: TaxFacts) {
    this.#charges.facts = facts;
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

  get end(): Stamp | undefined {
    return this.phases.end;
  }

  get status(): 'InTrial' | 'Active' | 'Paused' | 'Ended' | 'Annulled' {
    if (this.annulled) return 'Annulled';
    const phase = this.phases.at(this.now);
    if (phase?.kind === 'Trial') return 'InTrial';
    if (phase?.kind !== 'Inactive') return 'Active';
    return this.end !== undefined && this.end <= this.now ? 'Ended' : 'Paused';
  }

  /** Kind and beginning of the phases that are still to come. */
  get phasesAhead(): readonly [Phase['kind'], Stamp][] {
    return this.phases.all.filter(({ from }) => from > this.now).map(({ kind, from }) => [kind, from]);
  }

  /** What the next billing date is counted from. */
  get variant(): VariantName {
    return this.phases.at(this.now)?.variant as VariantName;
  }

  get quantity(): number {
    return this.phases.at(this.now)?.quantity ?? 1;
  }

  /** Whether it has the component without an end, so that an order can end it. */
  isOpen(name: ComponentName): boolean {
    return this.#subscriptions.some((one) => one.name === name && one.end === undefined);
  }

  /** Whether it has the component at a time, or will have it. */
  running(name: ComponentName, at = this.now): boolean {
    return this.#subscriptions.some((one) => one.name === name && (one.end ?? at) >= at);
  }

  signup(name: VariantName, cart: CartChange, { elsewhere, isFirst, started }: SignupFacts): void {
    const variant: Variant = variants[name];
    this.#elsewhere = elsewhere;
    this.#prices.isListed = cart.listed === true;
    const begins = this.#calendar.addDays(started, variant.trialDays ?? 0);
    const phase = { variant: name, quantity: cart.quantity ?? 1, anchor: begins };
    if (begins > started) this.phases.add({ ...phase, kind: 'Trial', from: started });
    this.phases.add({ ...phase, kind: 'Normal', from: begins });
    this.#take(cart, started, elsewhere);
    if (elsewhere !== undefined && elsewhere > begins) {
      // The order itself bills nothing: the other system has.
      this.paidUntil = elsewhere;
      this.phases.begin(begins);
    }
    if (variant.setup !== undefined && elsewhere === undefined && isFirst) {
      const billed = later(begins, this.now);
      const percent = this.#world.includesSetup === true ? this.#discounts.onDay(billed) : 0;
      const [price, rate] = [this.#prices.setup(name), this.#charges.rateAt(billed)];
      this.#charges.once({ product: 'SetupFee', price, percent, rate }, this.now);
    }
    if (begins > this.now) this.#billInTrial();
    // Components that are billed in trials are billed when the contract starts.
    if (started === this.now) this.ownBillings.push(started);
    this.advance(this.now);
  }

  /** When something is to happen by itself. */
  get next(): Stamp | undefined {
    const trialEnds = this.#firstNormal > this.now ? this.#firstNormal : undefined;
    const times = [this.#nextBilling(), this.#nextOwnDate()?.at, this.#nextTurn()?.at, trialEnds];
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
        for (const one of own.those) {
          this.#chargeComponent(one, own.at === one.ownEnd ? own.at : (this.paidUntil ?? own.at));
          one.waits = false;
        }
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

  /** When components are billed by themselves in paid time: those that wait at their start or end, all at the end of a trial. */
  #nextOwnDate(): { readonly at: Stamp; readonly those: readonly Component[] } | undefined {
    const { paidUntil } = this;
    if (this.annulled || paidUntil === undefined) return undefined;
    const isOver = (at: Stamp) => this.end !== undefined && this.end <= at;
    const isInPause = (at: Stamp) =>
      !this.suspended && !isOver(at) && this.phases.at(at)?.kind === 'Inactive';
    const datesOf = ({ waits, ownStart, ownEnd }: Component) =>
      [this.#firstNormal, ...(waits === true ? [ownStart, ownEnd] : [])]
        .filter((at) => at !== undefined)
        .filter((at) => at > this.now && (at < paidUntil || isInPause(at)));
    const at = this.#subscriptions.flatMap(datesOf).sort()[0];
    if (at === undefined) return undefined;
    return { at, those: this.#subscriptions.filter((one) => datesOf(one).includes(at)) };
  }

  /** At the end of the contract: in a suspension, as far as it is paid; the rest comes when the suspension ends. */
  #billWaiting(end: Stamp): void {
    const until = this.suspended ? earlier(end, this.paidUntil) : end;
    for (const one of this.#subscriptions) if (one.waits === true) this.#chargeComponent(one, until);
  }

  /** @param at when it takes effect, which may have passed */
  change(change: CartChange, at = this.now): void {
    this.#prices.isListed ||= change.listed === true;
    const changesPlan = this.changesPlan(change, at);
    if (change.endAll !== undefined) {
      for (const one of this.#subscriptions.filter(
        (own) => own.name === change.endAll && own.end === undefined,
      )) {
        one.end = at;
        this.#stopComponent(one, at);
      }
    }
    const opens = changesPlan && this.phases.opens(at, this.now);
    if (changesPlan) this.#plan(change, at);
    if (opens) for (const one of this.#subscriptions) this.#reopen(one, at);
    this.#take(change, at);
    if (changesPlan) {
      this.#account.giveBack('fee', dayOf(at));
      this.#bill(at, this.now);
      return;
    }
    if (this.status === 'InTrial') this.#billInTrial();
    else if (this.paidUntil !== undefined)
      for (const one of this.#subscriptions)
        if (one.waits !== true) this.#chargeComponent(one, this.paidUntil);
  }

  /** The end of the first period of a plan that is ordered now. */
  firstPeriodEnd(change: PlanChange): Stamp {
    return this.#calendar.periodEndAfter(
      periodsOf(this.phases.ordered(change, this.now, this.now), this.#world),
      this.now,
    );
  }

  /** Days of a trial or pause that is over are paid from a date on: what was paid after them is given back first. */
  #reopen(one: Component, at: Stamp): void {
    if (this.#giveBack(one.stream, at).length > 0) one.paidUntil = later(at, one.elsewhere);
  }

  /** A change that waits for its date. */
  changeLater(change: PlanChange, at: Stamp): void {
    if (this.changesPlan(change, at)) this.#plan(change, at);
  }

  /** A change revokes the end, and drops what was to begin later. */
  #plan(change: PlanChange, at: Stamp): void {
    if (at <= this.now) this.#resumesAt = undefined;
    this.phases.change(change, at, this.now);
    this.#beforeEnd = undefined;
  }

  /** Ends the contract. An end that was known is moved. */
  endAt(at: Stamp): void {
    this.takeEndBack('moved');
    const waiting = this.phases.endAt(at);
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
  takeEndBack(why: 'moved' | 'revoked' = 'revoked'): void {
    const { end } = this;
    if (end === undefined || this.#beforeEnd === undefined) return;
    const { waiting, paid, given } = this.#beforeEnd;
    this.#beforeEnd = undefined;
    this.phases.revokeEnd(waiting);
    for (const one of given) {
      const own = this.#subscriptions.find(({ stream }) => stream === one.stream);
      if (own?.end !== undefined && dayOf(own.end) <= one.from) continue;
      if (why === 'moved') this.#account.chargeAgain(one);
      else this.#account.restore(one);
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
   * The end of the first term whose notice can still be given.
   * @param given when notice is given, to the second: a day that counts as a whole is no longer notice
   */
  cancellationDate(given = this.now): Stamp {
    const phase = this.phases.at(this.now);
    const ofPlan = [...this.phases.all, ...(this.#beforeEnd?.waiting ?? [])].filter(
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
    this.phases.pause(this.now);
    this.#stopPaying(this.now);
    // What a pause gives back, no later end charges again, and what was to begin after the end is deleted.
    if (this.#beforeEnd !== undefined) this.#beforeEnd = { waiting: [], paid: [], given: [] };
  }

  planPause(from: Stamp, to?: Stamp): void {
    this.#planned = { from, to };
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
    this.phases.resume(this.now);
    if (this.isElsewhere) this.ownBillings.push(this.now);
    this.#bill(this.now);
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
    this.#usage.report(quantity, at);
  }

  rated(item: RatedItem): void {
    this.#usage.rate(item);
  }

  /** Bills the usage that has come in, and what has a price of its own. */
  billUsage(until?: Stamp): void {
    this.#usage.bill(this.#prices.apiCall, this.now, until);
  }

  #take(change: CartChange, at: Stamp, elsewhere?: Stamp): void {
    for (const { name, quantity, starts = at } of change.add ?? []) {
      const stream = `${name} ${this.#subscriptions.length}`;
      const paidUntil = elsewhere === undefined ? {} : { paidUntil: elsewhere };
      this.#subscriptions.push({ name, quantity, from: starts, stream, elsewhere, ...paidUntil });
    }
    if (change.coupon === undefined) return;
    this.#discounts.add(change.coupon, at);
  }

  /** The first time that is paid for here: after the trial, and after another system's time. */
  get #firstPaid(): Stamp {
    return later(this.#firstNormal, this.#elsewhere);
  }

  /** Whether a change is one of plan or quantity at all. */
  changesPlan({ variant, quantity }: PlanChange, at = this.now): boolean {
    const current = this.phases.met(at, this.now);
    return variant !== undefined || (quantity !== undefined && quantity !== current.quantity);
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
    const isElsewhere = (at: Stamp) =>
      at < (this.#elsewhere ?? '') && (this.paidUntil ?? '') <= (this.#elsewhere ?? '');
    const times = this.phases.waiting
      .map(({ from }) => from)
      // While billing is suspended, the first billing after another system's time waits, as a renewal does.
      .filter((from) => !this.suspended || !isElsewhere(from))
      // Nothing is billed before another system's time is over, unless more than that is paid here already.
      .map((from) => (isElsewhere(from) ? (this.#elsewhere as Stamp) : from))
      // A plan that was paused before then is billed when the pause is over.
      .filter((at) => this.phases.isPaid(at));
    // While billing is suspended, planned changes are billed, and no renewals.
    if (!this.suspended && this.paidUntil !== undefined && this.phases.isPaid(this.paidUntil))
      times.push(this.paidUntil);
    return times.sort()[0];
  }

  /** @param through a time in the last period that is billed */
  #bill(at: Stamp, through = at): void {
    const phase = this.phases.at(at) as Phase;
    this.phases.begin(at);
    const next = this.phases.after(through);
    const missedFrom = this.#missedFrom(at);
    const isMissed = missedFrom < at && this.phases.isPaid(missedFrom);
    const end = this.#calendar.periodEndAfter(periodsOf(phase, this.#world), through);
    const period = earlier(end, next?.from);
    // Billing starts where the other system's time ends, and not before.
    const isElsewhere =
      (this.#elsewhere ?? '') > through && (this.paidUntil ?? '') <= (this.#elsewhere ?? '');
    const until = isElsewhere ? (this.#elsewhere as Stamp) : period;
    this.#giveBack('fee', at);
    this.#forgetFeeBeforeEnd();
    this.#chargeFee(later(this.#missedFrom(at), this.#elsewhere), until);
    this.paidUntil = later(until, this.#elsewhere);
    for (const one of this.#subscriptions) this.#chargeComponent(one, this.paidUntil);
    // Missed periods are billed with their usage; what was used after them is billed with the period that begins.
    if (isMissed) this.billUsage(at);
  }

  /** Where the periods begin that were missed before a time, while billing was suspended; that time, if there are none. */
  #missedFrom(at: Stamp): Stamp {
    return earlier(at, later(this.paidUntil ?? '', this.#firstNormal));
  }

  get #firstNormal(): Stamp {
    return this.phases.firstNormal?.from ?? this.now;
  }

  /** The fee of each phase that is paid for in these days. */
  #chargeFee(start: Stamp, end: Stamp): void {
    for (const part of this.phases.parts(start, end)) {
      if (part.phase.kind !== 'Normal') continue;
      const monthly = this.#prices.monthly(part.phase);
      this.#charges.days({ ...part, product: 'RecurringFee', stream: 'fee', monthly }, this.now);
    }
  }

  #chargeComponent(one: Component, until: Stamp): void {
    const start = later(one.from, one.paidUntil);
    const end = earlier(earlier(until, one.end), this.end);
    if (start >= end) return;
    const monthly = this.#prices.component(one.name, one.quantity);
    for (const part of this.phases.parts(start, end)) {
      const { kind } = part.phase;
      if (kind === 'Inactive' || (kind === 'Trial' && !this.#isBilledInTrial(one))) continue;
      this.#charges.days({ ...part, product: 'Component', stream: one.stream, monthly }, this.now);
      one.paidUntil = part.to;
    }
    one.waits = false;
  }

  #isBilledInTrial({ name }: Component): boolean {
    return this.#world.billsInTrial === true && name === 'Seat';
  }

  /** Components that are billed in trials are billed up to the end of the trial. */
  #billInTrial(): void {
    const paid = this.phases.all.find(({ kind, from }) => kind !== 'Trial' && from > this.now);
    if (paid === undefined) return;
    for (const one of this.#subscriptions)
      if (this.#isBilledInTrial(one) && one.waits !== true) this.#chargeComponent(one, paid.from);
  }
}
