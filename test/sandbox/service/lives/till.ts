// A second, deliberately simple calculation of what a contract has paid: from its documents as they are sent, by the rules
// of docs/billing.md ("Payments", "Refunds") and the test data of docs/payment-outcomes.md. It shares no code with the sandbox.

/** How a contract is paid: what its payment data do is part of the test data of the sandbox. */
export type PaymentKind =
  | 'account'
  | 'card'
  | 'slow card'
  | 'disputed card'
  | 'fails once'
  | 'breaks down once'
  | 'fails at renewals'
  | 'no refunds'
  | 'settling debit'
  | 'returned debit'
  | 'debit taken back';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Severity = 'minor' | 'medium' | 'severe';

/** Hours after each failure until it is tried again; then recurring payments pause. */
const repeats: Record<Severity, readonly number[]> = {
  minor: [2, 4, 18],
  medium: Array.from({ length: 14 }, () => 12),
  severe: [],
};

/** Amounts that every provider refuses. */
const refusedAmounts: { readonly [amount: string]: Severity } = {
  '11.11': 'minor',
  '11.12': 'minor',
  '11.13': 'medium',
};

interface Manner {
  /** When the outcome is known, in milliseconds after the charge. */
  readonly settles?: number;
  /** Fails when it is known. */
  readonly bounces?: Severity;
  /** When the payer takes the money back. */
  readonly returns?: number;
  /** How renewals fail: all of them, or the first one. */
  readonly renewals?: { readonly severity: Severity; readonly once?: true };
  readonly keepsMoney?: true;
  /** A refusal is known only when the outcome is. */
  readonly answersLater?: true;
}

const manners: Record<PaymentKind, Manner> = {
  account: {},
  card: {},
  'slow card': { settles: HOUR / 30, answersLater: true },
  'disputed card': { returns: 10 * DAY },
  'fails once': { renewals: { severity: 'minor', once: true } },
  'breaks down once': { renewals: { severity: 'medium', once: true } },
  'fails at renewals': { renewals: { severity: 'minor' } },
  'no refunds': { keepsMoney: true },
  'settling debit': { settles: 3 * DAY },
  'returned debit': { settles: 5 * DAY, bounces: 'severe' },
  'debit taken back': { returns: 5 * DAY },
};

interface Payment {
  readonly amount: number;
  readonly by: PaymentKind;
  state: 'pending' | 'failed' | 'paid';
  /** What was not given back. */
  left: number;
}

/** Something that happens by itself. */
interface Event {
  readonly at: number;
  readonly happens: () => void;
}

/** Amounts are exact to a thousandth. */
const exact = (amount: number) => Math.round(amount * 1000) / 1000 + 0;

export class Till {
  balance = 0;
  refunded = 0;
  takenBack = 0;
  paused = false;
  /** How often a payout went on with an older payment after a provider had refused a refund. */
  refusalsPassed = 0;
  readonly payments: Payment[] = [];
  readonly #paysOut: boolean;
  #by: PaymentKind;
  /** Charges without the customer by the present method. */
  #renewals = 0;
  #attempts = 0;
  #isOver = false;
  #drafted = 0;
  #events: Event[] = [];
  #repeat: Event | undefined;

  constructor(by: PaymentKind, paysOut: boolean) {
    this.#by = by;
    this.#paysOut = paysOut;
  }

  get paid(): number {
    return exact(this.payments.reduce((sum, { amount, state }) => sum + (state === 'paid' ? amount : 0), 0));
  }

  /** What the customer has to their credit: what drafts will bill is none. */
  get credit(): number {
    return Math.max(0, exact(-this.balance - this.#drafted));
  }

  /** What drafts will bill, of those that bill something. */
  set drafted(amount: number) {
    this.#drafted = amount;
  }

  /** What happens by itself up to a time. @param reports only what providers report; failures are not tried again yet */
  advance(to: number, reports?: 'reports'): void {
    for (;;) {
      const repeats = this.#repeat === undefined || reports !== undefined ? [] : [this.#repeat];
      const all = [...this.#events, ...repeats];
      const [next] = all.filter(({ at }) => at <= to).sort((one, other) => one.at - other.at);
      if (next === undefined) return;
      this.#events = this.#events.filter((event) => event !== next);
      if (this.#repeat === next) this.#repeat = undefined;
      next.happens();
    }
  }

  /** A document is booked; what is open after it is charged by `collect`. */
  document(amount: number): void {
    this.#book(amount);
  }

  /** A draft is sent: it will bill nothing more. */
  sent(amount: number): void {
    this.#drafted = exact(this.#drafted - Math.max(0, amount));
    this.document(amount);
  }

  /** Money that came or went outside of any provider. */
  booking(amount: number): void {
    this.#book(-amount);
  }

  /** What the customer pays for an order: its price, less the credit. */
  priceOf(total: number): number {
    return Math.max(0, exact(total - this.credit));
  }

  /** A payment of an order, with the customer at the screen by some data, or by the method that there is. */
  order(at: number, amount: number, by?: PaymentKind): Payment['state'] {
    if (by === undefined) this.#renewals += 1;
    const fails = this.#fails(amount, by === undefined, by ?? this.#by);
    return this.#charge(at, amount, by ?? this.#by, fails, () => undefined);
  }

  /** New payment data let recurring payments go on. */
  use(by: PaymentKind): void {
    this.#by = by;
    this.#renewals = 0;
    this.paused = false;
    this.#repeat = undefined;
  }

  /** Charges what is open, when it can be. What is under way is not charged twice. */
  collect(at: number): void {
    if (this.paused || this.#by === 'account') return;
    const underWay = this.payments.filter(({ state }) => state === 'pending');
    const open = exact(this.balance - underWay.reduce((sum, { amount }) => sum + amount, 0));
    if (open <= 0) return;
    this.#renewals += 1;
    const fails = this.#fails(open, true, this.#by);
    this.#charge(at, open, this.#by, fails, (then) => this.#failed(then, fails ?? 'minor'));
  }

  /** The contract has ended or was annulled, or goes on after that. */
  set isOver(isOver: boolean) {
    this.#isOver = isOver;
    if (isOver) this.#settle();
  }

  /** Gives back a part of a payment. */
  refund(payment: Payment, amount: number): void {
    payment.left = exact(payment.left - amount);
    this.refunded = exact(this.refunded + amount);
    this.#book(amount);
  }

  /** Pays the credit out by refunds, newest payment first. @returns whether there was anything to refund */
  payOut(): boolean {
    let rest = this.credit;
    const before = rest;
    let isRefused = false;
    for (const payment of this.payments.toReversed()) {
      const amount = Math.min(rest, payment.left);
      if (amount <= 0 || payment.state !== 'paid') continue;
      if (manners[payment.by].keepsMoney === true) {
        // A provider that is known to refund nothing is not asked.
        isRefused ||= manners[this.#by].keepsMoney !== true;
        continue;
      }
      this.refund(payment, amount);
      rest = exact(rest - amount);
      if (isRefused) this.refusalsPassed += 1;
    }
    return rest < before;
  }

  #charge(
    at: number,
    amount: number,
    by: PaymentKind,
    fails: Severity | undefined,
    refused: (at: number) => void,
  ): Payment['state'] {
    const { settles, returns, bounces, answersLater } = manners[by];
    const payment: Payment = { amount, by, state: 'pending', left: 0 };
    this.payments.push(payment);
    const isRefused = (then: number) => {
      payment.state = 'failed';
      refused(then);
    };
    if (fails !== undefined && answersLater === undefined) isRefused(at);
    else if (settles === undefined) this.#paid(payment);
    else {
      this.#later(at + settles, (then) => {
        if (fails !== undefined) return isRefused(then);
        if (bounces === undefined) return this.#paid(payment);
        payment.state = 'failed';
        this.#failed(then, bounces);
      });
    }
    if (payment.state === 'paid' && returns !== undefined)
      this.#later(at + returns, () => this.#takeBack(payment));
    return payment.state;
  }

  #later(at: number, happens: (at: number) => void): void {
    this.#events.push({ at, happens: () => happens(at) });
  }

  #fails(amount: number, isRenewal: boolean, by: PaymentKind): Severity | undefined {
    const ofAmount = refusedAmounts[amount.toFixed(2)];
    if (ofAmount !== undefined && exact(amount) === Number(amount.toFixed(2))) return ofAmount;
    const { renewals } = manners[by];
    if (renewals === undefined || !isRenewal) return undefined;
    return renewals.once === true && this.#renewals > 1 ? undefined : renewals.severity;
  }

  #paid(payment: Payment): void {
    payment.state = 'paid';
    payment.left = payment.amount;
    this.#book(-payment.amount);
  }

  /** The debt is open again, and is not charged before there are new payment data. */
  #takeBack(payment: Payment): void {
    if (payment.left <= 0) return;
    const amount = payment.left;
    payment.left = 0;
    this.takenBack = exact(this.takenBack + amount);
    this.#book(amount);
    this.#pause();
  }

  #failed(at: number, severity: Severity): void {
    if (this.paused) return;
    const hours = repeats[severity][this.#attempts];
    if (hours === undefined) {
      this.#pause();
      return;
    }
    this.#attempts += 1;
    const then = at + hours * HOUR;
    this.#repeat = { at: then, happens: () => this.collect(then) };
  }

  #pause(): void {
    this.paused = true;
    this.#attempts = 0;
    this.#repeat = undefined;
  }

  #book(amount: number): void {
    this.balance = exact(this.balance + amount);
    if (this.balance <= 0) {
      // Nothing is left to try again.
      this.#attempts = 0;
      this.#repeat = undefined;
    }
    if (amount < 0) this.#settle();
  }

  #settle(): void {
    if (this.#isOver && this.#paysOut && this.credit > 0) this.payOut();
  }
}
