// A contract in the service beside the one in the books, and what can be done to both.
import assert from 'node:assert/strict';
import type { Course } from './axes.ts';
import { Book } from './book.ts';
import { DayBook } from './by-day/book.ts';
import { dayOf, later } from './calendar.ts';
import { type VariantName, variants } from './catalogue.ts';
import {
  compareContract,
  compareDocuments,
  compareEvents,
  compareMoney,
  compareNextBilling,
} from './compare.ts';
import type { CartChange, PartOfInvoice, SignupFacts } from './entries.ts';
import { Foresight } from './foresight.ts';
import { checkLines } from './lines.ts';
import { type Json, Merchant, Refused } from './merchant.ts';
import type { Moved, Signup, Step } from './steps.ts';
import { exact, type Kept, PAST_THE_HOUR, type State, type Story, sumOf } from './story.ts';
import { type PaymentKind, Till } from './till.ts';

const HOUR = 3_600_000;

const booksOf = ({ pairs }: Story) => pairs.flatMap(({ books }) => books);

export class Pair implements Kept {
  readonly story: Story;
  readonly merchant: Merchant;
  readonly book: Book;
  readonly days: DayBook;
  readonly till: Till;
  /** What went outside of any provider. */
  booked = 0;
  /** All was read after the last step. */
  isRead = false;
  #pays: PaymentKind;
  #foresight: Foresight | undefined;
  readonly #seen = new Set<string>();
  readonly #done = new Set<string>();
  /** The status in which it was over already. */
  #over = '';

  constructor(story: Story, merchant: Merchant, pays: PaymentKind) {
    this.story = story;
    this.merchant = merchant;
    merchant.startOf = (days) => this.#inDays(days);
    this.#pays = pays;
    this.book = new Book(story.localNow(), story.world);
    this.days = new DayBook(story.localNow(), story.world);
    this.till = new Till(pays, story.world.paysOut === true);
    for (const book of this.books) book.facts = story.facts;
  }

  get books(): readonly (Book | DayBook)[] {
    return [this.book, this.days];
  }

  get #now(): number {
    return this.story.sandbox.clock.now().getTime();
  }

  /** @returns whether it is a contract now */
  async signup(
    { variant, cart: ordered, pays }: Signup,
    isFirst: boolean,
    { elsewhereDays, startedDaysAgo }: Moved = {},
  ): Promise<boolean> {
    const { story, merchant } = this;
    const { country } = story.world;
    const cart = ordered.add === undefined ? ordered : { ...ordered, add: this.#starting(ordered.add) };
    const until = elsewhereDays === undefined ? undefined : this.#daysAhead(elsewhereDays);
    const started = startedDaysAgo === undefined ? undefined : this.#inDays(-startedDaysAgo);
    if (!this.#isQuiet(pays)) return false;
    const priced = story.localNow();
    const dates = { BilledUntil: until?.toISOString(), StartDate: started?.toISOString() };
    const order = await merchant.signup(variant, cart, pays, dates, country);
    if (pays !== 'account' && order.TotalGross > 0) this.till.order(this.#now, order.TotalGross, pays);
    await this.#answered(pays);
    if ((await merchant.rest('GET', `orders/${order.Id}`)).Status !== 'Completed') return false;
    // Newest first: a renewal may have followed, if a period ended while the order was paid.
    const billed = sumOf((await merchant.documents()).slice(-1), 'TotalGross');
    assert.equal(exact(billed), order.TotalGross, 'the signup costs what its order showed');
    this.#noteCart(cart);
    if ('trialDays' in variants[variant]) this.#done.add('trial');
    if (until !== undefined) this.#done.add('BilledUntil');
    if (started !== undefined) this.#done.add('StartDate');
    const facts = { elsewhere: until && story.localOf(until), isFirst };
    const costs = (at: string) => this.#costs(at, variant, cart, facts);
    // It starts when it was priced if its price depends on the day.
    const isOfItsDay = started === undefined && costs(priced) !== costs(story.localNow());
    if (isOfItsDay) this.#done.add('priced the day before');
    const now = isOfItsDay ? priced : story.localNow();
    const starts = started ? story.localOf(started) : now;
    for (const one of this.books) {
      // What starts later is billed then.
      one.now = later(now, starts);
      one.signup(variant, cart, { ...facts, started: starts });
      if (isOfItsDay) one.advance(story.localNow());
    }
    return true;
  }

  /** What a signup costs at a time. */
  #costs(at: string, variant: VariantName, cart: CartChange, facts: Omit<SignupFacts, 'started'>): string {
    const { facts: taxes, world } = this.story;
    const book = new DayBook(at, world);
    book.facts = taxes;
    Object.assign(book.fees, this.days.fees);
    book.signup(variant, cart, { ...facts, started: at });
    const totals = [...book.totals].filter(([, amount]) => amount !== 0);
    const gross = totals.reduce((sum, [, amount]) => sum + amount, 0);
    return world.gross ? exact(gross).toString() : JSON.stringify(totals.sort());
  }

  /** An instant past the hour of the renewals, so that no payment bounces at the very instant of one. */
  #daysAhead(days: number): Date {
    const { sandbox, world } = this.story;
    const local = world.calendar.local(sandbox.clock.now());
    const then = world.calendar.instantOf(world.calendar.addDays(local, days));
    return new Date(then.getTime() + PAST_THE_HOUR);
  }

  /** Waits for a provider that answers later. */
  async #answered(pays: PaymentKind): Promise<void> {
    const { story } = this;
    if (pays === 'slow card') await story.sandbox.clock.advance('PT2M');
    await story.sandbox.settle();
    Merchant.forget(story.sandbox);
    for (const book of booksOf(story)) book.advance(story.localNow());
  }

  /** Nothing happens by itself while a provider takes its time. */
  #isQuiet(pays: PaymentKind): boolean {
    const { story } = this;
    const soon = story.localOf(new Date(this.#now + HOUR));
    if (pays !== 'slow card') return true;
    return story.pairs.every(({ book }) => (book.next ?? soon) >= soon);
  }

  /** Whether a step means anything in the state that the contract is in. */
  takes(step: Step): boolean {
    const { book, story } = this;
    const { status, end, suspended } = book;
    switch (step.do) {
      case 'suspend':
        return status === 'Active' || status === 'Paused' || (suspended && status !== 'Annulled');
      case 'send':
        return story.world.drafts === true;
      case 'resume':
        return status === 'Paused' || (status === 'Active' && book.pauseIsPlanned);
      case 'annul':
        return status !== 'Annulled';
      case 'revoke':
        return end !== undefined && status !== 'Ended' && status !== 'Annulled';
      case 'price':
      case 'refund':
      case 'booking':
      case 'payOut':
      case 'creditNote':
        return true;
      case 'usage':
        return status === 'Active' || status === 'InTrial' || status === 'Paused';
      case 'lateUsage':
        return status === 'Active' || status === 'Paused';
      case 'end':
      case 'cancel':
        return status === 'Active' || status === 'Paused' || status === 'InTrial';
      case 'change':
        // After an end, an order with a plan variant lets the contract go on.
        return (
          status === 'Active' ||
          status === 'InTrial' ||
          (status === 'Paused' && step.by === 'commit') ||
          (status === 'Ended' && step.cart.variant !== undefined && step.by === 'commit')
        );
      case 'changeLater':
        return status === 'Active' || status === 'Paused';
      case 'post':
        return (
          status === 'Active' && !book.isElsewhere && (step.name !== 'Support' || !book.running('Support'))
        );
      default:
        return status === 'Active';
    }
  }

  async do(step: Step): Promise<void> {
    this.isRead = false;
    this.#note(step);
    await this.#do(step);
  }

  /** Notes what makes the step special. */
  #note(step: Step): void {
    const { status, end, suspended } = this.book;
    this.#done.add(step.do);
    if (suspended) this.#done.add(`${step.do} while suspended`);
    if (step.do === 'end' && end !== undefined) this.#done.add('end moved');
    if (step.do === 'usage' && status === 'Paused') this.#done.add('usage in a pause');
    if (step.do === 'change') this.#noteCart(step.cart);
  }

  #noteCart(cart: CartChange): void {
    if (cart.coupon !== undefined) this.#done.add('coupon');
    if (cart.listed === true) this.#done.add('listed');
    if (cart.add !== undefined) this.#done.add('components');
    if (cart.endAll !== undefined && this.book.isOpen(cart.endAll)) this.#done.add('endAll');
  }

  async #do(step: Step): Promise<void> {
    const { merchant, book, books, story, till } = this;
    const { calendar } = story.world;
    switch (step.do) {
      case 'change':
        return this.#change(step.cart, step.by);
      case 'changeLater': {
        const change = this.#possible(step.change);
        const instant = this.#orRenewal(step);
        const [at, ChangeDate] = [story.localOf(instant), instant.toISOString()];
        if (this.#lacksPlan(change, at)) return this.#refusedWithoutPlan(change, ChangeDate);
        const order = await merchant.order(change, { ChangeDate });
        await merchant.pay(order.Id, 'commit');
        for (const one of books) one.changeLater(change, at);
        return this.#settled(true);
      }
      case 'changeBack':
        return this.#changeBack(this.#possible(step.cart, step.daysAgo), step.daysAgo);
      case 'commitLater':
        return this.#commitLater(this.#possible(step.cart), step.hours);
      case 'changeTwice':
        return this.#changeTwice(this.#possible(step.first), this.#possible(step.second));
      case 'changeAtOldPrice':
        return this.#changeAtOldPrice(this.#possible(step.change), step.fee);
      case 'price':
        await merchant.price(step.variant, step.fee);
        for (const one of booksOf(story)) one.fees[step.variant] = step.fee;
        return;
      case 'usage':
        await merchant.usage(step.quantity);
        for (const one of books) one.usage(step.quantity, calendar.local(story.sandbox.clock.now()));
        return;
      case 'lateUsage': {
        const { StartDate } = await merchant.contract();
        const used = new Date(Math.max(this.#now - step.daysAgo * 24 * HOUR, Date.parse(StartDate) + HOUR));
        if (used.getTime() > this.#now) return;
        await merchant.usage(step.quantity, used);
        for (const one of books) one.usage(step.quantity, calendar.local(used));
        return;
      }
      case 'rated': {
        const price = step.price * story.world.scale;
        const from = calendar.addDays(calendar.startOfDay(book.now), step.inDays);
        const to = calendar.addDays(from, step.days);
        await merchant.rated(price, calendar.instantOf(from), calendar.instantOf(to));
        return book.rated({ price, from, days: dayOf(to) - dayOf(from) });
      }
      case 'suspend':
        await merchant.contract('PATCH', '', { BillingSuspended: !book.suspended });
        await story.sandbox.settle();
        for (const one of books) {
          one.suspended = !one.suspended;
          one.advance(one.now);
        }
        return this.#settled();
      case 'customer':
        story.facts = step.facts;
        for (const one of booksOf(story)) one.facts = step.facts;
        return void (await merchant.customer(step.facts));
      case 'send':
        return this.#send();
      case 'bill':
        await merchant.contract('POST', 'bill');
        for (const one of books) one.billUsage();
        return this.#settled();
      case 'cancel':
        await merchant.page('contract/cancel', {});
        this.#cancel(calendar.local(story.sandbox.clock.now()));
        return this.#settled();
      case 'revoke':
        await merchant.contract('POST', 'revokeCancellation');
        for (const one of books) one.takeEndBack();
        return this.#settled();
      case 'end': {
        const end = this.#orRenewal(step);
        // A contract cannot end when it starts.
        if (end.getTime() <= Date.parse((await merchant.contract()).StartDate)) return;
        await merchant.contract('POST', 'end', { EndDate: end.toISOString() });
        for (const one of books) one.endAt(this.#endOf(story.localOf(end)));
        return this.#settled();
      }
      case 'pause':
        await merchant.contract('POST', 'pause');
        for (const one of books) one.pause();
        return this.#settled();
      case 'pauseLater': {
        const renewal = step.withRenewal === true ? book.renewal : undefined;
        if (renewal !== undefined) this.#done.add('pause with a renewal');
        const from = renewal === undefined ? this.#inDays(step.inDays) : calendar.instantOf(renewal);
        const local = calendar.local(from);
        const to =
          step.days === undefined ? undefined : calendar.instantOf(calendar.addDays(local, step.days));
        const dates = { StartDate: from.toISOString(), EndDate: to?.toISOString() };
        await merchant.contract('POST', 'pause', dates);
        for (const one of books) one.planPause(story.localOf(from), to && story.localOf(to));
        return;
      }
      case 'resume':
        await merchant.contract('POST', 'resume');
        for (const one of books) one.resume();
        return this.#settled();
      case 'post':
        return this.#post(step);
      case 'annul':
        await merchant.contract('POST', 'annulate');
        for (const one of books) one.annul();
        return this.#settled();
      case 'paymentData':
        if (!this.#isQuiet(step.kind)) return;
        await merchant.newPaymentData(step.kind);
        await this.#answered(step.kind);
        this.#pays = step.kind;
        till.use(step.kind);
        return this.#settled(true);
      case 'refund':
        return this.#refund(step.part);
      case 'creditNote':
        return this.#creditNote(step.part);
      case 'payOut':
        return this.#payOut();
      case 'booking': {
        // In whole units of the currency.
        const Amount = this.#rounded(step.amount);
        await merchant.contract('POST', 'payment', { Amount });
        this.booked = exact(this.booked + Amount);
        return till.booking(Amount);
      }
    }
  }

  #cancel(given: string): void {
    const { book, days } = this;
    const at = book.cancellationDate(given);
    if (book.end === undefined || book.end > at) for (const one of [book, days]) one.endAt(at);
  }

  async #post({ name, startsIn, days }: Extract<Step, { readonly do: 'post' }>): Promise<void> {
    const { merchant, books, story } = this;
    const start = startsIn === undefined ? undefined : this.#inDays(startsIn);
    const end = days === undefined ? undefined : this.#inDays((startsIn ?? 0) + days);
    await merchant.component(name, 1, { StartDate: start?.toISOString(), EndDate: end?.toISOString() });
    for (const one of books) one.post(name, 1, start && story.localOf(start), end && story.localOf(end));
    await this.#settled();
  }

  /** On its first day a contract that counts in days ends at the next midnight. */
  #endOf(end: string): string {
    const { world } = this.story;
    const start = this.book.phases.all[0]?.from;
    return world.daily === true && end === start ? world.calendar.addDays(end, 1) : end;
  }

  #orRenewal({ inDays, withRenewal }: { readonly inDays: number; readonly withRenewal?: boolean }): Date {
    const renewal = withRenewal === true ? this.book.renewal : undefined;
    return renewal === undefined ? this.#inDays(inDays) : this.story.world.calendar.instantOf(renewal);
  }

  /** The instant of the same time of day, some days from now. */
  #inDays(days: number): Date {
    const { calendar } = this.story.world;
    return calendar.instantOf(calendar.addDays(calendar.local(new Date(this.#now)), days));
  }

  /** An amount in whole units of the currency, and more than nothing. */
  #rounded(amount: number): number {
    const { unit } = this.story.world;
    return Number((Math.max(1, Math.round(amount / unit)) * unit).toFixed(3));
  }

  async #change(wanted: CartChange, by: 'commit' | 'paySync' | 'newCard'): Promise<void> {
    const cart = this.#possible(wanted);
    const { merchant, till } = this;
    const pays = by === 'newCard' ? 'card' : this.#pays;
    if (!this.#isQuiet(by === 'commit' ? 'card' : pays)) return;
    const preview = await merchant.preview(cart);
    const order = await merchant.order(cart);
    assert.equal(order.TotalGross, preview.TotalGross, 'the order costs what its preview said');
    const before = await merchant.read();
    const price = by === 'commit' || pays === 'account' ? 0 : till.priceOf(order.TotalGross);
    await merchant.pay(order.Id, by);
    const paid =
      price === 0 || till.order(this.#now, price, by === 'newCard' ? 'card' : undefined) !== 'failed';
    const { status } = await this.#complete(order, price > 0 ? pays : 'card', cart);
    const after = await merchant.read();
    assert.equal(
      status === 'Completed',
      paid && status === 'Completed',
      'an order is paid before it is completed',
    );
    if (status !== 'Completed') {
      assert.ok(!paid || pays === 'slow card', 'only a payment that was declined leaves an order open');
      assert.deepEqual(after.invoices, before.invoices, 'an order that is not paid invoices nothing');
      return;
    }
    const invoiced = sumOf(after.documents, 'TotalGross') - sumOf(before.documents, 'TotalGross');
    assert.equal(exact(invoiced), order.TotalGross, 'what is invoiced is what the order showed');
    if (by === 'newCard') {
      this.#pays = 'card';
      till.use('card');
    }
    await this.#settled(true);
  }

  /** A change takes effect from the moment at which it was priced, though a provider takes its time. */
  async #complete(order: Json, pays: PaymentKind, cart: CartChange): Promise<{ readonly status: string }> {
    const statusOf = async () => (await this.merchant.rest('GET', `orders/${order.Id}`)).Status;
    const { story } = this;
    if (pays === 'slow card') await story.sandbox.clock.advance('PT2M');
    await story.sandbox.settle();
    Merchant.forget(story.sandbox);
    const status = await statusOf();
    if (status === 'Completed') for (const one of this.books) one.change(cart);
    for (const one of booksOf(story)) one.advance(story.localNow());
    return { status };
  }

  /** The books take the change as of its date. */
  async #changeBack(cart: CartChange, daysAgo: number): Promise<void> {
    const { merchant, story } = this;
    const date = this.#inDays(-daysAgo);
    if (date.toISOString() <= (await merchant.contract()).StartDate) return;
    const [at, ChangeDate] = [story.localOf(date), date.toISOString()];
    if (this.#lacksPlan(cart, at)) return this.#refusedWithoutPlan(cart, ChangeDate);
    const order = await merchant.order(cart, { ChangeDate });
    const before = sumOf(await merchant.documents(), 'TotalGross');
    await merchant.pay(order.Id, 'commit');
    for (const one of this.books) one.change(cart, at);
    await this.#invoiced(order, before);
  }

  /** Whether a quantity is ordered for a time of no plan: a trial, or after the end. */
  #lacksPlan(change: CartChange, at: string): boolean {
    const { book } = this;
    if (change.variant !== undefined || !book.changesPlan(change, at)) return false;
    return at >= (book.end ?? '9') || book.phases.met(at, book.now).kind === 'Trial';
  }

  #refusedWithoutPlan(change: CartChange, ChangeDate: string): Promise<void> {
    const refusal = { status: 422, message: /the contract has no current plan variant/ };
    return assert.rejects(this.merchant.order(change, { ChangeDate }), refusal);
  }

  /** The order costs what it showed, as of then, or is refused if the contract was billed or changed in between. */
  async #commitLater(cart: CartChange, hours: number): Promise<void> {
    const { merchant, book, story } = this;
    const order = await merchant.order(cart);
    const ordered = story.localNow();
    const now = new Date(this.#now + hours * HOUR);
    const isQuiet = [book.next, book.end, book.firstPeriodEnd(cart)].every(
      (at = '9') => at > story.localOf(now),
    );
    await story.sandbox.clock.set(now);
    await story.sandbox.settle();
    for (const one of booksOf(story)) one.advance(story.localNow());
    Merchant.forget(story.sandbox);
    const before = sumOf(await merchant.documents(), 'TotalGross');
    const refusal = await merchant.pay(order.Id, 'commit').catch((error: unknown) => error);
    if (refusal !== undefined) {
      assert.ok(refusal instanceof Refused && refusal.status === 409 && !isQuiet, `${refusal}`);
      return this.#settled();
    }
    this.#done.add('commit later');
    for (const one of this.books) one.change(cart, ordered);
    await this.#invoiced(order, before);
  }

  async #invoiced(order: Json, before: number): Promise<void> {
    Merchant.forget(this.story.sandbox);
    const invoiced = exact(sumOf(await this.merchant.documents(), 'TotalGross') - before);
    assert.equal(invoiced, order.TotalGross, 'an order keeps the price that it showed');
    await this.#settled(true);
  }

  async #changeTwice(first: CartChange, second: CartChange): Promise<void> {
    const { merchant, book, till } = this;
    // What is not paid at once changes nothing yet.
    if (!['card', 'account'].includes(this.#pays) || !book.changesPlan(first)) return;
    const orders = [await merchant.order(first), await merchant.order(second)];
    const price = this.#pays === 'account' ? 0 : till.priceOf(orders[0].TotalGross);
    await merchant.pay(orders[0].Id, 'paySync');
    // Some amounts are declined by every provider.
    if (price > 0 && till.order(this.#now, price) === 'failed') return;
    for (const one of this.books) one.change(first);
    await assert.rejects(merchant.pay(orders[1].Id, 'paySync'), { status: 409 });
    await this.#settled(true);
  }

  /** The price changes between an order and its payment, or while that is under way. */
  async #changeAtOldPrice(change: CartChange, fee: number): Promise<void> {
    const { merchant, book, story, till } = this;
    const order = await merchant.order(change);
    const before = sumOf(await merchant.documents(), 'TotalGross');
    const variant = change.variant ?? book.variant;
    const price = till.priceOf(order.TotalGross);
    const isSlow = this.#pays === 'slow card' && this.#isQuiet('slow card') && price > 0;
    if (isSlow) {
      await merchant.pay(order.Id, 'paySync');
      till.order(this.#now, price);
    }
    await merchant.price(variant, fee);
    if (!isSlow) await merchant.pay(order.Id, 'commit');
    const { status } = await this.#complete(order, isSlow ? 'slow card' : 'card', change);
    for (const one of booksOf(story)) one.fees[variant] = fee;
    if (isSlow && status !== 'Completed') return;
    await this.#invoiced(order, before);
  }

  /** The change as far as the catalogue allows it: a quantity is for plans by quantity. */
  #possible<Change extends CartChange>(change: Change, daysAgo = 0): Change {
    const { book, story } = this;
    const byQuantity = 'byQuantity' in variants[change.variant ?? book.variant];
    const ends = change.endAll !== undefined && book.isOpen(change.endAll);
    const at = story.localOf(this.#inDays(-daysAgo));
    const added = (change.add ?? []).filter(({ name }) => name !== 'Support' || !book.running(name, at));
    return {
      ...change,
      ...(byQuantity ? {} : { quantity: undefined }),
      endAll: ends ? change.endAll : undefined,
      ...(change.add === undefined ? {} : { add: this.#starting(added) }),
    };
  }

  /** Components with the time at which each starts. */
  #starting(add: NonNullable<CartChange['add']>): NonNullable<CartChange['add']> {
    const starts = (days?: number) =>
      days === undefined ? undefined : this.story.localOf(this.#inDays(days));
    return add.map((one) => ({ ...one, starts: starts(one.startsIn) }));
  }

  /** Gives back a payment, or a part of it, if there is one. */
  async #refund(part: number): Promise<void> {
    const { charges } = await this.merchant.read();
    const paid = charges.findLast(({ Status }: Json) => Status.Status === 'Succeeded');
    const payment = this.till.payments.findLast(
      ({ amount, left, state }) => state === 'paid' && amount === paid?.Amount && left === amount,
    );
    if (paid === undefined || payment === undefined) return;
    const Amount = this.#rounded(paid.Amount * part);
    const refund = this.merchant.rest('POST', `paymentTransactions/${paid.Id}/refund`, { Amount });
    const { Status } = await refund.catch((error: unknown) => {
      if (error instanceof Refused && error.status === 409) return { Status: 'Failed' };
      throw error;
    });
    assert.equal(Status, payment.by === 'no refunds' ? 'Failed' : 'Succeeded', 'the refund');
    if (Status === 'Succeeded') this.till.refund(payment, Amount);
  }

  async #payOut(): Promise<void> {
    const pays = this.till.payOut();
    const answer = await this.merchant.contract('POST', 'payOut').catch((error: unknown) => error);
    if (pays) assert.ok(Array.isArray(answer), `expected refunds, got ${answer}`);
    else if (!Array.isArray(answer)) assert.equal((answer as Refused).status, 409, `${answer}`);
  }

  /** Credits a part of the newest invoice that stands for something. */
  async #creditNote(part: number): Promise<void> {
    const { invoices, documents } = await this.merchant.read();
    const lines: Json[] = documents.flatMap(({ ItemList }) => ItemList);
    const standing = (line: Json, field: string): number =>
      lines
        .filter(({ CreditedLineItemId }) => CreditedLineItemId === line.Id)
        .reduce((sum: number, one: Json) => sum + standing(one, field), line[field]);
    const charges = ({ ItemList }: Json): Json[] =>
      ItemList.filter(({ CreditedLineItemId }: Json) => CreditedLineItemId === undefined);
    const stands = (invoice: Json) =>
      exact(charges(invoice).reduce((sum, line) => sum + standing(line, 'TotalGross'), 0));
    const invoice = invoices.findLast((one) => stands(one) > 0);
    if (invoice === undefined) return;
    // The books find what an invoice charged by its time and days: of two at one time, an imported day may be in either.
    const made = Date.parse(invoice.Created);
    const isAlone = invoices.every(
      (one) => one === invoice || Math.abs(Date.parse(one.Created) - made) >= 300_000,
    );
    if (this.#done.has('StartDate') && !isAlone) return;
    const whole = stands(invoice);
    const Amount = Math.min(whole, this.#rounded(whole * part));
    await this.merchant.rest('POST', `invoices/${invoice.Id}/creditNote`, { Amount });
    const field = this.story.world.gross ? 'TotalGross' : 'TotalNet';
    const ids: string[] = (await this.merchant.contract('GET', 'componentSubscriptions')).map(
      ({ Id }: Json) => Id,
    );
    const { calendar } = this.story.world;
    const ofDays = (line: Json) => ['RecurringFee', 'Component'].includes(line.ProductType);
    const given: PartOfInvoice = {
      billed: this.story.localOf(invoice.Created),
      part: Amount / whole,
      spans: charges(invoice)
        .filter((line) => ofDays(line) && exact(standing(line, 'TotalGross')) !== 0)
        .map(({ ComponentSubscriptionId: id, PeriodStart, PeriodEnd }) => ({
          ...(id === undefined ? {} : { component: ids.indexOf(id) }),
          from: calendar.local(PeriodStart),
          to: calendar.local(PeriodEnd),
        })),
      once: charges(invoice)
        .filter((line) => !ofDays(line))
        .map((line) => ({
          product: line.ProductType,
          price: standing(line, field),
          rate: line.VatPercentage,
        })),
    };
    for (const one of this.books) one.credit(given);
    await this.#settled();
  }

  /** Says what the next bill will be, to be held against what comes. */
  async foresee(): Promise<void> {
    this.#foresight = await Foresight.of(this);
  }

  /** Books in the till what has been billed since the last look. @param collects what is open is charged in any case */
  async #settled(collects = false): Promise<void> {
    await this.story.sandbox.settle();
    Merchant.forget(this.story.sandbox);
    this.#book(await this.merchant.read(), collects);
    this.isRead = true;
  }

  /** Each draft that is sent is charged by itself. */
  async #send(): Promise<void> {
    await this.merchant.sendDrafts();
    const { invoices } = await this.merchant.read();
    const sent = invoices.filter(({ Id }) => !this.#seen.has(Id));
    for (const { Id, TotalGross } of sent.sort((a, b) => (a.InvoiceNumber < b.InvoiceNumber ? -1 : 1))) {
      this.#seen.add(Id);
      this.till.sent(TotalGross);
      this.till.collect(this.#now);
    }
    await this.#settled();
  }

  #book({ contract, invoices, drafts }: State, collects: boolean): void {
    const { till } = this;
    const fresh = invoices.filter(({ Id }) => !this.#seen.has(Id));
    for (const { Id } of fresh) this.#seen.add(Id);
    let isCollected = false;
    const isOver = this.book.status === 'Ended' || this.book.status === 'Annulled';
    const ends = this.book.status === 'Ended' ? Date.parse(contract.EndDate) : this.#now;
    const times = new Set<number>([
      ...fresh.map(({ SentAt }) => Date.parse(SentAt)),
      ...(isOver ? [ends] : []),
    ]);
    for (const at of [...times].sort((one, other) => one - other)) {
      till.advance(at - 1);
      till.drafted = sumOf(
        drafts.filter(({ Created, TotalGross }) => Date.parse(Created) <= at && TotalGross > 0),
        'TotalGross',
      );
      const sent = fresh.filter(({ SentAt }) => Date.parse(SentAt) === at);
      for (const { TotalGross } of sent) till.document(TotalGross);
      // What providers report at an instant counts before anything is charged at it.
      till.advance(at, 'reports');
      // A credit note of an invoice bills nothing.
      const charges = sent.some(({ OriginalInvoiceId }) => OriginalInvoiceId === undefined);
      if (charges) till.collect(at);
      if (charges && at === this.#now) isCollected = true;
      if (isOver && at === ends && this.#over !== this.book.status) till.isOver = true;
    }
    if (!isOver) till.isOver = false;
    this.#over = isOver ? this.book.status : '';
    till.drafted = sumOf(
      drafts.filter(({ TotalGross }) => TotalGross > 0),
      'TotalGross',
    );
    till.advance(this.#now);
    if (collects && !isCollected) till.collect(this.#now);
  }

  async compare(waited: boolean): Promise<void> {
    const state = await this.merchant.read();
    this.#book(state, false);
    if (waited) this.#foresight?.compare(this, state);
    this.#foresight = undefined;
    for (const book of this.books) compareDocuments(this, book, state);
    compareNextBilling(this, state);
    checkLines(state.documents, this.story.world);
    compareMoney(this, state);
    compareContract(this, state);
  }

  /** At the end, what was read on the way is read once more: invoices never change. */
  async conclude(): Promise<Course> {
    const state = await this.merchant.anew().read();
    assert.deepEqual(state.invoices, (await this.merchant.read()).invoices, 'invoices never change');
    compareEvents(this, state);
    return { kept: this, state, done: this.#done };
  }
}
