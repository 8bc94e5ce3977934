// Lives a life twice, in the service and in the independent book, and compares the two after every step.
import assert from 'node:assert/strict';
import type { Sandbox } from '../../../sandbox/src/sandbox.ts';
import { Book, type CartChange, variants } from './book.ts';
import { addDays, local } from './calendar.ts';
import { type Json, Merchant } from './merchant.ts';
import type { Life, PaymentKind, Step } from './steps.ts';
import { defaultWorld, type World, worlds } from './world.ts';

const HOUR = 3_600_000;
const sumOf = (entries: readonly Json[], field = 'Amount') =>
  entries.reduce((sum: number, entry: Json) => sum + entry[field], 0);
const cents = (amount: number) => Math.round(amount * 1000) / 1000 + 0;

/** @param sandbox fresh; it is closed afterwards */
export async function live(life: Life, sandbox: Sandbox, token: string): Promise<void> {
  try {
    await new Pair(life, sandbox, token).live();
  } finally {
    sandbox.close();
  }
}

/** The contract in the service beside the one in the book. */
class Pair {
  readonly #life: Life;
  readonly #merchant: Merchant;
  #book: Book;
  #pays: PaymentKind;
  /** Whether there has been a good card from the start. */
  #alwaysPaid: boolean;
  /** A debit may be under way, or come back. */
  #hadDebit: boolean;
  /** What went back to the customer, and what came outside of any provider. */
  #refunded = 0;
  #booked = 0;
  readonly #events: Json[] = [];
  readonly #world: World;

  constructor(life: Life, sandbox: Sandbox, token: string) {
    this.#life = life;
    this.#world = life.world === undefined ? defaultWorld : (worlds[life.world] as World);
    this.#merchant = new Merchant(sandbox, token);
    this.#pays = life.pays;
    this.#alwaysPaid = life.pays === 'card';
    this.#hadDebit = life.pays === 'returned debit';
    this.#book = new Book(this.#local(sandbox.clock.now()), this.#world);
    sandbox.on('event', (event) => this.#events.push(event));
  }

  get #sandbox(): Sandbox {
    return this.#merchant.sandbox;
  }

  async live(): Promise<void> {
    const { variant, cart, pays, steps, restDays, start, elsewhereDays } = this.#life;
    await this.#sandbox.clock.set(start);
    this.#book = new Book(this.#local(start), this.#world);
    const billedUntil =
      elsewhereDays === undefined
        ? undefined
        : instantOf(addDays(this.#book.now, elsewhereDays), this.#sandbox.clock.now());
    const order = await this.#merchant.signup(variant, cart, pays, billedUntil, this.#world.country ?? '');
    const billed = sumOf(await this.#merchant.documents(), 'TotalGross');
    assert.equal(cents(billed), order.TotalGross, 'the signup costs what its order showed');
    this.#book.signup(variant, cart, billedUntil && local(billedUntil));
    await this.#compare('the signup');
    for (const [hours, step] of steps) {
      await this.#wait(hours);
      await this.#compare(`${hours} hours`);
      if (!this.#takes(step)) continue;
      await this.#do(step);
      await this.#sandbox.settle();
      await this.#compare(JSON.stringify(step));
    }
    await this.#wait(restDays * 24);
    await this.#compare('the rest');
    this.#compareEvents(await this.#merchant.read());
  }

  /** The local time as the merchant counts it: by days, or to the second. */
  #local(instant: string | Date): string {
    const stamp = local(instant);
    return this.#world.daily === true ? `${stamp.slice(0, 10)}T00:00:00` : stamp;
  }

  async #wait(hours: number): Promise<void> {
    const to = new Date(this.#sandbox.clock.now().getTime() + hours * HOUR);
    await this.#sandbox.clock.set(to);
    this.#book.advance(this.#local(to));
  }

  /** Whether a step means anything in the state that the contract is in. */
  #takes(step: Step): boolean {
    const { status, end } = this.#book;
    const ends = end !== undefined && status !== 'Ended' && status !== 'Annulled';
    if (this.#book.suspended && !['usage', 'lateUsage', 'suspend'].includes(step.do)) return false;
    switch (step.do) {
      case 'suspend':
        // A planned change is billed at its date even so.
        return status === 'Active' && this.#book.phasesAhead.every(([kind]) => kind === 'Inactive');
      case 'lateUsage':
      case 'rated':
        return status === 'Active';
      case 'vatId':
        return this.#world.country === 'AT';
      case 'send':
        return this.#world.drafts === true;
      case 'pause':
        return status === 'Active';
      case 'resume':
        return status === 'Paused';
      case 'annul':
        return status !== 'Annulled';
      case 'revoke':
        return ends;
      case 'price':
      case 'refund':
      case 'booking':
        return true;
      case 'usage':
        return status === 'Active' || status === 'InTrial';
      case 'end':
      case 'cancel':
        return status === 'Active' || status === 'Paused' || status === 'InTrial';
      case 'change':
        return status === 'Active' || (status === 'InTrial' && this.#life.world !== undefined);
      default:
        return status === 'Active';
    }
  }

  async #do(step: Step): Promise<void> {
    const merchant = this.#merchant;
    const book = this.#book;
    switch (step.do) {
      case 'change':
        return this.#change(step.cart, step.by);
      case 'changeLater': {
        const change = this.#possible(step.change);
        const instant = instantOf(addDays(book.now, step.inDays), this.#sandbox.clock.now());
        const [at, ChangeDate] = [this.#local(instant), instant.toISOString()];
        if (change.variant === undefined && book.changesPlan(change, at) && !book.hasPlanAt(at))
          return assert.rejects(merchant.order(change, { ChangeDate }), { status: 422 });
        const order = await merchant.order(change, { ChangeDate });
        await merchant.pay(order.Id, 'commit');
        return book.changeLater(change, at);
      }
      case 'changeTwice': {
        const first = this.#possible(step.first);
        const second = this.#possible(step.second);
        // What is not paid at once changes nothing yet.
        const paysAtOnce = this.#pays === 'card' || this.#pays === 'account';
        if (!paysAtOnce || !book.changesPlan(first)) return;
        const orders = [await merchant.order(first), await merchant.order(second)];
        await merchant.pay(orders[0].Id, 'paySync');
        // Some amounts are declined by every provider.
        if ((await merchant.rest('GET', `orders/${orders[0].Id}`)).Status !== 'Completed') return;
        book.change(first);
        await assert.rejects(merchant.pay(orders[1].Id, 'paySync'), { status: 409 });
        return;
      }
      case 'changeAtOldPrice': {
        const change = this.#possible(step.change);
        const order = await merchant.order(change);
        const before = sumOf(await merchant.documents(), 'TotalGross');
        const variant = change.variant ?? book.variant;
        await merchant.price(variant, step.fee);
        await merchant.pay(order.Id, 'commit');
        book.change(change);
        book.fees[variant] = step.fee;
        const invoiced = cents(sumOf(await merchant.documents(), 'TotalGross') - before);
        return assert.equal(invoiced, order.TotalGross, 'an order keeps the price that it showed');
      }
      case 'price':
        await merchant.price(step.variant, step.fee);
        book.fees[step.variant] = step.fee;
        return;
      case 'usage':
        await merchant.usage(step.quantity);
        return book.usage(step.quantity, local(this.#sandbox.clock.now()));
      case 'lateUsage': {
        const { StartDate } = await merchant.contract();
        const day = new Date(this.#sandbox.clock.now().getTime() - step.daysAgo * 24 * HOUR);
        const used = new Date(Math.max(day.getTime(), Date.parse(StartDate) + HOUR));
        if (used > this.#sandbox.clock.now()) return;
        await merchant.usage(step.quantity, used);
        return book.usage(step.quantity, local(used));
      }
      case 'rated': {
        const price = step.price * this.#world.scale;
        const from = addDays(`${book.now.slice(0, 10)}T00:00:00`, step.inDays);
        await merchant.rated(price, from, addDays(from, step.days));
        return book.rated({ price, from, days: step.days });
      }
      case 'suspend':
        book.suspended = !book.suspended;
        await merchant.contract('PATCH', '', { BillingSuspended: book.suspended });
        await this.#sandbox.settle();
        return book.advance(book.now);
      case 'vatId':
        book.reverseCharge = !book.reverseCharge;
        await merchant.vatId(book.reverseCharge ? 'ATU12345678' : null);
        return;
      case 'send':
        return merchant.sendDrafts();
      case 'bill':
        await merchant.contract('POST', 'bill');
        return book.billUsage();
      case 'cancel':
        await merchant.page('contract/cancel', {});
        book.cancel(local(this.#sandbox.clock.now()));
        return;
      case 'revoke':
        await merchant.contract('POST', 'revokeCancellation');
        return book.takeEndBack();
      case 'end': {
        const end = instantOf(addDays(book.now, step.inDays), this.#sandbox.clock.now());
        await merchant.contract('POST', 'end', { EndDate: end.toISOString() });
        return book.endAt(this.#local(end));
      }
      case 'pause':
        await merchant.contract('POST', 'pause');
        return book.pause();
      case 'resume':
        await merchant.contract('POST', 'resume');
        return book.resume();
      case 'annul':
        await merchant.contract('POST', 'annulate');
        return book.annul();
      case 'paymentData':
        await merchant.newPaymentData(step.kind);
        this.#pays = step.kind;
        this.#alwaysPaid &&= step.kind === 'card';
        this.#hadDebit ||= step.kind === 'returned debit';
        return;
      case 'refund':
        return this.#refund(step.part);
      case 'booking': {
        // In whole units of the currency.
        const Amount = this.#world.unit === 1 ? Math.ceil(step.amount) : step.amount;
        await merchant.contract('POST', 'payment', { Amount });
        this.#booked += Amount;
        return;
      }
    }
  }

  /** Gives back a payment, or a part of it, if there is one. */
  async #refund(part: number): Promise<void> {
    const { transactions } = await this.#merchant.read();
    const paid = transactions.find(({ Status, Preauth }: Json) => Status.Status === 'Succeeded' && !Preauth);
    if (paid === undefined) return;
    // In whole units of the currency.
    const { unit } = this.#world;
    const Amount = Number((Math.max(1, Math.round((paid.Amount * part) / unit)) * unit).toFixed(3));
    await this.#merchant.rest('POST', `paymentTransactions/${paid.Id}/refund`, { Amount });
    this.#refunded += Amount;
  }

  async #change(wanted: CartChange, by: 'commit' | 'paySync' | 'newCard'): Promise<void> {
    const cart = this.#possible(wanted);
    const merchant = this.#merchant;
    const preview = await merchant.preview(cart);
    const order = await merchant.order(cart);
    assert.equal(order.TotalGross, preview.TotalGross, 'the order costs what its preview said');
    const before = await merchant.read();
    // A debit settles days later; what is charged then is another story.
    await merchant.pay(order.Id, this.#pays === 'returned debit' && by === 'paySync' ? 'commit' : by);
    const after = await merchant.read();
    if ((await merchant.rest('GET', `orders/${order.Id}`)).Status !== 'Completed') {
      // Some amounts are declined by every provider.
      const isDeclined = after.transactions.some(({ Status }: Json) => Status.Status === 'Failed');
      assert.ok(
        this.#pays === 'fails at renewals' || isDeclined,
        'only a declined payment leaves an order open',
      );
      assert.deepEqual(after.invoices, before.invoices, 'an order that is not paid invoices nothing');
      return;
    }
    this.#book.change(cart);
    const invoiced = sumOf(after.documents, 'TotalGross') - sumOf(before.documents, 'TotalGross');
    assert.equal(cents(invoiced), order.TotalGross, 'what is invoiced is what the order showed');
    if (by !== 'newCard') return;
    this.#pays = 'card';
    if (this.#hadDebit) return;
    assert.equal(after.contract.RecurringPaymentsPaused, false, 'new payment data let payments go on');
    const open = cents(after.contract.Balance - this.#refunded);
    assert.ok(open <= 0, `new payment data leave ${open} open`);
  }

  /** The change as far as the catalogue allows it: a quantity is for plans by quantity. */
  #possible<Change extends CartChange>(change: Change): Change {
    const variant = change.variant ?? this.#book.variant;
    const byQuantity = 'byQuantity' in variants[variant];
    const endAll =
      change.endAll !== undefined && this.#book.running(change.endAll) ? change.endAll : undefined;
    const running = (change.add ?? []).filter(({ name }) => name !== 'Support' || !this.#book.running(name));
    return {
      ...change,
      ...(byQuantity ? {} : { quantity: undefined }),
      endAll,
      ...(change.add === undefined ? {} : { add: running }),
    };
  }

  async #compare(after: string): Promise<void> {
    const state = await this.#merchant.read();
    try {
      this.#compareMoney(state);
      this.#compareContract(state);
      assert.deepEqual(this.#sandbox.audit().Problems, [], 'the audit');
    } catch (error) {
      throw new Error(
        `After ${after} at ${this.#sandbox.clock.now().toISOString()}: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    }
  }

  /** What the documents charge at each VAT rate. */
  #compareTotals(documents: readonly Json[]): void {
    const { gross, unit } = this.#world;
    const billed = new Map<number, number>();
    for (const { ItemList } of documents)
      for (const line of ItemList)
        billed.set(
          line.VatPercentage,
          (billed.get(line.VatPercentage) ?? 0) + (gross ? line.TotalGross : line.TotalNet),
        );
    const { totals, roundings } = this.#book;
    const tolerance = unit * (0.51 + 0.5 * roundings);
    for (const rate of new Set([...billed.keys(), ...totals.keys()])) {
      const [came, expected] = [billed.get(rate) ?? 0, totals.get(rate) ?? 0];
      assert.ok(
        Math.abs(came - expected) <= tolerance,
        `at ${rate} % ${came.toFixed(3)} are billed, the book says ${expected.toFixed(4)} (± ${tolerance.toFixed(3)})`,
      );
    }
  }

  #compareMoney({
    contract,
    invoices,
    documents,
    ledger,
    transactions,
  }: Awaited<ReturnType<Merchant['read']>>): void {
    this.#compareTotals(documents);
    const ofType = (...types: string[]) => ledger.filter((entry: Json) => types.includes(entry.Type));
    assert.equal(cents(sumOf(ledger)), contract.Balance, 'the balance is the sum of the ledger');
    assert.equal(
      cents(sumOf(ofType('Receivable', 'Credit'))),
      cents(sumOf(invoices, 'TotalGross')),
      'the ledger holds every invoice once',
    );
    const paid = transactions.filter(
      ({ Preauth, StatusHistory }: Json) =>
        !Preauth && StatusHistory.some(({ Status }: Json) => Status === 'Succeeded'),
    );
    assert.equal(
      cents(-sumOf(ofType('Payment'))),
      cents(sumOf(paid) + this.#booked),
      'the ledger holds every payment once',
    );
    assert.equal(cents(sumOf(ofType('Refund'))), cents(this.#refunded), 'the ledger holds every refund once');
    // Some amounts are declined by every provider.
    if (!this.#alwaysPaid || transactions.some(({ Status }: Json) => Status.Status === 'Failed')) return;
    const open = cents(contract.Balance - this.#refunded);
    assert.ok(open <= 0, `a good card leaves ${open} open`);
    this.#compareCharges(ledger);
  }

  /** Nothing is charged that is not owed. */
  #compareCharges(ledger: readonly Json[]): void {
    let balance = 0;
    for (const { Amount, Type, PaymentTransactionId } of ledger) {
      balance = cents(balance + Amount);
      const charged = Type === 'Payment' && PaymentTransactionId !== undefined;
      assert.ok(!charged || balance >= 0, `a charge of ${-Amount} leaves the balance at ${balance}`);
    }
  }

  #compareContract({ contract }: Awaited<ReturnType<Merchant['read']>>): void {
    const book = this.#book;
    assert.equal(contract.LifecycleStatus, book.status, 'the status');
    if (book.annulled) return;
    assert.equal(contract.EndDate && local(contract.EndDate), book.end, 'the end');
    if (book.status === 'Active' && !book.suspended) {
      assert.equal(local(contract.BilledUntil), book.paidUntil, 'the paid time');
    }
    const ahead = contract.Phases.map(({ Type, StartDate }: Json) => [Type, local(StartDate)]).filter(
      ([, from]: [string, string]) => from > book.now,
    );
    assert.deepEqual(ahead, book.phasesAhead, 'what lies ahead');
  }

  #compareEvents({ invoices, transactions }: Awaited<ReturnType<Merchant['read']>>): void {
    const told = (name: string, field: string) =>
      this.#events
        .filter((event) => event.Event === name && event.PaymentTransactionType !== 'Preauthorization')
        .map((event) => event[field])
        .sort();
    const ids = (entries: readonly Json[]) => entries.map(({ Id }) => Id).sort();
    assert.deepEqual(told('InvoiceCreated', 'InvoiceId'), ids(invoices), 'each invoice is told once');
    const paid = transactions.filter(
      ({ Type, StatusHistory }: Json) =>
        Type === 'Payment' && StatusHistory.some(({ Status }: Json) => Status === 'Succeeded'),
    );
    assert.deepEqual(
      told('PaymentSucceeded', 'PaymentTransactionId'),
      ids(paid),
      'each payment is told once',
    );
  }
}

/** The instant of a local time near `now` whose time of day is that of `now`; an hour off where a clock change skips it. */
function instantOf(stamp: string, now: Date): Date {
  const days = Math.round((Date.parse(`${stamp}Z`) - Date.parse(`${local(now)}Z`)) / 864e5);
  const there = new Date(now.getTime() + days * 864e5);
  const off = Date.parse(`${stamp}Z`) - Date.parse(`${local(there)}Z`);
  return new Date(there.getTime() + off);
}
