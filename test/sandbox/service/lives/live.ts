// Lives a life twice, in the service and in the independent books, and compares the two after every step.
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Axes } from './axes.ts';
import { type Json, Merchant } from './merchant.ts';
import { Pair } from './pair.ts';
import type { Life, Moved, Signup, Step } from './steps.ts';
import { PAST_THE_HOUR, type Story } from './story.ts';
import type { TaxFacts } from './taxes.ts';
import { defaultWorld, type World, worlds } from './world.ts';

const HOUR = 3_600_000;
/** How many contracts a customer gets. */
const MOST = 3;

/** @param sandbox fresh; it is closed afterwards */
export async function live(life: Life, sandbox: Sandbox, token: string, axes?: Axes): Promise<void> {
  try {
    await new Told(life, sandbox, token).live(axes);
  } finally {
    sandbox.close();
  }
}

/** A customer with their contracts. */
class Told implements Story {
  readonly sandbox: Sandbox;
  readonly world: World;
  readonly events: Json[] = [];
  facts: TaxFacts;
  readonly #life: Life;
  readonly #token: string;
  #pairs: Pair[] = [];
  /** The contract that something is done to. */
  #at = 0;

  constructor(life: Life, sandbox: Sandbox, token: string) {
    this.#life = life;
    this.world = life.world === undefined ? defaultWorld : (worlds[life.world] as World);
    this.facts = { country: this.world.country, vatId: '' };
    this.sandbox = sandbox;
    this.#token = token;
    sandbox.on('event', (event) => this.events.push(event));
  }

  get pairs(): readonly Pair[] {
    return this.#pairs;
  }

  async live(axes?: Axes): Promise<void> {
    const { steps, restDays, start, startedDaysAgo = 0 } = this.#life;
    // Where everything ends at midnight, a payment of midnight could be taken back at the very instant of an end.
    const late = this.world.daily === true ? PAST_THE_HOUR : 0;
    await this.sandbox.clock.set(new Date(Date.parse(start) + late));
    if (!(await this.#signup(this.#life, this.#life))) return;
    // Nothing is done to a contract before it starts.
    if (startedDaysAgo < 0) await this.#wait(1 - 24 * startedDaysAgo);
    else await this.#compare('the signup');
    for (const [hours, step] of steps) {
      await this.#wait(hours);
      if (!(await this.#do(step))) continue;
      await this.sandbox.settle();
      if (this.#pairs[this.#at]?.isRead !== true) Merchant.forget(this.sandbox);
      await this.#compare(JSON.stringify(step));
    }
    await this.#wait(restDays * 24);
    for (const pair of this.#pairs) axes?.count(await pair.conclude());
  }

  /** Lets time pass. */
  async #wait(hours: number): Promise<void> {
    const later = hours === 0 ? 0 : hours * HOUR + PAST_THE_HOUR;
    const to = new Date(this.sandbox.clock.now().getTime() + later);
    for (const pair of this.#pairs) await pair.foresee();
    await this.sandbox.clock.set(to);
    for (const { books } of this.#pairs) for (const book of books) book.advance(this.localNow());
    await this.#compare(`${hours} hours`, true);
  }

  /** The local time as the merchant counts it: by days, or to the second. */
  localOf(instant: string | Date): string {
    const { calendar, daily } = this.world;
    const stamp = calendar.local(instant);
    return daily === true ? calendar.startOfDay(stamp) : stamp;
  }

  localNow(): string {
    return this.localOf(this.sandbox.clock.now());
  }

  /** @returns whether there was anything to do */
  async #do(step: Step): Promise<boolean> {
    const pair = this.#pairs[this.#at] as Pair;
    if (step.do === 'turn') {
      this.#at = (this.#at + 1) % this.#pairs.length;
      return false;
    }
    if (step.do === 'another') {
      if (this.#pairs.length === MOST || this.#pairs.some(({ book }) => book.suspended)) return false;
      return this.#signup(step);
    }
    if (!pair.takes(step)) return false;
    await pair.do(step);
    return true;
  }

  /** @returns whether it is a contract now: some amounts are refused by every provider */
  async #signup(signup: Signup, moved: Moved = {}): Promise<boolean> {
    const [first] = this.#pairs;
    const merchant = new Merchant(this.sandbox, this.#token, first?.merchant.customerId);
    const pair = new Pair(this, merchant, signup.pays);
    if (first !== undefined) for (const book of pair.books) Object.assign(book.fees, first.book.fees);
    const isFirst = this.#pairs.every(({ book }) => book.annulled);
    const signed = await pair.signup(signup, isFirst, moved);
    if (!signed) return false;
    this.#pairs.push(pair);
    this.#at = this.#pairs.length - 1;
    return true;
  }

  async #compare(after: string, waited = false): Promise<void> {
    for (const pair of this.#pairs) {
      try {
        await pair.compare(waited);
      } catch (error) {
        const now = this.sandbox.clock.now().toISOString();
        throw new Error(`After ${after} at ${now}: ${(error as Error).message}`, { cause: error });
      }
    }
    const { Problems } = this.sandbox.audit();
    if (Problems.length > 0) throw new Error(`After ${after}: the audit finds ${JSON.stringify(Problems)}`);
  }
}
